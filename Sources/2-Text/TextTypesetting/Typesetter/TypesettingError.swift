// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A failure to set a text in lines.
///
/// Bad characters are never an error; a number of a style that makes no sense is one.
public struct TypesettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A stable name, such as `tooManyLines`.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// A number of a paragraph style is not finite, too large, or negative where it must not be.
    public static let badParagraphStyle = Code("badParagraphStyle")
    /// The container cannot be used: its shape or exclusions have too many edges or no known place,
    /// or the text was shaped for lines of the other direction.
    public static let badContainer = Code("badContainer")
    /// The text needs more than 4,194,304 lines.
    public static let tooManyLines = Code("tooManyLines")
  }

  /// The kind of failure.
  public let code: Code
  /// The property that the failure is about, such as `lineSpacing` or `container`.
  public let property: String
  /// The start of the paragraph or line that the failure is about, in UTF-16 code units; 0 for a
  /// failure of the container or a strut.
  public let offset: Int
  /// A sentence that a user can act on, without the property.
  public let message: String

  package init(_ code: Code, property: String, offset: Int, _ message: String) {
    self.code = code
    self.property = property
    self.offset = offset
    self.message = message
  }

  /// The property and the message.
  public var description: String { "\(property): \(message)" }

  /// The same error for a text of which this error's text is a part.
  ///
  /// - Parameter distance: The start of the part, in code units.
  func moved(by distance: Int) -> TypesettingError {
    TypesettingError(code, property: property, offset: offset + distance, message)
  }
}
