// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// An upper estimate of the break opportunities of simple text, from its characters alone.
///
/// Counts the opportunities after spaces, and beside the few characters of simple text that let a
/// line end between letters; between all letters where the style breaks words anywhere. Rare
/// characters may be counted more often than lines break at them, never less often.
enum BreakEstimate {
  /// The estimate for a paragraph.
  ///
  /// - Parameter units: The characters, no more than `ParagraphCache.lengths` allows, so that sums
  ///   of 16 bits do not overflow.
  /// - Complexity: O(*n*), about five instructions for each code unit.
  static func count(_ units: Span<UInt16>, _ style: ParagraphStyle) -> Int {
    // At most, a line may end behind each character, and there is the end of the text.
    if style.storage.isHyphenated { return units.count + 1 }
    var count: UInt16 = 1
    if style.storage.fields.wordBreak == .breakAll {
      for i in 1..<max(1, units.count) {
        let (before, unit) = (units[i &- 1], units[i])
        if !staysBehindLetters(unit) {
          count &+= 1
        } else if before == 0x20 && !opens(unit) && unit != 0x20 {
          count &+= 1
        }
      }
      return Int(count)
    }
    // This loop has no branches, so that the compiler can process eight code units at once.
    var (signs, all) = (UInt16(0), UInt16(0))
    for i in 1..<max(1, units.count) {
      let (before, unit) = (units[i &- 1], units[i])
      let even = before & 0xFFFE
      // A line may end after a space, `!`, a bar, `}`, `-`, `/`, `?` or a dash.
      var ends: UInt16 = even == 0x20 ? 1 : 0
      ends |= even == 0x7C ? 1 : 0
      ends |= before | 2 == 0x2F ? 1 : 0
      ends |= before == 0x3F ? 1 : 0
      ends |= before & 0xFFF8 == 0x2010 ? 1 : 0
      count &+= ends & (unit == 0x20 ? 0 : 1)
      var sign: UInt16 = even == 0x24 ? 1 : 0
      sign |= before == 0x2B ? 1 : 0
      sign |= before == 0x5C ? 1 : 0
      signs &+= sign
      all |= unit
    }
    if signs == 0, all < 0x80 || !hasRareBreaks(units) { return Int(count) }
    return Int(count) + rareBreakCount(units)
  }

  /// Whether there may be one of the characters beyond ASCII that ``rareBreakCount(_:)`` counts.
  private static func hasRareBreaks(_ units: Span<UInt16>) -> Bool {
    var rare: UInt16 = 0
    for i in units.indices {
      let unit = units[i]
      rare |= unit &- 0xA2 < 0x13 ? 1 : 0
      rare |= unit == 0x2014 ? 1 : 0
      rare |= unit &- 0x2024 < 0x1000 ? 1 : 0
    }
    return rare > 0
  }

  /// The opportunities beside characters that few texts have.
  private static func rareBreakCount(_ units: Span<UInt16>) -> Int {
    var count = 0
    for i in 1..<max(1, units.count) {
      let (before, unit) = (units[i - 1], units[i])
      if unit == 0x20 { continue }
      switch before {
      // A line may end after dots and the ellipsis, `‽`, `⁆`, `⁇` and `⁈`.
      case 0x2024...0x2027, 0x203D, 0x2046...0x2048: count += 1
      // The opportunities after these characters are counted by ``count(_:_:)``.
      case 0x20, 0x2010...0x2017: break
      default:
        // A line may end before an acute accent, before an em dash, and between two signs.
        if unit == 0xB4 || unit == 0x2014 || isSign(before) && isSign(unit) { count += 1 }
      }
    }
    return count
  }

  /// Whether a unit may stand before or after a number: a line may end between two such signs.
  private static func isSign(_ unit: UInt16) -> Bool {
    switch unit {
    // These are `$` `%`, `+`, `\`, currencies, `°` `±`, per mille and primes, currencies and `№`,
    // `−` `∓`.
    case 0x24, 0x25, 0x2B, 0x5C, 0xA2...0xA5, 0xB0, 0xB1, 0x2030...0x2037, 0x20A0...0x2116, 0x2212,
      0x2213:
      true
    default: false
    }
  }

  /// Whether no line begins with a unit behind a letter; opening brackets are among these units.
  private static func staysBehindLetters(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20...0x22, 0x27...0x29, 0x2C...0x2F, 0x3A, 0x3B, 0x3F, 0x5B, 0x5D, 0x7B...0x7D, 0xA0,
      0xA1, 0xAB, 0xBB, 0xBF, 0x2010...0x2013, 0x2018...0x201F, 0x2024...0x2027, 0x2039, 0x203A,
      0x203D, 0x2044...0x2048:
      true
    default: false
    }
  }

  private static func opens(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x28, 0x5B, 0x7B, 0xA1, 0xBF, 0x201A, 0x201E, 0x2045: true
    default: false
    }
  }
}
