// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LayerCompositing

struct TimingCurveTests {
  /// The values of Core Animation's curves in the middle.
  @Test(arguments: [
    (TimingCurve.linear, 0.5), (.easeIn, 0.3154), (.easeOut, 0.6846), (.easeInEaseOut, 0.5),
    (.default, 0.8024),
  ])
  func middle(_ curve: TimingCurve, _ value: Double) {
    #expect(abs(curve.progress(at: 0.5) - value) < 1e-4)
    #expect(curve.progress(at: 0) == 0 && curve.progress(at: 1) == 1)
  }

  /// Curves rise with time where their control points lie in the square.
  @Test func curvesRise() {
    for curve in [TimingCurve.easeIn, .easeOut, .easeInEaseOut, .default] {
      let values = (0...1000).map { curve.progress(at: Double($0) / 1000) }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  /// Steep, flat and folded curves, and numbers that are none.
  @Test func oddCurves() {
    for (x1, y1, x2, y2) in [
      (1.0, 0.0, 0.0, 1.0), (0, 1, 0, 1), (1, 1, 1, 1), (0, -5, 1, 6), (-3, 0, 9, 1),
      (.nan, .nan, .nan, .nan), (.infinity, 0, -.infinity, 1),
    ] {
      let curve = TimingCurve.cubic(x1: x1, y1: y1, x2: x2, y2: y2)
      for step in 0...100 { #expect(curve.progress(at: Double(step) / 100).isFinite) }
    }
    #expect(TimingCurve.linear.progress(at: .nan) == 0)
    #expect(TimingCurve.linear.progress(at: 7) == 1)
    #expect(TimingCurve.easeIn.progress(at: -.infinity) == 0)
  }

  @Test func steps() {
    func values(_ jump: TimingCurve.StepJump, isBefore: Bool = false) -> [Double] {
      [0, 0.25, 0.5, 0.75, 1].map {
        TimingCurve.steps(2, jump: jump).progress(at: $0, isBefore: isBefore)
      }
    }
    #expect(values(.end) == [0, 0, 0.5, 0.5, 1])
    #expect(values(.start) == [0.5, 0.5, 1, 1, 1])
    #expect(values(.none) == [0, 0, 1, 1, 1])
    let third = 1.0 / 3
    #expect(values(.both) == [third, third, 2 * third, 2 * third, 1])
    #expect(TimingCurve.steps(2, jump: .start).progress(at: 0, isBefore: true) == 0)
    #expect(TimingCurve.steps(0).progress(at: 0.5) == 0)
    #expect(TimingCurve.steps(.max).progress(at: 0.5).isFinite)
  }

  /// A spring is the solution of its equation, for weak, critical and strong friction.
  @Test(arguments: [
    Spring(), Spring(damping: 20), Spring(damping: 60), Spring(mass: 3, stiffness: 40, damping: 2),
    Spring(damping: 20.000_000_1, initialVelocity: 8), Spring(damping: 5, initialVelocity: -4),
  ])
  func springs(_ spring: Spring) {
    // The classical method of Runge and Kutta.
    var (x, v) = (0.0, spring.initialVelocity)
    let step = 1e-3
    func force(_ x: Double, _ v: Double) -> Double {
      (spring.stiffness * (1 - x) - spring.damping * v) / spring.mass
    }
    for index in 1...3000 {
      let (k1, l1) = (v, force(x, v))
      let (k2, l2) = (v + l1 * step / 2, force(x + k1 * step / 2, v + l1 * step / 2))
      let (k3, l3) = (v + l2 * step / 2, force(x + k2 * step / 2, v + l2 * step / 2))
      let (k4, l4) = (v + l3 * step, force(x + k3 * step, v + l3 * step))
      x += (k1 + 2 * k2 + 2 * k3 + k4) * step / 6
      v += (l1 + 2 * l2 + 2 * l3 + l4) * step / 6
      if index % 100 == 0 { #expect(abs(spring.value(after: Double(index) * step) - x) < 1e-6) }
    }
    let rest = spring.settlingDuration
    for late in stride(from: rest, to: rest + 10, by: 0.1) {
      #expect(abs(spring.value(after: late) - 1) < 1.1e-3)
    }
  }

  @Test func oddSprings() {
    for spring in [
      Spring(mass: 0), Spring(stiffness: -1), Spring(damping: 0), Spring(initialVelocity: .nan),
      Spring(mass: .infinity),
    ] {
      #expect(!spring.isValid && spring.value(after: 1) == 1 && spring.settlingDuration == 0)
    }
    let wild = Spring(mass: 1e-300, stiffness: 1e300, damping: 1e-300)
    #expect((0...10).allSatisfy { wild.value(after: Double($0)).isFinite })
    #expect(wild.settlingDuration.isFinite)
  }
}
