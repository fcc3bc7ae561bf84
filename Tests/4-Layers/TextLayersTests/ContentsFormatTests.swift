// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerModel
import Testing
import TextLayers
import TextModel
import TextTestSupport

/// Texts in one colour are kept as coverage, one byte per pixel.
@Suite("TextLayer: the format of the contents")
@MainActor
struct ContentsFormatTests {
  private func contents(
    of text: AttributedText, _ format: ContentsFormat, isOpaque: Bool = false
  ) throws -> (image: Bitmap, tint: Color?) {
    let layer = TextLayer()
    layer.fonts = BundledFonts.collection
    layer.bounds = Rect(width: 150, height: 40)
    layer.contentsScale = 2
    layer.contentsFormat = format
    layer.isOpaque = isOpaque
    layer.text = text
    layer.displayAndWait()
    return (try #require(layer.contents), layer.contentsTint)
  }

  /// The largest difference of alpha, and of any colour channel.
  private func difference(_ a: Bitmap, _ b: Bitmap) -> (alpha: Int, color: Int) {
    var (alpha, color) = (0, 0)
    for y in 0..<a.height {
      for x in 0..<a.width {
        let (p, q) = (a.pixel(x: x, y: y), b.pixel(x: x, y: y))
        for shift: UInt32 in [0, 8, 16] {
          color = max(color, abs(Int((p >> shift) & 255) - Int((q >> shift) & 255)))
        }
        alpha = max(alpha, abs(Int(p >> 24) - Int(q >> 24)))
      }
    }
    return (alpha, color)
  }

  @Test(
    "Coverage in the tint is the picture in colours",
    arguments: [
      Color.black, .white, Color(red: 0x1C / 255, green: 0x1C / 255, blue: 0x1E / 255),
      Color(red: 0.9, green: 0.3, blue: 0),
    ])
  func tint(color: Color) throws {
    let text = AttributedText(
      "Affair, e\u{301} ffi, مرحبا", style: TextStyle(size: 15, color: color))
    let colored = try contents(of: text, .rgba8)
    #expect(colored.image.format == .rgba8)
    #expect(colored.tint == nil)
    let covered = try contents(of: text, .automatic)
    #expect(covered.image.format == .alpha8)
    #expect(covered.image.byteCount < colored.image.byteCount / 3)
    let tint = try #require(covered.tint)
    let tinted = try covered.image.tinted(tint)
    let difference = difference(tinted, colored.image)
    #expect(difference.alpha == 0)
    #expect(difference.color <= 1)
    if color == .black || color == .white { #expect(tinted == colored.image) }
  }

  @Test("A translucent colour keeps its alpha in the coverage")
  func translucent() throws {
    let color = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
    let text = AttributedText("Half", style: TextStyle(size: 20, color: color))
    let covered = try contents(of: text, .automatic)
    #expect(covered.image.format == .alpha8)
    #expect(covered.tint == Color(red: 0, green: 0, blue: 1))
    let tinted = try covered.image.tinted(try #require(covered.tint))
    let difference = difference(tinted, try contents(of: text, .rgba8).image)
    #expect(difference.alpha == 0)
    #expect(difference.color <= 1)
  }

  @Test("Texts in several colours keep them")
  func severalColors() throws {
    let plain = TextStyle(size: 15)
    #expect(
      try contents(of: AttributedText("a 😀", style: plain), .automatic).image.format == .rgba8)

    var two = AttributedText("black ", style: plain)
    two.append("red", style: TextStyle(size: 15, color: Color(red: 1, green: 0, blue: 0)))
    #expect(try contents(of: two, .automatic).image.format == .rgba8)

    var behind = plain
    behind.paint.background = TextBackground(.white)
    #expect(try contents(of: AttributedText("a", style: behind), .automatic).image.format == .rgba8)

    var lined = plain
    lined.paint.underline = TextDecoration(color: Color(red: 1, green: 0, blue: 0))
    #expect(try contents(of: AttributedText("a", style: lined), .automatic).image.format == .rgba8)
    lined.paint.underline = TextDecoration()
    #expect(try contents(of: AttributedText("a", style: lined), .automatic).image.format == .alpha8)

    let opaque = try contents(of: AttributedText("a", style: plain), .automatic, isOpaque: true)
    #expect(opaque.image.format == .rgba8)
    #expect(opaque.tint == nil)
  }

  @Test("An ellipsis with colours of its own keeps them", arguments: [("…", false), ("😀", true)])
  func ellipsis(_ ellipsis: String, isColored: Bool) throws {
    let layer = TextLayer(AttributedText("cut off somewhere"), fonts: BundledFonts.collection)
    layer.bounds = Rect(width: 60, height: 24)
    layer.contentsFormat = .automatic
    layer.maximumLines = 1
    layer.ellipsis = ellipsis
    layer.displayAndWait()
    #expect(try #require(layer.layOutNow()).isTruncated)
    #expect(layer.contents?.format == (isColored ? .rgba8 : .alpha8))
  }

  @Test("A token in another colour keeps it")
  func token() throws {
    let layer = TextLayer(AttributedText("cut off somewhere"), fonts: BundledFonts.collection)
    layer.bounds = Rect(width: 60, height: 24)
    layer.contentsFormat = .automatic
    layer.truncationToken = AttributedText("+")
    layer.displayAndWait()
    #expect(layer.contents?.format == .alpha8)
    var style = TextStyle.default
    style.paint.color = .red
    layer.truncationToken = AttributedText("+", style: style)
    layer.displayAndWait()
    #expect(layer.contents?.format == .rgba8)
  }

  @Test("A format that is asked for is the format")
  func forced() throws {
    let emoji = AttributedText("a 😀", style: TextStyle(size: 15))
    let covered = try contents(of: emoji, .alpha8)
    #expect(covered.image.format == .alpha8)
    #expect(covered.tint == .black)
    let plain = AttributedText("a", style: TextStyle(size: 15))
    #expect(try contents(of: plain, .rgba8).image.format == .rgba8)
  }

  @Test("Another format is another display; the layout of a short text is one object")
  func changes() throws {
    let layer = TextLayer(AttributedText("short"), fonts: BundledFonts.collection)
    layer.bounds = Rect(width: 60, height: 24)
    layer.displayAndWait()
    let layout = try #require(layer.layOutNow())
    #expect(layer.layOutNow() === layout)
    let generation = layer.displayGeneration
    layer.contentsFormat = .rgba8
    #expect(layer.displayGeneration == generation)
    layer.contentsFormat = .automatic
    #expect(layer.displayGeneration > generation)
    layer.displayAndWait()
    #expect(layer.contents?.format == .alpha8)
    #expect(layer.contentsTint == .black)
    layer.contentsFormat = .rgba8
    layer.displayAndWait()
    #expect(layer.contents?.format == .rgba8)
    #expect(layer.contentsTint == nil)
  }
}
