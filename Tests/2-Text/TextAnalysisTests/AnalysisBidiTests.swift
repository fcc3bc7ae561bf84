// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import FoundationEssentials
import Synchronization
import SystemConcurrency
import Testing
import TextModel
import TextTestSupport

@testable import TextAnalysis

private func bidi(
  _ text: [UInt16], _ direction: TextDirection = .auto, _ cancellation: Cancellation = .never
) throws -> BidiParagraph {
  try BidiParagraph.resolve(text.span, direction: direction, cancellation: cancellation)
}

private func levels(_ string: String, _ direction: TextDirection = .auto) throws -> [UInt8] {
  let text = Array(string.utf16)
  let paragraph = try bidi(text, direction)
  return text.indices.map { paragraph.level(at: $0) }
}

@Suite struct AnalysisBidiTests {
  @Test func latinHasNoLevels() throws {
    let paragraph = try bidi(Array("Hello, world 123".utf16))
    #expect(paragraph.paragraphLevel == 0)
    #expect(paragraph.levels.isEmpty)
  }

  @Test func mixedText() throws {
    #expect(try levels("a אב 12") == [0, 0, 1, 1, 1, 2, 2])
    #expect(try levels("אa1") == [1, 2, 2])
    #expect(try levels("א(a)ב") == [1, 1, 2, 1, 1])
    #expect(try levels("a(א)b", .rightToLeft) == [2, 1, 1, 1, 2])
  }

  @Test func levelsResetWhiteSpaceAtTheEnd() throws {
    let text = Array("אב  a".utf16)
    let paragraph = try bidi(text, .leftToRight)
    #expect(paragraph.levels == [1, 1, 0, 0, 0])
    let rtl = Array("אב  גד".utf16)
    let second = try bidi(rtl, .leftToRight)
    #expect(second.levels == [1, 1, 1, 1, 1, 1])
  }

  /// Brackets pair while at most 63 are open; the 64th ends the search for pairs. Source: BD16.
  @Test(arguments: [true, false]) func deeplyNestedBrackets(takesShortcut: Bool) throws {
    for (depth, level) in [(1, 2), (63, 2), (64, 1)] as [(Int, UInt8)] {
      let open = String(repeating: "(", count: depth)
      let close = String(repeating: ")", count: depth)
      let text = Array("a\(open)b\(close)א".utf16)
      let short = BidiRuns.resolve(text.span, direction: .rightToLeft)
      let general = try BidiResolver.resolve(text.span, direction: .rightToLeft, .never)
      let paragraph = takesShortcut ? try #require(short) : general
      // Pairs around L after L are L; closing brackets without a pair have the paragraph's level.
      let found = Array(paragraph.levels.dropFirst(depth + 2))
      let expected = [UInt8](repeating: level, count: depth) + [1]
      #expect(found == expected, "\(depth)")
    }
  }

  @Test func reordering() {
    #expect(BidiParagraph.visualOrder([0, 0, 1, 1, 2, 2, 0]) == [0, 1, 4, 5, 3, 2, 6])
    #expect(BidiParagraph.visualOrder([]) == [])
    #expect(
      BidiParagraph.visualRuns([1, 1, 2]) == [
        .init(range: 2..<3, level: 2), .init(range: 0..<2, level: 1),
      ])
  }

  /// Random text has ICU's levels. The samples avoid what ICU does differently from the rules: a
  /// separator inside a text begins a paragraph, the bracket stack grows beyond 63, U+2329 can be
  /// closed by U+232A and again by U+3009, and text of one direction has the paragraph's level
  /// throughout.
  @Test func agreesWithICUOnRandomText() throws {
    var random = AnalysisRandom(7)
    let oracle = try #require(ctext_icu_bidi_open())
    defer { ctext_icu_bidi_close(oracle) }
    let table = CharacterTable.shared
    for round in 0..<(UnicodeData.isFull ? 400_000 : 4000) {
      let text = AnalysisSamples.text(&random, length: 1 + random.below(60)).filter {
        !ParagraphScanner.isTerminator($0) && !(0x1C...0x1E).contains($0)
          && !(0x2329...0x232A).contains($0)
      }
      if text.isEmpty { continue }
      let direction = random.pick([TextDirection.auto, .leftToRight, .rightToLeft])
      let found = try bidi(text, direction)
      let level: UInt8 = direction == .auto ? 254 : direction == .leftToRight ? 0 : 1
      let expected = text.withUnsafeBufferPointer { text in
        Array(
          UnsafeBufferPointer(
            start: ctext_icu_bidi_levels(oracle, text.baseAddress, Int32(text.count), level),
            count: text.count))
      }
      if expected.allSatisfy({ $0 == expected[0] }) { continue }
      #expect(found.paragraphLevel == ctext_icu_bidi_paragraph_level(oracle))
      var i = 0
      while i < text.count {
        let (scalar, length) = decodeScalar(text.span, at: i)
        if !BidiClass.isRemoved(table[scalar].bidiClass), found.level(at: i) != expected[i] {
          Issue.record(
            """
            round \(round) \(direction) at \(i): \(AnalysisSamples.describe(text))
            \(found.levels)
            \(expected)
            """)
          return
        }
        i += length
      }
    }
  }

  @Test func hostileTextIsLinear() throws {
    let many = 80_000
    let samples: [[UInt16]] = [
      [0x5D0] + [UInt16](repeating: 0x28, count: many),
      [0x5D0] + (0..<many).map { $0 & 1 == 0 ? 0x28 : 0x5D },
      [UInt16](repeating: 0x202B, count: many),
      [UInt16](repeating: 0x2068, count: many),
      [UInt16](repeating: 0x2067, count: many / 2) + [UInt16](repeating: 0x2069, count: many / 2),
      [0x5D0] + [UInt16](repeating: 0x300, count: many),
      (0..<many).map { [0x5D0, 0x61, 0x2068, 0x2069][$0 & 3] },
      [0x5D0] + [UInt16](repeating: 0x23, count: many),
    ]
    for sample in samples {
      let polls = PollCounter()
      let seconds = try ThreadTime.measure {
        _ = try bidi(sample, .auto, Cancellation(poll: { polls.increment() }))
      }
      #expect(seconds < 2.4)
      #expect(polls.value >= sample.count / CancellationPoller.interval)
    }
  }

  @Test func isCancelled() {
    let flag = CancellationFlag()
    flag.set()
    #expect(throws: CancellationError.self) {
      _ = try bidi([0x5D0], .auto, Cancellation(flag: flag))
    }
  }

  @Test(.enabled(if: UnicodeData.isPresent, UnicodeData.missing)) func bidiCharacterTest() throws {
    var cases = 0
    for (number, line) in try UnicodeData.lines("BidiCharacterTest.txt")
    where UnicodeData.isFull || number % 200 == 0 || number < 200 {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false)
      let scalars = fields[0].split(separator: " ").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      let direction: TextDirection =
        fields[1] == "0" ? .leftToRight : fields[1] == "1" ? .rightToLeft : .auto
      let result = try TextSegmenter.bidi(scalars, direction: direction)
      let expected = fields[3].split(separator: " ").map { UInt8($0) }
      let order = fields[4].split(separator: " ").compactMap { Int($0) }
      #expect(String(result.paragraphLevel) == fields[2], "line \(number)")
      #expect(result.levels == expected, "line \(number)")
      #expect(result.order == order, "line \(number)")
      cases += 1
    }
    print("BidiCharacterTest: \(cases) cases")
  }

  @Test(.enabled(if: UnicodeData.isPresent, UnicodeData.missing)) func bidiTest() throws {
    let characters: [Substring: UInt32] = [
      "L": 0x61, "R": 0x5D0, "EN": 0x30, "ES": 0x2B, "ET": 0x23, "AN": 0x660, "CS": 0x2C,
      "B": 0x2029, "S": 9, "WS": 0x20, "ON": 0x21, "LRE": 0x202A, "LRO": 0x202D, "AL": 0x627,
      "RLE": 0x202B, "RLO": 0x202E, "PDF": 0x202C, "NSM": 0x300, "BN": 0xAD, "FSI": 0x2068,
      "LRI": 0x2066, "RLI": 0x2067, "PDI": 0x2069,
    ]
    var expected: [UInt8?] = []
    var order: [Int] = []
    var cases = 0
    for (number, line) in try UnicodeData.lines("BidiTest.txt") {
      if line.hasPrefix("@Levels:") {
        expected = line.dropFirst(8).split { $0 == " " || $0 == "\t" }.map { UInt8($0) }
      } else if line.hasPrefix("@Reorder:") {
        order = line.dropFirst(9).split { $0 == " " || $0 == "\t" }.compactMap { Int($0) }
      } else if !line.hasPrefix("@"), UnicodeData.isFull || number % 50 == 0 {
        let parts = line.split(separator: ";")
        let scalars = parts[0].split(separator: " ").compactMap { characters[$0] }
          .compactMap(Unicode.Scalar.init)
        let bits = Int(parts[1].drop { $0 == " " }, radix: 16) ?? 0
        for (bit, direction) in [(1, TextDirection.auto), (2, .leftToRight), (4, .rightToLeft)]
        where bits & bit != 0 {
          let result = try TextSegmenter.bidi(scalars, direction: direction)
          cases += 1
          if result.levels != expected || result.order != order {
            Issue.record("line \(number) \(direction): \(result.levels), expected \(expected)")
          }
        }
      }
    }
    print("BidiTest: \(cases) cases")
  }
}

final class PollCounter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .relaxed) }
  func increment() { count.wrappingAdd(1, ordering: .relaxed) }
}
