// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel

extension ShapingJob {
  /// Shapes the paragraph that begins at an offset if it consists of simple words; else nil.
  ///
  /// The result is that of the general path. `SimpleTextTests` and `EquivalentShapingTests` compare
  /// them.
  mutating func simpleParagraph(
    _ units: Span<UInt16>, from start: Int
  ) throws -> ShapedParagraph? {
    guard scratch.keepsWords, scratch.environment.findsSimpleText, !hasRuby,
      let simple = SimpleText.shared.paragraph(at: start, in: units),
      !ShapingJob.isContinuation(units, at: start)
    else { return nil }
    let length = simple.end - start
    guard length > 0 else { return nil }
    let style = openParagraph(at: start)
    if style.storage.fields.direction == .rightToLeft || style.storage.isListItem { return nil }
    let content = units.extracting(start..<simple.end)
    var end = simple.end
    if end < units.count {
      end += units[end] == 0x0D && end + 1 < units.count && units[end + 1] == 0x0A ? 2 : 1
    }
    let range = TextRange(start, end)
    let first = try self.style(ofRun: shapingRun)
    if first.isIsolated { return nil }
    let hasOneStyle = text.content.shaping.end(of: shapingRun) >= simple.end
    var key: ParagraphCache.Key?
    if hasOneStyle, ParagraphCache.lengths.contains(length),
      let cache = scratch.environment.paragraphs
    {
      let wanted = ParagraphCache.Key(
        content, style, first.style, fonts: styles.fontsIdentifier)
      if let found = cache.content(wanted, content) {
        for run in found.runs { try account(for: run) }
        return ShapedParagraph(range: range, content: found)
      }
      key = wanted
    }
    var runs: [ShapedRun] = []
    if hasOneStyle {
      guard
        let run = try Shaper.simpleRun(
          content, 0..<length, first, simple.script, scratch: scratch, cancellation: cancellation)
      else { return nil }
      runs = [run]
    } else {
      var column = shapingRun
      var from = 0
      while from < length {
        let to = min(text.content.shaping.end(of: column) - start, length)
        let style = try self.style(ofRun: column)
        guard !style.isIsolated,
          let run = try Shaper.simpleRun(
            content, from..<to, style, simple.script, scratch: scratch,
            cancellation: cancellation)
        else { return nil }
        runs.append(run)
        from = to
        column += 1
      }
    }
    for run in runs { try account(for: run) }
    // A cached paragraph copies its characters, so that it does not keep the whole text in memory.
    let shaped = try ShapedContent(
      characters: key == nil
        ? .shared(text.utf16, start: start) : ParagraphCharacters(copying: content),
      length: length, baseLevel: 0, style: style, runs: runs, strut: first.primaryOrigin(),
      bidi: nil, hasTabs: false, cancellation: cancellation)
    if let key { scratch.environment.paragraphs?.insert(shaped, key, content) }
    return ShapedParagraph(range: range, content: shaped)
  }

}

extension Shaper {
  /// Assembles a range of simple text from words; nil where some character is not in the first
  /// font.
  static func simpleRun(
    _ content: Span<UInt16>, _ range: Range<Int>, _ style: ResolvedStyle, _ script: FontTag,
    scratch: ShapingScratch, cancellation: Cancellation
  ) throws -> ShapedRun? {
    guard style.cascade.triesPrimaryFirst, style.annotations == nil,
      !style.style.storage.changesLetters
    else { return nil }
    if style.shared.writesHan,
      SharedPunctuation.first(in: content, range) < range.upperBound
    {
      return nil
    }
    let origin = try style.primaryOrigin()
    let context = try style.context(
      font: origin.font, script: script, level: 0, scratch: scratch)
    guard context.rules.isCacheable else { return nil }
    let item = ShapingItem(
      start: range.lowerBound, end: range.upperBound, font: origin.font, style: style,
      script: script, level: 0, kind: .text)
    scratch.glyphs.removeAll()
    let assembly = WordAssembly(
      item: item.extent, part: range, context: context, hasSpacing: style.hasSpacing,
      needsCoverage: true)
    guard try assembly.run(content, item, scratch: scratch) == .complete else { return nil }
    if style.hasSpacing {
      LetterSpacing(item).add(to: scratch.glyphs, content, base: range.lowerBound)
    }
    return try ShapedRun(
      kind: .text, origin: origin, script: script, level: 0,
      textRange: TextRange(range.lowerBound, range.upperBound), glyphs: scratch.glyphs,
      cancellation: cancellation)
  }
}
