// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency

/// The emoji presentation of the grapheme clusters of one paragraph, as runs. Source: UTS #51.
///
/// `emoji`: default emoji presentation without VS15, VS16 after an emoji, ZWJ sequences, flags,
/// keycaps, skin tones. `text`: VS15 after an emoji. `unspecified`: everything else.
package struct EmojiRuns: Hashable, Sendable {
  /// The code unit after each run, ascending; empty when all clusters are `unspecified`.
  package var ends: [Int32]
  /// The presentation of each run; neighbours differ.
  package var presentations: [EmojiPresentation]

  package init(ends: [Int32], presentations: [EmojiPresentation]) {
    self.ends = ends
    self.presentations = presentations
  }
}

/// Finds the emoji presentation of clusters.
package enum EmojiScanner {
  /// The presentation of each cluster of a paragraph, as runs.
  ///
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: Span<UInt16>, graphemes: GraphemeBreaks,
    cancellation: Cancellation = .never
  ) throws -> EmojiRuns {
    try cancellation.check()
    var runs = EmojiRuns(ends: [], presentations: [])
    guard try mayHaveEmoji(text, cancellation) else { return runs }
    var start = 0
    var polled = 0
    var last = EmojiPresentation.unspecified
    while start < text.count {
      let end = graphemes.next(after: start)
      // A single character below U+231A is `unspecified`; it matters only if it ends a run.
      if end != start + 1 || last != .unspecified || text[start] >= firstEmoji {
        let found = presentation(ofCluster: text.extracting(start..<end))
        if found != last {
          if start > 0 {
            if runs.ends.count == runs.ends.capacity {
              runs.ends.reserve(at: start, of: text.count)
              runs.presentations.reserve(at: start, of: text.count)
            }
            runs.ends.append(Int32(start))
            runs.presentations.append(last)
          }
          last = found
        }
      }
      if end - polled >= CancellationPoller.interval {
        polled = end
        try cancellation.check()
      }
      start = end
    }
    if last == .unspecified && runs.ends.isEmpty { return runs }
    runs.ends.append(Int32(text.count))
    runs.presentations.append(last)
    return runs
  }

  /// The first character with emoji presentation.
  private static let firstEmoji: UInt16 = 0x231A

  /// Whether a text has a code unit that begins or marks an emoji: a variation selector, the
  /// combining keycap, ZWJ or a pictograph.
  ///
  /// Digits are emoji, too, but only with a variation selector or the combining keycap.
  private static func mayHaveEmoji(
    _ text: Span<UInt16>, _ cancellation: Cancellation
  ) throws -> Bool {
    for i in 0..<text.count {
      let unit = text[i]
      if unit >= 0x200D {
        if unit < 0x2C00 {
          if unit >= firstEmoji || unit == 0x20E3 || unit == 0x200D { return true }
        } else if unit >= 0xD83C && unit <= 0xD83E {
          return true
        } else if unit == 0xFE0F || unit == 0xFE0E {
          return true
        }
      }
      if i & 0xFFFF == 0xFFFF { try cancellation.check() }
    }
    return false
  }

  /// The presentation of one cluster.
  ///
  /// Source: UTS #51, `emoji_presentation_sequence` and the sequences of `emoji_sequence`.
  package static func presentation(ofCluster text: Span<UInt16>) -> EmojiPresentation {
    if text.isEmpty { return .unspecified }
    let table = CharacterTable.shared
    let (first, length) = decodeScalar(text, at: 0)
    let base = table[first]
    if text.count == length {
      return base.hasEmojiPresentation ? .emoji : .unspecified
    }
    guard base.isEmoji || base.isExtendedPictographic else { return .unspecified }
    let (second, _) = decodeScalar(text, at: length)
    if second == 0xFE0F, base.isEmoji { return .emoji }
    if second == 0xFE0E, base.isEmoji { return .text }
    // An emoji with a skin tone.
    if table[second].isEmojiModifier && base.isEmojiModifierBase { return .emoji }
    // ZWJ sequences, also without variation selectors (minimally qualified).
    var i = length
    var previous = second
    // The first 64 code units suffice: the longest emoji sequence of Emoji 15 has 15.
    let end = min(text.count, GraphemeBreaks.longestExamined)
    while i < end {
      let (scalar, length) = decodeScalar(text, at: i)
      if previous == 0x200D, table[scalar].isEmoji { return .emoji }
      previous = scalar
      i += length
    }
    return base.hasEmojiPresentation ? .emoji : .unspecified
  }
}
