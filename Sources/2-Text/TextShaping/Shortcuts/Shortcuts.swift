// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel

/// The one entry of this folder: what the general way asks before it analyses, shapes or measures.
///
/// Each function answers with what the general way would give, or not at all. The article
/// *Shortcuts* says when each is taken, what it is worth and which test proves it equal. Without
/// this folder, and with the answer "no" to each question, glyphs and lines are the same.
enum Shortcuts {
  // MARK: - Analysis

  /// The levels of a paragraph without explicit controls.
  @inline(__always)
  static func levels(_ text: Span<UInt16>, direction: TextDirection) -> BidiParagraph? {
    BidiRuns.resolve(text, direction: direction)
  }

  /// The line break opportunity after a boundary, between plain English words.
  @inline(__always)
  static func lineBoundary(after start: Int, in text: Span<UInt16>) -> Int? {
    ASCIIWordScanner.boundary(after: start, in: text)
  }

  // MARK: - Shaping

  /// The paragraph that begins at an offset, if it is simple text: from words, without analysis.
  static func paragraph(
    _ job: inout ShapingJob, _ units: Span<UInt16>, from start: Int
  ) throws -> ShapedParagraph? {
    try job.simpleParagraph(units, from: start)
  }

  /// A token that is simple text, as an ellipsis is; it stands in no text.
  static func token(
    _ units: Span<UInt16>, _ style: ResolvedStyle, scratch: ShapingScratch
  ) throws -> ShapedRun? {
    guard !units.isEmpty, let simple = SimpleText.shared.paragraph(at: 0, in: units),
      simple.end == units.count
    else { return nil }
    return try Shaper.simpleRun(
      units, units.indices, style, simple.script, scratch: scratch, cancellation: .never)
  }

  /// Assembles a part of an item from words.
  ///
  /// - Returns: Whether that could be done; if not, the glyphs in the scratch are of no use.
  @inline(__always)
  static func appendWords(
    of item: borrowing ShapingItem, _ part: Range<Int>, _ text: Span<UInt16>,
    _ scratch: ShapingScratch
  ) throws -> Bool {
    if !scratch.keepsWords || item.extent.continuesCluster { return false }
    // A letter that joins sees what stands beyond the part, unless something neutral lies between.
    if ScriptTraits.isCursive(item.script) {
      let (first, end) = (part.lowerBound, part.upperBound)
      if first > 0, !WordRules.isNeutral(text[first]), !WordRules.isNeutral(text[first - 1]) {
        return false
      }
      if end < text.count, !WordRules.isNeutral(text[end - 1]), !WordRules.isNeutral(text[end]) {
        return false
      }
    }
    let context = try item.style.context(
      font: item.font, script: item.script, level: item.level, scratch: scratch)
    if part.count == 1, text[part.lowerBound] == 0x20, context.rules.isCacheable {
      // A space, as between emoji.
      scratch.glyphs.appendSpace(context.rules, at: 0)
      if item.isRightToLeft || item.style.hasSpacing { scratch.glyphs.endPiece(textEnd: 1) }
      return true
    }
    let assembly = WordAssembly(
      item: item.extent, part: part, context: consume context, hasSpacing: item.style.hasSpacing,
      needsCoverage: false)
    return
      try
      (assembly.context.rules.isCacheable
      ? assembly.run(text, item, scratch: scratch)
      : assembly.runWhole(text, item, scratch: scratch))
      == .complete
  }

  // MARK: - Widths

  /// Adds the widths of a run up to each break opportunity to a table.
  ///
  /// - Returns: Whether the run was of a kind that needs no look at its clusters.
  @inline(__always)
  static func addWidths(
    of run: borrowing ShapedRun, _ text: Span<UInt16>, _ flags: Span<UInt8>,
    to table: inout BreakTableBuilder
  ) throws -> Bool {
    try table.addQuickly(run, text, flags)
  }
}
