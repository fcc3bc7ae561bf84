// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Base64 encoding (RFC 4648, section 4).
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Encodes bytes as ASCII, with padding.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text = [UInt8](repeating: UInt8(ascii: "="), count: (bytes.count + 2) / 3 * 4)
    let (bytes, letters) = (bytes.span, letters.span)
    var output = text.mutableSpan
    var (i, at) = (0, 0)
    while i + 3 <= bytes.count {
      let group = Int(bytes[i]) << 16 | Int(bytes[i + 1]) << 8 | Int(bytes[i + 2])
      output[at] = letters[group >> 18]
      output[at + 1] = letters[group >> 12 & 63]
      output[at + 2] = letters[group >> 6 & 63]
      output[at + 3] = letters[group & 63]
      i += 3
      at += 4
    }
    let rest = bytes.count - i
    guard rest > 0 else { return text }
    let group = Int(bytes[i]) << 16 | (rest > 1 ? Int(bytes[i + 1]) << 8 : 0)
    for k in 0...rest { output[at + k] = letters[group >> (18 - 6 * k) & 63] }
    return text
  }

  /// Decodes the usual alphabet (RFC 4648, section 4), with or without padding.
  ///
  /// - Returns: `nil` for what `decode(url:)` refuses, in this alphabet.
  package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    // `-` and `_` are mapped to 0, a character that is in neither alphabet.
    decode(
      url: text.lazy.map { byte in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        case UInt8(ascii: "-"), UInt8(ascii: "_"): 0
        default: byte
        }
      })
  }

  /// Decodes the alphabet for addresses (RFC 4648, section 5), with or without padding.
  ///
  /// - Returns: `nil` for other characters, a length that cannot be, and bits that belong to no
  ///   byte and are not 0.
  package static func decode(url text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.underestimatedCount / 4 * 3)
    var (group, count, padding) = (UInt32(0), 0, 0)
    for byte in text {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="):
        padding += 1
        continue
      default: return nil
      }
      guard padding == 0 else { return nil }
      group = group << 6 | UInt32(value)
      count += 1
      guard count == 4 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: group >> 16))
      bytes.append(UInt8(truncatingIfNeeded: group >> 8))
      bytes.append(UInt8(truncatingIfNeeded: group))
      (group, count) = (0, 0)
    }
    guard padding == 0 || padding < 3 && count + padding == 4 else { return nil }
    switch count {
    case 0: return bytes
    case 2 where group & 15 == 0: return bytes + [UInt8(truncatingIfNeeded: group >> 4)]
    case 3 where group & 3 == 0:
      return bytes + [
        UInt8(truncatingIfNeeded: group >> 10), UInt8(truncatingIfNeeded: group >> 2),
      ]
    default: return nil
    }
  }

  /// Encodes bytes in the alphabet for addresses, without padding.
  package static func encode(url bytes: [UInt8]) -> String {
    let text = encode(bytes).lazy.filter { $0 != UInt8(ascii: "=") }.map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
    return String(decoding: Array(text), as: UTF8.self)
  }
}
