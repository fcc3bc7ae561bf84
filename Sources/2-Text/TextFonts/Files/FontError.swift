// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// A failure to open or find a font.
public struct FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A stable name, such as `unreadable`.
    public let description: String

    private init(_ name: String) { description = name }

    /// The file cannot be opened or read.
    public static let unreadable = Code("unreadable")
    /// The file is larger than `TextLimits.fontFileBytes`.
    public static let tooLarge = Code("tooLarge")
    /// The bytes are not a TrueType or OpenType font or collection.
    public static let notAFont = Code("notAFont")
    /// The collection has fewer faces than asked for.
    public static let faceIndexOutOfRange = Code("faceIndexOutOfRange")
    /// A table that was needed contradicts itself or ends too early.
    public static let malformed = Code("malformed")
    /// There is no font: none given, none embedded, none on the host.
    public static let noFonts = Code("noFonts")
    /// There is not enough memory.
    public static let outOfMemory = Code("outOfMemory")
  }

  /// The kind of failure.
  public let code: Code
  /// The file, or the name given to the bytes; `nil` where the failure concerns no single file.
  public let file: String?
  /// A sentence that a user can act on, without the file's name.
  public let message: String

  package init(_ code: Code, file: String? = nil, _ message: String) {
    self.code = code
    self.file = file
    self.message = message
  }

  /// The failure of a file that is larger than the limit.
  static func tooLarge(_ file: String) -> FontError {
    FontError(
      .tooLarge, file: file,
      "larger than the limit of \(TextLimits.fontFileBytes >> 20) MiB for a font file")
  }

  /// The file, if any, and the message.
  public var description: String { file.map { "\($0): \(message)" } ?? message }
}
