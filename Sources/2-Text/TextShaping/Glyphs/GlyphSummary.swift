// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Facts about all glyphs of a run, which decide the form it keeps them in.
struct GlyphSummary {
  /// The forms of a run's clusters.
  enum Clusters {
    /// Each code unit has one glyph: in the order of the text, or reversed in a right-to-left run.
    case identity
    /// In a left-to-right run, the first code unit of each glyph's cluster is ahead of the glyph's
    /// index by at most 255, as with a few ligatures.
    case narrow
    case wide
  }

  /// The sum of the advances, in 1/64 font unit.
  let totalAdvance: Int64
  /// Whether some glyph is `.notdef`.
  let hasMissing: Bool
  /// Whether some glyph moves the pen back.
  let hasNegativeAdvance: Bool
  /// Whether all advances are whole font units of 16 bits.
  let hasNarrowAdvances: Bool
  /// Whether there is a glyph before whose cluster text cannot be cut.
  let hasFlags: Bool
  let clusters: Clusters

  /// Examines all glyphs of a run.
  ///
  /// - Parameter length: The length of the run's text.
  /// - Complexity: O(glyphs), several at once.
  @inline(__always)
  init(_ run: borrowing ShapedGlyphs, length: Int, rightToLeft: Bool) {
    let glyphs = 0..<run.count
    var sum: Int64 = 0
    // `all` collects the bits of all advances, and `above` those of their differences from the
    // least narrow advance: the two tell whether all advances are whole font units of 16 bits.
    var all: Int32 = 0
    var above: Int32 = 0
    run.advances.withSpan(glyphs) { advances in
      for i in advances.indices {
        let advance = advances[i]
        sum &+= Int64(advance)
        all |= advance
        above |= advance &+ 32_768 * 64
      }
    }
    // `missing` is as wide as a glyph, so that the compiler can handle many glyphs at once.
    var missing: UInt16 = 0
    run.glyphs.withSpan(glyphs) { glyphs in
      for i in glyphs.indices { missing |= glyphs[i] == 0 ? 1 : 0 }
    }
    var flags: UInt8 = 0
    run.flags.withSpan(glyphs) { column in for i in column.indices { flags |= column[i] } }
    totalAdvance = sum
    hasMissing = missing != 0
    hasNegativeAdvance = all < 0
    hasNarrowAdvances = all & 63 == 0 && above >= 0 && above < 65_536 * 64
    hasFlags = flags & GlyphFlags.unsafeToBreak.rawValue != 0
    if Self.isIdentity(run, length: length, rightToLeft: rightToLeft) {
      clusters = .identity
    } else {
      clusters = !rightToLeft && Self.areNarrow(run, length: length) ? .narrow : .wide
    }
  }

  private static func isIdentity(
    _ run: borrowing ShapedGlyphs, length: Int, rightToLeft: Bool
  ) -> Bool {
    guard run.count == length else { return false }
    if rightToLeft {
      var start = 0
      for piece in 0..<max(run.pieceCount, 1) {
        let end = run.pieceCount == 0 ? run.count : run.pieceEnd(piece)
        for i in start..<end where Int(run.clusters[i]) != end - 1 - (i - start) { return false }
        start = end
      }
      return true
    }
    return run.clusters.withSpan(0..<run.count) { clusters in
      var different: UInt16 = 0
      for i in clusters.indices { different |= clusters[i] ^ UInt16(truncatingIfNeeded: i) }
      return different == 0
    }
  }

  private static func areNarrow(_ run: borrowing ShapedGlyphs, length: Int) -> Bool {
    guard run.count <= length else { return false }
    return run.clusters.withSpan(0..<run.count) { clusters in
      var ahead: UInt16 = 0
      for i in clusters.indices { ahead |= clusters[i] &- UInt16(truncatingIfNeeded: i) }
      return ahead < 256
    }
  }
}
