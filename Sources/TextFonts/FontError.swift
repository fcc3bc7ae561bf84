// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A failure to open or find a font.
public struct FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// The file cannot be opened or read.
    public static let unreadable = Code(description: "unreadable")
    /// The file is larger than `TextLimits.fontFileBytes`.
    public static let tooLarge = Code(description: "tooLarge")
    /// The bytes are not a TrueType or OpenType font or collection.
    public static let notAFont = Code(description: "notAFont")
    /// The collection has fewer faces than asked for.
    public static let faceIndexOutOfRange = Code(description: "faceIndexOutOfRange")
    /// A table that was needed contradicts itself or ends too early.
    public static let malformed = Code(description: "malformed")
    /// There is no font: none given, none embedded, none on the host.
    public static let noFonts = Code(description: "noFonts")
    /// There is not enough memory.
    public static let outOfMemory = Code(description: "outOfMemory")
  }

  /// The kind of failure.
  public let code: Code
  /// The file, or the name given to the bytes; `nil` where the failure concerns no single file.
  public let file: String?
  /// The cause in words that a user can act on, without the file's name.
  public let reason: String

  /// Creates an error.
  public init(_ code: Code, file: String? = nil, reason: String) {
    self.code = code
    self.file = file
    self.reason = reason
  }

  /// The file and the reason, one sentence.
  public var description: String {
    if let file { return "\(file): \(reason)" }
    return reason
  }
}
