// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextModel
import TextTestSupport

@testable import DataDetection

/// Input that makes matchers slow: the time is linear in its length.
@Suite(.serialized) struct HostileInputTests {
  private static let pieces = [
    "a@", "(", "((", "http://", "http://a.com/(", "http://a.com/(a)(", "http://a.com/[(", "9", "9 ",
    ".", "a.", "a-", "-", "_", "@", "1.", "+1", "+1 ", "(1) ", "mailto:", "mailto:a@", "tel:1",
    "a@a.com", "a@a.com.", "http://a@", "http://[::", "http://1.1.1.1", "日", "日.", "a日.",
    "\u{202A}",
    "e\u{301}", "😀", "'", "a'", "%", "http://日本", "http://t.co/a", "a@日", "xn--", "a.xn--", "。com",
  ]

  /// A text of a length made of copies of a piece.
  private static func text(_ piece: String, _ length: Int) -> [UInt16] {
    let piece = Array(piece.utf16)
    return (0..<length).map { piece[$0 % piece.count] }
  }

  @Test(arguments: pieces) func timeIsLinear(_ piece: String) throws {
    let detector = LinkDetector(
      kinds: Set(LinkDetector.Kind.allCases), maximumCount: .max)
    func time(_ length: Int) throws -> Double {
      let text = Self.text(piece, length)
      return try ThreadTime.measure { _ = try detector.detect(in: text) }
    }
    let small = try time(1 << 11)
    let large = try time(1 << 14)
    // Linear time grows by 8, quadratic by 64.
    #expect(large < small * 24 + 0.1, "\(piece): \(small), then \(large)")
  }

  @Test(arguments: ["a@", "((", "http://", "9", "."]) func aMegabyteIsRead(_ piece: String) throws {
    let detection = try LinkDetector().detect(in: Self.text(piece, 1 << 20))
    #expect(detection.links.isEmpty)
    #expect(!detection.isIncomplete)
  }

  @Test(arguments: [
    ("(a+)+$", "a", "b"), ("(a*)*b", "a", "c"), ("(a|aa)+c", "a", ""), ("(a|a)*c", "a", ""),
    ("(.*)(.*)(.*)(.*)x", "a", ""), ("a{0,50}a{50}c", "a", ""),
  ])
  func patternsDoNotBacktrack(_ pattern: String, _ piece: String, _ end: String) throws {
    let program = try PatternProgram(pattern, ignoresCase: false)
    let limits = LinkSearchLimits(cancellation: .never, maximumCount: 1000)
    func steps(_ length: Int) throws -> Int {
      let text = Self.text(piece, length) + Array(end.utf16)
      var matcher = PatternMatcher(program: program, text: ScannedText(units: text))
      #expect(try matcher.matches(limits: limits).isEmpty)
      #expect(!matcher.isIncomplete)
      return matcher.steps
    }
    let (small, large) = (try steps(1000), try steps(8000))
    #expect(large > small)
    #expect(large <= 9 * small)
  }

  @Test func aSearchThatReadsFarBeyondItsMatchesGivesUp() throws {
    // Each match is one letter, and is known only at the text's end.
    let rule = try CustomRule(name: "far", pattern: "a.*b|a")
    let detector = LinkDetector(kinds: [.number], custom: [rule])
    let short = try detector.detect(in: Self.text("a", 10) + Array(" 7".utf16))
    #expect(short.links.count == 11)
    #expect(!short.isIncomplete)
    let long = try detector.detect(in: Self.text("a", 20_000) + Array(" 7".utf16))
    #expect(long.isIncomplete)
    #expect(long.links.count < 20_000)
    #expect(long.links.last?.kind == .number)
  }

  @Test func tooManyLinksAreReported() throws {
    let text = Self.text("a@b.com ", 8 * 100)
    let few = try LinkDetector(maximumCount: 10).detect(in: text)
    #expect(few.links.count == 10)
    #expect(few.links.last?.range == TextRange(72, 79))
    #expect(few.isIncomplete)
    let all = try LinkDetector(maximumCount: 100).detect(in: text)
    #expect(all.links.count == 100)
    #expect(!all.isIncomplete)
  }

  @Test func aTextBeyondTheLimitIsReadInPart() throws {
    let text = Array(repeating: UInt16(0x20), count: TextLimits.textLength) + Array("a.com".utf16)
    let detection = try LinkDetector(kinds: [.url]).detect(in: text)
    #expect(detection.links.isEmpty)
    #expect(detection.isIncomplete)
  }

  @Test func loneSurrogatesAreNoText() {
    let text: [UInt16] = [0xD800, 0x61, 0x2E, 0x63, 0x6F, 0x6D, 0xDC00, 0xD83D]
    #expect(LinkDetector().links(in: text).map(\.range) == [TextRange(1, 6)])
  }

  @Test func aURLBeyondTheGreatestLengthIsNone() {
    let path = String(repeating: "a", count: LinkDetector.maximumURLLength)
    #expect(LinkDetector().links(in: "https://a.com/\(path) b.com").map(\.text) == ["b.com"])
  }

  @Test func aCancelledSearchEnds() throws {
    let flag = CancellationFlag()
    flag.set()
    let text = Self.text("ab ", 100_000)
    for kind in LinkDetector.Kind.allCases {
      #expect(throws: CancellationError.self) {
        try LinkDetector(kinds: [kind]).detect(
          in: text, cancellation: Cancellation(flag: flag))
      }
    }
    let rule = try CustomRule(name: "a", pattern: "x")
    #expect(throws: CancellationError.self) {
      try LinkDetector(kinds: [], custom: [rule]).detect(
        in: text, cancellation: Cancellation(flag: flag))
    }
  }
}
