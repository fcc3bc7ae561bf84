// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Base64 encoding (RFC 4648, section 4).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Encodes bytes as ASCII, with padding.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var i = 0
    while i < bytes.count {
      let rest = min(3, bytes.count - i)
      var group = 0
      for k in 0..<3 { group = group << 8 | (k < rest ? Int(bytes[i + k]) : 0) }
      for k in 0..<4 {
        text.append(k <= rest ? letters[group >> (18 - 6 * k) & 63] : UInt8(ascii: "="))
      }
      i += 3
    }
    return text
  }
}
