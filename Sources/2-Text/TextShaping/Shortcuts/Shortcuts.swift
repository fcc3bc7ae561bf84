// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel

/// The entry points of this folder, called by the general way before it shapes.
///
/// Each function returns what the general way would give, or that it does not apply. The article
/// *Shortcuts* lists when each applies, the time that it saves, and the test that compares it with
/// the general way. If no function applied to any text, glyphs and lines would be the same.
enum Shortcuts {
  /// The paragraph that begins at an offset, if it is simple text: from words, without analysis.
  static func paragraph(
    _ job: inout ShapingJob, _ units: Span<UInt16>, from start: Int
  ) throws -> ShapedParagraph? {
    try job.simpleParagraph(units, from: start)
  }

  /// The run of a token that is simple text, such as an ellipsis; `nil` for any other.
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
  /// - Returns: Whether that was possible; if not, the glyphs in the scratch are to be discarded.
  @inline(__always)
  static func appendWords(
    of item: borrowing ShapingItem, _ part: Range<Int>, _ text: Span<UInt16>,
    _ scratch: ShapingScratch
  ) throws -> Bool {
    if !scratch.keepsWords || item.extent.continuesCluster || item.style.changesCase {
      return false
    }
    // A joining letter depends on what stands beyond the part, unless something neutral lies
    // between.
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
      // The part is a single space, as between emoji.
      context.rules.appendSpace(to: scratch.glyphs, at: 0)
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
}
