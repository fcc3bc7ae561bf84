// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SystemFiles

/// Authentication codes. Source of the vectors: RFC 4231.
@Suite("HMAC-SHA-256")
struct HMACSHA256Tests {
  private static let long = [UInt8](repeating: 0xAA, count: 131)

  @Test("Test cases of RFC 4231")
  func vectors() {
    let cases: [(key: [UInt8], message: [UInt8], code: String)] = [
      (
        [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
      ),
      (
        Array(1...25), [UInt8](repeating: 0xCD, count: 50),
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
      ),
      (
        Self.long, Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ]
    for (key, message, code) in cases {
      #expect(SHA256.hexadecimal(HMACSHA256(key: key).code(of: message)) == code)
    }
  }
}
