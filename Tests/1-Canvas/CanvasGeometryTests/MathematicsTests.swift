// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CanvasGeometry

struct MathematicsTests {
  @Test func exponential() {
    #expect(NaturalExponential.value(of: 0) == 1)
    #expect(abs(NaturalExponential.value(of: 1) - 2.718281828459045) < 1e-15)
    #expect(abs(NaturalExponential.value(of: -20) / 2.061153622438558e-9 - 1) < 1e-14)
    #expect(abs(NaturalExponential.value(of: 700) / 1.0142320547350045e304 - 1) < 1e-13)
    #expect(NaturalExponential.value(of: 1e9) == .infinity)
    #expect(NaturalExponential.value(of: -1e9) == 0)
    #expect(NaturalExponential.value(of: -744) > 0)
    #expect(NaturalExponential.value(of: .nan).isNaN)
  }

  /// The arctangent leads back to its direction.
  @Test func arctangent() {
    for step in -314...314 {
      let angle = Double(step) / 100
      let (sine, cosine) = Angle.sineAndCosine(angle)
      #expect(abs(Angle.arctangent(7 * sine, 7 * cosine) - angle) < 2e-15)
    }
    #expect(Angle.arctangent(0, -1) == .pi && Angle.arctangent(0, 1) == 0)
    #expect(Angle.arctangent(1, 0) == .pi / 2 && Angle.arctangent(0, 0) == 0)
    #expect(Angle.arctangent(.nan, 1).isNaN)
    #expect(Angle.arctangent(.infinity, .infinity) == .pi / 4)
  }
}
