// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel

/// Space that is added to the advances of a run, in points.
package struct RunRoom: Sendable {
  /// The space at the left of the first glyph.
  package var before = 0.0
  /// The space at the right of the last glyph.
  package var after = 0.0
  /// The space at the right of each of ``gaps``.
  package var gap = 0.0
  /// The indexes of the glyphs at whose right side ``gap`` is added, ascending.
  var gaps: [Int] = []

  /// Whether ``gap`` is added at the right of a glyph.
  ///
  /// - Complexity: O(log ``gaps``).
  package func hasGap(after glyph: Int) -> Bool {
    var (low, high) = (0, gaps.count)
    while low < high {
      let middle = (low + high) / 2
      if gaps[middle] < glyph { low = middle + 1 } else { high = middle }
    }
    return low < gaps.count && gaps[low] == glyph
  }
}

extension ShapedRun {
  /// A copy of the run with added space and another origin.
  ///
  /// - Parameter glyphs: Memory for the glyphs; its contents are lost.
  /// - Throws: `CancellationError`.
  func widened(
    by room: RunRoom, _ origin: RunOrigin, _ glyphs: ShapedGlyphs, _ cancellation: Cancellation
  ) throws -> ShapedRun {
    glyphs.removeAll()
    let before = fixed(room.before)
    if before != 0 { glyphs.defineOffsets() }
    var nextGap = 0
    for index in 0..<glyphCount {
      if index & 0xFFF == 0xFFF { try cancellation.check() }
      let offset = offset(at: index)
      if offset != (0, 0) { glyphs.defineOffsets() }
      var advance = advance(at: index)
      if index == 0 { advance &+= before }
      if index == glyphCount - 1 { advance &+= fixed(room.after) }
      if nextGap < room.gaps.count, room.gaps[nextGap] == index {
        nextGap += 1
        advance &+= fixed(room.gap)
      }
      glyphs.append(
        glyph: glyph(at: index), advance: advance, cluster: relativeCluster(at: index),
        flags: isUnsafeToBreak(before: index) ? GlyphFlags.unsafeToBreak.rawValue : 0)
      if !glyphs.hasOffsets { continue }
      // Offsets are whole font units: a glyph may be half a unit off, but advances stay exact.
      let moved = index == 0 ? (before + 32) >> 6 : 0
      glyphs.offsets[2 * index] = offset.x &+ (isUpright ? 0 : moved)
      glyphs.offsets[2 * index + 1] = offset.y &- (isUpright ? moved : 0)
    }
    glyphs.endPiece(textEnd: textRange.count)
    return try ShapedRun(
      kind: kind, origin: origin, script: script, level: level, textRange: textRange,
      orientation: isCombined ? .combined : isUpright ? .upright : .horizontal,
      compression: Float(horizontalScale), glyphs: glyphs, trimmedEdges: trimmedEdges,
      cancellation: cancellation)
  }

  /// Points as units of an advance, within a bound that sums do not overflow.
  private func fixed(_ points: Double) -> Int32 {
    let units = points / unit
    let limit = Double(1 << 30)
    return units.isFinite ? Int32(max(-limit, min(limit, units)).rounded()) : 0
  }

  /// The room that a ruby takes from the neighbour of its base, of which this run is the beginning
  /// or the end.
  package func overhang(beginsLine: Bool) -> Double {
    guard let ruby = annotations?.ruby else { return 0 }
    if beginsLine { return textRange.start == ruby.base.start ? ruby.overhang.before : 0 }
    return textRange.end == ruby.base.end ? ruby.overhang.after : 0
  }

  /// The annotations beside the characters; `nil` for most runs.
  package var annotations: RunAnnotations? { origin.annotations }

  /// This run with the ruby of another run, of which this run is a part that was shaped again.
  ///
  /// - Throws: `CancellationError`.
  func keepingRuby(of other: ShapedRun, _ glyphs: ShapedGlyphs) throws -> ShapedRun {
    guard let annotations = other.annotations, annotations.ruby != nil, self !== other else {
      return self
    }
    let kept = RunAnnotations(ruby: annotations.ruby, emphasis: annotations.emphasis)
    return try widened(by: RunRoom(), RunOrigin(origin, kept), glyphs, .never)
  }
}
