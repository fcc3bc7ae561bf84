// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A failure to shape a text; bad characters are never one.
public struct ShapingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A stable name, such as `textTooLong`.
    public let description: String

    private init(_ name: String) { description = name }

    /// The text is longer than `TextLimits.textLength`, or takes more memory than
    /// `TextLimits.shapedBytes`.
    public static let textTooLong = Code("textTooLong")
    /// A font size is not above 0, not finite, or over `TextLimits.fontSize`.
    public static let badFontSize = Code("badFontSize")
    /// A feature is not in HarfBuzz's syntax.
    public static let badFeature = Code("badFeature")
    /// A script is no ISO 15924 tag.
    public static let badScript = Code("badScript")
    /// There was not enough memory.
    public static let allocationFailed = Code("allocationFailed")
  }

  /// The kind of failure.
  public let code: Code
  /// The UTF-16 code unit that the failure is about; `nil` where it concerns the whole text.
  public let offset: Int?
  /// A sentence that a user can act on, without the place.
  public let message: String

  package init(_ code: Code, offset: Int? = nil, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  /// The place, if any, and the message.
  public var description: String { offset.map { "code unit \($0): \(message)" } ?? message }
}
