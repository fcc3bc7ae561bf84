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

  init(_ paragraph: ShapedParagraph) {
    unsafe self.paragraph = paragraph
    unsafe flags = nil
    if !paragraph.runs.isEmpty { unsafe open() }
  }

  private mutating func open() {
    let run = unsafe paragraph.runs[index]
    unsafe start = run.textRange.start
    unsafe end = run.textRange.end
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
    return unsafe paragraph.runs[index].isSafeToBreak(at: offset)
  }
}
