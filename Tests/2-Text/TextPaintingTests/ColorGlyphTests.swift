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

@Suite("Colour glyphs")
struct ColorGlyphTests {
  private func draw(
    _ string: String, font: String, size: Double = 40, width: Double? = nil, color: Color = .black,
    background: Color? = .white, scale: Double = 1
  ) throws -> Bitmap {
    let layout = try TextLayout(
      AttributedText(string, style: TextStyle(size: size, color: color)),
      in: TextContainer(width: width), fonts: BundledFonts.collection(of: [font]))
    var context = try GraphicsContext(size: layout.size, scale: scale, background: background)
    try context.draw(layout)
    return context.makeBitmap()
  }

  private static let plain = String((0..<24).map { Character(Unicode.Scalar(UInt8(65 + $0))) })

  @Test("COLR version 1: every paint format")
  func paints() throws {
    let picture = try draw(Self.plain, font: "ColorPaints.ttf", width: 330)
    #expect(GoldenImage.mismatch(picture, named: "colr1-paints", tolerance: 1) == nil)
  }

  @Test("COLR version 1: every composite mode")
  func composites() throws {
    let modes = String(
      String.UnicodeScalarView((0..<28).compactMap { Unicode.Scalar(0xE000 + UInt32($0)) }))
    let picture = try draw(modes, font: "ColorPaints.ttf", width: 330)
    #expect(GoldenImage.mismatch(picture, named: "colr1-composites", tolerance: 1) == nil)
  }

  @Test("COLR version 1: the variable formats, at the axis's end")
  func variable() throws {
    let scalars = (0..<14).compactMap { Unicode.Scalar(0xE100 + UInt32($0)) }
    var style = TextStyle(size: 40)
    style.shaping.font.weight = 900
    let layout = try TextLayout(
      AttributedText(String(String.UnicodeScalarView(scalars)), style: style),
      in: TextContainer(width: 330), fonts: BundledFonts.collection(of: ["ColorPaints.ttf"]))
    var context = try GraphicsContext(size: layout.size, background: .white)
    try context.draw(layout)
    let picture = context.makeBitmap()
    #expect(GoldenImage.mismatch(picture, named: "colr1-variable", tolerance: 1) == nil)
  }

  @Test("COLR version 0: layers")
  func layers() throws {
    let picture = try draw("ABC", font: "ColorLayers.ttf")
    #expect(GoldenImage.mismatch(picture, named: "colr0-layers", tolerance: 1) == nil)
  }

  @Test("sbix: pictures scaled down and up")
  func pictures() throws {
    #expect(
      GoldenImage.mismatch(
        try draw("AB", font: "ColorBitmaps.ttf", size: 20), named: "sbix-20", tolerance: 1) == nil)
    #expect(
      GoldenImage.mismatch(
        try draw("AB", font: "ColorBitmaps.ttf", size: 60), named: "sbix-60", tolerance: 1) == nil)
  }

  @Test("CBDT: emoji at text size")
  func emoji() throws {
    let picture = try draw("😀👩‍🚀🇪🇺", font: "NotoColorEmoji.ttf", size: 24, scale: 2)
    #expect(GoldenImage.mismatch(picture, named: "cbdt-emoji", tolerance: 1) == nil)
  }

  @Test("A paint that takes the text's colour follows it; the others do not")
  func foreground() throws {
    let red = Color(red: 1, green: 0, blue: 0)
    let blackB = try draw("B", font: "ColorPaints.ttf", color: .black)
    let redB = try draw("B", font: "ColorPaints.ttf", color: red)
    #expect(blackB != redB)
    let centre = (redB.width / 2, redB.height * 6 / 10)
    #expect(redB.pixel(x: centre.0, y: centre.1) == red.premultiplied8)
    #expect(
      try draw("A", font: "ColorPaints.ttf", color: .black)
        == draw("A", font: "ColorPaints.ttf", color: red))
  }

  @Test("A glyph that takes the text's colour is cached for each colour")
  func cachedForeground() throws {
    let fonts = try BundledFonts.collection(of: ["ColorPaints.ttf"])
    let caches = (GlyphMaskCache(), ColorGlyphCache())
    func draw(_ color: Color, colors: ColorGlyphCache) throws -> Bitmap {
      let layout = try TextLayout(
        AttributedText("B", style: TextStyle(size: 40, color: color)), fonts: fonts)
      return try PaintingSample.draw(layout, masks: caches.0, colors: colors)
    }
    for color in [Color.black, Color(red: 1, green: 0, blue: 0), .black] {
      let expected = try draw(color, colors: ColorGlyphCache(capacity: 0))
      #expect(try draw(color, colors: caches.1) == expected)
      #expect(try draw(color, colors: caches.1) == expected)
    }
  }

  @Test("The text's opacity applies to colour glyphs as a whole")
  func opacity() throws {
    let half = Color(white: 0, alpha: 0.5)
    let picture = try draw("A", font: "ColorPaints.ttf", color: half, background: nil)
    let pixel = picture.pixel(x: picture.width / 2, y: picture.height * 6 / 10)
    #expect(abs(Int(pixel >> 24) - 128) <= 1)
    #expect(abs(Int(pixel & 255) - 128) <= 1)
  }

  @Test("A large colour glyph, drawn straight, looks like a small one scaled")
  func large() throws {
    let small = try draw("M", font: "ColorPaints.ttf", size: 200, background: nil)
    let large = try draw("M", font: "ColorPaints.ttf", size: 800, background: nil)
    var different = 0
    for y in stride(from: 4, to: small.height - 4, by: 3) {
      for x in stride(from: 4, to: small.width - 4, by: 3) {
        let (p, q) = (small.pixel(x: x, y: y), large.pixel(x: x * 4 + 2, y: y * 4 + 2))
        if abs(Int(p >> 24) - Int(q >> 24)) > 64 { different += 1 }
      }
    }
    #expect(different < small.width * small.height / 9 / 50)
    #expect(large.hasInk)
  }

  @Test("Colour glyphs are drawn under any transform")
  func turned() throws {
    let layout = try TextLayout(
      AttributedText("AM", style: TextStyle(size: 40)),
      fonts: BundledFonts.collection(of: ["ColorPaints.ttf"]))
    var context = try GraphicsContext(size: Size(width: 100, height: 100), background: .white)
    context.transform = AffineTransform(a: 0.7, b: 0.7, c: -0.7, d: 0.7, tx: 50, ty: 0)
    try context.draw(layout)
    let picture = context.makeBitmap()
    #expect(GoldenImage.mismatch(picture, named: "colr1-turned", tolerance: 1) == nil)
  }
}
