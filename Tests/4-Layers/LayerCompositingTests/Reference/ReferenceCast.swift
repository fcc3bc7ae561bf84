// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Foundation

/// Coverage in a layer's plane, convolved with a Gaussian: two samples a point, by the definition.
struct ReferenceCast {
  private static let step = 0.5
  private let low: SIMD2<Double>
  private let columns: Int
  private var rows: Int { values.count / columns }
  private let values: [Double]

  /// - Parameter margin: The distance around the bounds that is sampled, in points.
  init(
    around bounds: Rect, margin: Double = 24, deviation: Double,
    _ coverage: (SIMD2<Double>) -> Double
  ) {
    let low = SIMD2(bounds.origin.x, bounds.origin.y) - margin
    let columns = Int((bounds.size.width + 2 * margin) / Self.step) + 1
    let rows = Int((bounds.size.height + 2 * margin) / Self.step) + 1
    var values = [Double](repeating: 0, count: columns * rows)
    for y in 0..<rows {
      for x in 0..<columns {
        values[y * columns + x] = coverage(
          low + (SIMD2(Double(x), Double(y)) + 0.5) * Self.step)
      }
    }
    if deviation > 0 {
      let sigma = deviation / Self.step
      let reach = Int((4 * sigma).rounded(.up))
      let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
      let sum = weights.reduce(0, +)
      func blurred(_ source: [Double], _ stride: Int, _ length: Int, _ start: Int, _ i: Int)
        -> Double
      {
        var total = 0.0
        for (k, weight) in weights.enumerated() {
          let j = i + k - reach
          if j >= 0, j < length { total += weight * source[start + j * stride] }
        }
        return total / sum
      }
      let across = values
      for y in 0..<rows {
        for x in 0..<columns {
          values[y * columns + x] = blurred(across, 1, columns, y * columns, x)
        }
      }
      let down = values
      for x in 0..<columns {
        for y in 0..<rows { values[y * columns + x] = blurred(down, columns, rows, x, y) }
      }
    }
    (self.low, self.columns, self.values) = (low, columns, values)
  }

  /// The coverage at a point, interpolated.
  func value(at q: SIMD2<Double>) -> Double {
    let place = (q - low) / Self.step - 0.5
    let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    let (u, v) = (place.x - Double(x), place.y - Double(y))
    func at(_ x: Int, _ y: Int) -> Double {
      x >= 0 && y >= 0 && x < columns && y < rows ? values[y * columns + x] : 0
    }
    return (at(x, y) * (1 - u) + at(x + 1, y) * u) * (1 - v)
      + (at(x, y + 1) * (1 - u) + at(x + 1, y + 1) * u) * v
  }
}
