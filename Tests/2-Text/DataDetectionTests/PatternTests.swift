// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DataDetection

@Suite struct PatternTests {
  private static func matches(
    _ pattern: String, _ text: String, ignoresCase: Bool = false
  ) throws -> [String] {
    let rule = try CustomRule(name: "rule", pattern: pattern, ignoresCase: ignoresCase)
    return LinkDetector(kinds: [], custom: [rule]).links(in: text).map(\.text)
  }

  /// A pattern, a text, and what Perl finds in it.
  private static let cases: [(String, String, [String])] = [
    ("abc", "xabcabc", ["abc", "abc"]), ("a.c", "abc a\nc a😀c", ["abc", "a😀c"]),
    ("[a-c]+", "abcd cab", ["abc", "cab"]), ("[^a-c]+", "abcdea", ["de"]),
    ("[]a]+", "]a[", ["]a"]), ("[a-]+", "a-b", ["a-"]), ("[\\d.]+", "1.5x", ["1.5"]),
    ("[^\\d]+", "1ab2", ["ab"]), ("[\\D]+", "1ab2", ["ab"]),
    ("\\d+", "12 ٣٤ a", ["12", "٣٤"]), ("\\w+", "ab_1 猫-é", ["ab_1", "猫", "é"]),
    ("\\s+", "a \t\u{3000}b", [" \t\u{3000}"]), ("\\S+", " ab c", ["ab", "c"]),
    ("a|ab|abc", "abc", ["a"]), ("abc|ab|a", "abc ab a", ["abc", "ab", "a"]),
    ("(ab)+", "ababa", ["abab"]), ("(?:ab)+", "ababa", ["abab"]),
    ("a(|b)c", "ac abc", ["ac", "abc"]),
    ("ab*", "abbb a", ["abbb", "a"]), ("ab*?", "abbb", ["a"]), ("ab+", "abbb a", ["abbb"]),
    ("ab+?", "abbb", ["ab"]), ("ab?", "abb", ["ab"]), ("ab??", "abb", ["a"]),
    ("a{2}", "aaaaa", ["aa", "aa"]), ("a{2,}", "aaaaa a", ["aaaaa"]),
    ("a{2,3}", "aaaaa", ["aaa", "aa"]),
    ("a{2,3}?", "aaaaa", ["aa", "aa"]), ("a{0}b", "ab", ["b"]), ("a*", "baab", ["aa"]),
    ("^a", "a a\na", ["a", "a"]), ("a$", "a a\na", ["a", "a"]),
    ("^ab$", "ab\nabc\nab", ["ab", "ab"]),
    ("\\ba+\\b", "aa baa aab a", ["aa", "a"]), ("\\Ba", "aab ba", ["a", "a"]),
    ("\\.\\*\\\\", ".*\\", [".*\\"]), ("\\n", "a\nb", ["\n"]), ("\\u{1F600}+", "😀😀", ["😀😀"]),
    ("#\\w+", "#a ##b", ["#a", "#b"]), ("<.+>", "<a><b>", ["<a><b>"]),
    ("<.+?>", "<a><b>", ["<a>", "<b>"]),
    ("x*", "", []), ("(a*)*", "aab", ["aa"]), ("(a*)+b", "aab", ["aab"]), ("", "abc", []),
    ("}", "a}", ["}"]), ("a|", "ba", ["a"]),
  ]

  @Test(arguments: cases)
  func matchesAreThoseOfPerl(_ pattern: String, _ text: String, _ expected: [String]) throws {
    #expect(try Self.matches(pattern, text) == expected)
  }

  @Test func caseIsIgnoredOnRequest() throws {
    #expect(try Self.matches("straße", "STRAßE Straße", ignoresCase: true) == ["STRAßE", "Straße"])
    #expect(try Self.matches("[a-c]+", "AbD", ignoresCase: true) == ["Ab"])
    #expect(try Self.matches("[^a]+", "Ab", ignoresCase: true) == ["b"])
    #expect(try Self.matches("σ", "Σσς", ignoresCase: true) == ["Σ", "σ", "ς"])
    #expect(try Self.matches("a", "A").isEmpty)
  }

  @Test(
    arguments: [
      ("(a", .malformed, 0), ("a)", .malformed, 1), ("[a", .malformed, 0), ("*a", .malformed, 0),
      ("a**", .malformed, 2), ("a*+", .unsupported, 2), ("a{2", .malformed, 1),
      ("a{,2}", .malformed, 1),
      ("a{3,2}", .malformed, 1), ("a{x}", .malformed, 1), ("[b-a]", .malformed, 2),
      ("a\\", .malformed, 1),
      ("\\u{110000}", .malformed, 0), ("\\uD800", .malformed, 0), ("^*", .malformed, 1),
      ("[\\b]", .malformed, 1), ("(?=a)", .unsupported, 0), ("(?<n>a)", .unsupported, 0),
      ("(a)\\1", .unsupported, 3), ("\\p", .unsupported, 0), ("a{1001}", .tooLarge, 1),
      ("(a{100}){100}", .tooLarge, 0), ("a{99999999999999999999}", .tooLarge, 1),
    ] as [(String, DataDetectionError.Code, Int)])
  func errorsNameThePlace(_ pattern: String, _ code: DataDetectionError.Code, _ offset: Int) {
    let error = #expect(throws: DataDetectionError.self) {
      try CustomRule(name: "rule", pattern: pattern)
    }
    #expect(error?.code == code)
    #expect(error?.offset == offset)
  }

  @Test func longAndDeepPatternsAreRefused() {
    let patterns = [
      String(repeating: "a", count: PatternParser.maximumLength + 1),
      String(repeating: "(", count: PatternParser.maximumDepth + 1),
      String(repeating: "(", count: 400) + "a" + String(repeating: "){1000}", count: 80),
      String(repeating: "(", count: 40) + "a{0}" + String(repeating: "){1000}", count: 40),
    ]
    for pattern in patterns {
      let error = #expect(throws: DataDetectionError.self) {
        try CustomRule(name: "rule", pattern: pattern)
      }
      #expect(error?.code == .tooLarge, "\(pattern.prefix(20))")
    }
  }
}
