// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The encodings of documents that are read (HTML, §13.2.3; Encoding Standard, §9.1 and §10).
enum MarkupEncoding {
  /// The source in UTF-8, without a byte order mark.
  static func utf8(of bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf8(utf16: bytes.dropFirst(2), isBig: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf8(utf16: bytes.dropFirst(2), isBig: true) }
    guard isWestern(bytes.prefix(1024)), !isWellFormed(bytes) else { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else {
        let scalar = byte < 0xA0 ? windows1252[Int(byte) - 0x80] : UInt16(byte)
        text += String(decoding: CollectionOfOne(scalar), as: UTF16.self).utf8
      }
    }
    return text
  }

  private static func utf8(utf16 bytes: ArraySlice<UInt8>, isBig: Bool) -> [UInt8] {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { i in
      let (first, second) = (UInt16(bytes[i]), UInt16(bytes[i + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func isWellFormed(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }

  /// Whether the head of a document declares an encoding of Western European languages.
  private static func isWestern(_ head: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: head, as: UTF8.self).lowercased()
    guard let mark = text.firstRange(of: "charset=") else { return false }
    let name = text[mark.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
      .prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == ":" }
    return [
      "windows-1252", "cp1252", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "us-ascii",
      "ascii", "iso-8859-15",
    ].contains(name)
  }

  /// The characters of the bytes 0x80 to 0x9F (Encoding Standard, index windows-1252).
  private static let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
