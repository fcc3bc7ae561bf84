// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import TextAnalysis

/// The shortcuts of the analysis give the results of the general way.
@Suite struct AnalysisShortcutTests {
  /// Without explicit controls and terminators, which have no shortcut.
  private static let pools: [[UInt32]] = AnalysisSamples.pools.filter { pool in
    !pool.contains { $0 == 0x0A || $0 == 0x202A || $0 == 0x2029 }
  }

  private func text(_ random: inout AnalysisRandom, pools: [[UInt32]], length: Int) -> [UInt16] {
    var units: [UInt16] = []
    while units.count < length {
      let pool = random.pick(pools)
      for _ in 0..<random.below(5) + 1 {
        units.append(contentsOf: String(Unicode.Scalar(random.pick(pool)) ?? "\u{FFFD}").utf16)
      }
    }
    return units
  }

  private func compare(_ text: [UInt16], _ direction: TextDirection) throws -> Bool {
    let general = try BidiResolver.resolve(text.span, direction: direction, .never)
    let found = try BidiParagraph.resolve(text.span, direction: direction)
    if found != general {
      Issue.record(
        """
        \(direction): \(AnalysisSamples.describe(text))
        \(found.paragraphLevel) \(found.levels)
        \(general.paragraphLevel) \(general.levels)
        """)
    }
    return found == general
  }

  @Test func directionsOfRuns() throws {
    var random = AnalysisRandom(11)
    // The classes that the rules distinguish, a few characters of each.
    let hard: [[UInt32]] = [
      [0x61], [0x5D0], [0x627], [0x31], [0x661], [0x2B, 0x2D], [0x2C, 0x2E, 0x3A], [0x24, 0x25],
      [0x300, 0x64B], [0x28, 0x29, 0x5B, 0x5D], [0x2329, 0x232A, 0x3008, 0x3009], [0x20], [0x09],
      [0xAD, 0x200D], [0x21, 0x26], [0x10900, 0x1F600], [0x200E, 0x200F, 0x61C],
    ]
    for round in 0..<(UnicodeData.isFull ? 1_000_000 : 20_000) {
      let text = text(
        &random, pools: round % 4 == 0 ? Self.pools : hard, length: 1 + random.below(30))
      if round % 4 != 0 { #expect(BidiRuns.resolve(text.span, direction: .auto) != nil) }
      for direction in [TextDirection.auto, .leftToRight, .rightToLeft] {
        guard try compare(text, direction) else { return }
      }
    }
  }

  @Test func directionsOfManyBrackets() throws {
    for depth in [1, 62, 63, 64, 65, 200] {
      for inner in ["a", "\u{5D0}", "1", ""] {
        let string =
          "\u{5D0}" + String(repeating: "(a[", count: depth) + inner
          + String(repeating: "]\u{5D0})", count: depth) + " z"
        for direction in [TextDirection.auto, .leftToRight, .rightToLeft] {
          _ = try compare(Array(string.utf16), direction)
        }
      }
    }
  }

  /// The clusters by the rules alone, in the form that text below U+0300 has.
  private func byRules(_ text: [UInt16], isTrivial: Bool) throws -> GraphemeBreaks {
    var walker = try #require(GraphemeBreaks.rootWalker(.never))
    var flags = [UInt8](repeating: 0, count: text.count + 1)
    flags[0] = 1
    var start = 0
    while start < text.count {
      walker.move(to: start)
      start = try #require(try walker.next(in: text.span))
      flags[start] = 1
    }
    let hasNone = isTrivial && flags.allSatisfy { $0 == 1 }
    return GraphemeBreaks(length: text.count, flags: hasNone ? [] : flags)
  }

  private func compareClusters(_ text: [UInt16]) throws -> Bool {
    let found = try GraphemeBreaks.resolve(text.span)
    let general = try byRules(text, isTrivial: found.isTrivial)
    if found != general {
      Issue.record("\(AnalysisSamples.describe(text)): \(found.flags), \(general.flags)")
    }
    return found == general
  }

  @Test func graphemeClusters() throws {
    var random = AnalysisRandom(12)
    for _ in 0..<(UnicodeData.isFull ? 1_000_000 : 20_000) {
      let text = AnalysisSamples.text(&random, length: 1 + random.below(40))
      guard try compareClusters(text) else { return }
    }
  }

  /// Each character beside itself and beside one of each kind.
  @Test func graphemeClustersOfAllCharacters() throws {
    let others: [UInt16] = [
      0x61, 0x300, 0x903, 0x200D, 0x600, 0x1100, 0x1161, 0x11A8, 0xAC00, 0xAC01, 0x231A, 0xD83C,
      0xDDE6, 0x0A, 0x94D, 0x915,
    ]
    for c in stride(from: UInt16(0), through: 0xFFFE, by: UnicodeData.isFull ? 1 : 7) {
      var text: [UInt16] = [c]
      for other in others { text += [other, c, c, 0x300, c, other] }
      guard try compareClusters(text) else { return }
    }
  }
}
