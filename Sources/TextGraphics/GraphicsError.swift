// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// What went wrong while pixels were made, read or written.
public struct GraphicsError: Error, Hashable, Sendable {
  /// The kind of failure; later versions may add members.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// A stable name, such as `allocationFailed`.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The allocator had no memory for a bitmap or for scratch space.
    public static let allocationFailed = Code(rawValue: "allocationFailed")
    /// A bitmap would be larger than `TextLimits` allows.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// A size is zero, negative or not a number.
    public static let badSize = Code(rawValue: "badSize")
    /// Bytes that should be a PNG picture are not one, or are damaged.
    public static let badPNG = Code(rawValue: "badPNG")
    /// A file could not be read; ``GraphicsError/errno`` says why.
    public static let readFailed = Code(rawValue: "readFailed")
    /// A file could not be written; ``GraphicsError/errno`` says why.
    public static let writeFailed = Code(rawValue: "writeFailed")
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence that the user can act on.
  public let message: String
  /// The file concerned, if any.
  public let path: String?
  /// The system's error number, or 0.
  public let errno: Int32

  /// Creates an error.
  public init(_ code: Code, _ message: String, path: String? = nil, errno: Int32 = 0) {
    self.code = code
    self.message = message
    self.path = path
    self.errno = errno
  }
}

extension GraphicsError: CustomStringConvertible {
  /// The path, if any, and the sentence.
  public var description: String { path.map { "\($0): \(message)" } ?? message }
}
