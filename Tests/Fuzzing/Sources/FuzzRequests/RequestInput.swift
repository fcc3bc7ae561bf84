// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextService

/// A request as an input has it: two bytes of choices, then lines as in HTTP, an empty one, and the
/// body.
///
///     @zPOST /v1/render?scale=2
///     Content-Type: application/json
///
///     {"text":"Hello"}
struct RequestInput {
  var head: ServiceHead
  var body: [UInt8]
  /// Whether the body stands in the address, as base64url.
  let isInAddress: Bool
  /// Whether the target is signed.
  let isSigned: Bool
  /// The number of the bit of a signed target that is flipped.
  let flipped: Int
  /// The bytes of each part in which the body comes.
  let partLength: Int

  /// Reads an input; `nil` for one that is no head.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 4 else { return nil }
    isInAddress = bytes[0] & 1 == 1
    isSigned = bytes[0] & 2 == 2
    flipped = Int(bytes[1]) * 7 + Int(bytes[0] >> 2)
    partLength = 1 + Int(bytes[1]) * Int(bytes[1]) / 16
    var rest = bytes[2...]
    func line() -> ArraySlice<UInt8> {
      let line = rest.prefix { $0 != 10 }
      rest = rest.dropFirst(line.count + 1)
      return line
    }
    let first = line().split(separator: 32, maxSplits: 1)
    guard first.count == 2 else { return nil }
    head = ServiceHead(Self.text(first[0]), Self.text(first[1]))
    while true {
      let field = line()
      if field.isEmpty { break }
      let sides = field.split(separator: 58, maxSplits: 1, omittingEmptySubsequences: false)
      let value = sides.count == 2 ? Self.text(sides[1].drop { $0 == 32 }) : ""
      head.fields.append((Self.text(sides[0]), value))
    }
    body = Array(rest)
    if isInAddress {
      let sign = head.target.contains("?") ? "&" : "?"
      head.target += "\(sign)d=" + Base64URL.encode(body)
      body = []
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

/// The alphabet for addresses (RFC 4648, section 5), without padding.
enum Base64URL {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(bytes.count, start + 3)]
      var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for _ in 0...group.count {
        text.append(letters[bits >> 18 & 63])
        bits <<= 6
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
