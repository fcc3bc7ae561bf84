// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension [ShapedRun] {
  /// Calls a function with each run and its index.
  ///
  /// A paragraph of many scripts has a run for every few letters. Reading an element in any other
  /// way counts a reference, which takes 40 instructions.
  @inline(__always)
  func forEachUncounted(_ body: (ShapedRun, Int) throws -> Void) rethrows {
    let runs = span
    for index in runs.indices {
      // The array keeps the run alive during the call.
      try unsafe Unmanaged.passUnretained(runs[index])._withUnsafeGuaranteedRef {
        try body($0, index)
      }
    }
  }
}
