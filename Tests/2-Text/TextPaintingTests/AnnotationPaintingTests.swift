// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import Testing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import TextPainting

/// Rubies and emphasis marks are drawn where the layout has them, in the paint of their base.
@Suite("Painted annotations") struct AnnotationPaintingTests {
  private static func layout(_ mode: WritingMode, blur: Bool = false) throws -> TextLayout {
    var style = TextStyle(size: 40)
    style.shaping.language = "ja"
    var text = AttributedText("漢字かな", style: style)
    text[ruby: TextRange(0, 2)] = RubyText("かんじ")
    text.updateShaping(TextRange(2, 4)) { $0.emphasis = EmphasisMark(.dot) }
    text.updatePaint(TextRange(0, 2)) { $0.color = Color(red: 1, green: 0, blue: 0) }
    text.updatePaint(TextRange(2, 4)) { $0.color = Color(red: 0, green: 0, blue: 1) }
    if blur {
      text.updatePaint(text.range) {
        $0.shadows = [TextShadow(color: .black, offset: Point(x: 3, y: 3))]
        $0.stroke = TextStroke(width: 1)
      }
    }
    var container = TextContainer()
    container.writingMode = mode
    return try TextLayout(text, in: container, fonts: BundledFonts.collection)
  }

  /// The pixels with ink of a drawing with a margin of 20 pixels, relative to the layout.
  private func drawn(
    _ layout: TextLayout, _ transform: AffineTransform = .identity, rows: [Int] = [],
    where isMeant: (UInt32) -> Bool = { $0 != 0 }
  ) throws -> PixelRect {
    let size = PixelSize(
      width: Int(layout.size.width.rounded(.up)) + 40,
      height: Int(layout.size.height.rounded(.up)) + 40)
    var context = try GraphicsContext(pixels: size)
    context.transform = transform.concatenating(.translation(x: 20, y: 20))
    try context.draw(layout)
    let frame = context.makeBitmap().area(where: isMeant).frame
    return PixelRect(x: frame.x - 20, y: frame.y - 20, width: frame.width, height: frame.height)
  }

  @Test("The ink is that of the bounds", arguments: WritingMode.allCases, [false, true])
  func bounds(mode: WritingMode, blur: Bool) throws {
    let layout = try Self.layout(mode, blur: blur)
    let bounds = try layout.inkBounds(scale: 1)
    let ink = try drawn(layout)
    #expect(abs(Double(ink.x) - bounds.minX) <= 1 && abs(Double(ink.y) - bounds.minY) <= 1)
    #expect(abs(Double(ink.maxX) - bounds.maxX) <= 1 && abs(Double(ink.maxY) - bounds.maxY) <= 1)
  }

  @Test("They lie beside the text, in its colour")
  func colors() throws {
    let layout = try Self.layout(.horizontal)
    let base = layout.lines[0].baseline - 40
    // R is the lowest byte.
    let red = try drawn(layout) { $0 & 0xFF > 100 && $0 >> 16 & 0xFF < 50 }
    let blue = try drawn(layout) { $0 >> 16 & 0xFF > 100 && $0 & 0xFF < 50 }
    // The ruby's ink lies in its em, above that of the base; the dot in the middle of its own.
    #expect(Double(red.y) < base - 10 && Double(red.y) > base - 20 - 3)
    #expect(Double(blue.y) < base && blue.y > red.y)
    #expect(red.maxX <= 81 && blue.x >= 79)
  }

  @Test("A slanted drawing, and one of outlines alone, has as much ink")
  func outlines() throws {
    for mode in [WritingMode.horizontal, .verticalRL] {
      let layout = try Self.layout(mode)
      var count = 0
      var colors: Set<UInt32> = []
      try layout.forEachPaintedElement { element in
        if case .glyph(let glyph) = element {
          count += 1
          if glyph.size == 20 { colors.insert(glyph.color.premultiplied8) }
        }
      }
      // Four characters, three of the ruby, two dots.
      #expect(count == 9 && colors.count == 2)
    }
    let layout = try Self.layout(.horizontal)
    let straight = try drawn(layout)
    // A rotation by almost nothing is drawn by outlines.
    let turned = try drawn(layout, .rotation(1e-7))
    #expect(abs(straight.y - turned.y) <= 1 && abs(straight.maxX - turned.maxX) <= 1)
  }

  @Test("A drawing is given up between marks")
  func cancelled() throws {
    var style = TextStyle(size: 10)
    style.shaping.emphasis = EmphasisMark(.dot)
    let text = AttributedText(String(repeating: "漢字", count: 3000), style: style)
    let layout = try TextLayout(text, fonts: BundledFonts.collection)
    var context = try GraphicsContext(pixels: PixelSize(width: 100, height: 50))
    let flag = CancellationFlag(poll: { $0.set() })
    #expect(throws: CancellationError.self) {
      try context.draw(layout, cancellation: Cancellation(flag: flag))
    }
  }
}
