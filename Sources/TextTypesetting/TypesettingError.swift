// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a text could not be set.
///
/// What a text holds is never an error. A number that has no meaning is.
public struct TypesettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. New kinds may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: UInt8, Hashable, Sendable {
      case badParagraphStyle
      case tooManyLines
    }

    private let kind: Kind

    /// A number of a paragraph style is not finite, or negative where that means nothing.
    public static let badParagraphStyle = Code(kind: .badParagraphStyle)
    /// The text needs more lines than ``TextLayout/maximumLineCount``.
    public static let tooManyLines = Code(kind: .tooManyLines)

    /// The name of the code.
    public var description: String {
      switch kind {
      case .badParagraphStyle: "badParagraphStyle"
      case .tooManyLines: "tooManyLines"
      }
    }
  }

  /// The kind of failure.
  public let code: Code
  /// The property concerned.
  public let property: String
  /// The offset of the paragraph concerned, in UTF-16 code units.
  public let offset: Int
  /// A sentence that says what to change.
  public let description: String

  package init(_ code: Code, property: String, offset: Int, _ description: String) {
    self.code = code
    self.property = property
    self.offset = offset
    self.description = description
  }

  /// The same error in a text of which this one is a part.
  func moved(by distance: Int) -> TypesettingError {
    TypesettingError(code, property: property, offset: offset + distance, description)
  }
}
