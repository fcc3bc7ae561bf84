// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TextTestSupport

@testable import CanvasDrawing

/// Blurs beside endless Gaussians in doubles.
struct GaussianBlurTests {
  /// Weights of an endless Gaussian, which beyond eight deviations are less than 10⁻¹⁴.
  private func gaussian(_ deviation: Double) -> (reach: Int, weights: [Double]) {
    let reach = Int((8 * deviation).rounded(.up))
    let heights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = heights.reduce(0, +)
    return (reach, heights.map { $0 / sum })
  }

  /// A line filtered by the definition, 0 to 255; beyond its ends there is nothing.
  private func filtered(_ line: [UInt8], _ deviation: Double) -> [Double] {
    let (reach, weights) = gaussian(deviation)
    return line.indices.map { x in
      let (low, high) = (max(0, x - reach), min(line.count - 1, x + reach))
      return (low...high).reduce(0) { $0 + weights[$1 - x + reach] * Double(line[$1]) }
    }
  }

  private func lines(_ deviation: Double) -> [[UInt8]] {
    let length = Int(20 * deviation)
    let (middle, width) = (length / 2, Int(deviation))
    var random = SeededGenerator(seed: UInt64(deviation * 100))
    func line(_ isCovered: (Int) -> Bool) -> [UInt8] {
      // Nothing lies in the first and last eight deviations, so all of it is in the result.
      (0..<length).map { abs($0 - middle) < 4 * width && isCovered($0) ? 255 : 0 }
    }
    return [
      line { $0 >= middle }, line { $0 == middle }, line { abs($0 - middle) < 3 },
      line { abs($0 - middle) < width }, line { abs($0 - middle) * 2 < 5 * width },
      line { _ in Bool.random(using: &random) }, line { $0 / 2 % 2 == 0 },
      line { $0 / max(1, width / 3) % 2 == 0 },
    ]
  }

  @Test(arguments: [8, 8.3, 9.7, 12.6, 20, 38.3])
  func aWideLineIsNearTheExactOne(_ deviation: Double) throws {
    let blur = GaussianBlur(deviation: deviation)
    for (index, line) in lines(deviation).enumerated() {
      let expected = filtered(line, deviation)
      let soft = blur.filter(line, count: line.count - 2 * blur.reach)
      let worst = soft.indices.map { abs(Double(soft[$0]) / 256 - expected[$0 + blur.reach]) }.max()
      #expect(try #require(worst) <= 0.5, "line \(index)")
    }
  }

  /// A picture of bars across and down is a product, so that it is filtered exactly line by line.
  @Test(arguments: [8, 12.6, 38.3])
  func aWidePictureIsNearTheExactOne(_ deviation: Double) {
    let blur = GaussianBlur(deviation: deviation)
    let lines = lines(deviation)
    for (across, down) in [(lines[0], lines[0]), (lines[4], lines[4]), (lines[5], lines[3])] {
      let (row, column) = (filtered(across, deviation), filtered(down, deviation))
      // Some columns in the middle and beyond the edge; all rows.
      let width = 24
      for x in [across.count / 2 - 12, across.count / 2 + Int(2.5 * deviation)] {
        let (from, height) = (x - blur.reach, down.count - 2 * blur.reach)
        let source = down.flatMap { y in
          across[from..<from + width + 2 * blur.reach].map { min($0, y) }
        }
        let soft = blur.filter(source, width: width, height: height)
        var worst = 0.0
        for i in 0..<height {
          for j in 0..<width {
            let expected = row[x + j] * column[i + blur.reach] / 255
            worst = max(worst, abs(Double(soft[i * width + j]) - expected))
          }
        }
        #expect(worst <= 1, "from column \(x)")
      }
    }
  }

  /// The bits of a pixel depend on the pixels around alone, and not on where a band begins.
  @Test(arguments: [2.5, 8, 14, 33])
  func partsAreThoseOfTheWhole(_ deviation: Double) {
    let blur = GaussianBlur(deviation: deviation)
    var random = SeededGenerator(seed: 7)
    let (width, height) = (37, 29)
    let stride = width + 2 * blur.reach
    let count = stride * (height + 2 * blur.reach)
    let source = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    let whole = blur.filter(source, width: width, height: height)
    for (x, y, columns, rows) in [(5, 3, 11, 13), (0, 28, 37, 1), (36, 0, 1, 29)] {
      let part = (y..<y + rows + 2 * blur.reach).flatMap { row -> ArraySlice<UInt8> in
        let first = row * stride + x
        return source[first..<first + columns + 2 * blur.reach]
      }
      let soft = blur.filter(part, width: columns, height: rows)
      for row in 0..<rows {
        let first = (y + row) * width + x
        #expect(
          soft[row * columns..<(row + 1) * columns].elementsEqual(whole[first..<first + columns]))
      }
    }
  }

  /// Full coverage stays full, and none none.
  @Test(arguments: [0, 1, 7.9, 8, 13.1, 77.7, 128, 1000])
  func evenCoverageStays(_ deviation: Double) {
    let blur = GaussianBlur(deviation: deviation)
    for level: UInt8 in [0, 1, 128, 255] {
      let source = [UInt8](repeating: level, count: (3 + 2 * blur.reach) * (2 + 2 * blur.reach))
      #expect(blur.filter(source, width: 3, height: 2).prefix(6).allSatisfy { $0 == level })
    }
  }

  /// The work for a pixel of a wide blur does not grow with its width.
  @Test func theCostIsFlat() {
    for tenths in 80...1280 {
      let blur = GaussianBlur(deviation: Double(tenths) / 10)
      #expect(blur.spread?.weights.count ?? .max <= 29)
      #expect(blur.weights.isEmpty)
    }
    // A narrow one has no more than its true weights, up to three deviations on each side.
    #expect(GaussianBlur(deviation: 7.99).weights.count == 49)
  }
}
