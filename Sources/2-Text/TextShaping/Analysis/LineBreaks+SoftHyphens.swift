// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

extension LineBreaks {
  /// Lets lines end at soft hyphens between Hebrew letters. Rules before Unicode 16 forbid it, as
  /// with any hyphen behind a Hebrew letter.
  ///
  /// Source: UAX #14 of Unicode 16, LB21a.
  ///
  /// - Throws: `CancellationError`.
  static func allowHebrewSoftHyphens(
    in text: Span<UInt16>, _ flags: inout [UInt8], _ cancellation: Cancellation
  ) throws {
    let length = 1 << 14
    for start in stride(from: 1, to: text.count - 1, by: length) {
      let range = start..<min(start + length, text.count - 1)
      // As narrow as a code unit, so that the compiler takes many at once.
      var some: UInt16 = 0
      let units = text.extracting(range)
      for i in units.indices { some |= units[i] == 0xAD ? 1 : 0 }
      if some == 0 { continue }
      try cancellation.check()
      for i in range
      where text[i] == 0xAD && flags[i + 1] == LineBreaks.none && isHebrewLetter(text[i + 1]) {
        var before = i - 1
        while before > 0, isHebrewMark(text[before]) { before -= 1 }
        if isHebrewLetter(text[before]) { flags[i + 1] = LineBreaks.allowed }
      }
    }
  }

  private static func isHebrewLetter(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x5D0...0x5EA, 0x5EF...0x5F2, 0xFB1D, 0xFB1F...0xFB28, 0xFB2A...0xFB4F: true
    default: false
    }
  }

  /// Points and accents.
  private static func isHebrewMark(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7, 0xFB1E, 0x34F: true
    default: false
    }
  }
}
