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

@Suite("Text along a path") struct PathTextTests {
  private func layout(_ string: String, size: Double = 20) throws -> TextLayout {
    try TextLayout(
      AttributedText(string, style: TextStyle(size: size)), fonts: BundledFonts.collection)
  }

  private func line(_ points: (Double, Double)...) -> Path {
    var path = Path()
    for (index, point) in points.enumerated() {
      let point = Point(x: point.0, y: point.1)
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    return path
  }

  private func near(_ a: Point?, _ x: Double, _ y: Double, _ tolerance: Double = 1e-6) -> Bool {
    guard let a else { return false }
    return abs(a.x - x) <= tolerance && abs(a.y - y) <= tolerance
  }

  @Test("On a straight line, the text is that of its layout; turned, its quads are turned")
  func straight() throws {
    let layout = try layout("Hello")
    let (width, line) = (layout.lines[0].width, layout.lines[0])
    let flat = PathText(layout, along: TextPath(self.line((10, 50), (300, 50)), start: 5))
    #expect(flat.hiddenRange == nil)
    let caret = try #require(flat.caret(at: 2))
    let x = layout.caret(at: TextPosition(2)).minX
    #expect(near(caret.top, 15 + x, 50 - line.baseline))
    #expect(near(caret.bottom, 15 + x, 50 - line.baseline + line.height))
    // Downwards: the text turns by 90° clockwise, and its upper side is at the right.
    let down = PathText(layout, along: TextPath(self.line((10, 0), (10, 300))))
    let quads = down.quads(for: TextRange(0, 1))
    #expect(quads.count == 1)
    let advance = layout.caret(at: TextPosition(1)).minX
    #expect(near(quads[0][0], 10 + line.baseline, 0))
    #expect(near(quads[0][1], 10 + line.baseline, advance))
    #expect(near(quads[0][2], 10 + line.baseline - line.height, advance))
    // On the right side the text runs upwards.
    let up = PathText(layout, along: TextPath(self.line((10, 0), (10, 300)), side: .right))
    #expect(near(up.caret(at: 0)?.bottom, 10 - line.baseline + line.height, 300))
    #expect(near(up.caret(at: 5)?.bottom, 10 - line.baseline + line.height, 300 - width))
  }

  @Test("The text stands at the start, in the middle, at the end, or fills the path")
  func alignments() throws {
    let layout = try layout("abc")
    let width = layout.lines[0].width
    for (alignment, x) in [
      (TextPath.Alignment.start, 20.0), (.center, 20 + (180 - width) / 2), (.end, 200 - width),
      (.spread, 20),
    ] {
      let text = PathText(
        layout, along: TextPath(line((0, 0), (200, 0)), start: 20, alignment: alignment))
      let quads = text.quads(for: layout.text.range)
      #expect(quads.count == 3 && near(quads[0][0], x, quads[0][0].y), "\(alignment)")
      if alignment == .spread {
        #expect(near(quads[2][1], 200, quads[2][1].y))
        let gap = (180 - width) / 2
        #expect(abs(quads[1][0].x - quads[0][1].x - gap) < 1e-6)
      }
    }
  }

  @Test("What the path has no room for is not drawn, and is told")
  func overflow() throws {
    let layout = try layout("HHHH")
    let advance = layout.lines[0].width / 4
    let text = PathText(layout, along: TextPath(line((0, 40), (2.4 * advance, 40))))
    #expect(text.hiddenRange == TextRange(2, 4))
    #expect(text.quads(for: layout.text.range).count == 2 && text.caret(at: 3) == nil)
    var context = try GraphicsContext(size: Size(width: 200, height: 60))
    try context.draw(text)
    #expect(Double(context.makeBitmap().inkFrame.maxX) <= 2 * advance)
    for path in [Path(), line((5, 5), (5, 5)), line((.nan, 0), (10, 0))] {
      let nothing = PathText(layout, along: TextPath(path))
      #expect(nothing.hiddenRange == layout.text.range)
      var context = try GraphicsContext(size: Size(width: 20, height: 20))
      try context.draw(nothing)
      #expect(!context.makeBitmap().hasInk)
      #expect(nothing.position(at: .zero) == TextPosition(0))
    }
    let empty = PathText(try self.layout(""), along: TextPath(line((0, 0), (10, 0))))
    #expect(empty.hiddenRange == nil && empty.quads(for: TextRange(0, 0)).isEmpty)
    let lines = PathText(try self.layout("ab\ncd"), along: TextPath(line((0, 0), (100, 0))))
    #expect(lines.hiddenRange == TextRange(3, 5))
  }

  @Test("On a circle each letter stands at its angle, and a point finds its letter")
  func circle() throws {
    let layout = try layout("circles", size: 16)
    // Clockwise from the right end, as SVG draws circles: text stands outside.
    let circle = Path(ellipseIn: Rect(x: 50, y: 50, width: 100, height: 100))
    let text = PathText(layout, along: TextPath(circle))
    let baseline = layout.lines[0].baseline
    #expect(abs(text.ruler.length - 100 * .pi) < 0.1)
    for (index, quad) in text.quads(for: layout.text.range).enumerated() {
      let middle = Point(x: (quad[0].x + quad[1].x) / 2, y: (quad[0].y + quad[1].y) / 2)
      let radius = (middle - Point(x: 100, y: 100)).length
      #expect(abs(radius - 50 - baseline) < 0.1, "\(index)")
      let inside = Point(
        x: quad.reduce(0) { $0 + $1.x } / 4, y: quad.reduce(0) { $0 + $1.y } / 4)
      let offset = text.position(at: inside).offset
      #expect(offset == index || offset == index + 1, "\(index): \(offset)")
    }
  }

  @Test("Straight along a row of pixels, the picture is that of the text")
  func pixels() throws {
    for change in RichPaintSample.changes {
      let layout = try RichPaintSample.line("Along gjq", size: 24, change.apply)
      let line = layout.lines[0]
      var plain = try GraphicsContext(size: Size(width: 180, height: 80))
      plain.concatenate(.translation(x: 20, y: 20))
      // A turn by nothing has the text drawn as outlines, as along a path.
      plain.concatenate(AffineTransform(a: 1, b: 1e-12, c: 0, d: 1, tx: 0, ty: 0))
      try plain.draw(layout)
      var bent = try GraphicsContext(size: Size(width: 180, height: 80))
      let row = 20 + line.baseline
      // The path reaches beyond the text, so that boxes around the text have room on it.
      let path = TextPath(self.line((0, row), (180, row)), start: 20)
      try bent.draw(PathText(layout, along: path))
      let (a, b) = (plain.makeBitmap(), bent.makeBitmap())
      let differing = zip(a.allPixels, b.allPixels).count { pair in
        (0..<4).contains {
          abs(Int(pair.0 >> UInt32(8 * $0) & 0xFF) - Int(pair.1 >> UInt32(8 * $0) & 0xFF)) > 24
        }
      }
      #expect(differing <= a.inkCount / 50, "\(change.name): \(differing) of \(a.inkCount)")
    }
  }
}

extension Point {
  fileprivate static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
  fileprivate var length: Double { (x * x + y * y).squareRoot() }
}
