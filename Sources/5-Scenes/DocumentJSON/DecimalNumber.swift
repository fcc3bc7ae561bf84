// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Decimal notation with at most four decimals and without an exponent.
package enum DecimalNumber {
  package static func append(_ value: Double, to bytes: inout [UInt8]) { write(value, to: &bytes) }

  package static func append(_ value: Int, to bytes: inout [UInt8]) { write(value, to: &bytes) }

  static func write(_ value: Double, to bytes: inout some ByteOutput) {
    let scaled = value * 10_000
    // From 2^53 on every Double is an integer, so there are no decimals to write.
    guard scaled.magnitude < 0x1p53 else {
      write(Int(exactly: value.rounded()) ?? (value > 0 ? .max : value < 0 ? .min : 0), to: &bytes)
      return
    }
    // `rounded()` is a call of the C library where processors need not have an instruction for it.
    var all = Int(scaled)
    let cut = scaled - Double(all)
    if cut >= 0.5 { all += 1 } else if cut <= -0.5 { all -= 1 }
    if all < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = all.magnitude.quotientAndRemainder(dividingBy: 10_000)
    write(Int(whole), to: &bytes)
    guard rest != 0 else { return }
    bytes.append(UInt8(ascii: "."))
    // Divisions by constants are compiled to multiplications.
    let decimals = UInt32(rest)
    appendDigit(decimals / 1000, to: &bytes)
    if decimals % 1000 == 0 { return }
    appendDigit(decimals / 100 % 10, to: &bytes)
    if decimals % 100 == 0 { return }
    appendDigit(decimals / 10 % 10, to: &bytes)
    if decimals % 10 == 0 { return }
    appendDigit(decimals % 10, to: &bytes)
  }

  private static func appendDigit(_ digit: UInt32, to bytes: inout some ByteOutput) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
  }

  static func write(_ value: Int, to bytes: inout some ByteOutput) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    // The digits are filled in from the last one; there are at most 19.
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = digits.count
    var rest = value.magnitude
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest != 0
    for i in first..<digits.count { bytes.append(digits[i]) }
  }

  /// The number as a string.
  package static func text(_ value: Double) -> String {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
