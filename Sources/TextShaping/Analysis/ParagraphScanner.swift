// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
package import TextRuntime

/// Divides a text into paragraphs at mandatory breaks: BK, CR, LF, CRLF and NL of UAX #14.
package enum ParagraphScanner {
  /// The code unit after the paragraph that begins at an offset, its terminator included.
  ///
  /// A text that ends with a terminator has no empty paragraph after it here; whoever needs a last
  /// empty line adds it (``endsWithTerminator(_:)``).
  package static func end(
    ofParagraphAt start: Int, in text: UnsafeBufferPointer<UInt16>
  ) -> Int {
    var i = start
    while i < text.count {
      let unit = unsafe text[i]
      i += 1
      if isTerminator(unit) {
        if unit == 0x0D, i < text.count, unsafe text[i] == 0x0A { i += 1 }
        return i
      }
    }
    return i
  }

  /// The same for a long text, polling on the way.
  ///
  /// - Throws: `CancellationError`.
  package static func end(
    ofParagraphAt start: Int, in text: UnsafeBufferPointer<UInt16>, cancellation: Cancellation
  ) throws -> Int {
    var from = start
    while text.count - from > pollInterval {
      let piece = unsafe UnsafeBufferPointer(rebasing: text[..<(from + pollInterval)])
      let found = unsafe end(ofParagraphAt: from, in: piece)
      // A terminator at the piece's end may be the first half of CR LF.
      if found < piece.count { return found }
      from = found - 1
      try cancellation.check()
    }
    return unsafe end(ofParagraphAt: from, in: text)
  }

  private static let pollInterval = 1 << 16

  /// Whether a code unit ends a paragraph: LF, VT, FF, CR, NEL, LS, PS.
  @inlinable
  package static func isTerminator(_ unit: UInt16) -> Bool {
    (unit >= 0x0A && unit <= 0x0D) || unit == 0x85 || unit == 0x2028 || unit == 0x2029
  }

  /// The number of code units at the end of a text that are its terminator: 0, 1, or 2 for CR LF.
  package static func terminatorLength(_ text: UnsafeBufferPointer<UInt16>) -> Int {
    let n = text.count
    guard n > 0, isTerminator(unsafe text[n - 1]) else { return 0 }
    return unsafe n > 1 && text[n - 1] == 0x0A && text[n - 2] == 0x0D ? 2 : 1
  }

  /// Whether a text ends with a line terminator, so that an empty line follows it.
  package static func endsWithTerminator(_ text: UnsafeBufferPointer<UInt16>) -> Bool {
    unsafe terminatorLength(text) > 0
  }
}
