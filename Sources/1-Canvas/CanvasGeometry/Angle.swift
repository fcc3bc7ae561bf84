// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Sine and cosine from sums and products alone, so that every machine computes the same bits.
///
/// The C library's functions differ in the last place between versions.
package enum Angle {
  /// The sine and cosine of an angle in radians; NaN for an angle that is not finite.
  ///
  /// Multiples of a quarter turn, rounded to `Double`, give exact zeros and ones.
  package static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    guard abs(angle) < 1e9 else { return (.nan, .nan) }
    let turns = (angle / (.pi / 2)).rounded()
    // π/2 is the sum of its nearest `Double` and the constant below.
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

  /// The angle of the direction (x, y) in radians, −π to π; 0 for no direction, NaN for NaN.
  package static func arctangent(_ y: Double, _ x: Double) -> Double {
    let (height, width) = (abs(y), abs(x))
    if height.isNaN || width.isNaN { return .nan }
    if height == 0, width == 0 { return 0 }
    let isSteep = height > width
    var q = isSteep ? width / height : height / width
    if q.isNaN { q = 1 }
    // arctan q = π/4 + arctan((q − 1) / (q + 1)) makes the series short.
    let isLarge = q > 0.414_213_562_373_095_1
    if isLarge { q = (q - 1) / (q + 1) }
    var sum = 0.0
    for n in stride(from: 43, through: 1, by: -2) { sum = 1 / Double(n) - q * q * sum }
    var angle = q * sum + (isLarge ? .pi / 4 : 0)
    if isSteep { angle = .pi / 2 - angle }
    if x < 0 { angle = .pi - angle }
    return y < 0 ? -angle : angle
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
