// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import TextAnalysis

/// Levels around brackets, worked out by hand from UAX #9: rules W1, W7, N0 to N2, I1, I2, and BD16.
/// Small letters run from left to right, capital ones are Hebrew, and `~` is a mark that combines.
@Suite struct BracketRuleTests {
  private static func units(_ string: String) -> [UInt16] {
    Array(
      String(
        String.UnicodeScalarView(
          string.unicodeScalars.map {
            switch $0 {
            case "A"..."Z": Unicode.Scalar(0x5D0 + $0.value - 65) ?? $0
            case "~": "\u{300}"
            default: $0
            }
          })
      ).utf16)
  }

  private static func digits(_ levels: [UInt8]) -> String {
    levels.map { String($0) }.joined()
  }

  /// Where a text runs in one direction throughout, no levels are kept.
  private static func digits(_ paragraph: BidiParagraph, _ count: Int) -> String {
    digits((0..<count).map { paragraph.level(at: $0) })
  }

  private func check(_ string: String, _ direction: TextDirection, _ expected: String) throws {
    let text = Self.units(string)
    let general = try BidiResolver.resolve(text.span, direction: direction, .never)
    #expect(Self.digits(general, text.count) == expected, "\(string)")
    let short = BidiRuns.resolve(text.span, direction: direction)
    if let short { #expect(Self.digits(short, text.count) == expected, "\(string), short") }
    let isolated = string.unicodeScalars.contains { (0x2066...0x2069).contains($0.value) }
    #expect((short == nil) == isolated, "\(string)")
  }

  @Test(arguments: [
    // N0 b: a letter of the paragraph's direction within decides.
    ("A(a)B", "10001"), ("A(aB)B", "100101"), ("A(Ba)B", "101001"),
    // N0 c 1: one of the other direction within and before.
    ("A(B)a", "11110"), ("A(B)!a", "111100"), ("A (B) a", "1111100"),
    // N0 c 2: of the other direction within, and none of it before.
    ("a(B)A", "00101"), ("(B)A", "0101"), ("a (B) A", "0001001"),
    // N0 d: nothing strong within, and N1 or N2 decide.
    ("A()a", "1000"), ("A()B", "1111"), ("A(!)a", "10000"), ("A(!)B", "11111"), ("a()A", "0001"),
    // Digits count as R, but not behind L, where W7 makes them L.
    ("A(1)B", "11211"), ("A(1)a", "11210"), ("a(1)B", "00001"),
    ("A(\u{661})a", "11210"), ("a(\u{661})b", "00200"),
  ])
  func leftToRight(_ string: String, _ expected: String) throws {
    try check(string, .leftToRight, expected)
  }

  @Test(arguments: [
    ("a(B)b", "21112"), ("a(Bb)b", "211212"), ("a(b)A", "22221"), ("a(b)!A", "222211"),
    ("A(b)a", "11212"), ("(b)a", "1212"), ("a()A", "2111"), ("a()b", "2222"), ("a(!)A", "21111"),
    ("A()a", "1112"),
    // Behind L a digit is L; else it is R.
    ("a(1)A", "22221"), ("A(1)a", "11212"), ("a(\u{661})b", "21212"),
  ])
  func rightToLeft(_ string: String, _ expected: String) throws {
    try check(string, .rightToLeft, expected)
  }

  /// An outer pair is resolved before those within, for which its opening bracket is strong.
  @Test(arguments: [
    ("A[(B)b]", "1001000"), ("A[b(B)]B", "10001001"), ("A[(B)]a", "1111110"),
    ("A[(B)]{a}", "111111000"), ("A(B)(B)a", "11111110"), ("A(a)(B)a", "10000100"),
  ])
  func nested(_ string: String, _ expected: String) throws {
    try check(string, .leftToRight, expected)
  }

  /// A closing bracket takes the nearest opening one of its kind, and those above it are none. BD16.
  @Test(arguments: [
    ("A(B]a", "11100"), ("A(b[B)c]", "10001000"), ("A[B(B]B)a", "111111100"),
    ("A(B[B)a", "1111110"),
    ("A)B(a", "11100"), ("A(B)B)a", "1111100"), ("A[(B]B)a", "11111100"),
    // U+2329 and U+3008 are the same, so are U+232A and U+3009.
    ("A\u{2329}B\u{3009}a", "11110"), ("A\u{3008}B\u{232A}a", "11110"),
    ("A\u{2329}B)a", "11100"),
  ])
  func pairs(_ string: String, _ expected: String) throws {
    try check(string, .leftToRight, expected)
  }

  /// Marks behind a bracket go with it, where rule N0 sets it.
  @Test(arguments: [
    ("A(B)~a", "111110"), ("A(B)~~a", "1111110"), ("A(B)~!a", "1111100"), ("A(~B)a", "111110"),
    ("A(a)~B", "100001"), ("A()~a", "10000"),
  ])
  func marks(_ string: String, _ expected: String) throws {
    try check(string, .leftToRight, expected)
  }

  @Test(arguments: [("a(b)~A", "222221"), ("a(b)~~A", "2222221"), ("a(b)~!A", "2222211")])
  func marksFromRightToLeft(_ string: String, _ expected: String) throws {
    try check(string, .rightToLeft, expected)
  }

  /// What an isolate holds is no part of the pair around it, and pairs do not cross its edges.
  @Test(arguments: [
    ("A(\u{2066}a\u{2069})B", "1112111"), ("A(\u{2067}B\u{2069})a", "1001000"),
    ("A(\u{2066}B)\u{2069}a", "1003200"),
    ("\u{2067}a(b)A\u{2069}b", "02222100"), ("\u{2067}A(b)a\u{2069}b", "01121200"),
  ])
  func isolates(_ string: String, _ expected: String) throws {
    try check(string, .leftToRight, expected)
  }
}
