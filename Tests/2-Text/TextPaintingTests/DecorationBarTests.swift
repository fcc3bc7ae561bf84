// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import TextPainting

@Suite("Backgrounds, underlines, strike-throughs")
struct DecorationBarTests {
  private func bars(
    _ kind: DecorationKind, _ text: AttributedText, width: Double? = nil, line: Int = 0
  ) throws -> [DecorationBar] {
    let layout = try TextLayout(
      text, in: TextContainer(width: width), fonts: BundledFonts.collection)
    return try DecorationBar.bars(kind, onLine: line, of: layout)
  }

  @Test("An underline lies where the font says, as wide as its span")
  func underline() throws {
    var text = AttributedText("plain lined plain", style: TextStyle(size: 20))
    text.updatePaint(TextRange(6, 11)) { $0.underline = TextDecoration() }
    let layout = try TextLayout(text, fonts: BundledFonts.collection)
    let line = layout.lines[0]
    let bars = try DecorationBar.bars(.underline, onLine: 0, of: layout)
    #expect(bars.count == 1)
    let run = try #require(line.runs.first)
    let metrics = run.run.font.metrics
    let scale = run.run.scale
    let bar = try #require(bars.first)
    let span = try #require(layout.rectangles(for: TextRange(6, 11)).first)
    #expect(abs(bar.rect.minX - span.minX) < 1e-6)
    #expect(abs(bar.rect.maxX - span.maxX) < 1e-6)
    #expect(abs(bar.rect.height - metrics.underlineThickness * scale) < 1e-9)
    let centre = bar.rect.minY + bar.rect.height / 2
    #expect(abs(centre - (line.baseline - metrics.underlinePosition * scale)) < 1e-9)
    #expect(bar.color == .black)
  }

  @Test("A strike-through lies above the baseline and has its own colour")
  func strikethrough() throws {
    var style = TextStyle(size: 20)
    style.paint.strikethrough = TextDecoration(color: .white)
    let bars = try bars(.strikethrough, AttributedText("struck", style: style))
    let layout = try TextLayout(
      AttributedText("struck", style: style), fonts: BundledFonts.collection)
    let bar = try #require(bars.first)
    #expect(bars.count == 1)
    #expect(bar.color == .white)
    #expect(bar.rect.maxY < layout.lines[0].baseline)
    #expect(bar.rect.minY > layout.lines[0].baseline - 20)
  }

  @Test("A background covers its line from top to bottom, hanging space left out")
  func background() throws {
    var style = TextStyle(size: 20)
    style.paint.background = TextBackground(.white)
    let text = AttributedText("one two three", style: style)
    let layout = try TextLayout(
      text, in: TextContainer(width: 60), fonts: BundledFonts.collection)
    #expect(layout.lines.count > 1)
    for (index, line) in layout.lines.enumerated() {
      let bars = try DecorationBar.bars(.background, onLine: index, of: layout)
      let bar = try #require(bars.first)
      #expect(bars.count == 1)
      #expect(abs(bar.rect.minY - line.origin.y) < 1e-9)
      #expect(abs(bar.rect.height - line.height) < 1e-9)
      #expect(abs(bar.rect.width - line.width) < 1e-6)
    }
  }

  @Test("One line under a span whose fonts differ")
  func mixedFonts() throws {
    var style = TextStyle(size: 20)
    style.paint.underline = TextDecoration()
    let bars = try bars(.underline, AttributedText("abc漢字def", style: style))
    #expect(bars.count == 1)
  }

  @Test("Spans that differ in colour have bars of their own that touch")
  func colors() throws {
    var style = TextStyle(size: 20)
    style.paint.background = TextBackground(.white)
    var text = AttributedText("abcdef", style: style)
    text.updatePaint(TextRange(3, 6)) { $0.background = TextBackground(.black) }
    let bars = try bars(.background, text)
    #expect(bars.map(\.color) == [.white, .black])
    #expect(abs(bars[0].rect.maxX - bars[1].rect.minX) < 1e-9)
  }

  @Test("Bars lie on whole pixels: edges that touch still touch, lines have a pixel at least")
  func snapping() throws {
    let grid = try #require(
      PixelGrid(transform: .scale(x: 1.5, y: 1.5), origin: Point(x: 0.3, y: 0.7)))
    let left = grid.snapped(Rect(x: 1.1, y: 2, width: 3.3, height: 5), isLine: false)
    let right = grid.snapped(Rect(x: 4.4, y: 2, width: 2, height: 5), isLine: false)
    #expect(left.maxX == right.x)
    let below = grid.snapped(Rect(x: 1.1, y: 7, width: 3, height: 0.1), isLine: true)
    #expect(left.maxY == below.y)
    #expect(below.height == 1)
  }

  @Test("The grid splits whole pixels off, so that rounding does not depend on them")
  func grid() throws {
    let near = try #require(
      PixelGrid(transform: AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 0.5, ty: 0), origin: .zero))
    let far = try #require(
      PixelGrid(
        transform: AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: -4095.5, ty: 7), origin: .zero))
    #expect(near.fractionX == far.fractionX)
    #expect(near.x - far.x == 4096)
    #expect(far.y == 7)
    #expect(PixelGrid(transform: .scale(x: 1, y: 2), origin: .zero) == nil)
    #expect(PixelGrid(transform: .scale(x: -1, y: -1), origin: .zero) == nil)
    #expect(PixelGrid(transform: .translation(x: .nan, y: 0), origin: .zero) == nil)
  }

  @Test("An emoji in a font of pictures leaves the underline where the text's font says")
  func underlineOfEmoji() throws {
    let style = TextStyle(size: 32)
    func bar(_ string: String) throws -> Rect {
      var text = AttributedText(string, style: style)
      text.updatePaint(TextRange(0, text.utf16.count)) {
        $0.underline = TextDecoration()
        $0.strikethrough = TextDecoration()
      }
      let layout = try TextLayout(text, fonts: BundledFonts.collection)
      let bars = try DecorationBar.bars(.underline, onLine: 0, of: layout)
      #expect(bars.count == 1)
      let bar = try #require(bars.first)
      return Rect(
        x: 0, y: bar.rect.minY - layout.lines[0].baseline, width: 0, height: bar.rect.height)
    }
    let plain = try bar("hi gy")
    for string in ["👩‍🚀 hi gy", "hi 👩‍🚀", "👩‍🚀"] {
      let emoji = try bar(string)
      #expect(abs(emoji.minY - plain.minY) < 1e-9, "\(string)")
      #expect(abs(emoji.height - plain.height) < 1e-9, "\(string)")
    }
  }
}
