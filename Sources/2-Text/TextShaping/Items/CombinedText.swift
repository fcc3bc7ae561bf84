// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextFonts
import TextModel

/// A part of a paragraph that is set side by side in the room of one upright character.
///
/// Source: CSS Writing Modes 4, 9.1.
struct CombinedText {
  /// The code units, in the paragraph.
  let range: Range<Int>
  /// The slot of the font that has all of its characters.
  let slot: Int

  /// The combined parts of a paragraph, ascending.
  ///
  /// - Throws: ``ShapingError`` where they are too many, `CancellationError`, and `FontError` where
  ///   there is no font at all.
  static func find(
    in text: Span<UInt16>, _ spans: [Itemizer.StyleSpan], scratch: ShapingScratch,
    _ cancellation: Cancellation
  ) throws -> [CombinedText] {
    var search = Search(scratch: scratch, cancellation: cancellation)
    var start = 0
    for index in spans.indices {
      if index & 0xFF == 0xFF { try cancellation.check() }
      let style = spans[index].style
      // Neighbouring spans of one style count as one, which ends with the last of them.
      if index + 1 < spans.count, spans[index + 1].style === style { continue }
      let end = min(spans[index].end, text.count)
      let combine = style.style.storage.fields.textCombine
      if start < end, combine != .none {
        if combine == .all {
          try search.addLines(text, start..<end, style)
        } else {
          try search.addDigits(text, start..<end, style, most: combine.digitCount)
        }
      }
      start = max(start, end)
    }
    return search.found
  }

  /// The parts that were found so far.
  private struct Search {
    let scratch: ShapingScratch
    let cancellation: Cancellation
    var found: [CombinedText] = []

    /// Adds each hard line of a span.
    mutating func addLines(
      _ text: Span<UInt16>, _ span: Range<Int>, _ style: ResolvedStyle
    ) throws {
      var start = span.lowerBound
      for i in span {
        if i & 0x3FFF == 0x3FFF { try cancellation.check() }
        guard text[i] == ParagraphScanner.lineSeparator else { continue }
        try add(text, start..<i, style)
        start = i + 1
      }
      try add(text, start..<span.upperBound, style)
    }

    /// Adds the sequences of digits of a span.
    mutating func addDigits(
      _ text: Span<UInt16>, _ span: Range<Int>, _ style: ResolvedStyle, most: Int
    ) throws {
      var i = span.lowerBound
      while i < span.upperBound {
        if i & 0xFFF == 0xFFF { try cancellation.check() }
        let start = i
        while i < span.upperBound, text[i] &- 0x30 < 10 { i += 1 }
        if i == start {
          i += 1
          continue
        }
        if i - start <= most, i == text.count || !isContinuing(text, at: i) {
          try add(text, start..<i, style)
        }
      }
    }

    /// Whether a character belongs to the grapheme cluster of a digit before it.
    private func isContinuing(_ text: Span<UInt16>, at offset: Int) -> Bool {
      let traits = CharacterTable.shared[decodeScalar(text, at: offset).value]
      return traits.isAttachedInClusters || traits.isMark
    }

    private mutating func add(
      _ text: Span<UInt16>, _ range: Range<Int>, _ style: ResolvedStyle
    ) throws {
      guard !range.isEmpty, range.count <= TextLimits.combinedLength else { return }
      for i in range where text[i] == 0x09 || text[i] == TextAttachment.character { return }
      let slot = try style.shared.slot(
        for: text.extracting(range), .unspecified, scalars: scratch.scalars, cancellation)
      if slot == StyleFonts.divided { return }
      // Each part becomes a run, so their number is bounded by the memory for runs.
      if found.count >= TextLimits.shapedBytes / 256 { throw ShapingJob.tooMuchMemory }
      found.append(CombinedText(range: range, slot: slot))
    }
  }
}
