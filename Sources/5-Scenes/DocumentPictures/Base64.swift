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
}
