// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextFonts
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// The test font has an `A` of 1000 units at the optical size 8, of 500 at 144, and in between as
/// OpenType interpolates; its axis `wght` moves the left edge.
@Suite("Optical sizes and named instances of variable fonts") struct OpticalSizingTests {
  private static func fonts() throws -> FontCollection {
    let file = try FontFile(path: BundledFonts.testPath("OpticalSizes.ttf"))
    return FontCollection(given: [try FontSource(file)], includesSystemFonts: false)
  }

  private static func layout(
    _ size: Double, _ change: (inout FontDescriptor) -> Void = { _ in }
  ) throws -> TextLayout {
    var font = FontDescriptor()
    change(&font)
    let style = TextStyle(shaping: ShapingStyle(font: font, size: size))
    return try TextLayout(
      AttributedText("A", style: style), in: TextContainer(), fonts: try fonts())
  }

  /// The advance of `A` in thousandths of an em.
  private static func advance(_ layout: TextLayout, _ size: Double) -> Double {
    let carets = layout.carets(inLine: 0).map(\.x)
    return ((carets[1] - carets[0]) / size * 1000).rounded()
  }

  @Test(arguments: [(4.0, 1000.0), (8, 1000), (42, 875), (76, 750), (144, 500), (400, 500)])
  func theAxisIsAtTheSize(_ size: Double, _ expected: Double) throws {
    let layout = try Self.layout(size)
    #expect(Self.advance(layout, size) == expected)
    // FreeType has the same outline at this position: its right edge moves as the advance does.
    let font = try #require(layout.shaped.paragraphs.first?.runs.first?.font)
    let glyph = try #require(font.glyph(for: "A"))
    let edge = 900 - (1000 - expected) * 0.8
    #expect(font.outline(of: glyph).bounds.maxX == edge)
    #expect(font.freeTypeOutline(of: glyph)?.bounds.maxX == edge)
  }

  @Test func theAxisCanBeSetOrLeft() throws {
    #expect(
      Self.advance(try Self.layout(144) { $0.variations = [FontVariation("opsz", 8)] }, 144) == 1000
    )
    #expect(Self.advance(try Self.layout(144) { $0.opticalSizing = .none }, 144) == 1000)
    // Another axis leaves it.
    #expect(
      Self.advance(try Self.layout(144) { $0.variations = [FontVariation("wght", 900)] }, 144)
        == 500)
  }

  @Test func namedInstancesHavePositionsOnAllAxes() throws {
    func left(_ layout: TextLayout) throws -> Double {
      let font = try #require(layout.shaped.paragraphs.first?.runs.first?.font)
      return font.outline(of: try #require(font.glyph(for: "A"))).bounds.minX
    }
    let display = try Self.layout(10) { $0.instance = "Display" }
    #expect(Self.advance(display, 10) == 500)
    #expect(try left(display) == 100)
    let black = try Self.layout(10) { $0.instance = "display-black" }
    #expect(Self.advance(black, 10) == 500)
    #expect(try left(black) == 20)
    // 700 of 400 to 900.
    let text = try Self.layout(144) { $0.instance = "Text Bold" }
    #expect(Self.advance(text, 144) == 1000)
    // Positions have steps of 2⁻¹⁴.
    #expect(abs(try left(text) - 52) < 0.01)
    // The instance counts, not the weight; single positions count more.
    let weighted = try Self.layout(144) { ($0.instance, $0.weight) = ("Text Bold", 100) }
    #expect(abs(try left(weighted) - 52) < 0.01)
    let moved = try Self.layout(144) {
      ($0.instance, $0.variations) = ("Text Bold", [FontVariation("wght", 400)])
    }
    #expect(try left(moved) == 100)
    // One that the font has not is as none.
    #expect(Self.advance(try Self.layout(144) { $0.instance = "Thin" }, 144) == 500)
  }

  /// Each size has its own width within one text, and the fonts of many sizes do not stay.
  @Test func sizesStandBesideEachOther() throws {
    let fonts = try Self.fonts()
    var text = AttributedText()
    let sizes = (0..<600).map { 8 + Double($0) * 0.2 }
    for size in sizes { text.append("A", style: TextStyle(size: size)) }
    let layout = try TextLayout(text, in: TextContainer(), fonts: fonts)
    let carets = layout.carets(inLine: 0).map(\.x)
    for (index, size) in sizes.enumerated() {
      let expected = size * (1 - 0.5 * (size - 8) / 136)
      #expect(abs(carets[index + 1] - carets[index] - expected) < size / 1000, "\(size)")
    }
  }

  /// A collection whose fonts have no such axis looks fonts up once for all sizes.
  @Test func otherFontsHaveOneCascadeForAllSizes() {
    let fonts = BundledFonts.collection
    let small = fonts.cascade(for: ShapingStyle(size: 8))
    #expect(small === fonts.cascade(for: ShapingStyle(size: 99)))
    #expect(small.descriptor(atSize: 12) == nil)
  }
}
