// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import Testing
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

@Suite("Unusual rubies") struct RubyInputTests {
  private func layout(
    _ string: String, _ rubies: [(Range<Int>, RubyText)], width: Double? = nil, lines: Int = 0
  ) throws -> TextLayout {
    try TextLayout(
      RubyTests.text(string, rubies),
      in: TextContainer(width: width, maximumLines: lines), fonts: Fixture.fonts)
  }

  private func bases(_ layout: TextLayout) -> [TextRange] { layout.annotations.map(\.base) }

  @Test("Equal neighbours are two bases, and a divided one is one")
  func neighbours() throws {
    let ruby = RubyText("か")
    #expect(
      bases(try layout("漢字", [(0..<1, ruby), (1..<2, ruby)])) == [TextRange(0, 1), TextRange(1, 2)])
    var text = RubyTests.text("漢字", [(0..<2, ruby)])
    text[link: TextRange(0, 1)] = TextLink("a")
    text.updateShaping(TextRange(1, 2)) { $0.size = 500 }
    let layout = try TextLayout(text, fonts: Fixture.fonts)
    #expect(bases(layout) == [TextRange(0, 2)])
    #expect(layout.annotations[0].runs[0].run.size == 500)
    text[ruby: TextRange(0, 1)] = nil
    #expect(text[ruby: TextRange(1, 2)] == ruby && text[ruby: TextRange(0, 1)] == nil)
    #expect(text.plainText(in: text.range) == "漢字")
  }

  @Test("Ranges without characters, over line ends and with tabs")
  func ranges() throws {
    let ruby = RubyText("か")
    #expect(bases(try layout("漢字", [(1..<1, ruby)])).isEmpty)
    #expect(bases(try layout("漢字", [(0..<9, ruby)])) == [TextRange(0, 2)])
    #expect(bases(try layout("漢字", [(0..<2, RubyText(""))])).isEmpty)
    #expect(
      bases(try layout("漢\n字", [(0..<3, ruby)])) == [TextRange(0, 1), TextRange(2, 3)])
    #expect(
      bases(try layout("漢\u{2028}字", [(0..<3, ruby)])) == [TextRange(0, 1), TextRange(2, 3)])
    #expect(bases(try layout("漢\n字", [(1..<2, ruby)])).isEmpty)
    #expect(bases(try layout("漢\t字", [(0..<3, ruby)])).isEmpty)
    #expect(bases(try layout("", [(0..<1, ruby)])).isEmpty)
    // A surrogate pair is not divided.
    #expect(bases(try layout("𠮷野", [(1..<3, ruby)])) == [TextRange(2, 3)])
    #expect(try layout("𠮷野", [(1..<3, ruby)]).missing.isEmpty == layout("𠮷野", []).missing.isEmpty)
  }

  @Test("A ruby of any length is cut, and line ends in it are spaces")
  func long() throws {
    let long = try layout(
      "漢字", [(0..<2, RubyText(String(repeating: "か", count: 100_000)))], width: 5000)
    let glyphs = long.annotations[0].runs.reduce(0) { $0 + $1.glyphs.count }
    #expect(glyphs == TextLimits.annotationLength)
    #expect(long.annotations[0].runs[0].x == 0)
    let lines = try layout("漢字", [(0..<2, RubyText("か\r\nん\tじ\u{2029}"))])
    #expect(lines.annotations[0].runs.reduce(0) { $0 + $1.glyphs.count } == 7)
  }

  @Test("Sizes beyond the bounds", arguments: [(0.0, 0.1), (-1, 0.1), (9, 1), (.nan, 0.5)])
  func scales(scale: Double, expected: Double) throws {
    let layout = try layout("漢", [(0..<1, RubyText("か", scale: scale))])
    #expect(layout.annotations[0].runs[0].run.size == 1000 * expected)
  }

  @Test("A base that is cut off by an ellipsis keeps its ruby while its beginning is seen")
  func truncated() throws {
    let ruby = RubyText("ながいながい")
    let cut = try layout("漢字漢字漢字", [(1..<5, ruby)], width: 3200, lines: 1)
    #expect(cut.isTruncated)
    let shown = cut.annotations
    #expect(shown.count <= 1)
    for annotation in shown { #expect(annotation.base.start == 1 && annotation.base.end < 5) }
    let gone = try layout("漢字漢字漢字", [(4..<6, ruby)], width: 3200, lines: 1)
    #expect(gone.annotations.isEmpty)
  }

  @Test("Text from right to left, in the ruby and in the base")
  func rightToLeft() throws {
    let hebrew = try layout("漢字", [(0..<2, RubyText("שלום"))])
    let run = try #require(hebrew.annotations.first?.runs.first)
    #expect(run.level & 1 == 1)
    // Letters are not spread.
    #expect(abs(run.x - (2000 - run.run.width) / 2) < 1e-6)
    // A ruby wider than a base from right to left: as much room at either end.
    let base = try layout("שלום", [(0..<2, RubyText("ながいながいながい"))])
    #expect(abs(base.lines[0].width - 4500 - widthOfRest(base)) < 1)
    let annotation = try #require(base.annotations.first)
    #expect(abs(annotation.runs[0].x - widthOfRest(base)) < 1)
  }

  /// The width of the last two letters of a line from right to left, which lie at its left.
  private func widthOfRest(_ layout: TextLayout) -> Double {
    layout.lines[0].runs.filter { $0.range.start >= 2 }.reduce(0) { $0 + $1.width }
  }

  @Test("A ruby stands over the box of an attachment")
  func attachment() throws {
    var text = AttributedText("漢", style: TextStyle(shaping: ShapingStyle(size: 1000)))
    text.append(
      TextAttachment(.reserved("a"), size: Size(width: 500, height: 2000), alignment: .baseline))
    text[ruby: TextRange(1, 2)] = RubyText("ながい", overhang: .none)
    let layout = try TextLayout(text, fonts: Fixture.fonts)
    let ruby = try #require(layout.annotations.first)
    #expect(ruby.runs[0].y == layout.lines[0].baseline - 2000 - 60)
    #expect(layout.lines[0].baseline == 2500)
    let placed = try #require(layout.attachments.first)
    // Half of the 1000 points that the ruby is wider.
    #expect(placed.rect == Rect(x: 1500, y: 500, width: 500, height: 2000))
    #expect(layout.lines[0].width == 2500)
  }

  @Test("A text with another ruby is not painted over")
  func repainted() throws {
    let first = try layout("漢字", [(0..<2, RubyText("かん"))])
    #expect(first.repainted(as: RubyTests.text("漢字", [(0..<2, RubyText("かん"))])) != nil)
    #expect(first.repainted(as: RubyTests.text("漢字", [(0..<2, RubyText("じ"))])) == nil)
    #expect(first.repainted(as: RubyTests.text("漢字", [])) == nil)
  }

  @Test("Characters of a ruby that no font has are reported at its base")
  func missing() throws {
    let layout = try layout("漢字", [(1..<2, RubyText("\u{10FFFD}"))])
    #expect(layout.missing.map(\.range) == [TextRange(1, 2)])
    #expect(layout.missing[0].scalars == ["\u{10FFFD}"])
  }

  @Test("Many rubies are given up while they are laid out")
  func cancellation() throws {
    let string = String(repeating: "漢字", count: 500)
    let text = RubyTests.text(string, (0..<500).map { (2 * $0..<2 * $0 + 2, RubyText("かんじ")) })
    let polls = Polls()
    _ = try TextLayout(
      text, in: TextContainer(width: 20_000), fonts: Fixture.fonts,
      cancellation: Cancellation(poll: { _ = polls.count() }))
    // Each is shaped by itself.
    #expect(polls.value > 1000)
    let after = Polls()
    let flag = CancellationFlag(poll: { if after.count() == 500 { $0.set() } })
    #expect(throws: CancellationError.self) {
      _ = try TextLayout(
        text, in: TextContainer(width: 20_000), fonts: Fixture.fonts,
        cancellation: Cancellation(flag: flag))
    }
    #expect(after.value <= 501)
  }
}
