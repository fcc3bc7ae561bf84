// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a command did not do what it was asked.
///
/// The tool prints it as `textrender: SUBJECT: MESSAGE` and ends with ``exitStatus``.
public struct CommandError: Error, Hashable, CustomStringConvertible {
  /// What kind of failure it was.
  public struct Code: Hashable, Sendable {
    private enum Kind: UInt8, Hashable, Sendable {
      case usage
      case unreadable
      case unusableFont
      case tooLarge
      case notWritten
      case brokenPipe
      case failed
    }

    private let kind: Kind

    /// The command line or a request is not of the documented form.
    public static let usage = Code(kind: .usage)
    /// A file cannot be read.
    public static let unreadable = Code(kind: .unreadable)
    /// A file is no font, or has no such face.
    public static let unusableFont = Code(kind: .unusableFont)
    /// A size is over one of the documented limits.
    public static let tooLarge = Code(kind: .tooLarge)
    /// The result cannot be written.
    public static let notWritten = Code(kind: .notWritten)
    /// The reader of the result has gone; nothing is printed about it.
    public static let brokenPipe = Code(kind: .brokenPipe)
    /// Another stage refused.
    public static let failed = Code(kind: .failed)
  }

  /// What kind of failure it was.
  public let code: Code
  /// The option, key or file that it is about, if any.
  public let subject: String?
  /// A sentence that the user can act on.
  public let message: String

  /// Creates an error.
  public init(_ code: Code, _ subject: String? = nil, _ message: String) {
    self.code = code
    self.subject = subject
    self.message = message
  }

  /// 2 for a usage error, 1 for everything else.
  public var exitStatus: Int32 { code == .usage ? 2 : 1 }

  /// The subject and the sentence.
  public var description: String {
    guard let subject else { return message }
    return "\(subject): \(message)"
  }

  static func usage(_ subject: String? = nil, _ message: String) -> CommandError {
    CommandError(.usage, subject, message)
  }

  /// What another module reported, as an error of the tool.
  static func wrapping(_ error: any Error, subject: String? = nil) -> CommandError {
    if let error = error as? CommandError { return error }
    return CommandError(.failed, subject, String(describing: error))
  }
}
