// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz

/// The glyphs of a run under construction: growing columns, reused from run to run.
///
/// Glyphs are appended in visual order within a piece. Pieces of right-to-left text are appended in
/// logical order and reversed when they are copied into a run.
///
/// Internal to the module, so that the compiler proves exclusive access and no check is made at run
/// time.
final class ShapedGlyphs {
  private(set) var count = 0
  /// Whether some glyph has an offset; if not, ``offsets`` is undefined.
  private(set) var hasOffsets = false
  let glyphs = ScratchBuffer<UInt16>(repeating: 0, capacity: initialCapacity)
  /// The advances, in 1/64 font unit.
  let advances = ScratchBuffer<Int32>(repeating: 0, capacity: initialCapacity)
  let flags = ScratchBuffer<UInt8>(repeating: 0, capacity: initialCapacity)
  /// The clusters, counted from the beginning of the run's text.
  let clusters = ScratchBuffer<UInt16>(repeating: 0, capacity: initialCapacity)
  /// The offset of each glyph: x and y in turn, in font units.
  let offsets = ScratchBuffer<Int32>(repeating: 0, capacity: 2 * initialCapacity)
  private var capacity = initialCapacity
  let pieces = ScratchBuffer(repeating: Piece(end: 0, textEnd: 0), capacity: 64)
  private(set) var pieceCount = 0

  private static let initialCapacity = 256

  /// Glyphs that come from one call of HarfBuzz, or one word.
  struct Piece: BitwiseCopyable {
    /// The glyph after the last.
    var end: Int32
    /// The code unit after the last.
    var textEnd: Int32
  }

  func removeAll() {
    count = 0
    hasOffsets = false
    pieceCount = 0
  }

  /// Makes room for more glyphs, and for the bytes that copying in words of eight bytes writes
  /// after the last glyph.
  @inline(__always)
  func reserve(_ more: Int) {
    if count + more + 16 > capacity { grow(more + 16) }
  }

  @inline(never)
  private func grow(_ more: Int) {
    let larger = max(count + more, 2 * capacity)
    glyphs.grow(to: larger, keeping: count, filling: 0)
    advances.grow(to: larger, keeping: count, filling: 0)
    flags.grow(to: larger, keeping: count, filling: 0)
    clusters.grow(to: larger, keeping: count, filling: 0)
    offsets.grow(to: 2 * larger, keeping: 2 * count, filling: 0)
    capacity = larger
  }

  /// Whether a glyph has an offset.
  func isOffset(_ index: Int) -> Bool {
    hasOffsets && offsets[2 * index] | offsets[2 * index + 1] != 0
  }

  /// Makes ``offsets`` defined for all glyphs.
  func defineOffsets() {
    if hasOffsets { return }
    offsets.fill(0..<2 * count, with: 0)
    hasOffsets = true
  }

  // MARK: - Appending

  /// Appends a glyph; its cluster counts from the beginning of the run's text.
  @inline(__always)
  func append(glyph: UInt16, advance: Int32, cluster: Int, flags flag: UInt8 = 0) {
    reserve(1)
    glyphs[count] = glyph
    advances[count] = advance
    clusters[count] = UInt16(truncatingIfNeeded: cluster)
    flags[count] = flag
    if hasOffsets { offsets.fill(2 * count..<2 * count + 2, with: 0) }
    count += 1
  }

  /// Calls a function that may change glyphs, advances, flags and clusters of a range.
  @inline(__always)
  private func withColumns<Result>(
    _ range: Range<Int>,
    _ body: (
      inout MutableSpan<UInt16>, inout MutableSpan<Int32>, inout MutableSpan<UInt8>,
      inout MutableSpan<UInt16>
    ) -> Result
  ) -> Result {
    glyphs.withMutableSpan(range) { glyphs in
      advances.withMutableSpan(range) { advances in
        flags.withMutableSpan(range) { flags in
          clusters.withMutableSpan(range) { clusters in
            body(&glyphs, &advances, &flags, &clusters)
          }
        }
      }
    }
  }

  /// Appends a range of HarfBuzz's glyphs as one piece.
  ///
  /// - Parameters:
  ///   - base: The cluster that HarfBuzz gives to the run's first code unit.
  ///   - textEnd: The code unit after the piece, from the beginning of the run's text.
  func appendPiece(
    _ infos: Span<hb_glyph_info_t>, _ positions: Span<hb_glyph_position_t>, _ range: Range<Int>,
    base: Int, textEnd: Int, flagMask: UInt32 = 1
  ) {
    let n = range.count
    reserve(n)
    var anyOffset: Int32 = 0
    let infos = infos.extracting(range)
    let positions = positions.extracting(range)
    withColumns(count..<count + n) { glyphs, advances, flags, clusters in
      offsets.withMutableSpan(2 * count..<2 * (count + n)) { offsets in
        for i in 0..<n {
          let (info, position) = (infos[i], positions[i])
          glyphs[i] = UInt16(truncatingIfNeeded: info.codepoint)
          advances[i] = position.x_advance &* 64
          flags[i] = UInt8(truncatingIfNeeded: info.mask & flagMask)
          clusters[i] = UInt16(truncatingIfNeeded: Int(info.cluster) &- base)
          offsets[2 &* i] = position.x_offset
          offsets[2 &* i &+ 1] = position.y_offset
          anyOffset |= position.x_offset | position.y_offset
        }
      }
    }
    if anyOffset != 0 { defineOffsets() }
    count += n
    endPiece(textEnd: textEnd)
  }

  /// Sets the advances of the last glyphs to the distances down a vertical line. The glyphs were
  /// appended from the same range of HarfBuzz's glyphs.
  func setAdvances(down positions: Span<hb_glyph_position_t>, _ range: Range<Int>) {
    let first = count - range.count
    for i in range { advances[first + i - range.lowerBound] = positions[i].y_advance &* -64 }
  }

  /// Ends a piece. Glyphs that are appended later stand after it in logical order.
  func endPiece(textEnd: Int) {
    let piece = Piece(
      end: Int32(truncatingIfNeeded: count), textEnd: Int32(truncatingIfNeeded: textEnd))
    if pieceCount == pieces.capacity {
      pieces.grow(to: 2 * pieceCount, keeping: pieceCount, filling: piece)
    }
    pieces[pieceCount] = piece
    pieceCount += 1
  }

  /// The glyph after a piece.
  func pieceEnd(_ piece: Int) -> Int { Int(pieces[piece].end) }

  /// Appends a cached word that begins at an offset of the run's text.
  @inline(__always)
  func append(_ word: ShapedWord, at start: Int) {
    let layout = word.layout
    let kept = word.columns
    let columns = kept.span
    reserve(layout.paddedCount)
    let at = count
    let n = Int(layout.count)
    let padded = layout.paddedCount
    // The columns are copied in words of eight bytes, padding included: a call of `memcpy` would
    // take longer than the few glyphs of a word do.
    advances.storeWords(columns, from: layout.advances, at: at, count: padded)
    glyphs.storeWords(columns, from: layout.glyphs, at: at, count: padded)
    flags.storeWords(columns, from: layout.flags, at: at, count: padded)
    // The start is added to four clusters of 16 bits at once; none of the sums carries over.
    let shift = UInt64(UInt16(truncatingIfNeeded: start)) &* 0x0001_0001_0001_0001
    clusters.storeWords(columns, from: layout.clusters, at: at, count: padded, adding: shift)
    if layout.traits.contains(.offsets) {
      defineOffsets()
      offsets.storeWords(columns, from: layout.offsets, at: 2 * at, count: 2 * padded)
    } else if hasOffsets {
      offsets.fill(2 * at..<2 * (at + n), with: 0)
    }
    count = at + n
  }

  /// Counts glyphs without offsets that were written into reserved room.
  @inline(__always)
  func extend(by n: Int) {
    if hasOffsets { offsets.fill(2 * count..<2 * (count + n), with: 0) }
    count = count &+ n
  }

  /// Drops glyphs from an index on.
  func removeLast(from index: Int) { count = index }
}
