// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How far a line is from its width, in TeX's terms: 0 if the line is as wide as it should be, 100
/// if its spaces stretch or shrink by all that they can; in between and beyond, badness grows with
/// the third power.
///
/// Source: TeX: The Program, §108; in its integers, so that breaks and demerits are TeX's.
enum Badness {
  /// The greatest badness, of a line that cannot be stretched or shrunk to its width.
  static let infinite = 10_000

  /// The least ratio of change to room, in 297ths, whose badness is above a tolerance: for changes
  /// up to ``greatestExact``, a comparison with this ratio saves a division.
  static func ratio(above tolerance: Int) -> Int {
    if tolerance >= infinite { return .max }
    var ratio = 0
    while ratio <= 1290, (ratio * ratio * ratio + 0x20000) >> 18 <= tolerance { ratio += 1 }
    return ratio
  }

  /// The greatest change whose ratio is computed exactly, in 1/65536 point.
  static let greatestExact = 7_230_584

  /// The badness of a line that must change by one length, while its spaces allow another.
  ///
  /// - Parameters:
  ///   - change: How much the line must change, not negative, in 1/65536 point.
  ///   - room: How much its spaces can stretch or shrink, in the same unit.
  @inline(__always)
  static func of(_ change: Int, room: Int) -> Int {
    if change == 0 { return 0 }
    if room <= 0 { return infinite }
    // TeX's approximation of 100 · (change / room)³: 297³ is nearly 100 · 2¹⁸.
    let ratio =
      if change <= greatestExact {
        change &* 297 / room
      } else if room >= 1_663_497 {
        change / (room / 297)
      } else {
        change
      }
    if ratio > 1290 { return infinite }
    return (ratio &* ratio &* ratio &+ 0x20000) >> 18
  }
}

/// How tight or loose a line is. Source: TeX: The Program, §817.
enum LineFitness: UInt8 {
  case veryLoose, loose, decent, tight
}
