// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextModel
import TextShaping

extension LineAnnotations {
  /// Adds the emphasis marks of a run: one for each grapheme cluster, in the middle of it.
  mutating func addMarks(
    _ emphasis: ShapedEmphasis, _ run: LineRun, _ text: [UInt16], _ extents: AnnotationBase,
    _ ruby: ShapedRuby?, _ cancellation: Cancellation
  ) throws {
    let mark = emphasis.line(isVertical: isVertical)
    let isOver = emphasis.isOver(isVertical: isVertical)
    // Emphasis marks stand beyond a ruby on the same side. Source: CSS Text Decoration 4, 3.4.
    let rubyHeight =
      ruby.map { ($0.ruby.position == .over) == isOver ? $0.line.height : 0 } ?? 0
    let y =
      isOver
      ? baseline - extents.over - rubyHeight - mark.descent
      : baseline + extents.under + rubyHeight + mark.ascent
    let graphemes = try text.graphemeBreaks(in: run.range, cancellation)
    var glyphs: [PlacedGlyph] = []
    try run.forEachGlyph { glyph throws in
      if glyphs.count & 0xFFF == 0xFFF { try cancellation.check() }
      glyphs.append(glyph)
    }
    let isRightToLeft = run.run.isRightToLeft != run.isReversed
    let room = run.run.annotations?.room
    var pen = run.x
    var first = 0
    while first < glyphs.count {
      if first & 0x3F == 0x3F { try cancellation.check() }
      var next = first + 1
      while next < glyphs.count, glyphs[next].cluster == glyphs[first].cluster { next += 1 }
      let start = glyphs[first].cluster
      let end =
        isRightToLeft
        ? (first == 0 ? run.range.end : glyphs[first - 1].cluster)
        : (next < glyphs.count ? glyphs[next].cluster : run.range.end)
      var (left, right) = (pen, pen)
      for glyph in glyphs[first..<next] { right += glyph.advance }
      pen = right
      let (firstGlyph, lastGlyph) = (glyphs[first].index, glyphs[next - 1].index)
      if !run.expansions.isEmpty { right -= run.expansions[lastGlyph - run.glyphs.lowerBound] }
      if let room {
        if firstGlyph == 0 { left += room.before }
        if lastGlyph == run.run.glyphCount - 1 { right -= room.after }
        if room.hasGap(after: lastGlyph) { right -= room.gap }
      }
      var starts = (start..<max(start, end)).filter {
        graphemes.isBoundary($0 - run.range.start)
      }
      if isRightToLeft { starts.reverse() }
      for (place, offset) in starts.enumerated() where text.takesEmphasis(at: offset) {
        var runs: [LineRun] = []
        let share = (right - left) / Double(starts.count)
        var x = left + share * (Double(place) + 0.5) - mark.width / 2
        for glyphRun in mark.runs {
          let made = LineRun(
            annotation: glyphRun, of: offset, x: x, baseline: y, isVertical: isVertical,
            expansions: [])
          runs.append(made)
          x += made.width
        }
        let next = graphemes.next(after: offset - run.range.start) + run.range.start
        marks.append(
          TextAnnotation(base: TextRange(offset, next), ruby: nil, line: line, runs: runs))
      }
      first = next
    }
  }
}

extension [UInt16] {
  /// Whether the character at an offset of a text has an emphasis mark: no white space, punctuation
  /// or control character has.
  ///
  /// Source: CSS Text Decoration 4, 3.2.
  fileprivate func takesEmphasis(at offset: Int) -> Bool {
    let unit = self[offset]
    var value = UInt32(unit)
    if unit & 0xFC00 == 0xD800, offset + 1 < count, self[offset + 1] & 0xFC00 == 0xDC00 {
      value = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(self[offset + 1] & 0x3FF))
    }
    if unit == TextAttachment.character { return false }
    guard let scalar = Unicode.Scalar(value) else { return false }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .unassigned:
      return false
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return Self.emphasisedPunctuation.contains(unit)
    default: return true
    }
  }

  /// Punctuation that stands for a word: `# % & @ § ¶` and the like, with their wide forms.
  private static let emphasisedPunctuation: [UInt16] = [
    0x23, 0x25, 0x26, 0x40, 0xA7, 0xB6, 0x609, 0x60A, 0x66A, 0x2030, 0x2031, 0x204A, 0x204B, 0x2053,
    0x303D, 0xFE5F, 0xFE60, 0xFE6A, 0xFE6B, 0xFF03, 0xFF05, 0xFF06, 0xFF20,
  ]
}
