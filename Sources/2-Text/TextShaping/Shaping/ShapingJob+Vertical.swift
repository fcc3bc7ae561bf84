// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextFonts
import TextModel

extension ShapingJob {
  /// Shapes a part of vertical text that has one orientation, and adds its runs.
  ///
  /// - Parameters:
  ///   - previous: The part before it.
  ///   - next: The part that follows it.
  mutating func appendVertical(
    _ part: ItemExtent, after previous: ItemExtent?, before next: ItemExtent?,
    _ spans: [Itemizer.StyleSpan], _ content: Span<UInt16>, paragraphStart: Int,
    _ bases: RubyBases?, to runs: inout [ShapedRun]
  ) throws {
    let item = ShapingItem(part, spans[Int(part.span)].style)
    scratch.trimmedEdges = try trimmedEdges(
      of: item, after: previous, before: next, content, spans, bases)
    scratch.endsLine = next?.orientation == .combined
    defer { (scratch.trimmedEdges, scratch.endsLine) = ([], false) }
    if part.kind == .attachment {
      runs.append(try attachmentRun(part, item, paragraphStart: paragraphStart))
    } else if part.orientation == .combined {
      let run = try Shaper.combinedRun(
        content, item, scratch: scratch, cancellation: cancellation)
      try append(run, content, paragraphStart: paragraphStart, to: &runs)
    } else {
      try Shaper.shapeItem(content, item, scratch: scratch, cancellation: cancellation) {
        try append($0, content, paragraphStart: paragraphStart, to: &runs)
      }
    }
  }

  // MARK: - Levels

  /// The levels of a vertical paragraph that has line separators; its spans were found.
  func verticalLevels(
    ofParagraph content: Span<UInt16>, _ direction: TextDirection
  ) throws -> BidiParagraph {
    let combined = try CombinedText.find(in: content, spans, scratch: scratch, cancellation)
    return try verticalLevels(content, direction, combined)
      ?? resolveLevels(content, direction)
  }

  /// The levels of vertical text in which some characters count as others: those of upright spans
  /// as letters from left to right, combined ones as objects. A paragraph that begins with an
  /// upright span runs from left to right. Source: CSS Writing Modes 4, 5.1 and 9.1.2.
  ///
  /// - Returns: `nil` if all characters count as themselves.
  func verticalLevels(
    _ content: Span<UInt16>, _ direction: TextDirection, _ combined: [CombinedText]
  ) throws -> BidiParagraph? {
    func isUpright(_ span: Itemizer.StyleSpan) -> Bool {
      span.style.style.storage.fields.textOrientation == .upright
    }
    var hasUpright = false
    for index in spans.indices {
      if index & 0xFFF == 0xFFF { try cancellation.check() }
      if isUpright(spans[index]) { hasUpright = true }
    }
    if combined.isEmpty && !hasUpright { return nil }
    var units = try [UInt16](repeating: 0x61, count: content.count, cancellation)
    var start = 0
    for index in spans.indices {
      if index & 0xFF == 0xFF { try cancellation.check() }
      let end = min(spans[index].end, content.count)
      if !isUpright(spans[index]) {
        var i = start
        while i < end {
          let stop = min(end, i + 0x8000)
          for k in i..<stop { units[k] = content[k] }
          i = stop
          if i < end { try cancellation.check() }
        }
      }
      start = max(start, end)
    }
    for (index, part) in combined.enumerated() {
      if index & 0xFF == 0xFF { try cancellation.check() }
      for i in part.range { units[i] = TextAttachment.character }
    }
    return try resolveLevels(
      units.span, isUpright(spans[0]) ? .leftToRight : direction)
  }
}
