// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The reason for which a text could not be shaped; bad characters are never one.
public struct ShapingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of reasons; more may come.
  public struct Code: Hashable, Sendable {
    /// A stable name.
    public let name: String

    private init(_ name: String) { self.name = name }

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

  /// The kind of reason.
  public let code: Code
  /// The code unit that the reason is about, if it is about one.
  public let offset: Int?
  /// A sentence for the user.
  public let description: String

  package init(_ code: Code, offset: Int? = nil, _ description: String) {
    self.code = code
    self.offset = offset
    self.description = description
  }
}
