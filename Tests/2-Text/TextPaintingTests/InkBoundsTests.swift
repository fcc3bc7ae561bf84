// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency
import Testing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import TextPainting

@Suite("The ink of a layout")
struct InkBoundsTests {
  /// The pixels with ink of a layout drawn in the middle of a much larger picture, relative to its
  /// origin.
  private func drawn(
    _ layout: TextLayout, scale: Double, options: TextDrawingOptions
  ) throws -> PixelRect {
    let margin = 150
    let size = PixelSize(
      width: Int((layout.size.width * scale).rounded(.up)) + 2 * margin,
      height: Int((layout.size.height * scale).rounded(.up)) + 2 * margin)
    var context = try GraphicsContext(pixels: size, scale: scale)
    context.transform = AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: Double(margin), ty: Double(margin))
    try context.draw(layout, options: options)
    let (frame, count) = context.makeBitmap().area { $0 != 0 }
    if count == 0 { return frame }
    return PixelRect(
      x: frame.x - margin, y: frame.y - margin, width: frame.width, height: frame.height)
  }

  static let cases: [(String, TextStyle, Double?)] = {
    func style(_ size: Double, _ change: (inout TextStyle) -> Void = { _ in }) -> TextStyle {
      var style = TextStyle(size: size)
      change(&style)
      return style
    }
    let serifItalic = style(24) {
      $0.shaping.font.families = ["Noto Serif"]
      $0.shaping.font.slant = .italic
    }
    return [
      ("jolly ruff", serifItalic, nil), ("f", serifItalic, nil), ("j", serifItalic, nil),
      ("Á\u{302}\u{303}gq\njÅf", style(20) { $0.paragraph.lineHeight = .multiple(0.5) }, nil),
      ("เก่ง ที่นี่ क्षि हिन्दी ẫ", style(17) { $0.paragraph.lineHeight = .fixed(8) }, 120),
      ("漢字かな 🚀 😀 text", style(31), 140),
      ("שלום العربية", style(22) { $0.shaping.font.slant = .italic }, nil),
      (
        "漢字 กข", style(40) { ($0.shaping.font.slant, $0.shaping.font.weight) = (.italic, 900) }, nil
      ),
      (
        "under g",
        style(19) {
          $0.paint.underline = TextDecoration()
          $0.paint.strikethrough = TextDecoration()
        }, nil
      ),
      ("back", style(19) { $0.paint.background = TextBackground(.black) }, nil),
      (
        "set to both edges of the box, yes", style(15) { $0.paragraph.alignment = .justify }, 101
      ),
      ("   ", style(20), nil), ("", style(20), nil),
    ]
  }()

  @Test(
    "At a scale the rectangle is that of the pixels",
    arguments: [1, 2, 1.5, 3.1], GridFitting.allCases)
  func pixels(scale: Double, fitting: GridFitting) throws {
    let options = TextDrawingOptions(gridFitting: fitting)
    for (string, style, width) in Self.cases {
      let layout = try TextLayout(
        AttributedText(string, style: style), in: TextContainer(width: width),
        fonts: BundledFonts.collection)
      let drawn = try drawn(layout, scale: scale, options: options)
      let bounds = try layout.inkBounds(scale: scale, options: options)
      // No ink is outside.
      let pixels = PixelRect(
        x: Int((bounds.minX * scale).rounded()), y: Int((bounds.minY * scale).rounded()),
        width: Int((bounds.width * scale).rounded()), height: Int((bounds.height * scale).rounded())
      )
      #expect(
        drawn.isEmpty ? pixels.isEmpty : pixels.intersection(drawn) == drawn,
        "\(string) at \(scale): \(pixels), drawn \(drawn)")
      // Exact, but for the clear margins of pictures, and for the tip of a curve that covers less
      // than half a level of its pixel.
      let slack = string.contains("🚀") ? 6 * Int(scale.rounded(.up)) : 1
      #expect(
        pixels.width - drawn.width <= slack && pixels.height - drawn.height <= slack,
        "\(string) at \(scale): \(pixels), drawn \(drawn)")
      // Without a scale, within a pixel of that; fitting moves more.
      guard fitting == .none else { continue }
      let exact = try layout.inkBounds()
      if drawn.isEmpty {
        #expect(exact == .zero)
      } else {
        #expect(abs(exact.minX - bounds.minX) * scale < 1.2, "\(string): \(exact), \(bounds)")
        #expect(abs(exact.minY - bounds.minY) * scale < 1.2, "\(string): \(exact), \(bounds)")
        #expect(abs(exact.maxX - bounds.maxX) * scale < 1.2, "\(string): \(exact), \(bounds)")
        #expect(abs(exact.maxY - bounds.maxY) * scale < 1.2, "\(string): \(exact), \(bounds)")
      }
    }
  }

  /// Fonts keep the boxes of glyphs, of fitted ones for each size. Straight letters fill their rows
  /// and columns, so there is no slack.
  @Test("Boxes are those of the size", arguments: GridFitting.allCases)
  func sizes(fitting: GridFitting) throws {
    let options = TextDrawingOptions(gridFitting: fitting)
    for size in Array(stride(from: 9, through: 30, by: 0.5)) + [9, 30, 12.5] {
      let layout = try TextLayout(
        AttributedText("HTLE", style: TextStyle(size: size)), fonts: BundledFonts.collection)
      let bounds = try layout.inkBounds(scale: 1, options: options)
      let drawn = try drawn(layout, scale: 1, options: options)
      #expect(
        bounds
          == Rect(
            x: Double(drawn.x), y: Double(drawn.y), width: Double(drawn.width),
            height: Double(drawn.height)), "\(size)")
    }
  }

  @Test("The limits of the ink contain it")
  func limits() throws {
    for (string, style, width) in Self.cases {
      let layout = try TextLayout(
        AttributedText(string, style: style), in: TextContainer(width: width),
        fonts: BundledFonts.collection)
      let ink = try layout.inkBounds()
      let limits = try layout.inkLimits(cancellation: .never)
      #expect(ink == .zero || limits.intersection(ink) == ink, "\(string): \(limits), \(ink)")
    }
  }

  @Test("Italic j and tight lines reach outside the layout box")
  func overhang() throws {
    var style = TextStyle(size: 24)
    style.shaping.font.families = ["Noto Serif"]
    style.shaping.font.slant = .italic
    let edge = try TextLayout(
      AttributedText("jf", style: style), fonts: BundledFonts.collection)
    let ink = try edge.inkBounds()
    #expect(ink.minX < -1)
    #expect(ink.maxX > edge.size.width + 1)
    style.paragraph.lineHeight = .fixed(6)
    let tight = try TextLayout(
      AttributedText("Ág", style: style), fonts: BundledFonts.collection)
    let box = try tight.inkBounds()
    #expect(box.minY < -3)
    #expect(box.maxY > tight.size.height + 1)
  }

  @Test("Clear text has no ink")
  func clear() throws {
    var text = AttributedText("abc", style: TextStyle(size: 20))
    text.updatePaint(text.range) { $0.color = .clear }
    #expect(try TextLayout(text, fonts: BundledFonts.collection).inkBounds() == .zero)
  }

  @Test("Measuring is called off")
  func cancellation() throws {
    let layout = try TextLayout(
      AttributedText(String(repeating: "word ", count: 2_000), style: TextStyle(size: 12)),
      fonts: BundledFonts.collection)
    let flag = CancellationFlag()
    flag.set()
    #expect(throws: CancellationError.self) {
      try layout.inkBounds(cancellation: Cancellation(flag: flag))
    }
    let polls = PollCount()
    _ = try layout.inkBounds(
      cancellation: Cancellation(poll: { polls.count.wrappingAdd(1, ordering: .relaxed) }))
    #expect(polls.count.load(ordering: .relaxed) > 10_000 / 256)
  }
}
