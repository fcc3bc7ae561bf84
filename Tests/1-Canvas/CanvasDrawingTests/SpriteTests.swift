// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import Testing
import TextTestSupport

@testable import CanvasDrawing
@testable import CanvasGeometry

/// Sprites: turned, scaled and tinted pictures without a path.
struct SpriteTests {
  private func picture(_ width: Int, _ height: Int, seed: UInt64) throws -> Bitmap {
    var random = SeededGenerator(seed: seed)
    var context = try GraphicsContext(pixels: PixelSize(width: width, height: height))
    for y in 0..<height {
      for x in 0..<width {
        let color = Color(
          red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
          blue: .random(in: 0...1, using: &random), alpha: .random(in: 0...1, using: &random))
        context.fill(
          pixels: PixelRect(x: x, y: y, width: 1, height: 1), premultiplied: color.premultiplied8)
      }
    }
    return context.makeBitmap()
  }

  private struct Draw {
    var levels: SpriteLevels
    var map: AffineTransform
    var color: UInt32
    var isAdditive: Bool
  }

  private func draws(_ seed: UInt64) throws -> [Draw] {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    return try (0..<60).map { index in
      let bitmap = try picture(
        Int.random(in: 1...19, using: &random), Int.random(in: 1...19, using: &random),
        seed: seed * 100 + UInt64(index))
      let isNearest = index % 5 == 0
      let sprite = try #require(
        Sprite(
          bitmap, growing: isNearest ? .nearest : .average,
          shrinking: isNearest ? .nearest : .average))
      let (sine, cosine) = Angle.sineAndCosine(index % 7 == 0 ? 0 : number(-4...4))
      let scale = index % 3 == 0 ? number(0.01...0.6) : number(0.5...6)
      return Draw(
        levels: sprite.levels(),
        map: AffineTransform(
          a: scale * cosine, b: scale * sine, c: -scale * sine,
          d: scale * cosine * (index % 11 == 0 ? -1.3 : 1), tx: number(-10...90),
          ty: number(-10...70)),
        color: index % 4 == 0
          ? .max
          : Color(red: number(0...1), green: 1, blue: 0.3, alpha: number(0...1)).premultiplied8,
        isAdditive: index % 6 == 1)
    }
  }

  private func image(
    _ draws: [Draw], format: PixelFormat = .rgba8, _ clip: (inout GraphicsContext) throws -> Void
  ) throws -> Bitmap {
    var context = try GraphicsContext(
      pixels: PixelSize(width: 80, height: 60), format: format, background: Color(white: 0.3))
    try clip(&context)
    for draw in draws {
      try context.draw(draw.levels, map: draw.map, color: draw.color, isAdditive: draw.isAdditive)
    }
    return context.makeBitmap()
  }

  /// Every variant of the kernel has the bits of the scalar one.
  @Test(.serialized, arguments: 1...6) func variants(_ seed: Int) throws {
    defer { ctk_set_level(-1) }
    let draws = try draws(UInt64(seed))
    ctk_set_level(0)
    let scalar = try image(draws) { _ in }
    for level in 1...2 {
      ctk_set_level(Int32(level))
      #expect(try image(draws) { _ in } == scalar, "variant \(level)")
    }
  }

  /// A pixel does not depend on the clip's bounds.
  @Test(arguments: 1...4) func parts(_ seed: Int) throws {
    let draws = try draws(UInt64(10 + seed))
    let whole = try image(draws) { _ in }
    let parts = try image([]) { context in
      for y in stride(from: 0, to: 60, by: 7) {
        for x in stride(from: 0, to: 80, by: 11) {
          context.saveGState()
          context.clip(pixels: PixelRect(x: x, y: y, width: 11, height: 7))
          for draw in draws {
            try context.draw(
              draw.levels, map: draw.map, color: draw.color, isAdditive: draw.isAdditive)
          }
          context.restoreGState()
        }
      }
    }
    #expect(parts == whole)
  }

  /// Through a mask that covers all, pixels are the same but for roundings; through none of it
  /// nothing is drawn. Opacities alone are those of the colours.
  @Test func masks() throws {
    let draws = try draws(30)
    let plain = try image(draws) { _ in }
    let masked = try image(draws) { context in
      try context.clip(to: Path(ellipseIn: Rect(x: -200, y: -200, width: 480, height: 460)))
    }
    #expect(masked == plain)
    let half = try image(draws) { context in
      try context.clip(to: Path(rect: Rect(x: 0.5, y: 0, width: 39.5, height: 60)))
    }
    for y in 0..<60 {
      #expect(half.rgba(39, y) == plain.rgba(39, y) && half.rgba(40, y) == [77, 77, 77, 255])
    }
    var context = try GraphicsContext(pixels: PixelSize(width: 80, height: 60), format: .alpha8)
    var colors = try GraphicsContext(pixels: PixelSize(width: 80, height: 60))
    for draw in draws {
      try context.draw(draw.levels, map: draw.map, color: draw.color, isAdditive: draw.isAdditive)
      try colors.draw(draw.levels, map: draw.map, color: draw.color, isAdditive: draw.isAdditive)
    }
    let (alpha, color) = (context.makeBitmap(), colors.makeBitmap())
    for y in 0..<60 {
      for x in 0..<80 { #expect(alpha.pixel(x: x, y: y) == UInt32(color.rgba(x, y)[3])) }
    }
  }

  /// On whole pixels a sprite is its bitmap; between them its edges fade by the part that is
  /// covered.
  @Test func places() throws {
    let bitmap = try picture(9, 6, seed: 3)
    let sprite = try #require(Sprite(bitmap)).levels()
    var context = try GraphicsContext(pixels: PixelSize(width: 20, height: 20))
    try context.draw(sprite, map: .translation(x: 4, y: 5), color: .max)
    let image = context.makeBitmap()
    for y in 0..<20 {
      for x in 0..<20 {
        let isInside = (4..<13).contains(x) && (5..<11).contains(y)
        #expect(image.pixel(x: x, y: y) == (isInside ? bitmap.pixel(x: x - 4, y: y - 5) : 0))
      }
    }
    var white = try GraphicsContext(pixels: PixelSize(width: 4, height: 4))
    try white.fillClip(with: .white)
    let square = try #require(Sprite(white.makeBitmap())).levels()
    var between = try GraphicsContext(pixels: PixelSize(width: 8, height: 8))
    try between.draw(square, map: .translation(x: 2.25, y: 2), color: .max)
    let faded = between.makeBitmap()
    #expect((0..<8).map { faded.rgba($0, 4)[3] } == [0, 0, 191, 255, 255, 255, 64, 0])
  }

  /// A sprite keeps its ink at every scale, also far below a pixel.
  @Test(arguments: [4.0, 1.7, 1, 0.51, 0.3, 0.1, 0.03, 0.01])
  func ink(_ scale: Double) throws {
    var white = try GraphicsContext(pixels: PixelSize(width: 20, height: 20))
    try white.fillClip(with: .white)
    let sprite = try #require(Sprite(white.makeBitmap())).levels()
    let color = Color.white.premultiplied8
    var sum = 0.0
    // The mean over places within a pixel.
    for step in 0..<16 {
      var context = try GraphicsContext(pixels: PixelSize(width: 120, height: 120))
      let place = 60 - 10 * scale + Double(step % 4) / 4
      let row = 60 - 10 * scale + Double(step / 4) / 4
      try context.draw(
        sprite, map: AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: place, ty: row),
        color: color)
      let image = context.makeBitmap()
      for y in 0..<120 {
        for x in 0..<120 { sum += Double(image.rgba(x, y)[3]) / 255 }
      }
    }
    let wanted = 400 * scale * scale * 16
    #expect(abs(sum - wanted) <= max(0.06 * wanted, 0.08), "\(sum), not \(wanted)")
  }

  /// Maps that lead nowhere, and colours that are clear.
  @Test func nothing() throws {
    let sprite = try #require(Sprite(try picture(5, 5, seed: 1))).levels()
    let numbers = [0, Double.nan, .infinity, 1e300, -1e300, 1e-300, 1e9, 1e-9]
    var context = try GraphicsContext(pixels: PixelSize(width: 8, height: 8))
    for a in numbers {
      for d in numbers {
        for tx in numbers {
          for c in [0, 1.0, 1e6] {
            try context.draw(
              sprite, map: AffineTransform(a: a, b: 0, c: c, d: d, tx: tx, ty: 0), color: .max)
          }
        }
      }
    }
    try context.draw(sprite, map: .identity, color: 0)
    let bitmap = try picture(3, 3, seed: 2)
    #expect(Sprite(bitmap, part: Rect(x: 0.2, y: 0.2, width: 0.1, height: 0.1)) == nil)
    #expect(Sprite(bitmap, part: Rect(x: .nan, y: 0, width: .nan, height: 1)) == nil)
    #expect(context.makeBitmap().width == 8)
  }

  /// A large bitmap is drawn from a smaller copy.
  @Test func large() throws {
    var white = try GraphicsContext(pixels: PixelSize(width: 5000, height: 2))
    try white.fillClip(with: .white)
    let sprite = try #require(Sprite(white.makeBitmap()))
    #expect(sprite.size == Size(width: 5000, height: 2))
    var context = try GraphicsContext(pixels: PixelSize(width: 100, height: 8))
    try context.draw(
      sprite.levels(), map: AffineTransform(a: 1, b: 0, c: 0, d: 2, tx: -4950, ty: 2), color: .max)
    let image = context.makeBitmap()
    // Half of the pixels of the copy, which are four of the picture's, and as far beyond its end.
    #expect((100...128).contains(image.rgba(40, 5)[3]) && image.rgba(53, 5)[3] == 0)
  }
}
