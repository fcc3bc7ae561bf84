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

  /// Numbers are the nearest Doubles, however many digits they have.
  @Test(arguments: [
    "0", "-0", "7", "-12", "0.1", "-2.5", "3.14", "100.25", "0.3", "123456789012345",
    "12345678.9012345", "0.00000000000001", "0.123456789012345", "1234567890123456",
    "9007199254740993", "0.1234567890123456789", "18446744073709551616", "1e3", "1.5E-7", "2e+22",
    "5e-324", "1.7976931348623157e308", "123456789012345678901234567890.5", "8.41", "0.7",
    // Of 16 digits, of which the digits alone are rounded already.
    "95397.89147668733", "94529416170.61801", "991502554558.3355",
  ])
  func numbersAreRoundedOnce(_ text: String) throws {
    guard case .number(let number) = try read(text), let wanted = Double(text) else {
      return #expect(Bool(false), "no number")
    }
    #expect(number.bitPattern == wanted.bitPattern, "\(number)")
  }

  @Test func aNumberTooLargeIsInfinite() throws {
    guard case .number(let number) = try read("1e309") else { return #expect(Bool(false)) }
    #expect(number == .infinity)
  }

  /// Few members are compared with each other, many are put into a set.
  @Test(arguments: [2, 8, 9, 40]) func repeatedNamesAreFound(_ count: Int) throws {
    func flaws(_ names: [String]) throws -> JSONFlaws {
      let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
      return try JSONReader.object(of: Array(text.utf8)).flaws
    }
    var names = (0..<count).map { "n\($0 + 10)" }
    #expect(try flaws(names).repeatedNames.isEmpty)
    names[count - 1] = names[0]
    let repeated = try flaws(names).repeatedNames
    #expect(repeated.map(\.name) == ["n10"])
    // After the brace each member has eight bytes, the value the last before the comma.
    #expect(repeated.map(\.offset) == [1 + 8 * (count - 1) + 6])
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
    let object = try JSONReader.object(of: bytes).object
    let member = try #require(object.member("id"))
    #expect(
      String(decoding: bytes[member.bytes], as: UTF8.self)
        == "123456789012345678901234567890.10")
  }
}
