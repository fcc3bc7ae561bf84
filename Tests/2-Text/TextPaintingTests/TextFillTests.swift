// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import TextPainting

@Suite("Gradients and pictures in text") struct TextFillTests {
  private static let sunset = TextGradient(colors: [RichPaintSample.red, RichPaintSample.blue])

  /// The red part of the colour that a gradient from red to blue has, by the opaque pixels of a row
  /// or of a column.
  private func expectRamp(
    _ picture: Bitmap, columns: Range<Int>, rows: Range<Int>,
    at place: (Int, Int) -> Double, _ comment: Comment
  ) {
    var count = 0
    for y in rows {
      for x in columns where picture.alpha(x, y) == 255 {
        let pixel = picture.pixel(x: x, y: y)
        let (red, blue) = (Double(pixel & 0xFF), Double(pixel >> 16 & 0xFF))
        let t = min(1, max(0, place(x, y)))
        #expect(abs(red - 255 * (1 - t)) <= 1 && abs(blue - 255 * t) <= 1, comment)
        count += 1
      }
    }
    #expect(count > 20, comment)
  }

  @Test("A gradient goes over the text, over each line, or over each stretch")
  func areas() throws {
    for area in TextFill.Area.allCases {
      let layout = try TextLayout(
        AttributedText("HIH\nHH", style: TextStyle(size: 40)).filled(Self.sunset, over: area),
        fonts: BundledFonts.collection)
      let picture = try RichPaintSample.draw(layout, margin: 0)
      let total = layout.size.height
      for line in layout.lines {
        let rows = Int(line.frame.minY.rounded(.up))..<Int(line.frame.maxY)
        expectRamp(
          picture, columns: 0..<picture.width, rows: rows,
          at: { _, y in
            area == .text
              ? (Double(y) + 0.5) / total : (Double(y) + 0.5 - line.frame.minY) / line.height
          }, "\(area)")
      }
    }
  }

  @Test("Along the line, a stretch has a gradient of its own")
  func stretches() throws {
    var gradient = Self.sunset
    (gradient.start, gradient.end) = (Point(x: 0, y: 0), Point(x: 1, y: 0))
    var text = AttributedText("HHHHHH", style: TextStyle(size: 30))
    text.updatePaint(TextRange(0, 2)) { $0.fill = .gradient(gradient, over: .run) }
    // Another style divides the stretches, though the fill is equal.
    text.updatePaint(TextRange(2, 6)) {
      $0.fill = .gradient(gradient, over: .run)
      $0.color = RichPaintSample.yellow
    }
    let layout = try TextLayout(text, fonts: BundledFonts.collection)
    let picture = try RichPaintSample.draw(layout, margin: 0)
    let width = layout.size.width
    for (from, to) in [(0.0, width / 3), (width / 3, width)] {
      expectRamp(
        picture, columns: Int(from.rounded(.up))..<Int(to), rows: 0..<picture.height,
        at: { x, _ in (Double(x) + 0.5 - from) / (to - from) }, "\(from)")
    }
  }

  @Test("The coverage is that of text in a colour; colour glyphs and lines keep their colours")
  func shapes() throws {
    let style = TextStyle(size: 24)
    var text = AttributedText("Afﬁ 😀 g", style: style)
    text.updatePaint(text.range) { $0.underline = TextDecoration() }
    let plain = try RichPaintSample.draw(
      TextLayout(text, fonts: BundledFonts.collection), background: .white)
    // A gradient of one colour draws what the colour draws.
    let black = TextGradient(colors: [.black, .black])
    let filled = try RichPaintSample.draw(
      TextLayout(text.filled(black), fonts: BundledFonts.collection), background: .white)
    #expect(filled.greatestDifference(from: plain) <= 1)
    #expect(filled.inkCount == plain.inkCount)
  }

  @Test("What fills nothing leaves the text its colour")
  func nothing() throws {
    let text = AttributedText("Text", style: TextStyle(size: 20))
    let plain = try RichPaintSample.draw(TextLayout(text, fonts: BundledFonts.collection))
    let fills: [TextFill] = [
      .gradient(TextGradient(stops: [])),
      .gradient(TextGradient(stops: [.init(offset: .nan, color: .white)])),
      .gradient(TextGradient(colors: [.white], from: Point(x: .infinity, y: 0))),
      .picture(.reserved("nothing")),
    ]
    for fill in fills {
      var changed = text
      changed.updatePaint(text.range) {
        $0.fill = fill
        $0.stroke = TextStroke(color: .clear, width: 1)
      }
      let layout = try TextLayout(changed, fonts: BundledFonts.collection)
      #expect(try RichPaintSample.draw(layout).allPixels == plain.allPixels, "\(fill)")
    }
    // Points in one place have no direction: the text has the last colour.
    var point = Self.sunset
    point.end = point.start
    let last = try RichPaintSample.draw(
      TextLayout(text.filled(point), fonts: BundledFonts.collection))
    #expect(last.inkCount == plain.inkCount)
    #expect(last.allPixels.allSatisfy { $0 & 0xFF == 0 })
  }

  @Test("A picture is stretched to the box, or repeated from its corner")
  func pictures() throws {
    var context = try GraphicsContext(size: Size(width: 2, height: 1))
    try context.fill(Rect(width: 1, height: 1), with: RichPaintSample.red)
    try context.fill(Rect(x: 1, y: 0, width: 1, height: 1), with: RichPaintSample.blue)
    let bitmap = context.makeBitmap()
    var text = AttributedText("HHHHHHHH", style: TextStyle(size: 32))
    text.updatePaint(text.range) {
      $0.fill = .picture(.bitmap(bitmap), tile: Size(width: 8, height: 4))
    }
    let layout = try TextLayout(text, fonts: BundledFonts.collection)
    let picture = try RichPaintSample.draw(layout, margin: 0)
    var count = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width where picture.alpha(x, y) == 255 {
        // The middles of the halves of tiles, where no neighbour is mixed in.
        let column = x % 8
        guard column == 1 || column == 6 else { continue }
        let isRed = picture.pixel(x: x, y: y) & 0xFF > 200
        #expect(isRed == (column == 1), "\(x), \(y)")
        count += 1
      }
    }
    #expect(count > 50)
  }

  @Test("A stroke has a fill of its own")
  func strokes() throws {
    let layout = try RichPaintSample.line("HHH", size: 40) {
      $0.color = .clear
      $0.stroke = TextStroke(width: 4, fill: .gradient(Self.sunset, over: .line))
    }
    let picture = try RichPaintSample.draw(layout, margin: 0)
    expectRamp(
      picture, columns: 0..<picture.width, rows: 0..<picture.height,
      at: { _, y in (Double(y) + 0.5) / layout.size.height }, "stroke")
  }

  @Test("Upright and turned text, and vertical lines, have their boxes upright")
  func vertical() throws {
    var text = AttributedText("漢字漢字", style: TextStyle(size: 40)).filled(Self.sunset)
    text.updateShaping(text.range) { $0.language = "ja" }
    var container = TextContainer()
    container.writingMode = .verticalRL
    let layout = try TextLayout(text, in: container, fonts: BundledFonts.collection)
    let picture = try RichPaintSample.draw(layout, margin: 0)
    expectRamp(
      picture, columns: 0..<picture.width, rows: 0..<picture.height,
      at: { _, y in (Double(y) + 0.5) / layout.size.height }, "vertical")
  }
}

extension AttributedText {
  fileprivate func filled(_ gradient: TextGradient, over area: TextFill.Area = .text) -> Self {
    var text = self
    text.updatePaint(range) { $0.fill = .gradient(gradient, over: area) }
    return text
  }
}

extension Bitmap {
  fileprivate func greatestDifference(from other: Bitmap) -> Int {
    zip(allPixels, other.allPixels).reduce(0) { most, pair in
      (0..<4).reduce(most) { most, byte in
        let shift = UInt32(8 * byte)
        return max(most, abs(Int(pair.0 >> shift & 0xFF) - Int(pair.1 >> shift & 0xFF)))
      }
    }
  }
}
