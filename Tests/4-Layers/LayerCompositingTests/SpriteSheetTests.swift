// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Parts of sheets whose fractions are not exact.
struct SpriteSheetTests {
  /// The fractions k/10 as programs compute them, with rounding of both signs.
  private static func fractions(_ k: Int) -> [Double] {
    let sum = (0..<k).reduce(0.0) { sum, _ in sum + 0.1 }
    let exact = Double(k) / 10
    return [
      exact, Double(k) * 0.1, sum, exact.nextUp, exact.nextDown, Double(Float(k) * 0.1),
      Double(Float(exact)),
    ]
  }

  private func picture(
    _ strip: Bitmap, _ part: Rect, scale: Double, _ contentsScale: Double,
    _ gravity: ContentsGravity, _ filter: ContentsFilter, turn: Double = 0
  ) throws -> Bitmap {
    let node = RenderNode(
      Rect(x: 4, y: 4, width: 20, height: 30), contents: .image(ImageContents(strip))
    ) {
      $0.contentsRect = part
      $0.contentsScale = contentsScale
      $0.contentsGravity = gravity
      $0.magnificationFilter = filter
      $0.minificationFilter = filter
      if turn != 0 { $0.transform = .rotation(turn) }
    }
    return try RenderTree(28, 38, scale: scale, background: nil, [node]).image
  }

  /// S-089: a strip of plain fields, each of another colour: none shows in the picture of another.
  @Test(arguments: 0..<10, [ContentsFilter.nearest, .linear])
  func s089NoNeighbour(_ k: Int, _ filter: ContentsFilter) throws {
    var context = try GraphicsContext(size: Size(width: 200, height: 30))
    // Red in the field k, blue around it.
    try context.fill(Rect(width: 200, height: 30), with: .blue)
    try context.fill(Rect(x: Double(20 * k), y: 0, width: 20, height: 30), with: .red)
    let strip = context.makeBitmap()
    for x in Self.fractions(k) {
      for width in [0.1, 0.1.nextUp, 0.1.nextDown, Double(Float(0.1))] {
        let part = Rect(x: x, y: 0, width: width, height: 1)
        for (scale, contentsScale, gravity, turn) in [
          (1.0, 1.0, ContentsGravity.resize, 0.0), (1.25, 1, .resize, 0), (2, 1, .resize, 0),
          (0.75, 1, .resize, 0), (1, 2, .center, 0), (1.25, 2, .center, 0),
          (1.25, 1, .resizeAspect, 0), (1.25, 1, .resize, 0.3),
        ] {
          let image = try picture(
            strip, part, scale: scale, contentsScale, gravity, filter, turn: turn)
          for y in 0..<image.height {
            for px in 0..<image.width where image.rgba(px, y)[2] != 0 {
              Issue.record("\(x) \(width) \(scale) \(gravity): blue at \(px), \(y)")
              return
            }
          }
        }
      }
    }
  }

  /// S-089: each digit is exact, pixel for pixel, whatever the rounding.
  @Test(arguments: 0..<10) func s089ExactDigits(_ k: Int) throws {
    let strip = try ContentsTests.digits()
    for x in Self.fractions(k) {
      let part = Rect(x: x, y: 0, width: 0.1, height: 1)
      let image = try picture(strip, part, scale: 1, 1, .resize, .linear)
      let small = try picture(strip, part, scale: 2, 2, .center, .linear)
      for y in 0..<30 {
        for px in 0..<20 {
          let expected = strip.pixel(x: px + 20 * k, y: y)
          #expect(image.pixel(x: px + 4, y: y + 4) == expected, "\(x)")
          // Half as large in points, in the middle of the bounds, on twice as many pixels.
          #expect(small.pixel(x: px + 18, y: y + 23) == expected, "\(x)")
        }
      }
    }
  }

  /// A part that ends between pixels is not moved to one.
  @Test func fractionsOfPixelsStay() throws {
    var properties = LayerProperties()
    properties.bounds = Rect(width: 20, height: 20)
    properties.contentsRect = Rect(x: 0.3, y: 0.25, width: 0.5, height: 0.5)
    let bitmap = try GraphicsContext(size: Size(width: 11, height: 10)).makeBitmap()
    let mapping = ContentsMapping(ImageContents(bitmap), in: properties)
    #expect(abs(mapping.source.minX - 3.3) < 1e-12 && abs(mapping.source.width - 5.5) < 1e-12)
    #expect(mapping.source.minY == 2.5 && mapping.source.height == 5)
  }
}
