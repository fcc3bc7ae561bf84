// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A pattern that cannot be used.
public struct DataDetectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A stable name, such as `malformed`.
    public let description: String

    private init(_ name: String) { description = name }

    /// The pattern does not follow the syntax.
    public static let malformed = Code("malformed")
    /// The syntax is of other engines, such as a back reference.
    public static let unsupported = Code("unsupported")
    /// The pattern, or the program made of it, is too long or too deep.
    public static let tooLarge = Code("tooLarge")
  }

  /// The kind of failure.
  public let code: Code
  /// The place in the pattern, in Unicode scalars.
  public let offset: Int
  /// A sentence that a user can act on, without the place.
  public let message: String

  init(_ code: Code, at offset: Int, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  /// The place and the message.
  public var description: String { "\(offset): \(message)" }
}

/// The former name of ``DataDetectionError``.
@available(*, deprecated, renamed: "DataDetectionError")
public typealias TextDetectionError = DataDetectionError
