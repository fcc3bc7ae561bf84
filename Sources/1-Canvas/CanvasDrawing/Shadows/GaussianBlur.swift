// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import CanvasGeometry

/// A Gaussian filter of coverage: a kernel of whole numbers, so that every machine and every part
/// of a picture gives the same bits.
///
/// The weights of a kernel sum up to 2¹⁶. A narrow kernel is a true Gaussian that ends at three
/// standard deviations; its cost grows with its width. A wide kernel is a ``SpreadKernel``, whose
/// cost does not grow. Three box filters in a row would be faster than both, but differ from a
/// Gaussian by 5 levels (of 255) at an edge.
package struct GaussianBlur: Hashable, Sendable {
  /// The largest standard deviation, in pixels; greater ones act as this one.
  package static let largestDeviation = 128.0
  /// The least standard deviation of a wide kernel, in pixels: below it the true Gaussian costs
  /// about as much.
  static let leastSpread = 8.0
  /// The most standard deviations that a kernel reaches. Nothing is visible beyond three: there the
  /// blur of an opaque half plane is below half a level.
  package static let furthest = 3.75

  /// The number of pixels on each side that a pixel depends on.
  package let reach: Int
  /// The weights of the pixels from −reach to reach; empty for a wide kernel.
  let weights: [UInt32]
  /// The wide kernel; `nil` for a narrow one.
  let spread: SpreadKernel?
  /// The running sums of the weights: of the first 0 weights, the first 1, and so on.
  private let sums: [UInt32]

  /// The standard deviation, in pixels; 0 for a filter that changes nothing.
  package let deviation: Double

  /// The filter that changes nothing.
  package static let none = GaussianBlur(deviation: 0)

  /// Creates a filter.
  ///
  /// - Parameter deviation: The standard deviation, in pixels; zero, negative or NaN filters
  ///   nothing.
  package init(deviation: Double) {
    self.deviation = deviation > 0.05 ? min(deviation, Self.largestDeviation) : 0
    guard deviation > 0.05 else {
      (reach, weights, spread, sums) = (0, [1 << 16], nil, [0, 1 << 16])
      return
    }
    let deviation = min(deviation, Self.largestDeviation)
    if deviation >= Self.leastSpread {
      let kernel = SpreadKernel(deviation: deviation)
      (reach, weights, spread, sums) = (kernel.reach, [], kernel, kernel.sums())
      return
    }
    reach = Int((3 * deviation).rounded(.up))
    spread = nil
    let heights = (0...reach).map { distance in
      let t = Double(distance) / deviation
      return 1 / Self.exponential(t * t / 2)
    }
    let sum = 2 * heights.reduce(0, +) - heights[0]
    let scaled = heights.map { UInt32(($0 / sum * 65536).rounded()) }
    var all = scaled.dropFirst().reversed() + scaled
    // The middle weight takes the rounding errors, so that the sum is 2¹⁶.
    let total = all.reduce(0, +)
    all[reach] = all[reach] + 65536 - total
    weights = all
    sums = all.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
  }

  /// e to the power of a number from 0 to about 5, by its series: the same bits everywhere.
  static func exponential(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for n in 1...48 {
      term = term * x / Double(n)
      sum += term
    }
    return sum
  }

  /// Filters a line of coverage in one direction.
  ///
  /// - Parameters:
  ///   - line: The coverage from `first` − ``reach`` on, 0 to 255, `count` + 2 · ``reach`` values.
  ///   - count: The number of results.
  /// - Returns: The coverage times 256.
  package func filter(_ line: [UInt8], count: Int) -> [UInt16] {
    precondition(line.count >= count + 2 * reach, "too few pixels to filter")
    var sums = [UInt32](repeating: 0, count: count)
    var result = [UInt16](repeating: 0, count: count)
    if let spread {
      var boxes = [UInt16](repeating: 0, count: count + spread.boxMargin)
      var form = spread.form
      // C call: the arrays have room for `count` pixels and the margins of the kernel.
      unsafe ctk_spread_row(&result, line, Int32(count), &form, spread.weights, &boxes, &sums)
      return result
    }
    // C call: the arrays have room for `count` pixels and the margins of the kernel.
    unsafe ctk_blur_row(&result, line, Int32(count), weights, Int32(weights.count), &sums)
    return result
  }

  /// Filters a rectangle without corners: the product of a filtered row and a filtered column,
  /// wherever its edges lie within their pixels.
  ///
  /// At whole pixels these are the bits of ``filter(_:width:height:)``. Elsewhere they differ by a
  /// level at most: there the coverage of each pixel of the edges is rounded before it is filtered.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in pixels.
  ///   - area: The pixels of the result.
  /// - Returns: Rows of `area.width` bytes, and 16 bytes more.
  /// - Complexity: O(pixels).
  func filter(_ rect: Rect, in area: PixelRect) -> [UInt8] {
    let columns = filter(from: rect.minX, to: rect.maxX, area.x, count: area.width)
      .map { UInt16($0 >> 8) }
    let rows = filter(from: rect.minY, to: rect.maxY, area.y, count: area.height)
      .map { ($0 + 127) / 255 }
    // Mask kernels read up to 16 bytes beyond the last row.
    var result = [UInt8](repeating: 0, count: area.width * area.height + 16)
    // C call: the arrays have the width, the height and the area of the result.
    unsafe ctk_blur_product(&result, columns, Int32(area.width), rows, Int32(area.height))
    return result
  }

  /// Filters an interval of a row or a column.
  ///
  /// - Returns: The coverage of the pixels from `first` on, 0 to 255 times 2¹⁶.
  private func filter(from low: Double, to high: Double, _ first: Int, count: Int) -> [UInt32] {
    // Pixels `a` and `b` are covered in part, and those between them wholly.
    let (a, b) = (Int(low.rounded(.down)), Int(high.rounded(.down)))
    let covered = { (length: Double) in UInt32((length * 255).rounded()) }
    let (coveredA, coveredB) =
      a == b ? (covered(high - low), 0) : (covered(Double(a + 1) - low), covered(high - Double(b)))
    /// The weights of pixels before one at a distance.
    func weight(before distance: Int) -> UInt32 {
      sums[min(max(distance + reach, 0), sums.count - 1)]
    }
    func weight(at distance: Int) -> UInt32 {
      weight(before: distance + 1) - weight(before: distance)
    }
    return (first..<first + count).map { x in
      var sum = weight(at: a - x) * coveredA + weight(at: b - x) * coveredB
      if b > a { sum += (weight(before: b - x) - weight(before: a + 1 - x)) * 255 }
      return sum
    }
  }

  /// Filters a rectangle of coverage.
  ///
  /// - Parameters:
  ///   - source: The coverage: `height` + 2 · ``reach`` rows of `width` + 2 · ``reach`` bytes.
  ///   - width: The number of columns of the result.
  ///   - height: The number of rows of the result.
  /// - Returns: Rows of `width` bytes, and 16 bytes more.
  package func filter(_ source: [UInt8], width: Int, height: Int) -> [UInt8] {
    let (stride, rows) = (width + 2 * reach, height + 2 * reach)
    precondition(source.count >= stride * rows, "too few pixels to filter")
    // Mask kernels read up to 16 bytes beyond the last row.
    var result = [UInt8](repeating: 0, count: width * height + 16)
    if let spread {
      var lines = [UInt16](repeating: 0, count: width * (rows + 2))
      var boxes = [UInt16](repeating: 0, count: width + spread.boxMargin)
      var sums = [UInt32](repeating: 0, count: 2 * width)
      var form = spread.form
      // C call: the arrays have room for the result and the margins of the kernel.
      unsafe ctk_spread_blur(
        &result, source, Int32(width), Int32(height), &form, spread.weights, &lines, &boxes, &sums)
      return result
    }
    var middle = [UInt16](repeating: 0, count: width * rows)
    var sums = [UInt32](repeating: 0, count: width)
    // C call: the arrays have room for the result and the margins of the kernel.
    unsafe ctk_blur(
      &result, source, Int32(width), Int32(height), weights, Int32(weights.count), &middle, &sums)
    return result
  }
}
