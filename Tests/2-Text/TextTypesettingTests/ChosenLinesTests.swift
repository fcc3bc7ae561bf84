// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// Lines of paragraphs that are not broken greedily.
@Suite struct ChosenLinesTests {
  private static let prose = """
    In olden times when wishing still helped one, there lived a king whose daughters were all \
    beautiful; and the youngest was so beautiful that the sun itself, which has seen so much, was \
    astonished whenever it shone in her face. Close by the king's castle lay a great dark forest, \
    and under an old lime-tree in the forest was a well, and when the day was very warm, the king's \
    child went out into the forest and sat down by the side of the cool fountain.
    """

  private func layout(
    _ string: String, width: Double, _ breaking: LineBreaking, _ alignment: TextAlignment = .start,
    _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> TextLayout {
    try Fixture.layout(string, width: width) {
      $0.lineBreaking = breaking
      $0.alignment = alignment
      change(&$0)
    }
  }

  /// The sum of the squares of what all lines but the last lack.
  private func raggedness(_ layout: TextLayout, _ width: Double) -> Double {
    layout.lines.dropLast().reduce(0) { $0 + (width - $1.width) * (width - $1.width) }
  }

  private func expectWhole(_ layout: TextLayout, _ note: String) {
    var end = 0
    for line in layout.lines {
      #expect(line.range.start == end, "\(note)")
      end = line.range.end
    }
    #expect(end == layout.text.length, "\(note)")
  }

  // MARK: - Optimal

  @Test(arguments: [12_000.0, 16_000, 20_000, 30_000])
  func raggedLinesAreMoreEven(width: Double) throws {
    let greedy = try layout(Self.prose, width: width, .greedy)
    let optimal = try layout(Self.prose, width: width, .optimal)
    expectWhole(optimal, "\(width)")
    #expect(raggedness(optimal, width) <= raggedness(greedy, width))
    for line in optimal.lines {
      #expect(line.width <= width + LineBreaker.tolerance && !line.isGreedyFallback)
      #expect(!line.isJustified)
    }
  }

  @Test func justifiedLinesShrink() throws {
    var shrunk = 0
    for width in [12_000.0, 16_000, 20_000, 30_000] {
      shrunk += try expectJustified(width: width)
    }
    #expect(shrunk > 3)
  }

  /// - Returns: The number of spaces that are narrower than in the font.
  private func expectJustified(width: Double) throws -> Int {
    let optimal = try layout(Self.prose, width: width, .optimal, .justify)
    expectWhole(optimal, "\(width)")
    var shrunk = 0
    for line in optimal.lines where line.index < optimal.lines.count - 1 {
      #expect(near(line.width, width) && line.isJustified)
      // Runs, glyphs, carets and selection agree about where things are.
      var x = 0.0
      for run in line.runs {
        #expect(near(run.x, x, 1e-4))
        x += run.width
        run.forEachGlyph { glyph in
          if optimal.text.utf16[glyph.cluster] == 0x20, glyph.cluster < line.visibleRange.end {
            #expect(glyph.advance >= 260 * 2 / 3 - 1e-6)
            if glyph.advance < 260 - 1e-6 { shrunk += 1 }
          }
        }
      }
      let caret = optimal.caret(at: TextPosition(line.visibleRange.end, affinity: .upstream))
      #expect(near(caret.minX, width, 1e-4))
      let rects = optimal.selection(for: line.visibleRange).rectangles
      #expect(near(rects.map(\.maxX).max() ?? 0, width, 1e-4))
    }
    return shrunk
  }

  @Test func theFirstIndentCounts() throws {
    let width = 20_000.0
    for indent in [-3_000.0, 4_000] {
      let layout = try layout(Self.prose, width: width, .optimal, .justify) {
        $0.firstLineIndent = indent
        $0.startIndent = 3_000
        $0.endIndent = 1_000
      }
      #expect(near(layout.lines[0].frame.minX, 3_000 + indent))
      for line in layout.lines.dropLast() {
        #expect(near(line.frame.maxX, 19_000) && !line.isGreedyFallback)
      }
    }
  }

  @Test func runtsCost() throws {
    let string = "aaa bbb ccc ddd eee fff ggg hhh iii jjj kk"
    var runts = 0
    for width in stride(from: 9_000.0, to: 14_000, by: 100) {
      let costs = BreakCosts(rivers: 0, runt: 0, pretolerance: 10_000, tolerance: 10_000)
      let free = try layout(string, width: width, .optimal(costs))
      if free.lines.count < 2 { continue }
      var dear = costs
      (dear.runt, dear.runtLength) = (10_000, 0.4)
      let costly = try layout(string, width: width, .optimal(dear))
      #expect(
        (costly.lines.last?.width ?? 0) >= (free.lines.last?.width ?? 0) - LineBreaker.tolerance)
      if (free.lines.last?.width ?? 0) < 0.4 * width, (costly.lines.last?.width ?? 0) > 0.4 * width
      {
        runts += 1
      }
    }
    #expect(runts > 0)
  }

  @Test func hyphensCost() throws {
    let string = String(
      repeating: "un\u{AD}be\u{AD}liev\u{AD}able cir\u{AD}cum\u{AD}stances ", count: 12)
    func hyphens(_ cost: Int) throws -> Int {
      try layout(string, width: 8_000, .optimal(BreakCosts(hyphen: cost, tolerance: 10_000)))
        .lines.count { $0.runs.contains { $0.kind == .hyphen } }
    }
    let (cheap, dear) = (try hyphens(0), try hyphens(10_000))
    #expect(cheap > 0 && dear == 0)
    for line in try layout(string, width: 8_000, .optimal(BreakCosts(hyphen: 0))).lines {
      #expect(line.width <= 8_000 + LineBreaker.tolerance)
    }
  }

  @Test func aWordThatIsTooWideIsGreedyAndTold() throws {
    let long = String(repeating: "abcdefgh", count: 10)
    let width = 16_000.0
    for wrap in OverflowWrap.allCases {
      let layout = try layout(
        "\(Self.prose) \(long) \(Self.prose)", width: width, .optimal, .justify
      ) { $0.overflowWrap = wrap }
      expectWhole(layout, "\(wrap)")
      let told = layout.lines.filter(\.isGreedyFallback)
      #expect(!told.isEmpty && told.count < 6)
      #expect(told.allSatisfy { line in line.range.end > Self.prose.utf16.count })
      let start = layout.lines.first { $0.range.start > Self.prose.utf16.count + 200 }
      #expect(start?.isGreedyFallback == false)
    }
  }

  @Test func linesThatCannotBeGoodAreFull() throws {
    // Two of these words do not fit on a line, and one leaves most of it empty.
    let word = "extraordinarily"
    let string = [String](repeating: word, count: 30).joined(separator: " ")
    let width = try Fixture.width(word) * 1.9
    for alignment in [TextAlignment.start, .justify] {
      let layout = try layout(
        "\(string) \(Self.prose)", width: width, .optimal(BreakCosts(emergencyStretch: 0)),
        alignment)
      expectWhole(layout, "\(alignment)")
      #expect(layout.strings.prefix(29).allSatisfy { $0 == word + " " })
      for line in layout.lines {
        #expect(line.width <= width + LineBreaker.tolerance && !line.isGreedyFallback)
      }
    }
  }

  @Test func tabsAreGreedyAndTold() throws {
    for breaking in [LineBreaking.optimal, .balanced] {
      let greedy = try layout("a\tb \(Self.prose)", width: 16_000, .greedy)
      let layout = try layout("a\tb \(Self.prose)", width: 16_000, breaking)
      #expect(layout.strings == greedy.strings)
      #expect(layout.lines.allSatisfy { $0.isGreedyFallback })
    }
    let greedy = try layout(Self.prose, width: 16_000, .greedy)
    #expect(greedy.lines.allSatisfy { !$0.isGreedyFallback })
  }

  @Test func linesAndTheEllipsisEndAsEver() throws {
    var container = TextContainer(width: 16_000)
    container.maximumLines = 3
    let text = Fixture.text(Self.prose) {
      $0.lineBreaking = .optimal
      $0.alignment = .justify
    }
    let cut = try TextLayout(text, in: container, fonts: Fixture.fonts)
    let whole = try TextLayout(text, in: TextContainer(width: 16_000), fonts: Fixture.fonts)
    #expect(cut.lines.count == 3 && cut.isTruncated)
    #expect(cut.strings.prefix(2) == whole.strings.prefix(2))
    #expect(cut.lines[2].runs.contains { $0.kind == .ellipsis })
  }

  @Test func badCostsAreErrors() throws {
    for costs in [
      BreakCosts(hyphen: -1), BreakCosts(fitness: 100_000_001), BreakCosts(runtLength: .nan),
      BreakCosts(tolerance: 10_001), BreakCosts(emergencyStretch: 2),
    ] {
      #expect(throws: TypesettingError.self) {
        try layout("a b", width: 1_000, .optimal(costs))
      }
    }
  }

  @Test func aSearchIsCancelledAtEachPoll() throws {
    for breaking in [LineBreaking.optimal, .balanced] {
      let text = Fixture.text(String(repeating: Self.prose + " ", count: 10)) {
        $0.lineBreaking = breaking
      }
      let shaped = try ShapedText(text, fonts: Fixture.fonts)
      let polls = try CancelledPoll.each { poll in
        do {
          _ = try TextLayout(
            shaped, in: TextContainer(width: 20_000), cancellation: poll.cancellation)
        } catch is CancellationError {}
      }
      #expect(polls > 3)
    }
  }

  // MARK: - Balanced

  @Test func balancedLinesAreAsManyAsGreedyOnes() throws {
    var random = SeededGenerator(seed: 3)
    let words = Self.prose.split(separator: " ")
    for _ in 0..<Repetitions.count(60, all: 2_000) {
      let count = Int.random(in: 2...40, using: &random)
      let string = (0..<count).map { _ in String(words.randomElement(using: &random) ?? "a") }
        .joined(separator: " ")
      let width = Double.random(in: 6_000...25_000, using: &random)
      let greedy = try layout(string, width: width, .greedy)
      let balanced = try layout(string, width: width, .balanced, .center)
      expectWhole(balanced, string)
      #expect(balanced.lines.count == greedy.lines.count, "\(string)")
      let widest = balanced.lines.map(\.width).max() ?? 0
      #expect(widest <= (greedy.lines.map(\.width).max() ?? 0) + LineBreaker.tolerance)
      #expect(balanced.lines.allSatisfy { !$0.isGreedyFallback })
      // In less width there are more lines, or a word is too wide.
      let less = try layout(string, width: widest - 50, .greedy) { $0.overflowWrap = .normal }
      #expect(
        greedy.lines.count == 1 || less.lines.count > greedy.lines.count
          || less.lines.contains { $0.width > widest - 50 })
      func lack(_ layout: TextLayout) -> Double {
        layout.lines.reduce(0) { $0 + (widest - $1.width) * (widest - $1.width) }
      }
      let same = try layout(string, width: widest, .greedy)
      if greedy.lines.count <= BalancedBreaks.evenLimit {
        #expect(lack(balanced) <= lack(same) + 1e-3)
      }
    }
  }

  @Test func aHeadline() throws {
    let string = "The quick brown fox jumps over the lazy dog"
    let greedy = try layout(string, width: 18_000, .greedy)
    let balanced = try layout(string, width: 18_000, .balanced)
    #expect(greedy.lines.count == 2 && balanced.lines.count == 2)
    let (first, last) = (balanced.lines[0].width, balanced.lines[1].width)
    #expect(abs(first - last) < abs(greedy.lines[0].width - greedy.lines[1].width))
  }

  // MARK: - Any text

  @Test func anyTextIsWhole() throws {
    var random = SeededGenerator(seed: 5)
    let words = [
      "a", "AV", "office", "wrapping", "—", "e\u{301}te\u{301}", "שלום", "بيت", "漢字仮名交じり文、",
      "「括弧」", "hy\u{AD}phen", "…", "नमस्ते", "\u{200B}", "ไทย", "\u{3000}", "  ", "\u{A0}",
      "unbreakable",
    ]
    for _ in 0..<Repetitions.count(150, all: 5_000) {
      var string = ""
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        string += words.randomElement(using: &random) ?? ""
        if Int.random(in: 0..<3, using: &random) > 0 { string += " " }
        if Int.random(in: 0..<30, using: &random) == 0 { string += "\u{2028}" }
      }
      let width = Double.random(in: 0...20_000, using: &random)
      let alignment = TextAlignment.allCases.randomElement(using: &random) ?? .start
      for breaking in [LineBreaking.optimal, .balanced] {
        let layout = try layout(string, width: width, breaking, alignment) {
          $0.firstLineIndent = 500
        }
        expectWhole(layout, string)
        for line in layout.lines where !line.isGreedyFallback {
          let room = max(0, width - (line.isFirstOfParagraph ? 500 : 0))
          #expect(line.width <= room + LineBreaker.tolerance, "\(string) \(breaking)")
        }
      }
    }
  }
}

extension LineFragment {
  fileprivate var isFirstOfParagraph: Bool { record.flags.contains(.first) }
}
