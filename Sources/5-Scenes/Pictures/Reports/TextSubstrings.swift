// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// Parts of a text as strings. The whole text is converted to UTF-8 once, since converting a few
/// UTF-16 units for each part takes ten times as long.
struct TextSubstrings {
  private let utf8: [UInt8]
  /// The UTF-8 offset of each UTF-16 unit, and of the end.
  private let bytes: [Int]

  /// - Parameter utf16: Well-formed.
  init(utf16: [UInt16]) {
    utf8 = Array(String(decoding: utf16, as: UTF16.self).utf8)
    var bytes = [0]
    bytes.reserveCapacity(utf16.count + 1)
    var next = 0
    for unit in utf16 {
      switch unit {
      case ..<0x80: next += 1
      case ..<0x800: next += 2
      // A surrogate pair has four bytes, which are all counted for its first unit.
      case 0xD800..<0xDC00: next += 4
      case 0xDC00..<0xE000: break
      default: next += 3
      }
      bytes.append(next)
    }
    self.bytes = bytes
  }

  /// A part of the text.
  func string(in range: TextRange) -> String {
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
