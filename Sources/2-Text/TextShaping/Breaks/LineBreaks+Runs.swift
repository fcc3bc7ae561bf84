// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextModel

extension LineBreaks {
  /// Removes the opportunities inside combined runs and the bases of rubies.
  ///
  /// - Throws: `CancellationError`.
  mutating func join(_ runs: [ShapedRun], _ cancellation: Cancellation) throws {
    try runs.forEachUncounted { run, index in
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      if let base = run.annotations?.ruby?.base {
        let range = base.clamped(to: run.textRange)
        for i in range.range where i > base.start { flags[i] = LineBreaks.none }
      }
      if !run.isCombined { return }
      for i in run.textRange.range.dropFirst() { flags[i] = LineBreaks.none }
    }
  }

  /// Adds an opportunity before each grapheme cluster, but for white space, which hangs at the end of
  /// a line.
  ///
  /// - Throws: `CancellationError`.
  mutating func allowAnywhere(in text: Span<UInt16>, _ cancellation: Cancellation) throws {
    let graphemes = try GraphemeBreaks.resolve(text, cancellation: cancellation)
    for i in text.indices.dropFirst() where flags[i] == LineBreaks.none {
      if i & 0x3FFF == 0 { try cancellation.check() }
      if graphemes.isBoundary(i), !BreakTable.hangs(text[i]) { flags[i] = LineBreaks.allowed }
    }
  }
}
