// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextAnalysis
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

@Suite struct BreakTableTests {
  @Test func runsFromLeftToRightAreAddedUpAsAnyOther() throws {
    var random = SeededGenerator(seed: 23)
    let pieces = [
      "office", "fi", "AV", " ", " ", "  ", "-", "\t", "e\u{301}", "\u{301}", "क्षत्रिय", "\u{200B}",
      "\u{AD}",
      "\u{200D}", "👩‍🚀", "日本", "שלום", "\u{3000}", "ก่า",
    ]
    var compared = 0
    for round in 0..<400 {
      var string = ""
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        string += pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      let wordBreak = WordBreak.allCases[Int.random(in: 0..<3, using: &random)]
      let paragraph = try ShapedText(AttributedText(string), fonts: .embedded).paragraphs[0]
      let content = Array(string.utf16.prefix(paragraph.contentLength))
      let breaks = try LineBreaks.resolve(content.span, wordBreak: wordBreak)
      func rows(_ table: BreakTable) -> [String] {
        (0..<table.count).map {
          "\(table.offset(at: $0)) \(table.advance(at: $0)) \(table.trimmed(at: $0)) "
            + "\(table.traits(at: $0).rawValue) \(table.isMonotone)"
        }
      }
      let short = rows(
        try BreakTable(
          runs: paragraph.runs, text: content.span, breaks: breaks, cancellation: .never))
      var general = try BreakTableBuilder(flags: breaks.flags, .never)
      for run in paragraph.runs {
        try general.addClusters(run, content.span, breaks.flags.span)
        general.end(run)
      }
      try general.finish(paragraph.runs, content.span)
      let long = rows(BreakTable(general))
      #expect(short == long, "round \(round): \(string.debugDescription)")
      compared += long.count
    }
    #expect(compared > 1000)
  }

  /// The widths up to each opportunity, added up unit by unit.
  @Test func widthsAreTheSumsOfAdvances() throws {
    var random = SeededGenerator(seed: 5)
    let pieces = ["word", "AV", " ", "  ", "To", "-", "x.", "\t", "\u{3000}", "é", "10 ", "\u{AD}"]
    for round in 0..<300 {
      var text = AttributedText("")
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        var string = ""
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          string += pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }
        var shaping = ShapingStyle(size: Double(Int.random(in: 10...13, using: &random)))
        // Without ligatures every unit has its glyph.
        shaping.letterSpacing = Double(Int.random(in: 1...2, using: &random))
        text.append(string, style: TextStyle(shaping: shaping))
      }
      let paragraph = try ShapedText(text, fonts: .embedded).paragraphs[0]
      let table = paragraph.breaks
      guard paragraph.runs.allSatisfy({ $0.glyphCount == $0.textRange.count }) else { continue }
      var base = 0.0
      var trimmed = 0.0
      var index = 0
      func expect(_ offset: Int, _ advance: Double) {
        guard index < table.count, table.offset(at: index) == offset else { return }
        #expect(table.advance(at: index) == advance, "round \(round)")
        #expect(table.trimmed(at: index) == trimmed, "round \(round)")
        var hanging = 0
        while hanging < offset, BreakTable.hangs(text.utf16[offset - 1 - hanging]) { hanging += 1 }
        // Where more follows, the count says nothing.
        if offset < text.length, BreakTable.hangs(text.utf16[offset]) { hanging = 63 }
        #expect(table.traits(at: index).hangingCount == hanging, "round \(round)")
        #expect(
          table.traits(at: index).isUnsafe == !paragraph.isSafeToBreak(at: offset), "round \(round)"
        )
        index += 1
      }
      for run in paragraph.runs {
        var sum: Int64 = 0
        for (glyph, offset) in run.textRange.range.enumerated() {
          if offset > 0 { expect(offset, base + Double(sum) * run.unit) }
          sum += Int64(run.advance(at: glyph))
          if !BreakTable.hangs(text.utf16[offset]) { trimmed = base + Double(sum) * run.unit }
        }
        base += run.width
      }
      expect(text.length, base)
      #expect(index == table.count && index > 0, "round \(round)")
    }
  }
}
