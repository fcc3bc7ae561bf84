// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency

/// The boundaries of paragraphs, and of the hard lines within them, at mandatory breaks: BK, CR,
/// LF, CRLF and NL of UAX #14.
///
/// A hard line ends with any terminator. A paragraph ends with any terminator except U+2028, LINE
/// SEPARATOR. A terminator at the end of the text begins no further line here.
@usableFromInline package enum ParagraphScanner {
  /// U+2028, which ends a line but no paragraph.
  @inlinable package static var lineSeparator: UInt16 { 0x2028 }

  /// The code unit after the paragraph that begins at an offset, its terminator included.
  package static func end(ofParagraphAt start: Int, in text: Span<UInt16>) -> Int {
    var end = end(ofLineAt: start, in: text)
    while end > start, end < text.count, text[end - 1] == lineSeparator {
      end = self.end(ofLineAt: end, in: text)
    }
    return end
  }

  /// The code unit after the paragraph that begins at an offset; polls once in 65,536 code units.
  ///
  /// - Throws: `CancellationError`.
  package static func end(
    ofParagraphAt start: Int, in text: Span<UInt16>, cancellation: Cancellation
  ) throws -> Int {
    var end = try end(ofLineAt: start, in: text, cancellation: cancellation)
    var lines = 0
    while end > start, end < text.count, text[end - 1] == lineSeparator {
      lines += 1
      if lines & 0xFFF == 0 { try cancellation.check() }
      end = try self.end(ofLineAt: end, in: text, cancellation: cancellation)
    }
    return end
  }

  /// The code unit after the hard line that begins at an offset, its terminator included.
  package static func end(ofLineAt start: Int, in text: Span<UInt16>) -> Int {
    var i = start
    while i &+ block <= text.count, !hasTerminator(text.extracting(i..<i &+ block)) { i &+= block }
    while i < text.count {
      let unit = text[i]
      i += 1
      if isTerminator(unit) {
        if unit == 0x0D, i < text.count, text[i] == 0x0A { i += 1 }
        return i
      }
    }
    return i
  }

  /// The code unit after the hard line that begins at an offset; polls once in 65,536 code units.
  ///
  /// - Throws: `CancellationError`.
  package static func end(
    ofLineAt start: Int, in text: Span<UInt16>, cancellation: Cancellation
  ) throws -> Int {
    var position = start
    while text.count - position > pollInterval {
      let piece = text.extracting(..<(position + pollInterval))
      let found = end(ofLineAt: position, in: piece)
      if found < piece.count { return found }
      // The last code unit of the piece may be the CR of CR LF, so it is read again.
      position = found - 1
      try cancellation.check()
    }
    return end(ofLineAt: position, in: text)
  }

  private static let pollInterval = 1 << 16

  /// The number of code units that one call of `hasTerminator` examines.
  private static let block = 64

  /// Whether some code unit ends a line. The function has no branches, so the compiler can process
  /// eight code units at once.
  @inline(__always)
  private static func hasTerminator(_ text: Span<UInt16>) -> Bool {
    /// Sets the highest bit if a number is 0.
    func isZero(_ x: UInt16) -> UInt16 { ~x & (x &- 1) }
    var found: UInt16 = 0
    for i in text.indices {
      let unit = text[i]
      // The terminators are 0x0A to 0x0D, 0x85, and 0x2028 and 0x2029.
      found |= isZero((unit &- 0x0A) >> 2) | isZero(unit ^ 0x85) | isZero(unit >> 1 ^ 0x1014)
    }
    return found >> 15 == 1
  }

  /// Whether a code unit ends a hard line: LF, VT, FF, CR, NEL, LS, PS.
  @inlinable
  package static func isTerminator(_ unit: UInt16) -> Bool {
    // Most characters take only two comparisons.
    if unit <= 0x85 { return (unit >= 0x0A && unit <= 0x0D) || unit == 0x85 }
    return unit & 0xFFFE == 0x2028
  }

  /// The length of the terminator at the end of a text in code units: 0, 1, or 2 for CR LF.
  package static func terminatorLength(_ text: Span<UInt16>) -> Int {
    let count = text.count
    guard count > 0, isTerminator(text[count - 1]) else { return 0 }
    return count > 1 && text[count - 1] == 0x0A && text[count - 2] == 0x0D ? 2 : 1
  }
}
