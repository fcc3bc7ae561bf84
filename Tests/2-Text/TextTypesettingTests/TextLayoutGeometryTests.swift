// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextShaping
import TextTestSupport

@testable import CanvasGeometry
@testable import TextTypesetting

@Suite struct TextLayoutGeometryTests {
  @Test func caretsStandBetweenGraphemes() throws {
    let layout = try Fixture.layout("ae\u{301}b")
    let carets = layout.carets(inLine: 0)
    #expect(carets.map(\.offset) == [0, 1, 3, 4])
    let widths = try ["a", "e\u{301}", "b"].map { try Fixture.width($0) }
    #expect(near(carets[1].x, widths[0]))
    #expect(near(carets[2].x, widths[0] + widths[1]))
    #expect(near(carets[3].x, widths.reduce(0, +)))
  }

  @Test func rightToLeftCaretsFall() throws {
    let layout = try Fixture.layout("שלום") { $0.direction = .rightToLeft }
    let carets = layout.carets(inLine: 0).map(\.x)
    #expect(carets.count == 5)
    #expect(near(carets[0], layout.size.width))
    #expect(near(carets[4], 0))
    #expect(zip(carets, carets.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test func mixedDirections() throws {
    // abc, then three Hebrew letters, then def, in a left-to-right paragraph.
    let layout = try Fixture.layout("abcאבגdef") { $0.direction = .leftToRight }
    let line = layout.lines[0]
    #expect(line.runs.map(\.level) == [0, 1, 0])
    let xs = layout.carets(inLine: 0).map(\.x)
    let abc = try Fixture.width("abc")
    let all = line.width - (try Fixture.width("def"))
    #expect(near(xs[3], all), "the leading edge of the first Hebrew letter is its right one")
    #expect(near(xs[6], all), "the leading edge of d")
    #expect(xs[4] < xs[3] && xs[5] < xs[4])
    // Before the first letter by affinity: at the end of abc.
    #expect(near(layout.caret(at: TextPosition(3, affinity: .upstream)).minX, abc))
    #expect(near(layout.caret(at: TextPosition(6, affinity: .upstream)).minX, abc))
    // A selection across the turn is in two pieces.
    let rects = layout.rectangles(for: TextRange(2, 4))
    #expect(rects.count == 2)
    #expect(near(rects[0].maxX, abc))
    #expect(near(rects[1].maxX, all))
  }

  @Test func trailingSpaceTakesTheParagraphsLevel() throws {
    let layout = try Fixture.layout("אבג   דהו", width: 2500) { $0.direction = .leftToRight }
    try #require(layout.lines.count == 2)
    let runs = layout.lines[0].runs
    #expect(runs.last?.level == 0)
    #expect(runs.first?.level == 1)
    #expect(near(runs[0].x, 0))
    let carets = layout.carets(inLine: 0).map(\.x)
    #expect(carets[4] < carets[5] && carets[5] < carets[6], "spaces go to the right")
  }

  @Test func ligaturesAreDivided() throws {
    // The lam-alef ligature of Noto Sans Arabic is one cluster of two letters.
    let layout = try Fixture.layout("\u{644}\u{627}") { $0.direction = .rightToLeft }
    let carets = layout.carets(inLine: 0)
    #expect(carets.count == 3)
    #expect(carets[1].x > carets[2].x && carets[1].x < carets[0].x)
  }

  @Test func theHitTestInvertsCarets() throws {
    var random = SeededGenerator(seed: 99)
    let alphabets = [
      Array("abc fi AV ffl xyz — 12"), Array("שלום עולם אבג"), Array("漢字かな交じり文"),
      Array("नमस्ते दुनिया"), Array("สวัสดี"), Array("مرحبا بالعالم"),
    ]
    for round in 0..<60 {
      let alphabet = alphabets[round % alphabets.count]
      let string = String((0..<40).map { _ in alphabet.randomElement(using: &random)! })
      let layout = try Fixture.layout(string, width: 9000)
      for line in layout.lines {
        for caret in layout.carets(inLine: line.index) where caret.offset < line.visibleRange.end {
          let point = Point(x: caret.x, y: line.origin.y + line.height / 2)
          let hit = layout.position(at: point)
          // Graphemes without width share an x, so the x is compared.
          let back = layout.caret(at: hit)
          #expect(near(back.minX, caret.x), "round \(round), offset \(caret.offset): \(hit)")
          #expect(back.minY == line.origin.y)
        }
      }
    }
  }

  @Test func theHitTestFindsTheSameOffsetInPlainText() throws {
    for (string, direction) in [
      ("The quick brown fox jumps", TextDirection.leftToRight), ("שלום עולם טוב", .rightToLeft),
    ] {
      let layout = try Fixture.layout(string, width: 6000) { $0.direction = direction }
      for line in layout.lines {
        for caret in layout.carets(inLine: line.index) where caret.offset < line.range.end {
          let hit = layout.position(at: Point(x: caret.x, y: line.origin.y + 1))
          #expect(hit.offset == caret.offset, "\(string)")
        }
      }
    }
  }

  @Test func pointsOutsideBelongToTheNearestText() throws {
    let layout = try Fixture.layout("abc def\nx", width: 2500)
    #expect(layout.strings == ["abc ", "def\n", "x"])
    #expect(layout.position(at: Point(x: -50, y: -50)) == TextPosition(0))
    #expect(layout.position(at: Point(x: 9e9, y: 10)) == TextPosition(4, affinity: .upstream))
    let h = layout.lines[0].height
    #expect(layout.position(at: Point(x: 9e9, y: h * 1.5)).offset == 7)
    #expect(layout.position(at: Point(x: 9e9, y: 9e9)).offset == 9)
    for bad in [Double.nan, .infinity, -.infinity] {
      _ = layout.position(at: Point(x: bad, y: bad))
    }
    #expect(layout.grapheme(at: Point(x: 10, y: 10)) == TextRange(0, 1))
    #expect(layout.grapheme(at: Point(x: 10, y: -1)) == nil)
  }

  @Test func affinityChoosesTheLineAtAWrap() throws {
    let layout = try Fixture.layout("abc def", width: 2500)
    #expect(layout.lineIndex(containing: TextPosition(4)) == 1)
    #expect(layout.lineIndex(containing: TextPosition(4, affinity: .upstream)) == 0)
    #expect(layout.caret(at: TextPosition(4)).minX == 0)
    #expect(layout.caret(at: TextPosition(4, affinity: .upstream)).minX > 1500)
    let hard = try Fixture.layout("abc\ndef")
    #expect(hard.lineIndex(containing: TextPosition(4, affinity: .upstream)) == 1)
    #expect(hard.lineIndex(containing: TextPosition(-7)) == 0)
    #expect(hard.lineIndex(containing: TextPosition(700)) == 1)
  }

  @Test func rangesAndLines() throws {
    let layout = try Fixture.layout("abc def\nghi", width: 2500)
    #expect(layout.lineRange(for: TextRange(0, 4)) == 0..<1)
    #expect(layout.lineRange(for: TextRange(0, 5)) == 0..<2)
    #expect(layout.lineRange(for: TextRange(4, 4)) == 1..<2)
    #expect(layout.textRange(ofLines: 1..<3) == TextRange(4, 11))
    let h = layout.lines[0].height
    #expect(layout.lineRange(fromY: 0, toY: h) == 0..<1)
    #expect(layout.lineRange(fromY: h, toY: h * 1.01) == 1..<2)
    #expect(layout.lineRange(fromY: -10, toY: 1e9) == 0..<3)
    #expect(layout.lineRange(fromY: 1e9, toY: 2e9).isEmpty)
    #expect(layout.lineRange(fromY: .nan, toY: .nan).isEmpty)
  }

  @Test func selectionsCoverTheirText() throws {
    let layout = try Fixture.layout("abc def\nghi", width: 2500)
    let all = layout.rectangles(for: TextRange(0, 11))
    #expect(all.count == 3)
    for (rect, line) in zip(all, layout.lines) {
      #expect(rect.minY == line.origin.y && rect.height == line.height)
    }
    #expect(near(all[2].width, try Fixture.width("ghi")))
    #expect(layout.rectangles(for: TextRange(3, 3)).isEmpty)
    #expect(layout.rectangles(for: TextRange(50, 60)).isEmpty)
    let b = layout.rectangles(for: TextRange(1, 2))
    #expect(b.count == 1)
    #expect(near(b[0].minX, try Fixture.width("a")))
  }
}
