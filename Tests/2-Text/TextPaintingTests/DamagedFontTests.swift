// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Glibc
import ImageCodecs
import SystemConcurrency
import SystemFiles
import Testing
import TextModel
import TextShaping
import TextTestSupport
import TextTypesetting

import struct Synchronization.Atomic

@testable import CanvasGeometry
@testable import TextFonts
@testable import TextPainting

/// Fonts with bytes changed at random: everything that reads them answers or throws, and ends.
///
/// `ATL_DAMAGED_FONTS` is the number of rounds for each font, `ATL_DAMAGED_SEED` the first seed,
/// and with `ATL_DAMAGED_LOG` each seed is printed before it is used.
@Suite("Damaged fonts")
struct DamagedFontTests {
  /// The number in an environment variable, or a default.
  static func number(_ name: String, or otherwise: Int) -> Int {
    unsafe getenv(name).flatMap { unsafe Int(String(cString: $0)) } ?? otherwise
  }

  @Test(
    "A damaged font draws something or throws",
    arguments: [
      ("ColorLayers.ttf", 30), ("ColorPaints.ttf", 30), ("ColorBitmaps.ttf", 20),
      ("NotoSansOlChiki-Regular.ttf", 12), ("NotoSansThai-Regular.ttf", 12),
      ("NotoSansGurmukhi-Regular.ttf", 8), ("NotoSansArabic-Regular.ttf", 8),
      ("NotoSansDevanagari-Regular.ttf", 8), ("NotoSans-Italic.ttf", 6),
      ("NotoSansCJK-Common.otf", 3), ("NotoColorEmoji.ttf", 3),
    ])
  func draws(name: String, rounds: Int) throws {
    let isTest = name.hasPrefix("Color")
    let path = isTest ? BundledFonts.testPath(name) : BundledFonts.path(name)
    let whole = try #require(try InputFile(path: path).contents(limit: 1 << 30))
    let first = Self.number("ATL_DAMAGED_SEED", or: 320)
    let log = unsafe getenv("ATL_DAMAGED_LOG") != nil
    for seed in first..<first + Self.number("ATL_DAMAGED_FONTS", or: rounds) {
      if log { print(name, seed) }
      var random = SeededGenerator(seed: UInt64(seed))
      var font = whole
      FontDamage.apply(to: &font, using: &random)
      let seconds = ThreadTime.measure {
        Self.use(font, name: "\(name), seed \(seed)", using: &random)
      }
      #expect(seconds < 30, "\(name), seed \(seed)")
    }
  }

  @Test("A picture with a huge side is not drawn, whatever it holds")
  func hugePicture() throws {
    func glyph(width: Int) throws -> BitmapGlyph {
      let picture = try GraphicsContext(pixels: PixelSize(width: width, height: 1)).makeBitmap()
      return BitmapGlyph(
        png: try picture.pngData(), pixelsPerEm: 20, bearingX: 0, bearingY: 1, originOffsetY: 0)
    }
    #expect(try glyph(width: 4096).decoded() != nil)
    #expect(try glyph(width: 4097).decoded() == nil)
    #expect(
      BitmapGlyph(png: [1, 2], pixelsPerEm: 20, bearingX: 0, bearingY: 1, originOffsetY: 0)
        .decoded() == nil)
  }

  @Test("Synthetic bold of a contour that stands still takes time in proportion to its points")
  func coincidingPoints() {
    var path = Path()
    path.move(to: Point(x: 0, y: 0))
    path.addLine(to: Point(x: 100, y: 0))
    for _ in 0..<60_000 { path.addLine(to: Point(x: 100, y: 100)) }
    path.closeSubpath()
    let start = ThreadTime.now
    let bold = path.emboldened(by: 10)
    #expect(ThreadTime.now - start < 10)
    #expect(bold.bounds.width > 109)
    #expect(bold.points.dropFirst(2).allSatisfy { $0 == bold.points[2] })
    var still = Path()
    still.move(to: Point(x: 5, y: 5))
    for _ in 0..<9 { still.addLine(to: Point(x: 5, y: 5)) }
    #expect(still.emboldened(by: 10).points.allSatisfy { $0 == Point(x: 5, y: 5) })
  }

  /// Loads a font and calls what reads it; an error ends a step, never the process.
  private static func use(_ data: [UInt8], name: String, using random: inout SeededGenerator) {
    guard let file = try? FontFile(data: data, name: name),
      let face = try? file.face(at: file.faceCount - 1)
    else { return }
    _ = (face.names, face.traits, face.namedInstances, face.coverage.count)
    let variations = face.axes.map { FontVariation(tag: $0.tag, value: $0.maximum) }
    for font in [
      face.font(), face.font(variations: variations, synthesis: [.embolden, .oblique]),
    ] {
      use(font, using: &random)
    }
    guard let source = try? FontSource(file) else { return }
    let fonts = FontCollection(given: [source], includesSystemFonts: false)
    for size in [13, 200.0] {
      var style = TextStyle(size: size)
      style.paint.underline = TextDecoration()
      style.paint.background = TextBackground(.white)
      let text = AttributedText(sample, style: style)
      // A budget of work, so that a round ends soon.
      let polls = PollCount()
      let flag = CancellationFlag { flag in
        if polls.count.wrappingAdd(1, ordering: .relaxed).newValue > 2_000 { flag.set() }
      }
      let cancellation = Cancellation(flag: flag)
      guard
        let layout = try? TextLayout(
          text, in: TextContainer(width: 220), fonts: fonts, cancellation: cancellation),
        var context = try? GraphicsContext(pixels: PixelSize(width: 240, height: 160))
      else { continue }
      try? context.draw(
        layout, at: .zero, masks: GlyphMaskCache(), colors: ColorGlyphCache(),
        cancellation: cancellation)
      _ = try? layout.inkBounds(cancellation: cancellation)
      _ = try? layout.inkBounds(scale: 1.5, cancellation: cancellation)
      context.concatenate(AffineTransform(a: 0.5, b: 0.5, c: -0.5, d: 0.5, tx: 40, ty: 0))
      try? context.draw(layout, cancellation: cancellation)
    }
  }

  /// Reads what a font has for a handful of glyphs, and draws those in colour.
  private static func use(_ font: Font, using random: inout SeededGenerator) {
    _ = font.glyph(for: "a", variationSelector: "\u{FE0F}")
    for turn in 0..<24 {
      let glyph = UInt32(
        turn < 12 ? turn : Int.random(in: 0..<font.face.glyphCount, using: &random))
      _ = (font.advance(of: glyph), font.extents(of: glyph), font.glyphName(glyph))
      _ = (
        font.ligatureCarets(UInt16(glyph & 0xFFFF), isRightToLeft: false), font.outline(of: glyph)
      )
      if turn & 7 == 0 { _ = (font.freeTypeOutline(of: glyph), font.freeTypeExtents) }
      guard let picture = font.colorGlyph(glyph, pixelsPerEm: 20),
        var context = try? GraphicsContext(pixels: PixelSize(width: 40, height: 40))
      else { continue }
      context.transform = .translation(x: 8, y: 32)
      try? ColorGlyphDrawer.draw(
        picture, font: font, emSize: 24, foreground: .black, cancellation: .never, in: &context)
    }
  }

  /// Letters of several scripts and emoji: whichever the font has.
  private static let sample =
    "ABCDEFGHVa fi\u{301} jf 12\u{2044}3 بَال क्षि ਕਿ ไทย้ ᱚᱞ 漢字\u{FE00} 😀👩🏽‍🚀 \u{E000}\u{E001}\u{E002}"
}

/// A number of polls.
final class PollCount: Sendable {
  let count = Atomic(0)
}
