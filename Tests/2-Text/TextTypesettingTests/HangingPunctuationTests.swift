// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing
import TextFonts
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// Punctuation beyond the edges of lines. Widths are sums of those of the parts.
@Suite struct HangingPunctuationTests {
  private static func layout(
    _ string: String, _ marks: HangingPunctuation, width: Double? = nil,
    _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> TextLayout {
    try Fixture.layout(string, width: width) {
      $0.hangingPunctuation = marks
      change(&$0)
    }
  }

  private static func w(_ string: String) throws -> Double { try Fixture.width(string) }

  private static let ends = [TextAlignment.end, .right]

  // MARK: - Ends of lines

  @Test func aCommaHangsWhereItDoesNotFit() throws {
    let word = try Self.w("aaa bbb")
    // With room for the comma, it takes it.
    let wide = try Self.layout("aaa bbb, ccc", .allowEnd, width: word + (try Self.w(",")) + 1)
    #expect(wide.strings == ["aaa bbb, ", "ccc"])
    #expect(near(wide.lines[0].width, try Self.w("aaa bbb,")))
    // Without, it hangs.
    let narrow = try Self.layout("aaa bbb, ccc", .allowEnd, width: word)
    #expect(narrow.strings == ["aaa bbb, ", "ccc"])
    #expect(narrow.visibleStrings == ["aaa bbb", "ccc"])
    #expect(near(narrow.lines[0].width, word))
    // Without hanging the word does not fit.
    #expect(try Self.layout("aaa bbb, ccc", [], width: word).strings == ["aaa ", "bbb, ", "ccc"])
    #expect(
      try Self.layout("aaa bbb, ccc", .allowEnd, width: word - 1).strings
        == ["aaa ", "bbb, ", "ccc"])
  }

  @Test func aCommaHangsInAnyCase() throws {
    let layout = try Self.layout("aaa bbb, ccc.", .forceEnd, width: 9000)
    let line = layout.lines[0]
    #expect(layout.lines.count == 1)
    #expect(near(line.width, try Self.w("aaa bbb, ccc")))
    #expect(layout.visibleStrings == ["aaa bbb, ccc"])
    // The stop is drawn.
    #expect(line.runs.map(\.glyphs.count).reduce(0, +) == 13)
    #expect(near(layout.carets(inLine: 0)[13].x, try Self.w("aaa bbb, ccc.")))
  }

  @Test(arguments: [",", ".", "،", "、", "。", "，", "．", "﹐", "﹑", "﹒", "｡", "､"])
  func stops(_ mark: String) throws {
    let layout = try Self.layout("漢字\(mark)", .forceEnd, width: 9000) {
      $0.direction = .leftToRight
    }
    #expect(near(layout.lines[0].width, 2000), "\(mark)")
  }

  @Test func anArabicStop() throws {
    let layout = try Self.layout("بيت۔", .forceEnd, width: 9000)
    #expect(near(layout.lines[0].width, try Self.w("بيت")))
    // In a line from left to right it is not at the edge.
    let other = try Self.layout("漢字۔", .forceEnd, width: 9000)
    #expect(near(other.lines[0].width, try Self.w("漢字۔")))
  }

  @Test(arguments: ["!", ";", ":", "?", "」", "-", "…"])
  func noStops(_ mark: String) throws {
    let layout = try Self.layout("漢字\(mark)", .forceEnd, width: 9000)
    #expect(near(layout.lines[0].width, try Self.w("漢字\(mark)")), "\(mark)")
  }

  @Test func alignmentAndJustification() throws {
    let width = try Self.w("aaa bbb") + 100
    for alignment in Self.ends {
      let layout = try Self.layout("aaa bbb, ccc", .forceEnd, width: width) {
        $0.alignment = alignment
      }
      #expect(near(layout.lines[0].inlineStart, 100))
      #expect(near(layout.carets(inLine: 0)[7].x, width))
    }
    let justified = try Self.layout("aaa bbb, ccc", .forceEnd, width: width) {
      $0.alignment = .justify
    }
    #expect(near(justified.lines[0].width, width))
    #expect(near(justified.carets(inLine: 0)[7].x, width))
    #expect(near(justified.carets(inLine: 0)[8].x, width + (try Self.w(","))))
  }

  @Test func japanese() throws {
    let layout = try Self.layout("漢字漢字。漢字", .allowEnd, width: 4000)
    #expect(layout.strings == ["漢字漢字。", "漢字"])
    #expect(near(layout.lines[0].width, 4000))
    let plain = try Self.layout("漢字漢字。漢字", [], width: 4000)
    #expect(plain.strings == ["漢字漢", "字。漢字"])
    let justified = try Self.layout("漢字漢字。漢字", .allowEnd, width: 4300) {
      $0.alignment = .justify
    }
    // Three gaps between four characters, and none before the stop.
    let carets = justified.carets(inLine: 0).map(\.x)
    for (caret, x) in zip(carets, [0.0, 1100, 2200, 3300, 4300]) {
      #expect(near(caret, x), "\(carets)")
    }
    #expect(near(carets[5], 5300))
  }

  @Test func rightToLeft() throws {
    let word = try Self.w("אב גד")
    let layout = try Self.layout("אב גד, הו", .allowEnd, width: word)
    #expect(layout.strings == ["אב גד, ", "הו"])
    #expect(near(layout.lines[0].width, word))
    #expect(near(layout.lines[0].inlineStart, 0))
    // The comma is at the left of the box.
    let comma = try Self.w(",")
    #expect(near(layout.carets(inLine: 0)[6].x, -comma))
    #expect(near(layout.lines[0].runs.map(\.maxX).max() ?? 0, word))
  }

  @Test func aMarkThatIsNotAtTheEdge() throws {
    // The stop belongs to the Latin word, at the right of which the line does not end.
    let layout = try Self.layout("שלום abc.d", .forceEnd, width: nil)
    #expect(near(layout.lines[0].width, try Self.w("שלום abc.d")))
  }

  // MARK: - The first and the last line

  @Test func anOpeningQuoteHangsBeforeTheParagraph() throws {
    for quote in ["“", "‘", "«", "(", "[", "\"", "'", "”"] {
      let layout = try Self.layout("\(quote)aaa \(quote)bbb", .first, width: 9000)
      let line = layout.lines[0]
      #expect(near(line.inlineStart, 0), "\(quote)")
      #expect(near(line.width, try Self.w("aaa \(quote)bbb")), "\(quote)")
      let carets = layout.carets(inLine: 0).map(\.x)
      // With the kerning before the letter.
      let width = try Self.w("\(quote)aaa") - Self.w("aaa")
      #expect(near(carets[0], -width), "\(quote)")
      #expect(near(carets[1], 0), "\(quote)")
    }
    let layout = try Self.layout("aaa", .first, width: 9000)
    #expect(near(layout.lines[0].width, try Self.w("aaa")))
  }

  @Test func theFirstLineHasRoomForMore() throws {
    let width = try Self.w("aaa bbb")
    #expect(try Self.layout("“aaa bbb ccc", .first, width: width).strings == ["“aaa bbb ", "ccc"])
    #expect(try Self.layout("“aaa bbb ccc", [], width: width).strings[0] == "“aaa ")
    // Each paragraph has a first line.
    let two = try Self.layout("“aaa bbb\n“aaa bbb", .first, width: width)
    #expect(two.strings == ["“aaa bbb\n", "“aaa bbb"])
    // After a line separator the paragraph goes on.
    let one = try Self.layout("a\u{2028}“a", .first, width: 9000)
    #expect(near(one.lines[1].width, try Self.w("“a")))
  }

  @Test func aClosingQuoteHangsBehindTheParagraph() throws {
    let inside = try Self.w("aaa” bbb”") - Self.w("”")
    let layout = try Self.layout("aaa” bbb”", .last, width: 9000)
    #expect(near(layout.lines[0].width, inside))
    #expect(try Self.layout("aaa” bbb”", .last, width: inside).lines.count == 1)
    #expect(try Self.layout("aaa” bbb”", [], width: inside).lines.count == 2)
    // Not at the end of another line.
    let narrow = try Self.layout("aaa” bbb”", .last, width: inside - 1)
    #expect(narrow.strings == ["aaa” ", "bbb”"])
    #expect(near(narrow.lines[0].width, try Self.w("aaa”")))
    // One mark at each edge.
    #expect(
      near(
        try Self.layout("aaa.”", [.last, .forceEnd], width: 9000).lines[0].width,
        try Self.w("aaa.")))
  }

  @Test func justifiedIdeographsBehindABracket() throws {
    let layout = try Self.layout("「漢字漢字漢", .first, width: 3300) {
      $0.alignment = .justify
    }
    // The bracket is half blank, and takes a whole em; no gap behind it.
    let carets = layout.carets(inLine: 0).map(\.x)
    for (caret, x) in zip(carets, [-1000.0, 0, 1150, 2300, 3300]) {
      #expect(near(caret, x), "\(carets)")
    }
  }

  @Test func rightToLeftQuotes() throws {
    let layout = try Self.layout("“שלום”", [.first, .last], width: 9000)
    #expect(near(layout.lines[0].width, try Self.w("שלום")))
    #expect(near(layout.lines[0].inlineStart + layout.lines[0].width, 9000))
    let carets = layout.carets(inLine: 0).map(\.x)
    #expect(near(carets[1], 9000) && carets[0] > 9000)
  }

  // MARK: - Hits

  @Test func hitsAndSelection() throws {
    let width = try Self.w("aaa bbb")
    let layout = try Self.layout("“aaa bbb, ccc", [.first, .allowEnd], width: width)
    let y = layout.lines[0].baseline
    #expect(layout.grapheme(at: Point(x: -10, y: y)) == TextRange(0, 1))
    #expect(layout.grapheme(at: Point(x: width + 10, y: y)) == TextRange(8, 9))
    #expect(layout.position(at: Point(x: -400, y: y)).offset == 0)
    let quote = layout.rectangles(for: TextRange(0, 1))
    #expect(quote.count == 1)
    #expect(near(quote[0].minX, try Self.w("aaa") - Self.w("“aaa")))
    let comma = layout.rectangles(for: TextRange(8, 9))
    #expect(comma.count == 1 && near(comma[0].minX, width))
    #expect(near(comma[0].width, try Self.w(",")))
    #expect(layout.clusters(inLine: 0).map(\.range).contains(TextRange(8, 9)))
  }

  // MARK: - Other ways of breaking

  @Test func optimalAndBalancedLines() throws {
    let words = (0..<60).map { "wo\($0), rd" }.joined(separator: " ")
    for breaking in [LineBreaking.balanced, .optimal(BreakCosts()), .greedy] {
      for marks in [HangingPunctuation.allowEnd, .forceEnd, [.first, .allowEnd]] {
        for alignment in [TextAlignment.start, .justify] {
          let layout = try Self.layout("“" + words, marks, width: 9000) {
            $0.lineBreaking = breaking
            $0.alignment = alignment
          }
          for line in layout.lines {
            #expect(line.width <= 9000 + LineBreaker.tolerance)
            #expect(line.isJustified || alignment == .start || line.index == layout.lines.count - 1)
            let last = line.visibleRange.end
            let carets = layout.carets(inLine: line.index).filter { $0.offset == last }
            #expect(near(carets[0].x, line.inlineStart + line.width, 1e-3))
          }
        }
      }
    }
  }

  // MARK: - Bad input

  @Test func linesOfMarksAlone() throws {
    for string in [",", ",,,", "“", "““", "“,", ",”", ", , ,", "、、、", ",\n,", "\n", "“\n”", "”"] {
      for width in [0, 1, 100, 5000.0] {
        for marks in [HangingPunctuation(rawValue: 15), .first, .last, .allowEnd, .forceEnd] {
          let layout = try Self.layout(string, marks, width: width)
          #expect(layout.lines.last?.range.end == string.utf16.count)
          #expect(layout.lines.allSatisfy { $0.width >= 0 && $0.width.isFinite }, "\(string)")
        }
      }
    }
  }

  @Test func aMillionCommas() throws {
    let string = String(repeating: ",", count: 1 << 20)
    let layout = try Self.layout(string, [.allowEnd, .first, .last], width: 100_000)
    #expect(layout.lines.last?.range.end == 1 << 20)
    let spaced = String(repeating: ", ", count: 1 << 18)
    for breaking in [LineBreaking.greedy, .optimal(BreakCosts())] {
      let lines = try Self.layout(spaced, .forceEnd, width: 100_000) { $0.lineBreaking = breaking }
      #expect(lines.lines.allSatisfy { $0.width <= 100_000 + LineBreaker.tolerance })
    }
  }

  @Test func aTextThatIsCut() throws {
    var container = TextContainer(width: try Self.w("aaa"))
    container.maximumLines = 1
    container.truncation = .end
    let text = Fixture.text("“aaa, bbb, ccc") { $0.hangingPunctuation = [.first, .forceEnd] }
    let layout = try TextLayout(text, in: container, fonts: Fixture.fonts)
    #expect(layout.lines.count == 1 && layout.isTruncated)
    #expect(layout.lines[0].width <= container.inlineExtent ?? 0)
  }

  @Test func columnsOfMarks() throws {
    var container = TextContainer(width: 4000)
    container.shape = .path(Path(ellipseIn: Rect(x: 0, y: 0, width: 4000, height: 20_000)))
    let text = Fixture.text("“aa, bb, cc, dd, ee. ff") {
      $0.hangingPunctuation = [.first, .allowEnd]
    }
    let layout = try TextLayout(text, in: container, fonts: Fixture.fonts)
    #expect(layout.lines.count > 1)
  }
}
