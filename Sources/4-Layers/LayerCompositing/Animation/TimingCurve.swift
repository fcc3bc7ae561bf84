// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How the progress of an animation follows its time: Core Animation's timing functions, and those
/// of CSS.
///
/// Curves use no mathematical functions of the C library, so that all machines give the same
/// results.
public enum TimingCurve: Hashable, Sendable {
  /// Progress is time.
  case linear
  /// A cubic Bézier curve from (0, 0) to (1, 1), with time as x and progress as y. The x of the
  /// control points is clamped to 0...1; their y may be any number.
  case cubic(x1: Double, y1: Double, x2: Double, y2: Double)
  /// A spring. Its motion does not depend on the duration; `Spring.settlingDuration` is a duration
  /// that is long enough.
  case spring(Spring)
  /// Equal steps.
  case steps(Int, jump: StepJump)

  /// The ends of the intervals at which a curve of steps jumps.
  public enum StepJump: String, Hashable, Sendable, CaseIterable {
    /// At the end of each interval: the curve begins with 0.
    case end
    /// At the start of each interval: the curve begins with a step.
    case start
    /// At neither end: one step fewer.
    case none
    /// At both ends: one step more.
    case both
  }

  /// Slow at first.
  public static let easeIn = TimingCurve.cubic(x1: 0.42, y1: 0, x2: 1, y2: 1)
  /// Slow at last.
  public static let easeOut = TimingCurve.cubic(x1: 0, y1: 0, x2: 0.58, y2: 1)
  /// Slow at both ends.
  public static let easeInEaseOut = TimingCurve.cubic(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
  /// Core Animation's default: slow at both ends, faster at the first.
  public static let `default` = TimingCurve.cubic(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
  /// Steps that jump at their ends.
  public static func steps(_ count: Int) -> TimingCurve { .steps(count, jump: .end) }

  /// The progress at a fraction of the duration.
  ///
  /// - Parameters:
  ///   - fraction: The fraction of the duration, clamped to 0...1; NaN counts as 0.
  ///   - duration: The whole time in seconds, for springs.
  ///   - isBefore: Whether the time lies before the animation, which shows its start value: a step
  ///     at the start does not apply yet.
  package func progress(
    at fraction: Double, duration: Double = 1, isBefore: Bool = false
  ) -> Double {
    let fraction = fraction > 0 ? min(1, fraction) : 0
    switch self {
    case .linear: return fraction
    case .cubic(let x1, let y1, let x2, let y2):
      return CubicCurve(x1: x1, y1: y1, x2: x2, y2: y2).progress(at: fraction)
    case .spring(let spring): return spring.value(after: fraction * duration)
    case .steps(let count, let jump):
      return Self.step(fraction, max(1, min(count, 1 << 30)), jump, isBefore)
    }
  }

  /// Source: CSS Easing Functions Level 2, section 2.3.
  private static func step(
    _ fraction: Double, _ count: Int, _ jump: StepJump, _ isBefore: Bool
  ) -> Double {
    let scaled = fraction * Double(count)
    var step = scaled.rounded(.down)
    if jump == .start || jump == .both { step += 1 }
    if isBefore, scaled == scaled.rounded(.down) { step -= 1 }
    let jumps =
      switch jump {
      case .end, .start: count
      case .none: max(1, count - 1)
      case .both: count + 1
      }
    return max(0, min(step, Double(jumps))) / Double(jumps)
  }
}

/// A cubic Bézier curve from (0, 0) to (1, 1) as a function.
private struct CubicCurve {
  // The coefficients of t, t² and t³ in both coordinates.
  private let x: SIMD3<Double>
  private let y: SIMD3<Double>

  init(x1: Double, y1: Double, x2: Double, y2: Double) {
    func coefficients(_ p: Double, _ q: Double) -> SIMD3<Double> {
      SIMD3(3 * p, 3 * (q - 2 * p), 1 - 3 * (q - p))
    }
    func clamped(_ x: Double) -> Double { x > 0 ? min(1, x) : 0 }
    x = coefficients(clamped(x1), clamped(x2))
    y = coefficients(y1.isFinite ? y1 : 0, y2.isFinite ? y2 : 1)
  }

  private static func value(_ c: SIMD3<Double>, _ t: Double) -> Double {
    ((c.z * t + c.y) * t + c.x) * t
  }

  func progress(at fraction: Double) -> Double {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return 1 }
    // Newton's method, kept within an interval that holds the solution.
    var (low, high, t) = (0.0, 1.0, fraction)
    for _ in 0..<64 {
      let error = Self.value(x, t) - fraction
      if abs(error) < 1e-12 { break }
      if error > 0 { high = t } else { low = t }
      let slope = (3 * x.z * t + 2 * x.y) * t + x.x
      let next = t - error / slope
      t = next > low && next < high ? next : (low + high) / 2
    }
    return Self.value(y, t)
  }
}
