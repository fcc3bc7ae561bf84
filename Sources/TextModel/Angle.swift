// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Sine and cosine from sums and products alone, so that every machine computes the same bits.
///
/// The C library's functions differ in the last place between versions.
public enum Angle {
  /// The sine and cosine of an angle in radians; NaN for an angle that is not finite.
  ///
  /// Multiples of a quarter turn, rounded to `Double`, give exact zeros and ones.
  public static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    guard abs(angle) < 1e9 else { return (.nan, .nan) }
    let turns = (angle / (.pi / 2)).rounded()
    // π/2 as the sum of its nearest `Double` and the rest.
    let rest = (angle - turns * (.pi / 2)) - turns * 6.123_233_995_736_766e-17
    let isQuarter = abs(rest) < 4e-16 * max(1, abs(turns))
    let (sine, cosine) = isQuarter ? (0, 1) : (series(rest, from: 1), series(rest, from: 0))
    switch Int(turns) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// Taylor's series of the cosine (from 0) or the sine (from 1), for |x| ≤ π/4.
  private static func series(_ x: Double, from first: Int) -> Double {
    var sum = 0.0
    for power in stride(from: first + 18, through: first, by: -2) {
      // Horner's scheme: 1 − x²/((n+1)(n+2)) · (…).
      let next = Double((power + 1) * (power + 2))
      sum = 1 - x * x / next * sum
    }
    return first == 1 ? x * sum : sum
  }
}
