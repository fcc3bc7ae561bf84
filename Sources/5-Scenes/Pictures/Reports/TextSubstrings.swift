// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import TextModel

/// Parts of a text as strings. The whole text is converted to UTF-8 once, since converting a few
/// UTF-16 units for each part takes ten times as long.
struct TextSubstrings {
  private let utf8: [UInt8]
  /// The UTF-8 offset of each UTF-16 unit, and of the end.
  private let bytes: [Int]

  /// - Parameter utf16: Well-formed.
  init(utf16: [UInt16]) {
    var utf8: [UInt8] = []
    var bytes = [0]
    utf8.reserveCapacity(utf16.count)
    bytes.reserveCapacity(utf16.count + 1)
    func append(_ bits: UInt32) { utf8.append(UInt8(truncatingIfNeeded: bits)) }
    for i in utf16.indices {
      let unit = UInt32(utf16[i])
      switch unit {
      case ..<0x80: append(unit)
      case ..<0x800:
        append(0xC0 | unit >> 6)
        append(0x80 | unit & 0x3F)
      case 0xD800..<0xDC00:
        // The four bytes of a surrogate pair are all counted for its first unit.
        let scalar = 0x10000 + (unit - 0xD800) << 10 + (UInt32(utf16[i + 1]) - 0xDC00)
        append(0xF0 | scalar >> 18)
        append(0x80 | scalar >> 12 & 0x3F)
        append(0x80 | scalar >> 6 & 0x3F)
        append(0x80 | scalar & 0x3F)
      case 0xDC00..<0xE000: break
      default:
        append(0xE0 | unit >> 12)
        append(0x80 | unit >> 6 & 0x3F)
        append(0x80 | unit & 0x3F)
      }
      bytes.append(utf8.count)
    }
    self.utf8 = utf8
    self.bytes = bytes
  }

  /// Writes a part of the text as a JSON string.
  func write(_ range: TextRange, to writer: inout JSONWriter) {
    writer.string(wellFormed: utf8.span.extracting(bytes[range.start]..<bytes[range.end]))
  }

  private func string(in range: TextRange) -> String {
    String(decoding: utf8[bytes[range.start]..<bytes[range.end]], as: UTF8.self)
  }

  /// Whether a part is white space alone.
  func isSpace(_ range: TextRange) -> Bool {
    let part = bytes[range.start]..<bytes[range.end]
    for index in part where utf8[index] >= 0x80 {
      return string(in: range).allSatisfy(\.isWhitespace)
    }
    return part.allSatisfy { utf8[$0] == 0x20 || (0x09...0x0D).contains(utf8[$0]) }
  }
}
