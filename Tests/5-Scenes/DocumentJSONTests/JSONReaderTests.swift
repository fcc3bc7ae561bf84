// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DocumentJSON

struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONValue {
    try JSONReader.value(of: Array(text.utf8))
  }

  @Test func values() throws {
    guard case .object(let object) = try read(#" {"a":[1,-2.5e1,true,false,null,"x"],"a":{}} "#)
    else { return #expect(Bool(false)) }
    #expect(object.members.count == 2)
    guard case .object? = object["a"] else { return #expect(Bool(false), "the last one counts") }
    guard case .array(let list, let offsets) = object.members[0].value else {
      return #expect(Bool(false))
    }
    #expect(list.count == 6)
    #expect(offsets == [7, 9, 16, 21, 27, 32])
  }

  @Test func strings() throws {
    let cases = [
      (#""\n\t\"\\/\u0041""#, "\n\t\"\\/A"), (#""\ud83d\ude00""#, "😀"),
      (#""\ud83dx""#, "\u{FFFD}x"), (#""\ude00\ud83d\u0041""#, "\u{FFFD}\u{FFFD}A"),
      (#""a\u0000b""#, "a\0b"), (#""é漢""#, "é漢"),
    ]
    for (json, text) in cases {
      guard case .string(let got) = try read(json) else { return #expect(Bool(false)) }
      #expect(got == text)
    }
  }

  @Test func illFormedBytesInAString() throws {
    let bytes: [UInt8] = [0x22, 0xF0, 0x9F, 0x98, 0x22]
    guard case .string(let got) = try JSONReader.value(of: bytes) else {
      return #expect(Bool(false))
    }
    #expect(got == "\u{FFFD}")
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01", "1.", ".5", "+1", "1e", "nul", "tru", "\"",
    "\"\\",
    "\"\\x\"", "\"\\u12\"", "[1] 2", "\"\u{1}\"", "NaN", "Infinity", "'a'", "[1 2]", "{\"a\" 1}",
    "-",
  ])
  func refused(_ text: String) {
    #expect(throws: JSONError.self) { try read(text) }
  }

  @Test func nestingIsBounded() throws {
    let limit = JSONLimits.depth
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try read(nested(limit))
    #expect(throws: JSONError.self) { try read(nested(limit + 1)) }
    #expect(throws: JSONError.self) { try read(String(repeating: "[", count: 1_000_000)) }
  }

  @Test func valuesAreCounted() throws {
    let zeros = String(repeating: "0,", count: JSONLimits.values)
    #expect(throws: JSONError.self) { try read("[\(zeros)0]") }
  }

  @Test func membersHaveTheirByteRanges() throws {
    let bytes = Array(#"{"id" : 123456789012345678901234567890.10 ,"x":1}"#.utf8)
    let object = try JSONReader.object(of: bytes)
    let member = try #require(object.member("id"))
    #expect(
      String(decoding: bytes[member.bytes], as: UTF8.self)
        == "123456789012345678901234567890.10")
  }
}
