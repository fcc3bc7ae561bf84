// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import Glibc
internal import Pictures
internal import StyledDocuments
internal import VideoLayers

/// The failure of a command.
///
/// The tool prints it as `textrender: SUBJECT: MESSAGE` and ends with ``exitStatus``.
package struct CommandError: Error, Hashable, CustomStringConvertible {
  /// The kind of a failure.
  package struct Code: Hashable, Sendable {
    private enum Kind: String, Hashable, Sendable {
      case usage
      case unreadable
      case unusableFont
      case tooLarge
      case notWritten
      case brokenPipe
      case failed
      case requestsFailed
      case terminated
      case interrupted
    }

    private let kind: Kind

    /// The command line or a request is not of the documented form.
    package static let usage = Code(kind: .usage)
    /// A file cannot be read.
    package static let unreadable = Code(kind: .unreadable)
    /// A file is not a font, or has no face with the given index.
    package static let unusableFont = Code(kind: .unusableFont)
    /// A size is over one of the documented limits.
    package static let tooLarge = Code(kind: .tooLarge)
    /// The result cannot be written.
    package static let notWritten = Code(kind: .notWritten)
    /// The reading end of the output is closed; no message is printed.
    package static let brokenPipe = Code(kind: .brokenPipe)
    /// The engine, the terminal or a check failed.
    package static let failed = Code(kind: .failed)
    /// More requests of a batch failed than allowed.
    package static let requestsFailed = Code(kind: .requestsFailed)
    /// The process was asked to end by SIGTERM.
    package static let terminated = Code(kind: .terminated)
    /// The process was asked to end by SIGINT.
    package static let interrupted = Code(kind: .interrupted)

    /// The name of the kind, as replies of a batch have it.
    package var name: String { kind.rawValue }
  }

  /// The kind of the failure.
  package let code: Code
  /// The option, key or file that the failure is about, if any.
  package let subject: String?
  /// A sentence that the user can act on.
  package let message: String
  /// Whether the message was printed already.
  var isReported = false

  /// Creates an error.
  package init(_ code: Code, _ subject: String? = nil, _ message: String) {
    self.code = code
    self.subject = subject
    self.message = message
  }

  /// 2 for a usage error, 3 for requests of a batch that failed, 128 and its number for a signal, 1
  /// for everything else.
  package var exitStatus: Int32 {
    switch code {
    case .usage: 2
    case .requestsFailed: 3
    case .terminated: 128 + SIGTERM
    case .interrupted: 128 + SIGINT
    default: 1
    }
  }

  /// The same error, whose message was printed.
  var reported: CommandError {
    var error = self
    error.isReported = true
    return error
  }

  /// The subject and the message.
  package var description: String {
    guard let subject else { return message }
    return "\(subject): \(message)"
  }

  package static func usage(_ subject: String? = nil, _ message: String) -> CommandError {
    CommandError(.usage, subject, message)
  }

  /// Converts an error of a picture, with the offset of the value in its JSON.
  ///
  /// - Parameter subject: What the message is about if the error names no subject.
  init(_ error: PictureError, subject: String? = nil) {
    let code: Code =
      switch error.code {
      case .malformed, .unknownKey: .usage
      case .tooLarge: .tooLarge
      case .unreadable: .unreadable
      case .unsupported, .noFonts, .outOfMemory, .failed, .engine: .failed
      }
    let place = error.subject == nil ? "" : error.offset.map { " (byte \($0))" } ?? ""
    self.init(code, error.subject ?? subject, error.message + place)
  }

  /// Converts an error of a film.
  init(_ error: VideoError) {
    let code: Code =
      switch error.code {
      case .tooLarge: .tooLarge
      case .writeFailed: .notWritten
      default: .failed
      }
    self.init(code, error.path.isEmpty ? nil : error.path, error.message)
  }

  /// Runs a body, and converts its errors.
  static func converting<R>(_ body: () throws(DocumentError) -> R) throws(CommandError) -> R {
    do throws(DocumentError) {
      return try body()
    } catch {
      throw wrapping(error)
    }
  }

  /// Runs a body, and converts its errors as ``wrapping(_:subject:)`` does.
  static func wrapping<R>(
    subject: String? = nil, _ body: () throws -> R
  ) throws(CommandError) -> R {
    do {
      return try body()
    } catch {
      throw wrapping(error, subject: subject)
    }
  }

  /// Converts the error of another module; an error of the tool stays as it is.
  static func wrapping(_ error: any Error, subject: String? = nil) -> CommandError {
    if let error = error as? CommandError { return error }
    if let error = error as? VideoError { return CommandError(error) }
    if let error = PictureError(error) { return CommandError(error, subject: subject) }
    return CommandError(.failed, subject, String(describing: error))
  }
}
