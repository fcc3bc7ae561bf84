// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The reason why a film cannot be read or written.
public struct VideoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A stable name, such as `notFound`.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// There is no such file.
    public static let notFound = Code("notFound")
    /// The file may not be read, or is a folder, a pipe or a device.
    public static let notPermitted = Code("notPermitted")
    /// The bytes are those of no film that is known.
    public static let unknownFormat = Code("unknownFormat")
    /// The file has no pictures, such as one with sound alone.
    public static let noVideo = Code("noVideo")
    /// The bytes are those of a damaged film.
    public static let damaged = Code("damaged")
    /// The film or its pictures are over a limit.
    public static let tooLarge = Code("tooLarge")
    /// There is no memory.
    public static let allocationFailed = Code("allocationFailed")
    /// The installed FFmpeg cannot decode or encode this kind of film.
    public static let unsupported = Code("unsupported")
    /// The file cannot be written.
    public static let writeFailed = Code("writeFailed")
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence that a user can act on, without the name.
  public let message: String
  /// The file; empty if the failure is about none.
  public let path: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: A sentence that a user can act on, without the name of the file.
  ///   - path: The file; empty if the failure is about none.
  package init(_ code: Code, _ message: String, path: String = "") {
    (self.code, self.message, self.path) = (code, message, path)
  }

  /// The file, if any, and the sentence.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }

  /// The same failure with the path of a file.
  func of(_ path: String) -> VideoError { VideoError(code, message, path: path) }
}
