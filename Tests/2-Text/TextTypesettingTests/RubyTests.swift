// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import Testing
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// Ruby in lines of 1000 points, in a font whose kana and ideographs are 1000 units wide, whose em
/// reaches from 880 to -120, and whose ascent and descent are 1160 and 288.
///
/// All numbers are computed by hand from CSS Ruby 1.
@Suite("Ruby") struct RubyTests {
  static func text(
    _ string: String, _ rubies: [(Range<Int>, RubyText)], size: Double = 1000
  ) -> AttributedText {
    var text = AttributedText(
      string, style: TextStyle(shaping: ShapingStyle(size: size, language: "ja")))
    for (range, ruby) in rubies {
      text[ruby: TextRange(range.lowerBound, range.upperBound)] = ruby
    }
    return text
  }

  private func layout(
    _ string: String, _ rubies: [(Range<Int>, RubyText)], width: Double? = nil,
    _ change: (inout TextContainer) -> Void = { _ in }
  ) throws -> TextLayout {
    var container = TextContainer(width: width)
    change(&container)
    return try TextLayout(Self.text(string, rubies), in: container, fonts: Fixture.fonts)
  }

  private func carets(_ layout: TextLayout, line: Int = 0) -> [Double] {
    layout.carets(inLine: line).map { $0.x.rounded() }
  }

  private func glyphs(_ annotation: TextAnnotation) -> [Double] {
    var found: [Double] = []
    for run in annotation.runs { run.forEachGlyph { found.append($0.x.rounded()) } }
    return found
  }

  // MARK: - Widths

  @Test("A narrower ruby is spread over its base")
  func narrower() throws {
    let layout = try layout("漢字", [(0..<2, RubyText("かんじ"))])
    #expect(carets(layout) == [0, 1000, 2000])
    let ruby = try #require(layout.annotations.first)
    #expect(ruby.base == TextRange(0, 2) && ruby.line == 0 && ruby.runs.count == 1)
    // 500 points between three characters and at their ends.
    #expect(glyphs(ruby) == [83, 750, 1417])
    let line = layout.lines[0]
    // The em of the base and that of the ruby: 880 + 500, which is more than the ascent.
    #expect(line.baseline == 1380 && line.height == 1380 + 288)
    #expect(ruby.runs[0].y == 1380 - 880 - 60)
    #expect(ruby.runs[0].run.size == 500 && ruby.runs[0].kind == .annotation)
  }

  @Test(
    "The alignment of a narrower ruby",
    arguments: [
      (RubyText.Alignment.center, [250.0, 750, 1250]), (.start, [0, 500, 1000]),
      (.spaceBetween, [0, 750, 1500]), (.spaceAround, [83, 750, 1417]),
    ])
  func alignments(alignment: RubyText.Alignment, expected: [Double]) throws {
    let ruby = RubyText("かんじ", alignment: alignment)
    #expect(glyphs(try #require(layout("漢字", [(0..<2, ruby)]).annotations.first)) == expected)
  }

  @Test(
    "The end of a spread ruby is one em of it at most, and a single character stands in the middle")
  func longBase() throws {
    let wide = try layout("漢字漢字漢字", [(0..<6, RubyText("かん"))])
    #expect(glyphs(try #require(wide.annotations.first)) == [500, 5000])
    let one = try layout("漢字漢字漢字", [(0..<6, RubyText("か"))])
    #expect(glyphs(try #require(one.annotations.first)) == [2750])
    // Letters are not spread. The widths of a and b in Noto Sans: 561 and 615.
    let letters = try layout("漢字漢字", [(0..<4, RubyText("ab"))])
    #expect(glyphs(try #require(letters.annotations.first)) == [1706, 1987])
  }

  @Test(
    "A wider ruby spreads its base",
    arguments: [
      (RubyText.Alignment.spaceAround, [0.0, 1375, 2500]), (.center, [0, 1250, 2500]),
      (.start, [0, 1000, 2500]), (.spaceBetween, [0, 1500, 2500]),
    ])
  func wider(alignment: RubyText.Alignment, expected: [Double]) throws {
    let ruby = RubyText("とうきょう", alignment: alignment)
    let layout = try layout("東京", [(0..<2, ruby)])
    #expect(carets(layout) == expected)
    #expect(layout.lines[0].width == 2500)
    #expect(glyphs(try #require(layout.annotations.first)) == [0, 500, 1000, 1500, 2000])
    // The room before the first character.
    let before: [RubyText.Alignment: Double] = [.spaceAround: 125, .center: 250]
    var first = Double.nan
    layout.lines[0].runs[0].forEachGlyph { if $0.cluster == 0 { first = $0.x } }
    #expect(first == before[alignment] ?? 0)
  }

  // MARK: - Overhang

  @Test("A ruby reaches over kana without ruby, by half of its em")
  func overhang() throws {
    let reading = RubyText("ながいなが")
    let kana = try layout("お漢か", [(1..<2, reading)])
    #expect(carets(kana) == [0, 1000, 3000, 4000])
    #expect(glyphs(try #require(kana.annotations.first)).first == 750)
    var apart = reading
    apart.overhang = .none
    let none = try layout("お漢か", [(1..<2, apart)])
    #expect(carets(none) == [0, 1000, 3500, 4500])
    #expect(glyphs(try #require(none.annotations.first)).first == 1000)
    // Not over ideographs, letters, marks, or another base.
    #expect(carets(try layout("大漢大", [(1..<2, reading)])) == [0, 1000, 3500, 4500])
    #expect(carets(try layout("、漢。", [(1..<2, reading)])) == [0, 1000, 3500, 4500])
    let both = try layout("お漢か", [(0..<1, RubyText("o")), (1..<2, reading)])
    #expect(carets(both) == [0, 1000, 3250, 4250])
    // No farther than the room that the base leaves: 500 at either end of 1000.
    let short = try layout("お漢か", [(1..<2, RubyText("なが", scale: 0.6))])
    #expect(carets(short) == [0, 1000, 2000, 3000])
    #expect(glyphs(try #require(short.annotations.first)) == [900, 1500])
  }

  @Test("A ruby does not reach beyond its line")
  func lineEdges() throws {
    let reading = RubyText("ながいなが")
    // 2500 less 250 over the kana behind, and that kana, are 3250.
    for (width, end) in [(3250.0, 4), (3249, 3)] {
      let layout = try layout("おお漢かか", [(2..<3, reading)], width: width)
      #expect(
        layout.lines.map(\.range) == [TextRange(0, 2), TextRange(2, end), TextRange(end, 5)])
      let ruby = try #require(layout.annotations.first)
      #expect(ruby.line == 1 && glyphs(ruby) == [0, 500, 1000, 1500, 2000])
      // The base has the room on the side where it has no neighbour.
      #expect(carets(layout, line: 1) == (end == 4 ? [0, 2250, 3250] : [0, 2500]))
      var base = Double.nan
      layout.lines[1].runs[0].forEachGlyph { if $0.cluster == 2 { base = $0.x } }
      #expect(base == 750)
    }
    let ended = try self.layout("お漢", [(1..<2, reading)])
    #expect(carets(ended) == [0, 1000, 3250])
    #expect(glyphs(try #require(ended.annotations.first)) == [750, 1250, 1750, 2250, 2750])
  }

  /// As Chromium has it: a ruby over a neighbour on one side only, its base below its middle.
  @Test(
    "At the end of a wrapped line a ruby stands above its base",
    arguments: [WritingMode.horizontal, .verticalRL, .verticalLR])
  func endOfALine(mode: WritingMode) throws {
    for kind in [LineBreaking.greedy, .balanced, .optimal] {
      var text = Self.text("おお漢かかかか", [(2..<3, RubyText("ながいなが"))])
      text.updateParagraphs(text.range) { $0.lineBreaking = kind }
      var container = TextContainer(width: 4250, height: 4250)
      container.writingMode = mode
      let layout = try TextLayout(text, in: container, fonts: Fixture.fonts)
      #expect(layout.lines.map(\.range) == [TextRange(0, 3), TextRange(3, 7)])
      // 250 over the kana before, and 2500 in all.
      // Upright glyphs have their origin 880 thousandths of their size along the line.
      let turned = mode == .horizontal ? 0 : 0.88
      #expect(
        carets(layout.annotations[0].runs)
          == [1750, 2250, 2750, 3250, 3750].map { $0 + turned * 500 })
      var base = Double.nan
      for run in layout.lines[0].runs { run.forEachGlyph { if $0.cluster == 2 { base = $0.x } } }
      #expect(base == 1750 + 750 + turned * 1000)
      #expect(layout.lines[0].inlineExtent == 4250)
    }
  }

  private func carets(_ runs: [LineRun]) -> [Double] {
    var found: [Double] = []
    for run in runs { run.forEachGlyph { found.append($0.x.rounded()) } }
    return found
  }

  /// Source: CSS Ruby 1, 4.1: start is that of the line; Chromium.
  @Test("In paragraphs from right to left the start is at the right")
  func startAtTheRight() throws {
    func layout(
      _ string: String, _ ruby: String, _ end: Int, _ direction: TextDirection = .rightToLeft
    ) throws -> TextLayout {
      var text = Self.text(string, [(0..<end, RubyText(ruby, alignment: .start))])
      text.updateParagraphs(text.range) { $0.direction = direction }
      return try TextLayout(text, in: TextContainer(width: 20_000), fonts: Fixture.fonts)
    }
    // The ruby's right edge is that of the line, where the base begins.
    for (string, ruby) in [("漢字漢字", "かん"), ("שלוםעולם", "אב"), ("word", "no")] {
      let narrow = try layout(string, ruby, string.utf16.count)
      let run = try #require(narrow.annotations.first?.runs.last)
      #expect(near(run.maxX, 20_000, 0.5), "\(string)")
    }
    // Of a wide ruby the base lies at the right.
    let wide = try layout("שלו", "אבאבאבאבאבאב", 3)
    let plain = try layout("שלו", "", 3)
    #expect(carets(wide)[0] == carets(plain)[0] && carets(wide)[1] == carets(plain)[1])
    // In a paragraph from left to right all begins at the left.
    let left = try layout("שלוםעולם", "אב", 8, .leftToRight)
    #expect(near(try #require(left.annotations.first?.runs.first?.x), 0))
  }

  // MARK: - Lines

  @Test("No line breaks within a base")
  func unbreakable() throws {
    let layout = try layout("漢字漢字漢字", [(1..<3, RubyText("じか"))], width: 2000)
    #expect(
      layout.lines.map(\.range) == [
        TextRange(0, 1), TextRange(1, 3), TextRange(3, 5), TextRange(5, 6),
      ])
    let plain = try self.layout("漢字漢字漢字", [], width: 2000)
    #expect(plain.lines.count == 3 && plain.annotations.isEmpty)
    // Words are not hyphenated there either.
    var text = Self.text("Silbentrennung", [(0..<14, RubyText("x"))])
    text.updateParagraphs(text.range) { $0.hyphenation = nil }
    let word = try TextLayout(text, in: TextContainer(width: 20_000), fonts: Fixture.fonts)
    #expect(word.annotations.count == 1)
  }

  @Test("A base longer than its line is divided, and has its ruby where it begins")
  func longerThanLine() throws {
    let layout = try layout("漢字", [(0..<2, RubyText("かんじかんじ"))], width: 1600)
    #expect(layout.lines.map(\.range) == [TextRange(0, 1), TextRange(1, 2)])
    #expect(layout.annotations.map(\.line) == [0])
    #expect(layout.annotations[0].base == TextRange(0, 1))
    #expect(glyphs(layout.annotations[0]).first == 0)
  }

  @Test("Below, a ruby makes its line deeper")
  func under() throws {
    let layout = try layout("漢", [(0..<1, RubyText("か", position: .under))])
    #expect(layout.lines[0].baseline == 1160)
    // The em below the baseline, 120, and that of the ruby, 500.
    #expect(layout.lines[0].height == 1160 + 620)
    #expect(layout.annotations[0].runs[0].y == 1160 + 120 + 440)
  }

  @Test("A line of a fixed height keeps it")
  func fixedHeight() throws {
    var text = Self.text("漢", [(0..<1, RubyText("か"))])
    text.updateParagraphs(text.range) { $0.lineHeight = .fixed(1200) }
    let layout = try TextLayout(text, fonts: Fixture.fonts)
    #expect(layout.lines[0].height == 1200)
  }

  @Test("In vertical lines over is at the right", arguments: [WritingMode.verticalRL, .verticalLR])
  func vertical(mode: WritingMode) throws {
    for position in RubyText.Position.allCases {
      let layout = try layout("漢字", [(0..<2, RubyText("かんじ", position: position))]) {
        $0.writingMode = mode
      }
      // Half of ascent and descent, 724, at the other side.
      #expect(layout.size.width == 724 + 500 + 500)
      #expect(layout.size.height == 2000)
      let ruby = try #require(layout.annotations.first)
      #expect(ruby.runs[0].run.isUpright)
      // The middle of the ruby is 500 + 250 from that of the line.
      let middle = layout.axes.point(Point(x: 0, y: ruby.runs[0].y)).x
      let line = layout.lines[0].baseline
      #expect(middle - line == (position == .over ? 750 : -750))
      #expect(line == (position == .over ? 724 : 1000))
    }
  }

  @Test("A justified base is one base, and its ruby stands over all of it")
  func justified() throws {
    var text = Self.text("漢字漢字漢字", [(0..<2, RubyText("かん"))])
    text.updateParagraphs(text.range) { $0.alignment = .justify }
    let layout = try TextLayout(text, in: TextContainer(width: 4600), fonts: Fixture.fonts)
    // 600 points between four characters: 200 each, of which one lies within the base.
    #expect(carets(layout) == [0, 1200, 2400, 3600, 4600])
    // 2200 - 1000 = 1200, of which a quarter is at either end.
    #expect(glyphs(try #require(layout.annotations.first)) == [300, 1400])
  }
}
