// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A failure to make, read or write pixels.
public struct GraphicsError: Error, Hashable, Sendable {
  /// The kinds of failure; later versions may add members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A stable name, such as `allocationFailed`.
    public let description: String

    private init(_ name: String) { description = name }

    /// No memory for a bitmap or for scratch space.
    public static let allocationFailed = Code("allocationFailed")
    /// A bitmap, mask or file over its limit.
    public static let tooLarge = Code("tooLarge")
    /// A size that is zero, negative or not a number.
    public static let badSize = Code("badSize")
    /// Bytes that are not a PNG picture, or a damaged one.
    public static let badPNG = Code("badPNG")
    /// A file that cannot be read; the reason is in ``GraphicsError/errno``.
    public static let readFailed = Code("readFailed")
    /// A file that cannot be written; the reason is in ``GraphicsError/errno``.
    public static let writeFailed = Code("writeFailed")
    /// A file name whose ending belongs to another format than the one that is written, such as
    /// `.jpg` for a PNG file.
    public static let unsupportedFormat = Code("unsupportedFormat")
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence that the user can act on, without the path.
  public let message: String
  /// The file concerned; `nil` if the failure is about no file.
  public let path: String?
  /// The system's error number, or 0.
  public let errno: Int32

  package init(_ code: Code, _ message: String, path: String? = nil, errno: Int32 = 0) {
    self.code = code
    self.message = message
    self.path = path
    self.errno = errno
  }
}

extension GraphicsError: CustomStringConvertible {
  /// The path, if any, and the sentence.
  public var description: String {
    path.flatMap { $0.isEmpty ? nil : "\($0): \(message)" } ?? message
  }
}
