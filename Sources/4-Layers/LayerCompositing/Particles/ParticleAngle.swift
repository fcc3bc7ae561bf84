// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Sine and cosine to some 13 digits, computed without a division, since many particles turn in
/// each frame. Like those of `Angle`, they have the same bits on every machine.
enum ParticleAngle {
  /// The sine and cosine of an angle in radians; an angle beyond ±10⁹, or NaN, counts as 0.
  static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    guard abs(angle) < 1e9 else { return (0, 1) }
    let turns = (angle * (2 / .pi)).rounded()
    let x = (angle - turns * (.pi / 2)) - turns * 6.123_233_995_736_766e-17
    let y = x * x
    // Taylor's series, for |x| ≤ π/4.
    let sine =
      x
      * (1 + y
        * (-1 / 6.0 + y
          * (1 / 120.0 + y
            * (-1 / 5_040.0
              + y * (1 / 362_880.0 + y * (-1 / 39_916_800.0 + y * (1 / 6_227_020_800.0)))))))
    let cosine =
      1 + y
      * (-1 / 2.0 + y
        * (1 / 24.0 + y
          * (-1 / 720.0
            + y
            * (1 / 40_320.0 + y
              * (-1 / 3_628_800.0
                + y * (1 / 479_001_600.0 + y * (-1 / 87_178_291_200.0)))))))
    switch Int(turns) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }
}
