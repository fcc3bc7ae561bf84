// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels

/// A wide kernel near a Gaussian, whose cost does not grow with its width: two boxes one after
/// another, which are running sums, and then 21 to 29 weights (25 for most widths) at distances of
/// the first box's width.
///
/// The second box is as wide as three steps, so that no ripple of a step is left. The weights are
/// those of the Gaussian that has, with the boxes, the wanted deviation; the outermost ones take
/// what lies beyond, so that the variance is exact. Beside an endless Gaussian a blurred edge
/// differs by at most 0.11 levels of 255, and a picture that varies in one direction only by at
/// most 0.7; a true Gaussian that ends at three deviations differs by 0.34 at an edge.
///
/// Blurring a copy of fewer pixels would cost still less. But the pixels of a copy depend on where
/// it begins: tiles, and boxes with a repeated middle, would not have the bits of the whole.
struct SpreadKernel: Hashable, Sendable {
  /// The pixels of the first box, and the distance of the weights.
  let step: Int
  /// The pixels of the second box.
  let width: Int
  /// The number of pixels on each side that a pixel depends on.
  let reach: Int
  /// The weights. They sum up to 2¹⁶, plus what ``scale`` loses by rounding down.
  let weights: [UInt32]
  /// 2²⁴ divided by the pixels of both boxes, rounded down.
  private let scale: UInt32

  /// The form of the kernel for the C functions.
  var form: ctk_spread {
    ctk_spread(
      step: Int32(step), width: Int32(width), taps: Int32(weights.count), scale: scale)
  }

  /// The number by which the sums of the boxes exceed the results, in pixels.
  var boxMargin: Int { (weights.count - 1) * step }

  /// The numbers of steps up to the end of a kernel, the best ones first: more are nearer to a
  /// Gaussian, and cost more.
  private static let stepCounts = [14, 13, 12, 15, 16]

  /// Makes a kernel.
  ///
  /// - Parameter deviation: The standard deviation, in pixels, 8 at least.
  init(deviation: Double) {
    // A kernel ends between 3.3 and 3.75 deviations from its middle.
    let (least, most) = (3.3 * deviation, GaussianBlur.furthest * deviation)
    let choices = Self.stepCounts.lazy.map { count in
      (count: count, step: Int(((most + 1) / Double(count)).rounded(.down)))
    }
    let choice = choices.first { Double($0.count * $0.step - 1) >= least }
    let (steps, first) = choice ?? (16, Int((most + 1) / 16))
    let last = steps - 2
    step = first
    width = 3 * first
    reach = steps * first - 1
    let (a, b) = (Double(step), Double(width))
    let variance = deviation * deviation - (a * a + b * b - 2) / 12
    var heights = (0...last).map { distance in
      let place = Double(distance) * a
      return 1 / GaussianBlur.exponential(place * place / (2 * variance))
    }
    let total = 2 * heights.reduce(0, +) - heights[0]
    let inner =
      heights.enumerated().reduce(0) { sum, height in
        let place = Double(height.offset) * a
        return sum + 2 * place * place * height.element
      } / total
    let end = Double(last) * a
    heights[last] += max(0, total * (variance - inner) / (2 * (end * end - variance)))
    let sum = 2 * heights.reduce(0, +) - heights[0]
    scale = UInt32((1 << 24) / (step * width))
    let whole = (0x1p40 / (a * b * Double(scale))).rounded()
    let scaled = heights.map { UInt32(($0 / sum * whole).rounded()) }
    var all = scaled.dropFirst().reversed() + scaled
    // The middle weight takes the rounding errors of all weights.
    let rounded = all.reduce(0, +)
    all[last] = all[last] + UInt32(whole) - rounded
    weights = all
  }

  /// The running sums of the weights of pixels from −``reach`` to ``reach``, of which the first is
  /// 0 and the last 2¹⁶.
  func sums() -> [UInt32] {
    var pixels = [UInt64](repeating: 0, count: 2 * reach + 1)
    for (tap, weight) in weights.enumerated() {
      for place in 0..<step + width - 1 {
        // The pixels that the first box shares with the second, wider one at this offset.
        let both = min(place + 1, step, step + width - 1 - place)
        pixels[tap * step + place] += UInt64(weight) * UInt64(both)
      }
    }
    let total = pixels.reduce(0, +)
    var sum: UInt64 = 0
    return [0]
      + pixels.map { pixel in
        sum += pixel
        return UInt32((sum << 16 + total / 2) / total)
      }
  }
}
