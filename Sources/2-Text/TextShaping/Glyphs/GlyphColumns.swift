// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The columns of a run while they are written; nil where a column is implied or kept in another
/// form.
///
/// Unsafe: each points to memory for as many glyphs as are copied.
@unsafe
struct GlyphColumns {
  var glyphs: UnsafeMutablePointer<UInt16>
  /// The advances in font units.
  var narrowAdvances: UnsafeMutablePointer<Int16>?
  /// The advances in 1/64 font unit.
  var advances: UnsafeMutablePointer<Int32>?
  /// A bit for each glyph: whether it is unsafe to break before it.
  var flags: UnsafeMutablePointer<UInt8>?
  /// The offset of each glyph: x and y in turn.
  var offsets: UnsafeMutablePointer<Int32>?
  /// Each glyph's cluster minus the glyph's number.
  var narrowClusters: UnsafeMutablePointer<UInt8>?
  var clusters: UnsafeMutablePointer<UInt16>?
}

extension ShapedGlyphs {
  /// The glyphs that are copied between two polls; their new memory pages cost page faults.
  private static let pollInterval = 1 << 13

  /// Copies the glyphs in visual order.
  ///
  /// - Parameter reversesPieces: Whether the last piece comes first.
  /// - Throws: `CancellationError`.
  @unsafe
  func copy(
    to out: GlyphColumns, reversesPieces: Bool, _ cancellation: borrowing Cancellation
  ) throws {
    if let bits = unsafe out.flags { unsafe bits.update(repeating: 0, count: (count + 7) >> 3) }
    guard reversesPieces, pieceCount > 1 else {
      try unsafe copy(0..<count, to: out, at: 0, cancellation)
      return
    }
    var at = 0
    var polled = 0
    for piece in stride(from: pieceCount - 1, through: 0, by: -1) {
      let range = (piece == 0 ? 0 : pieceEnd(piece - 1))..<pieceEnd(piece)
      if at + range.count - polled >= Self.pollInterval {
        polled = at
        try cancellation.check()
      }
      try unsafe copy(range, to: out, at: at, cancellation)
      at += range.count
    }
  }

  @unsafe
  private func copy(
    _ range: Range<Int>, to out: GlyphColumns, at place: Int,
    _ cancellation: borrowing Cancellation
  ) throws {
    if range.count <= Self.pollInterval {
      unsafe copy(range, to: out, at: place)
      return
    }
    var start = range.lowerBound
    while start < range.upperBound {
      try cancellation.check()
      let end = min(start + Self.pollInterval, range.upperBound)
      unsafe copy(start..<end, to: out, at: place + start - range.lowerBound)
      start = end
    }
  }

  @unsafe
  private func copy(_ range: Range<Int>, to out: GlyphColumns, at place: Int) {
    unsafe glyphs.copy(range, to: out.glyphs + place)
    if let narrow = unsafe out.narrowAdvances {
      let to = unsafe narrow + place
      advances.withSpan(range) { advances in
        for i in advances.indices { unsafe to[i] = Int16(truncatingIfNeeded: advances[i] >> 6) }
      }
    } else if let wide = unsafe out.advances {
      unsafe advances.copy(range, to: wide + place)
    }
    if let bits = unsafe out.flags {
      flags.withSpan(range) { flags in
        var i = 0
        if place & 7 == 0 {
          while i &+ 8 <= flags.count {
            // Eight flags are packed into one byte: the factor moves the lowest bit of byte k to
            // bit 56 + k. The load is bounds-checked.
            let eight = unsafe flags.bytes.unsafeLoadUnaligned(fromByteOffset: i, as: UInt64.self)
            let packed = (eight & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080
            unsafe bits[(place &+ i) >> 3] = UInt8(truncatingIfNeeded: packed >> 56)
            i &+= 8
          }
        }
        while i < flags.count {
          if flags[i] & GlyphFlags.unsafeToBreak.rawValue != 0 {
            unsafe bits[(place + i) >> 3] |= 1 << UInt8(truncatingIfNeeded: (place + i) & 7)
          }
          i += 1
        }
      }
    }
    if let narrow = unsafe out.narrowClusters {
      let to = unsafe narrow + place
      clusters.withSpan(range) { clusters in
        for i in clusters.indices {
          let ahead = clusters[i] &- UInt16(truncatingIfNeeded: place &+ i)
          unsafe to[i] = UInt8(truncatingIfNeeded: ahead)
        }
      }
    } else if let wide = unsafe out.clusters {
      unsafe clusters.copy(range, to: wide + place)
    }
    if let out = unsafe out.offsets {
      unsafe offsets.copy(2 * range.lowerBound..<2 * range.upperBound, to: out + 2 * place)
    }
  }
}
