// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Line break opportunities between plain English words, without the rules' state machine.
///
/// After a boundary: opening punctuation, ASCII letters and digits, closing punctuation, spaces,
/// and then a letter or a digit, before which is the next boundary in all tailorings of UAX #14
/// (rules LB13, LB14, LB18, LB19, LB23, LB28, LB30). All other text goes to the rules.
enum ASCIIWordScanner {
  /// The most code units that are examined for one boundary.
  private static let limit = 512

  /// The boundary after a boundary; `nil` where the rules must decide.
  @inline(__always)
  static func boundary(after start: Int, in text: Span<UInt16>) -> Int? {
    // Offsets count from the start, so the comparison with the end also serves as bounds check.
    let text = text.extracting(start..<min(text.count, start + limit))
    let end = text.count
    var i = 0
    while i < end, isOpening(text[i]) { i &+= 1 }
    let first = i
    while i < end, isWordCharacter(text[i]) { i &+= 1 }
    if i == first { return nil }
    if i + 1 < end, text[i] == 0x27, isWordCharacter(text[i + 1]) {
      // An apostrophe within the word.
      i += 2
      while i < end, isWordCharacter(text[i]) { i &+= 1 }
    }
    while i < end, isClosing(text[i]) { i &+= 1 }
    let space = i
    while i < end, text[i] == 0x20 { i &+= 1 }
    if i == space || i == end { return nil }
    return isWordCharacter(text[i]) ? start + i : nil
  }

  @inline(__always)
  private static func isWordCharacter(_ unit: UInt16) -> Bool {
    (unit | 0x20) &- 0x61 < 26 || unit &- 0x30 < 10
  }

  /// One of `( " '`.
  @inline(__always)
  private static func isOpening(_ unit: UInt16) -> Bool {
    unit == 0x28 || unit == 0x22 || unit == 0x27
  }

  /// One of `! " ' ) , . : ; ?`.
  @inline(__always)
  private static func isClosing(_ unit: UInt16) -> Bool {
    let bits: UInt64 =
      1 << 0x21 | 1 << 0x22 | 1 << 0x27 | 1 << 0x29 | 1 << 0x2C | 1 << 0x2E | 1 << 0x3A | 1 << 0x3B
      | 1 << 0x3F
    return unit < 64 && bits >> UInt64(unit) & 1 == 1
  }
}
