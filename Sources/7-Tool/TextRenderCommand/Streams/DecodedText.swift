// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON

/// The text of a file or a stream, decoded as its byte order mark says: UTF-8, UTF-16 or UTF-32,
/// the latter two in either byte order.
///
/// Without a mark the text is UTF-8. Each ill-formed part (in UTF-8, a maximal subpart as Unicode
/// defines it) becomes one U+FFFD and is counted.
struct DecodedText {
  /// An encoding that has a byte order mark.
  enum Encoding {
    case utf8
    case utf16LittleEndian
    case utf16BigEndian
    case utf32LittleEndian
    case utf32BigEndian

    /// The name, without the byte order.
    var name: String {
      switch self {
      case .utf8: "UTF-8"
      case .utf16LittleEndian, .utf16BigEndian: "UTF-16"
      case .utf32LittleEndian, .utf32BigEndian: "UTF-32"
      }
    }
  }

  /// The byte order mark of UTF-8.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private(set) var text: String
  private(set) var encoding: Encoding
  /// The number of ill-formed parts.
  private(set) var illFormedCount = 0
  /// The offset of the first ill-formed part, in bytes.
  private(set) var firstIllFormed = 0
  /// Whether the text has characters U+0000, as UTF-16 has if it is read as UTF-8.
  private(set) var hasNulls = false

  init(_ bytes: [UInt8]) {
    if bytes.starts(with: Self.mark) {
      encoding = .utf8
      text = ""
      decodeUTF8(bytes[3...])
    } else if bytes.starts(with: [0xFF, 0xFE, 0, 0]) {
      // The byte order mark of UTF-32 is tested before that of UTF-16, with which it begins.
      encoding = .utf32LittleEndian
      text = ""
      decodeUTF32(bytes[4...])
    } else if bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      encoding = .utf32BigEndian
      text = ""
      decodeUTF32(bytes[4...])
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      encoding = .utf16LittleEndian
      text = ""
      decodeUTF16(bytes[2...])
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      encoding = .utf16BigEndian
      text = ""
      decodeUTF16(bytes[2...])
    } else {
      encoding = .utf8
      text = ""
      decodeUTF8(bytes[...])
    }
  }

  private mutating func decodeUTF8(_ bytes: ArraySlice<UInt8>) {
    hasNulls = bytes.contains(0)
    if let valid = String(validating: bytes, as: UTF8.self) {
      text = valid
      return
    }
    text = String(decoding: bytes, as: UTF8.self)
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = bytes.startIndex
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): offset += scalar.count
      case .error(let length):
        if illFormedCount == 0 { firstIllFormed = offset }
        illFormedCount += 1
        offset += length
      case .emptyInput: return
      }
    }
  }

  private mutating func decodeUTF16(_ bytes: ArraySlice<UInt8>) {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    let isLittle = encoding == .utf16LittleEndian
    var i = bytes.startIndex
    while i + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[i]), UInt16(bytes[i + 1]))
      units.append(isLittle ? second << 8 | first : first << 8 | second)
      i += 2
    }
    func report(at offset: Int) {
      if illFormedCount == 0 { firstIllFormed = offset }
      illFormedCount += 1
    }
    var k = 0
    while k < units.count {
      if units[k] & 0xFC00 == 0xD800, k + 1 < units.count, units[k + 1] & 0xFC00 == 0xDC00 {
        k += 2
        continue
      }
      if units[k] & 0xF800 == 0xD800 { report(at: bytes.startIndex + 2 * k) }
      k += 1
    }
    text = String(decoding: units, as: UTF16.self)
    if i < bytes.endIndex {
      // An odd byte at the end is half of a code unit, so it is ill-formed.
      report(at: i)
      text += "\u{FFFD}"
    }
  }

  private mutating func decodeUTF32(_ bytes: ArraySlice<UInt8>) {
    var scalars = String.UnicodeScalarView()
    var offset = bytes.startIndex
    while offset < bytes.endIndex {
      let unit = bytes[offset..<min(offset + 4, bytes.endIndex)]
      let isLittle = encoding == .utf32LittleEndian
      let value = (isLittle ? Array(unit.reversed()) : Array(unit)).reduce(UInt32(0)) {
        $0 << 8 | UInt32($1)
      }
      if unit.count == 4, let scalar = Unicode.Scalar(value) {
        scalars.append(scalar)
      } else {
        if illFormedCount == 0 { firstIllFormed = offset }
        illFormedCount += 1
        scalars.append("\u{FFFD}")
      }
      offset += 4
    }
    text = String(scalars)
  }

  /// Prints a note if bytes could not be decoded, or if U+0000 suggests UTF-16 without a mark.
  ///
  /// - Parameter name: The file, or "standard input".
  func report(_ name: String, to console: CommandConsole) {
    if let note = IllFormedUTF8.note(illFormedCount, first: firstIllFormed) {
      console.note("\(name): \(note); is it \(encoding.name)?")
    } else if hasNulls {
      console.note("\(name): it holds characters U+0000; UTF-16 needs a byte order mark")
    }
  }

  /// Prints a note if a line is not well-formed UTF-8; its ill-formed parts are read as U+FFFD.
  static func reportLine(_ line: [UInt8], to console: CommandConsole) {
    if String(validating: line, as: UTF8.self) == nil {
      DecodedText(line).report("a line", to: console)
    }
  }

  /// Returns the JSON of a file or, for "-", of standard input, in UTF-8 without a byte order mark.
  /// UTF-8 is returned unchanged, ill-formed parts included, so that offsets in messages count
  /// bytes of the file (after the mark); UTF-16 and UTF-32 are converted.
  static func json(_ name: String, _ console: CommandConsole) throws(CommandError) -> [UInt8] {
    let bytes =
      name == "-"
      ? try console.readAll(limit: JSONLimits.bytes)
      : try FileReader.contents(of: name, limit: JSONLimits.bytes)
    let decoded = DecodedText(bytes)
    decoded.report(name == "-" ? "standard input" : name, to: console)
    guard decoded.encoding == .utf8 else { return Array(decoded.text.utf8) }
    return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  }

  /// Removes one line end at the end of the text, as `echo` and editors add one.
  mutating func removeFinalLineEnd() {
    if text.unicodeScalars.last == "\n" { text.unicodeScalars.removeLast() }
    if text.unicodeScalars.last == "\r" { text.unicodeScalars.removeLast() }
  }
}
