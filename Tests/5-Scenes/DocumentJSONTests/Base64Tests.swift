// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import DocumentJSON

/// Base64 of addresses. Source: RFC 4648, sections 5 and 10.
@Suite("Base64")
struct Base64Tests {
  @Test("Bytes come back, with padding or without it")
  func roundTrips() {
    var random = SeededGenerator(seed: 40)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Base64.encode(url: bytes)
      #expect(Base64.decode(url: text.utf8) == bytes && !text.contains("="))
      let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
      #expect(Base64.decode(url: padded.utf8) == bytes)
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
      let usual = String(decoding: Base64.encode(bytes), as: UTF8.self)
      #expect(
        String(usual.map { $0 == "-" ? "+" : $0 })
          == String(padded.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }))
    }
    #expect(Base64.encode(url: Array("foobar".utf8)) == "Zm9vYmFy")
    #expect(Base64.encode(url: [0xFB, 0xFF]) == "-_8")
    // Each alphabet has two letters of its own.
    #expect(Base64.decode("+/8=".utf8) == [0xFB, 0xFF] && Base64.decode("-_8".utf8) == nil)
  }

  @Test(
    "What is no base64 is refused",
    arguments: [
      "A", "AAAAA", "A===", "AA=", "AA===", "=", "====", "AAAA=", "AAAA====", "AA=A", "A+AA",
      "A/AA", "AA AA", "AAA\n",
      "AB", "Zm8_", "é", "AAF",
    ])
  func refused(text: String) {
    // `AB` and `AAF` have bits that belong to no byte; `Zm8_` is well-formed.
    #expect((Base64.decode(url: text.utf8) == nil) == (text != "Zm8_"))
  }
}
