// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DocumentJSON

@Suite struct QuadTextTests {
  /// Numbers on both sides of each limit of the digits: signs, decimals, halves, and the sizes from
  /// which there are no decimals.
  private static let numbers: [Double] = [
    0, -0.0, 1, -1, 9, 10, 99.5, 1234.5678, -0.00005, 0.00005, 0.00004999, 0.12345,
    0.49999999999999994,
    -7.99995, 3e11, 0x1p53 / 10_000, -0x1p53 / 10_000, 0x1p53, 1e300, -1e300, .infinity, .nan,
  ]

  @Test(arguments: numbers)
  func aQuadIsItsNumbersOneByOne(_ number: Double) {
    for other in Self.numbers {
      var quad = JSONWriter()
      quad.beginArray()
      quad.quad(left: number, top: other, right: -2.25, bottom: number)
      quad.quad(left: 1, top: 2, right: other, bottom: 4)
      quad.endArray()
      var single = JSONWriter()
      single.beginArray()
      for corners in [
        [number, other, -2.25, other, -2.25, number, number, number],
        [1, 2, other, 2, other, 4, 1, 4],
      ] {
        single.beginArray()
        for corner in corners { single.number(corner) }
        single.endArray()
      }
      single.endArray()
      #expect(quad.bytes == single.bytes)
    }
  }

  /// `rounded()` and the digits of integers are the rule that decimals follow.
  @Test func decimalsAreRoundedHalvesAwayFromZero() {
    for step in -40_000...40_000 {
      for number in [Double(step) / 20_000, (Double(step) / 20_000).nextUp, Double(step) * 7.77] {
        let all = Int((number * 10_000).rounded())
        var decimals = String(all.magnitude % 10_000 + 10_000).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        let whole = (all < 0 ? "-" : "") + String(all.magnitude / 10_000)
        let expected = decimals.isEmpty ? whole : whole + "." + decimals
        if DecimalNumber.text(number) != expected {
          #expect(DecimalNumber.text(number) == expected)
        }
      }
    }
  }
}
