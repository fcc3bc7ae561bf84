// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Glibc
import Testing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import TextPainting

@Suite("Shadows of text") struct TextShadowTests {
  /// The alpha of a picture, blurred by a Gaussian in double precision and moved.
  private func blurred(
    _ picture: Bitmap, deviation: Double, dx: Int, dy: Int, inverse: Bool = false
  ) -> [[Double]] {
    let (w, h) = (picture.width, picture.height)
    let reach = Int((6 * deviation).rounded(.up))
    var weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = weights.reduce(0, +)
    weights = weights.map { $0 / sum }
    func alpha(_ x: Int, _ y: Int) -> Double {
      let isInside = x >= 0 && y >= 0 && x < w && y < h
      let value = isInside ? Double(picture.alpha(x, y)) : 0
      return inverse ? 255 - value : value
    }
    var rows = [[Double]](repeating: [Double](repeating: 0, count: w), count: h + 2 * reach)
    for y in 0..<h + 2 * reach {
      for x in 0..<w {
        for (k, weight) in weights.enumerated() {
          rows[y][x] += weight * alpha(x - dx + k - reach, y - dy - reach)
        }
      }
    }
    return (0..<h).map { y in
      (0..<w).map { x in
        var value = 0.0
        for (k, weight) in weights.enumerated() { value += weight * rows[y + k][x] }
        return value
      }
    }
  }

  @Test("Blur is within 2 levels of a Gaussian in double precision", arguments: [2.0, 5, 9])
  func blur(radius: Double) throws {
    func draw(_ shadow: TextShadow?) throws -> Bitmap {
      try RichPaintSample.draw(
        RichPaintSample.line("Shade gy", size: 26) {
          $0.color = shadow == nil ? .black : .clear
          $0.underline = TextDecoration()
          $0.shadows = shadow.map { [$0] } ?? []
        })
    }
    let sharp = try draw(nil)
    let offset = Point(x: 3, y: -2)
    let shadow = try draw(TextShadow(color: .black, offset: offset, blurRadius: radius))
    // The line is drawn itself, in clear colour.
    let expected = blurred(sharp, deviation: radius / 2, dx: 3, dy: -2)
    var (worst, most) = (0.0, 0.0)
    for y in 0..<sharp.height {
      for x in 0..<sharp.width {
        worst = max(worst, abs(Double(shadow.alpha(x, y)) - expected[y][x]))
        most = max(most, expected[y][x])
      }
    }
    #expect(most > 60)
    #expect(worst <= 2)
  }

  @Test("An inner shadow is what is left of a cut-out, within 3 levels of a Gaussian")
  func inner() throws {
    func draw(_ shadows: [TextShadow], _ color: Color) throws -> Bitmap {
      try RichPaintSample.draw(
        RichPaintSample.line("Bold", size: 48) {
          $0.color = color
          $0.shadows = shadows
        })
    }
    let sharp = try draw([], .black)
    let shadow = TextShadow(
      color: .black, offset: Point(x: 1, y: 2), blurRadius: 4, isInner: true)
    let picture = try draw([shadow], .clear)
    let around = blurred(sharp, deviation: 2, dx: 1, dy: 2, inverse: true)
    var (worst, most) = (0.0, 0)
    for y in 0..<sharp.height {
      for x in 0..<sharp.width {
        let expected = around[y][x] * Double(sharp.alpha(x, y)) / 255
        worst = max(worst, abs(Double(picture.alpha(x, y)) - expected))
        most = max(most, picture.alpha(x, y))
        if sharp.alpha(x, y) == 0 { #expect(picture.alpha(x, y) == 0) }
      }
    }
    #expect(most > 100)
    #expect(worst <= 3)
  }

  @Test("A sharp shadow is the text itself, moved by whole pixels")
  func sharp() throws {
    func draw(_ shadows: [TextShadow], _ color: Color) throws -> Bitmap {
      try RichPaintSample.draw(
        RichPaintSample.line("Gap") {
          $0.color = color
          $0.shadows = shadows
        }, scale: 2)
    }
    let text = try draw([], .black)
    let shadow = try draw([TextShadow(color: .black, offset: Point(x: 2, y: 3))], .clear)
    for y in 6..<text.height {
      for x in 4..<text.width { #expect(shadow.alpha(x, y) == text.alpha(x - 4, y - 6)) }
    }
  }

  @Test("The first shadow lies on top, and all under the glyphs of all lines")
  func order() throws {
    let offset = Point(x: 4, y: 0)
    let picture = try RichPaintSample.draw(
      RichPaintSample.line("III", size: 30) {
        $0.shadows = [
          TextShadow(color: RichPaintSample.red, offset: offset),
          TextShadow(color: RichPaintSample.blue, offset: offset),
        ]
      })
    var (red, blue) = (0, 0)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        if picture.pixel(x: x, y: y) == 0xFF00_00FF { red += 1 }
        if picture.pixel(x: x, y: y) == 0xFFFF_0000 { blue += 1 }
      }
    }
    #expect(red > 20 && blue == 0)
    var text = AttributedText("H", style: TextStyle(size: 30))
    var next = TextStyle(size: 30)
    next.paint.shadows = [TextShadow(color: RichPaintSample.red, offset: Point(x: -24, y: 0))]
    text.append("H", style: next)
    let layout = try TextLayout(text, fonts: BundledFonts.collection)
    let alone = try RichPaintSample.draw(RichPaintSample.line("H", size: 30) { _ in })
    let both = try RichPaintSample.draw(layout)
    var covered = 0
    for y in 0..<alone.height {
      for x in 20..<alone.width where alone.alpha(x, y) == 255 {
        #expect(both.pixel(x: x, y: y) == 0xFF00_0000)
        covered += 1
      }
    }
    #expect(covered > 50)
  }

  @Test("Of a thousand shadows the first sixteen are drawn")
  func many() throws {
    func draw(_ count: Int) throws -> Bitmap {
      try RichPaintSample.draw(
        RichPaintSample.line("many") {
          $0.shadows = (0..<count).map { (i: Int) -> TextShadow in
            let color = Color(red: Double(i % 5) / 4, green: 0, blue: 0, alpha: 0.3)
            let offset = Point(x: Double(i % 7), y: Double(i % 11))
            return TextShadow(color: color, offset: offset, blurRadius: 3)
          }
        })
    }
    #expect(try draw(1000) == draw(16))
    #expect(try draw(15) != draw(16))
  }

  @Test("Only the range with a shadow casts it, with its lines and strokes")
  func range() throws {
    var text = AttributedText("HHHHHHHH", style: TextStyle(size: 20, color: .clear))
    text.updatePaint(TextRange(4, 8)) {
      $0.shadows = [TextShadow(color: .black, offset: .zero)]
      $0.underline = TextDecoration(color: .clear)
    }
    let layout = try TextLayout(text, fonts: BundledFonts.collection)
    let middle = try #require(layout.rectangles(for: TextRange(4, 8)).first).minX
    let frame = try RichPaintSample.draw(layout).inkFrame
    #expect(abs(Double(frame.x) - 20 - middle) < 3)
    let bar = try #require(
      try DecorationBar.bars(
        .underline, onLine: 0, of: layout,
        .casting(text.paint.value(at: 5).shadows)
      ).first)
    #expect(bar.color == .black)
    #expect(Double(frame.maxY) >= 20 + bar.rect.minY)
  }
}
