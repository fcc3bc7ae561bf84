// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The time that a frame of a film is shown, as a fraction of a second: 1/60, 100/2997.
///
/// Source: PNG specification, third edition, `fcTL`: two numbers of 16 bits.
package struct FrameDelay: Hashable, Sendable {
  package let numerator: UInt16
  /// The denominator, above 0.
  package let denominator: UInt16
  /// Whether the delay is exactly that of the rate, not the nearest fraction.
  package let isExact: Bool

  /// The most decimals of a rate that are read exactly.
  private static let decimals = 9

  /// Creates the delay of a frame rate as a reduced fraction; the nearest fraction of 16-bit
  /// numbers if none is exact.
  ///
  /// A rate counts as the decimal number with the fewest decimals that reads back as the rate:
  /// 29.97 is 2997/100.
  ///
  /// - Parameter rate: Frames a second, finite and above 0.
  package init(framesPerSecond rate: Double) {
    precondition(rate > 0 && rate.isFinite, "no frame rate")
    var power = 1.0
    for _ in 0...Self.decimals {
      let digits = (rate * power).rounded()
      if digits >= 1, digits < 0x1p53, digits / power == rate {
        let (top, bottom) = (UInt64(power), UInt64(digits))
        let divisor = Self.commonDivisor(top, bottom)
        if let numerator = UInt16(exactly: top / divisor),
          let denominator = UInt16(exactly: bottom / divisor)
        {
          (self.numerator, self.denominator, isExact) = (numerator, denominator, true)
          return
        }
        break
      }
      power *= 10
    }
    let most = Double(UInt16.max)
    var best = (error: Double.infinity, numerator: 1.0, denominator: 1.0)
    var denominator = 1.0
    while denominator <= most {
      let numerator = min(max((denominator / rate).rounded(), 1), most)
      let error = abs(numerator / denominator - 1 / rate)
      if error < best.error { best = (error, numerator, denominator) }
      denominator += 1
    }
    (numerator, self.denominator) = (UInt16(best.numerator), UInt16(best.denominator))
    isExact = false
  }

  private static func commonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }

  /// The delay of a GIF's frame in hundredths of a second; rounding errors do not add up over
  /// frames.
  ///
  /// - Parameters:
  ///   - frame: The number of the frame, from 0.
  ///   - rate: Frames a second.
  package static func centiseconds(frame: Int, framesPerSecond rate: Double) -> UInt16 {
    let start = (Double(frame) * 100 / rate).rounded()
    let end = (Double(frame + 1) * 100 / rate).rounded()
    // Times may be so large that their difference is NaN or infinite.
    guard end - start < Double(UInt16.max) else { return .max }
    return UInt16(max(end - start, 0))
  }
}
