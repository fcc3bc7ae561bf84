// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextShaping

/// Answers whether lines can be cut at rising offsets as they are, without searching for the run each time.
@unsafe struct SafeBreakCursor {
  private let paragraph: ShapedParagraph
  private var index = 0
  private var start = 0
  private var end = 0
  /// The flags of a run whose glyphs are its code units in their order; nil for other runs.
  private var flags: UnsafePointer<UInt8>?
  /// Where the last answer was found in a run of clusters, and for which offset in the run.
  private var glyph = 0
  private var glyphOffset = 0

  init(_ paragraph: ShapedParagraph) {
    unsafe self.paragraph = paragraph
    unsafe flags = nil
    if !paragraph.runs.isEmpty { unsafe open() }
  }

  private mutating func open() {
    let run = unsafe paragraph.runs[index]
    unsafe start = run.textRange.start
    unsafe end = run.textRange.end
    unsafe glyph = 0
    unsafe glyphOffset = 0
    unsafe flags = run.clusters == nil && !run.isRightToLeft ? run.flags : nil
  }

  /// As `ShapedParagraph.isSafeToBreak(at:)`; each offset at least the one before it.
  @inline(__always)
  mutating func isSafe(at offset: Int) -> Bool {
    while unsafe offset > end, unsafe index + 1 < paragraph.runs.count {
      unsafe index += 1
      unsafe open()
    }
    if unsafe offset <= start || offset >= end { return true }
    if let flags = unsafe flags {
      return unsafe flags[offset - start] & GlyphFlags.unsafeToBreak.rawValue == 0
    }
    return unsafe isSafeAmongClusters(at: offset)
  }

  /// Looks for the offset from the last answer on: it is about as many glyphs away as code units.
  private mutating func isSafeAmongClusters(at offset: Int) -> Bool {
    let run = unsafe paragraph.runs[index]
    guard let clusters = unsafe run.clusters, !run.isRightToLeft, run.glyphCount > 0 else {
      return run.isSafeToBreak(at: offset)
    }
    let relative = unsafe offset - start
    var i = unsafe min(run.glyphCount - 1, glyph + max(0, relative - glyphOffset))
    while unsafe i > 0 && Int(clusters[i - 1]) >= relative { i -= 1 }
    while unsafe i < run.glyphCount && Int(clusters[i]) < relative { i += 1 }
    unsafe glyph = min(i, run.glyphCount - 1)
    unsafe glyphOffset = relative
    guard i < run.glyphCount else { return true }
    return unsafe Int(clusters[i]) == relative
      && run.flags[i] & GlyphFlags.unsafeToBreak.rawValue == 0
  }
}
