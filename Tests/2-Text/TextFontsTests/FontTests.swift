// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Dispatch
import Testing
import TextModel
import TextTestSupport

@testable import CanvasGeometry
@testable import TextFonts

struct FontTests {
  @Test func metricsComeFromTheTables() throws {
    let metrics = try BundledFonts.face("NotoSans-Regular.ttf").font().metrics
    #expect(metrics.ascent == 1069)
    #expect(metrics.descent == -293)
    #expect(metrics.lineGap == 0)
    #expect(metrics.xHeight == 536)
    #expect(metrics.capHeight == 714)
    #expect(metrics.underlineThickness == 50)
    let freeType = try #require(BundledFonts.face("NotoSans-Regular.ttf").font().freeTypeExtents)
    #expect(freeType == (1069, -293))
  }

  /// HarfBuzz and FreeType draw the same area, wherever their contours start.
  @Test(arguments: ["NotoSans-Regular.ttf", "NotoSansCJK-Common.otf", "NotoSansArabic-Bold.ttf"])
  func outlinesAgree(name: String) throws {
    let font = try BundledFonts.face(name).font()
    for glyph in UInt32(1)..<80 {
      let a = area(font.outline(of: glyph))
      let freeType = try #require(font.freeTypeOutline(of: glyph))
      #expect(abs(a - area(freeType)) <= 2 + 0.01 * abs(a), "glyph \(glyph)")
    }
  }

  /// The signed area of the polygon through a path's end points and curve middles.
  func area(_ path: Path) -> Double {
    var sum = 0.0
    var start = Point.zero
    var at = Point.zero
    func line(_ to: Point) {
      sum += (at.x * to.y - to.x * at.y) / 2
      at = to
    }
    for element in path.elements {
      switch element {
      case .move(let to): (start, at) = (to, to)
      case .line(let to): line(to)
      case .quad(let c, let to):
        line(Point(x: (at.x + 2 * c.x + to.x) / 4, y: (at.y + 2 * c.y + to.y) / 4))
        line(to)
      case .cubic(let c, let d, let to):
        line(
          Point(x: (at.x + 3 * c.x + 3 * d.x + to.x) / 8, y: (at.y + 3 * c.y + 3 * d.y + to.y) / 8))
        line(to)
      case .close: line(start)
      }
    }
    return sum
  }

  @Test func variationsAreClampedAndShared() throws {
    let face = try BundledFonts.testFace("ColorPaints.ttf")
    let tag = try #require(FontTag("wght"))
    #expect(face.axes.map(\.tag) == [tag])
    #expect(face.traits.weight == 400...900)
    let heavy = face.font(variations: [FontVariation(tag: tag, value: 5000)])
    #expect(heavy.coordinates == [900])
    #expect(heavy.normalizedCoordinates == [16384])
    #expect(face.font(variations: [FontVariation(tag: tag, value: 900)]) == heavy)
    #expect(face.font(variations: [FontVariation(tag: tag, value: .nan)]) == face.font())
    #expect(face.font(synthesis: .oblique) != face.font())
  }

  /// Several threads share a collection and its fonts; all get the answers of one thread alone.
  @Test func threadsShareFontsAndCascades() throws {
    let scalars = (0x20..<0x3000).compactMap { Unicode.Scalar(UInt32($0)) }
    @Sendable func answers(_ fonts: FontCollection) -> [String] {
      let cascade = fonts.cascade(for: FontDescriptor(weight: 700), language: "ja")
      return scalars.enumerated().map { i, scalar in
        guard let choice = try? cascade.font(for: scalar) else { return "none" }
        guard i % 16 == 0, let glyph = choice.font.glyph(for: scalar) else {
          return choice.font.face.fileName
        }
        let steps = choice.font.freeTypeOutline(of: glyph)?.elements.reduce(0) { n, _ in n + 1 }
        return "\(choice.font.face.fileName) \(choice.font.advance(of: glyph)) \(steps ?? -1)"
      }
    }
    let alone = answers(
      FontCollection(defaultFonts: BundledFonts.collection.defaultFonts, includesSystemFonts: false)
    )
    let shared = FontCollection(
      defaultFonts: BundledFonts.collection.defaultFonts, includesSystemFonts: false)
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      #expect(answers(shared) == alone)
    }
  }
}
