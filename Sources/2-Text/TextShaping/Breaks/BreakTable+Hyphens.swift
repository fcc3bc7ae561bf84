// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextHyphenation
import TextModel

extension BreakTable {
  /// Adds up the widths of a paragraph whose words are divided.
  ///
  /// Hyphens become opportunities like all others. Another initializer builds the tables of
  /// paragraphs without hyphenation.
  ///
  /// - Throws: `CancellationError`.
  convenience init(
    runs: [ShapedRun], text: Span<UInt16>, breaks: LineBreaks, hyphenation: Hyphenation,
    languages: [LineBreaks.LanguageSpan], hasRuby: Bool = false, inlineParts: InlineParts? = nil,
    unbroken: UnbrokenSpans? = nil, phrases: PhraseBreaks? = nil,
    hanging: HangingMarks? = nil, cancellation: Cancellation
  ) throws {
    var flags = breaks.flags
    var finder = HyphenFinder(hyphenation, languages: languages, cancellation: cancellation)
    var hyphens = try finder.points(in: text)
    if hasRuby { try BreakTable.removeBases(of: runs, from: &hyphens, cancellation) }
    if let unbroken { hyphens.removeAll { unbroken.holds($0.offset) } }
    try BreakTable.mark(&hyphens, in: &flags, of: text, hyphenation, cancellation)
    var builder = try BreakTableBuilder(flags: flags, cancellation)
    try builder.add(runs, text, inlineParts)
    builder.hasRuby = hasRuby
    try builder.finish(runs, text, hanging)
    var changes: [HyphenChangeRow] = []
    var row = 0
    for (index, hyphen) in hyphens.enumerated() {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      while row < builder.columns.count, builder.columns[row].offset < hyphen.offset { row += 1 }
      guard row < builder.columns.count, builder.columns[row].offset == hyphen.offset else {
        continue
      }
      builder.columns.setHyphen(at: row)
      if let change = HyphenChange(hyphen, text) {
        changes.append(HyphenChangeRow(row: row, change: change))
      }
    }
    self.init(builder, changes: changes, unbroken: unbroken, phrases: phrases)
  }

  /// Removes the hyphens within the bases of rubies.
  private static func removeBases(
    of runs: [ShapedRun], from hyphens: inout [HyphenationPoint], _ cancellation: Cancellation
  ) throws {
    var next = 0
    var kept: [HyphenationPoint] = []
    for (index, hyphen) in hyphens.enumerated() {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      while next < runs.count, runs[next].textRange.end <= hyphen.offset { next += 1 }
      if next < runs.count, let base = runs[next].annotations?.ruby?.base,
        hyphen.offset > base.start
      {
        continue
      }
      kept.append(hyphen)
    }
    hyphens = kept
  }

  /// Marks hyphens as opportunities, and removes the hyphens where a line may end without one. If
  /// the style has no hyphens, soft hyphens are no opportunities.
  private static func mark(
    _ hyphens: inout [HyphenationPoint], in flags: inout [UInt8], of text: Span<UInt16>,
    _ hyphenation: Hyphenation, _ cancellation: Cancellation
  ) throws {
    if case .none = hyphenation.source {
      for offset in 1..<max(1, text.count) {
        if offset & 0x3FFF == 0x3FFF { try cancellation.check() }
        if text[offset - 1] == 0xAD, flags[offset] == LineBreaks.allowed {
          flags[offset] = LineBreaks.none
        }
      }
      return
    }
    var kept = 0
    for (index, hyphen) in hyphens.enumerated() {
      if index & 0x3FFF == 0x3FFF { try cancellation.check() }
      guard flags[hyphen.offset] == LineBreaks.none else { continue }
      flags[hyphen.offset] = LineBreaks.allowed
      hyphens[kept] = hyphen
      kept += 1
    }
    hyphens.removeLast(hyphens.count - kept)
  }
}
