// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Foundation
import Testing

@testable import CanvasDrawing

/// The shadows of rectangles without corners, beside sums in doubles.
struct SharpShadowTests {
  /// The part of a pixel that lies between two places.
  private func covered(_ pixel: Int, _ low: Double, _ high: Double) -> Double {
    max(0, min(high, Double(pixel + 1)) - max(low, Double(pixel)))
  }

  /// What an exact filter of exact coverage gives, from 0 to 255: a Gaussian that ends at three
  /// deviations, as narrow kernels do, or an endless one, which beyond eight deviations adds less
  /// than 10⁻¹⁴.
  ///
  /// - Returns: The values of columns and of rows; a pixel has the product of its two.
  private func expected(_ rect: Rect, _ deviation: Double) -> (columns: [Double], rows: [Double]) {
    let reach = Int(((deviation < 8 ? 3 : 8) * deviation).rounded(.up))
    let heights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = heights.reduce(0, +)
    func filtered(_ place: Int, _ low: Double, _ high: Double) -> Double {
      heights.enumerated().reduce(0) {
        $0 + $1.element / sum * covered(place + $1.offset - reach, low, high)
      }
    }
    return (
      (0..<120).map { filtered($0, rect.minX, rect.maxX) * 255 },
      (0..<90).map { filtered($0, rect.minY, rect.maxY) }
    )
  }

  private func opacities(_ rect: Rect, radii: Size, deviation: Double) throws -> Bitmap {
    let blur = GaussianBlur(deviation: deviation)
    let shadow = try #require(
      RoundedBox(rect: rect, radii: radii, corners: .all, deviation: deviation, blur: blur))
    var context = try GraphicsContext(pixels: PixelSize(width: 120, height: 90), format: .alpha8)
    try context.fill(shadow, premultiplied: 0xff00_0000)
    return context.makeBitmap()
  }

  @Test(arguments: [
    Rect(x: 30, y: 30, width: 40, height: 24), Rect(x: 30.3, y: 29.75, width: 40.5, height: 24.1),
    Rect(x: 40.4, y: 40.6, width: 0.3, height: 0.2),
    Rect(x: -20.5, y: -3.2, width: 99.9, height: 80),
  ])
  func aShadowIsTheExactOne(rect: Rect) throws {
    for deviation in [0.4, 2, 6, 9.7] {
      let shadow = try opacities(rect, radii: .zero, deviation: deviation)
      let (columns, rows) = expected(rect, deviation)
      for y in 0..<90 {
        for x in 0..<120 {
          let difference = Double(shadow.pixel(x: x, y: y)) - columns[x] * rows[y]
          if abs(difference) > 1 {
            Issue.record("\(x), \(y): \(difference) with deviation \(deviation)")
          }
        }
      }
    }
  }

  /// Corners of a millionth of a pixel are drawn as paths and filtered as a picture.
  @Test func theOtherWayGivesTheSame() throws {
    for (rect, most) in [
      (Rect(x: 30, y: 30, width: 40, height: 24), 0),
      (Rect(x: 30.3, y: 29.75, width: 40.5, height: 24.1), 1),
    ] {
      let product = try opacities(rect, radii: .zero, deviation: 6)
      let filtered = try opacities(rect, radii: Size(width: 1e-6, height: 1e-6), deviation: 6)
      var worst = 0
      for y in 0..<90 {
        for x in 0..<120 {
          let values = (Int(product.pixel(x: x, y: y)), Int(filtered.pixel(x: x, y: y)))
          worst = max(worst, abs(values.0 - values.1))
        }
      }
      #expect(worst <= most, "\(rect): \(worst)")
    }
  }
}
