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
}
