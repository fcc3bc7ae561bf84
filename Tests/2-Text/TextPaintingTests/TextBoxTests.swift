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

@Suite("Boxes around text") struct TextBoxTests {
  private func marks(_ kind: TextBoxMarks.Kind, _ layout: TextLayout) throws -> [TextMark] {
    let boxes = TextBoxMarks(
      kind: kind, layout: layout, space: MarkSpace(grid: nil), cancellation: .never)
    return try boxes.blocks(in: layout.text.range) + boxes.ranges(onLines: 0..<layout.lines.count)
  }

  private func bounds(_ mark: TextMark) -> Rect {
    switch mark.shape {
    case .rect(let rect): rect
    case .path(let path, _): path.bounds
    case .pixels: .zero
    }
  }

  @Test("Insets move the edges inwards: leading is at the left, in right-to-left text at the right")
  func insets() throws {
    let insets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: -4)
    let shape = TextBoxShape(insets: insets)
    let layout = try RichPaintSample.line("boxed") {
      $0.background = TextBackground(.black, shape: shape)
    }
    let frame = layout.lines[0].frame
    let box = bounds(try #require(try marks(.background, layout).first))
    #expect(abs(box.minX - frame.minX - 2) < 1e-9 && abs(box.maxX - frame.maxX - 4) < 1e-9)
    #expect(abs(box.minY - frame.minY - 1) < 1e-9 && abs(box.maxY - frame.maxY + 3) < 1e-9)
    let mirrored = try RichPaintSample.line("שלום") {
      $0.background = TextBackground(.black, shape: shape)
    }
    let line = mirrored.lines[0].frame
    let other = bounds(try #require(try marks(.background, mirrored).first))
    #expect(abs(other.minX - line.minX + 4) < 1e-9 && abs(other.maxX - line.maxX + 2) < 1e-9)
  }

  /// Ascent and descent of Noto Sans are 1069 and 293 thousandths of the size (hhea), whatever the
  /// height of the line and the fonts that characters fall back to; as CSS 2.2, 10.6.1.
  @Test("A box covers the ascent and descent of its style's font, or the line if that is asked for")
  func contentArea() throws {
    for (string, mode) in [
      ("boxed", WritingMode.horizontal), ("漢字", .horizontal), ("boxed", .verticalRL),
    ] {
      for height in [LineHeight.fixed(60), .fixed(10), .multiple(2), .natural] {
        for shape in [
          TextBoxShape.plain, TextBoxShape(cornerRadius: 1), TextBoxShape(extent: .line),
        ] {
          var style = TextStyle(shaping: ShapingStyle(size: 20))
          style.paragraph.lineHeight = height
          style.paint.background = TextBackground(.black, shape: shape)
          var container = TextContainer(width: 400, height: 400)
          container.writingMode = mode
          let layout = try TextLayout(
            AttributedText(string, style: style), in: container, fonts: .embedded)
          let line = layout.lines[0]
          let marks =
            try layout.marks([.background], onLine: 0, in: MarkSpace(grid: nil), .all, .never)
            + self.marks(.background, layout)
          let box = bounds(try #require(marks.first))
          #expect(marks.count == 1)
          var (top, bottom) = (line.blockStart, line.blockStart + line.blockExtent)
          if shape.extent == .range {
            let half = (1.069 + 0.293) * 10
            let isVertical = mode != .horizontal
            top = line.blockBaseline - (isVertical ? half : 1.069 * 20)
            bottom = line.blockBaseline + (isVertical ? half : 0.293 * 20)
          }
          #expect(abs(box.minY - top) < 1e-9 && abs(box.maxY - bottom) < 1e-9, "\(string)")
        }
      }
    }
  }

  @Test("A block is as wide as the layout box and as high as its lines")
  func block() throws {
    let shape = TextBoxShape(insets: EdgeInsets(top: -1, leading: 5), extent: .block)
    let layout = try RichPaintSample.paragraph {
      $0.background = TextBackground(.black, shape: shape)
    }
    let lines = layout.lineRange(for: TextRange(11, 70))
    #expect(lines.count > 2)
    let box = bounds(try #require(try marks(.background, layout).first))
    #expect(try marks(.background, layout).count == 1)
    #expect(box.minX == 5 && abs(box.maxX - layout.size.width) < 1e-9)
    #expect(abs(box.minY - layout.lines[lines.lowerBound].origin.y + 1) < 1e-9)
    #expect(abs(box.maxY - layout.lines[lines.upperBound - 1].frame.maxY) < 1e-9)
    // Other colours within a block do not divide it, wherever one begins to look.
    var text = layout.text
    text.updatePaint(TextRange(20, 30)) { $0.color = RichPaintSample.red }
    let colored = try TextLayout(text, in: layout.container, fonts: BundledFonts.collection)
    let boxes = TextBoxMarks(
      kind: .background, layout: colored, space: MarkSpace(grid: nil), cancellation: .never)
    for range in [text.range, TextRange(40, 42), TextRange(25, 26)] {
      #expect(try boxes.blocks(in: range).map { bounds($0) } == [box])
    }
    #expect(try boxes.blocks(in: TextRange(0, 5)).isEmpty)
  }

  @Test("Boxes of neighbouring lines are one shape if they join, else one for each line")
  func joined() throws {
    func count(_ joins: Bool) throws -> Int {
      let shape = TextBoxShape(cornerRadius: 3, joinsLines: joins)
      return try marks(
        .background,
        RichPaintSample.paragraph { $0.background = TextBackground(.black, shape: shape) }
      ).count
    }
    #expect(try count(true) == 1)
    #expect(try count(false) > 3)
    // The last words of a line and the first of the next do not touch.
    var text = AttributedText("one two three four", style: TextStyle(size: 15))
    let shape = TextBoxShape(cornerRadius: 3, joinsLines: true)
    text.updatePaint(TextRange(4, 7)) { $0.background = TextBackground(.black, shape: shape) }
    text.updatePaint(TextRange(8, 10)) { $0.background = TextBackground(.black, shape: shape) }
    text.updatePaint(TextRange(7, 8)) { $0.background = TextBackground(.black, shape: shape) }
    let layout = try TextLayout(
      text, in: TextContainer(width: 70), fonts: BundledFonts.collection)
    #expect(layout.lines[0].range.end == 8)
    #expect(try marks(.background, layout).count == 2)
  }

  @Test("The outline of two boxes has eight corners, round outside and inside")
  func corners() throws {
    let outline = BoxOutline([
      Rect(x: 0, y: 0, width: 100, height: 20), Rect(x: 0, y: 20, width: 60, height: 20),
    ])
    let sharp = outline.path(radius: 0)
    #expect(sharp.elements.filter { if case .line = $0 { true } else { false } }.count == 5)
    let round = outline.path(radius: 8)
    #expect(round.elements.filter { if case .cubic = $0 { true } else { false } }.count == 6)
    // Outside, a corner is cut off; inside, it is filled.
    #expect(sharp.contains(Point(x: 99, y: 1)) && !round.contains(Point(x: 99, y: 1)))
    #expect(!sharp.contains(Point(x: 61, y: 21)) && round.contains(Point(x: 61, y: 21)))
    #expect(!round.contains(Point(x: 67, y: 27)))
    let inset = outline.path(radius: 8, inset: 2)
    #expect(inset.bounds == Rect(x: 2, y: 2, width: 96, height: 36))
    #expect(!inset.contains(Point(x: 80, y: 18.5)) && inset.contains(Point(x: 80, y: 17.5)))
    // A radius of 6 at an outer corner, which keeps its centre.
    #expect(inset.contains(Point(x: 95.7, y: 4.3)) && !inset.contains(Point(x: 96.8, y: 3.2)))
    // Half of the height of a box at most.
    #expect(outline.path(radius: 500).contains(Point(x: 95, y: 10)))
  }

  @Test("Lines out of sight decide on the corners of a tile, too")
  func farLines() throws {
    var style = TextStyle(size: 10)
    style.paragraph.lineHeight = .fixed(200)
    style.paint.background = TextBackground(
      .black, shape: TextBoxShape(cornerRadius: 95, joinsLines: true))
    let layout = try TextLayout(
      AttributedText("a line that is long enough for its corner\nshort\nlong again", style: style),
      fonts: BundledFonts.collection)
    #expect(layout.lines.count == 3)
    func rows(_ height: Int) throws -> Bitmap {
      var context = try GraphicsContext(pixels: PixelSize(width: 240, height: height))
      context.transform = .translation(x: 0, y: -105)
      try context.draw(layout)
      return context.makeBitmap()
    }
    let (tile, more) = (try rows(14), try rows(300))
    for y in 0..<14 {
      for x in 0..<240 { #expect(tile.pixel(x: x, y: y) == more.pixel(x: x, y: y)) }
    }
  }

  @Test("A border lies inside of its box, whatever its form", arguments: [1.0, 3])
  func border(width: Double) throws {
    for style in TextDecoration.Style.allCases {
      let layout = try RichPaintSample.line("box", size: 40) {
        $0.border = TextBorder(
          color: .black, width: width, style: style, shape: TextBoxShape(cornerRadius: 5))
      }
      let frame = layout.lines[0].frame
      let all = try marks(.border, layout)
      #expect(all.count == (style == .double ? 2 : 1))
      let box = bounds(all[0])
      #expect(abs(box.minX - frame.minX) < 0.3 && abs(box.maxX - frame.maxX) < 0.3, "\(style)")
      #expect(abs(box.minY - frame.minY) < 0.3 && abs(box.maxY - frame.maxY) < 0.3, "\(style)")
      if style == .double {
        #expect(abs(bounds(all[1]).minX - box.minX - 2 * width) < 0.1)
      }
    }
    // One that is too wide fills the box.
    let wide = try RichPaintSample.line("box") { $0.border = TextBorder(width: 90) }
    let (box, frame) = (bounds(try marks(.border, wide)[0]), wide.lines[0].frame)
    #expect(abs(box.minX - frame.minX) < 1e-9 && abs(box.maxX - frame.maxX) < 1e-9)
    #expect(abs(box.minY - frame.minY) < 1e-9 && abs(box.maxY - frame.maxY) < 1e-9)
  }

  @Test("A plain background and an equal box of another kind have the same pixels")
  func plain() throws {
    let plain = try RichPaintSample.draw(
      RichPaintSample.line("same") { $0.background = TextBackground(RichPaintSample.yellow) },
      scale: 1.5)
    let shaped = try RichPaintSample.draw(
      RichPaintSample.line("same") {
        $0.background = TextBackground(
          RichPaintSample.yellow, shape: TextBoxShape(joinsLines: true))
      }, scale: 1.5)
    #expect(plain == shaped)
    let none = try RichPaintSample.draw(RichPaintSample.line("same") { _ in }, scale: 1.5)
    #expect(plain != none)
  }
}
