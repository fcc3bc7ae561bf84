// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Powers of e with the same bits on every machine.
package enum NaturalExponential {
  private static let log2 = 0.693_147_180_559_945_3
  /// The difference of ln 2 and its nearest `Double`.
  private static let log2Rest = 2.319_046_813_846_299_6e-17

  /// e to the power of a number; infinite above some 709, 0 below some −745, NaN for NaN.
  package static func value(of x: Double) -> Double {
    if x.isNaN { return .nan }
    if x > 710 { return .infinity }
    if x < -746 { return 0 }
    // e^x = 2^n · e^r with |r| ≤ ln 2 / 2.
    let n = (x / log2).rounded()
    let r = (x - n * log2) - n * log2Rest
    var sum = 1.0
    for k in stride(from: 18, through: 1, by: -1) { sum = 1 + r / Double(k) * sum }
    return Double(sign: .plus, exponent: Int(n), significand: sum)
  }
}
