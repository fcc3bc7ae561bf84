// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension ShapedGlyphs {
  /// Facts about all glyphs of a run, which decide the form it keeps them in.
  struct Summary {
    /// In 1/64 font unit.
    var totalAdvance: Int64 = 0
    /// Whether some glyph is `.notdef`.
    var hasMissing = false
    /// Whether some glyph moves the pen back.
    var hasNegativeAdvance = false
    /// Whether all advances are whole font units of 16 bits.
    var hasNarrowAdvances = false
  }

  /// - Complexity: O(glyphs), several at once.
  @inline(__always)
  var summary: Summary {
    var sum: Int64 = 0
    // Bits that are set in some advance, and in some advance above the least narrow one.
    var all: Int32 = 0
    var above: Int32 = 0
    advances.withSpan(0..<count) { advances in
      for i in advances.indices {
        let advance = advances[i]
        sum &+= Int64(advance)
        all |= advance
        above |= advance &+ 32_768 * 64
      }
    }
    // As narrow as a glyph, so that the compiler takes many at once.
    var missing: UInt16 = 0
    glyphs.withSpan(0..<count) { glyphs in
      for i in glyphs.indices { missing |= glyphs[i] == 0 ? 1 : 0 }
    }
    return Summary(
      totalAdvance: sum, hasMissing: missing != 0, hasNegativeAdvance: all < 0,
      hasNarrowAdvances: all & 63 == 0 && above >= 0 && above < 65_536 * 64)
  }

  /// Whether glyphs and code units match one to one, in the order of the text.
  func isIdentity(length: Int, rightToLeft: Bool) -> Bool {
    guard count == length else { return false }
    if rightToLeft {
      var start = 0
      for piece in 0..<max(pieceCount, 1) {
        let end = pieceCount == 0 ? count : pieceEnd(piece)
        for i in start..<end where Int(clusters[i]) != end - 1 - (i - start) { return false }
        start = end
      }
      return true
    }
    return clusters.withSpan(0..<count) { clusters in
      var different: UInt16 = 0
      for i in clusters.indices { different |= clusters[i] ^ UInt16(truncatingIfNeeded: i) }
      return different == 0
    }
  }

  /// Whether there is a glyph before whose cluster text cannot be cut.
  @inline(__always)
  var hasFlags: Bool {
    flags.withSpan(0..<count) { flags in
      var any: UInt8 = 0
      for i in flags.indices { any |= flags[i] }
      return any & GlyphFlags.unsafeToBreak.rawValue != 0
    }
  }

  /// Whether clusters are ahead of the glyphs' numbers by at most 255, as with a few ligatures.
  func hasNarrowClusters(length: Int) -> Bool {
    guard count <= length else { return false }
    return clusters.withSpan(0..<count) { clusters in
      var ahead: UInt16 = 0
      for i in clusters.indices { ahead |= clusters[i] &- UInt16(truncatingIfNeeded: i) }
      return ahead < 256
    }
  }
}
