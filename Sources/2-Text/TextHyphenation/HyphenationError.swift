// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A failure to read a dictionary of hyphenation.
///
/// A word is never an error: without patterns that fit, it has no points.
public struct HyphenationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A stable name, such as `unreadable`.
    public let description: String

    private init(_ name: String) { description = name }

    /// The file cannot be opened or read, or is no regular file.
    public static let unreadable = Code("unreadable")
    /// The file has more than 8 MiB.
    public static let tooLarge = Code("tooLarge")
    /// The first line names no character set that is known.
    public static let unknownCharacterSet = Code("unknownCharacterSet")
    /// A line is no pattern and no setting, or its bytes are no characters of the set.
    public static let malformed = Code("malformed")
    /// The patterns need more than 1,048,576 states.
    public static let tooManyPatterns = Code("tooManyPatterns")
    /// The system has no dictionary of the language.
    public static let notInstalled = Code("notInstalled")
  }

  /// The kind of failure.
  public let code: Code
  /// The file, or the name given to the bytes.
  public let file: String
  /// The line, counted from 1; 0 where the failure concerns no single line.
  public let line: Int
  /// A sentence that a user can act on, without the file and the line.
  public let message: String

  package init(_ code: Code, file: String, line: Int = 0, _ message: String) {
    (self.code, self.file, self.line, self.message) = (code, file, line, message)
  }

  /// The line, if any, and the message.
  package var reason: String { line > 0 ? "line \(line): \(message)" : message }

  /// The file, the line if any, and the message.
  public var description: String {
    line > 0 ? "\(file), \(reason)" : "\(file): \(reason)"
  }
}
