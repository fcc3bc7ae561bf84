// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextRuntime

/// Whether a paragraph is ASCII alone, and whether it has letters: one pass over it.
struct AsciiScan {
  /// Whether every code unit is below U+0080.
  let isASCII: Bool
  /// Whether one of them is an ASCII letter.
  let hasLetters: Bool

  /// - Throws: `CancellationError`.
  init(_ text: Span<UInt16>, _ cancellation: Cancellation) throws {
    var all: UInt16 = 0
    var letters: UInt16 = 0
    var start = 0
    while start < text.count {
      if start > 0 { try cancellation.check() }
      let end = min(start + 1 << 16, text.count)
      let piece = text.extracting(start..<end)
      for i in piece.indices {
        let unit = piece[i]
        all |= unit
        let lower = (unit | 0x20) &- 0x61
        letters |= lower < 26 ? 1 : 0
      }
      start = end
    }
    isASCII = all < 0x80
    hasLetters = letters != 0
  }
}
