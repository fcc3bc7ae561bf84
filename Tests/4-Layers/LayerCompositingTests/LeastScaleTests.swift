// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CanvasGeometry
@testable import LayerCompositing

/// The least factor by which a map stretches a vector.
struct LeastScaleTests {
  private func least(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
    AffineTransform(a: a, b: b, c: c, d: d, tx: 7, ty: -9).leastScale
  }

  @Test func axes() {
    #expect(least(1, 0, 0, 1) == 1 && least(2, 0, 0, 3) == 2 && least(3, 0, 0, 2) == 2)
    #expect(least(-2, 0, 0, 3) == 2 && least(0, 2, 3, 0) == 2 && least(0, -3, 2, 0) == 2)
    #expect(least(1, 0, 0, 0) == 0 && least(0, 0, 0, 0) == 0)
  }

  /// Stretched by 2 and 3 along the axes, and turned after or before that.
  @Test(arguments: [-150.0, -60, 10, 30, 45, 90, 170]) func turned(degrees: Double) {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    #expect(abs(least(2 * cosine, 2 * sine, -3 * sine, 3 * cosine) - 2) < 1e-12)
    #expect(abs(least(2 * cosine, 3 * sine, -2 * sine, 3 * cosine) - 2) < 1e-12)
  }

  /// A shear by its own height: (√5 − 1) / 2, whichever the axis and the side.
  @Test func sheared() {
    let golden = (5.0.squareRoot() - 1) / 2
    for shear in [1.0, -1] {
      #expect(abs(least(1, 0, shear, 1) - golden) < 1e-12)
      #expect(abs(least(1, shear, 0, 1) - golden) < 1e-12)
    }
  }
}
