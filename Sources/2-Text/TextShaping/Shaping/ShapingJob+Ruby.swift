// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel

extension ShapingJob {
  /// Finds whether some character has a ruby, and the absent parts of inline formatting contexts.
  ///
  /// - Throws: `CancellationError`.
  mutating func findElements() throws {
    let column = text.content.elements
    for run in 0..<column.count {
      if run & 0xFFF == 0xFFF { try cancellation.check() }
      let element = column.value(ofRun: run)
      if element.hasRuby { hasRuby = true }
      if element.hasInlinePart, let attachment = element.attachment {
        if attachment.wrap == .inline, case .box = attachment.inlinePart { continue }
        if levelUnits.isEmpty { levelUnits = text.utf16 }
        for offset in column.range(of: run).range
        where levelUnits[offset] == TextAttachment.character { levelUnits[offset] = 0x200B }
      }
    }
  }

  /// Gives the runs of bases their rubies, and the room that these take.
  ///
  /// - Parameters:
  ///   - runs: The runs of a paragraph, divided at the bounds of bases.
  ///   - content: The characters of the paragraph.
  ///   - isRightToLeft: Whether the paragraph is one from right to left.
  /// - Throws: As shaping does.
  mutating func annotate(
    _ runs: inout [ShapedRun], _ bases: RubyBases, _ content: Span<UInt16>,
    paragraphStart start: Int, isRightToLeft: Bool
  ) throws {
    var next = 0
    for (index, base) in bases.all.enumerated() {
      try cancellation.check()
      while next < runs.count, runs[next].textRange.start < base.range.start { next += 1 }
      let first = next
      while next < runs.count, runs[next].textRange.start < base.range.end { next += 1 }
      if first == next { continue }
      let after = index + 1 < bases.all.count ? bases.all[index + 1].range.start : -1
      let before = index > 0 ? bases.all[index - 1].range.end : -1
      // A ruby overhangs only kana without a ruby of their own: over Chinese characters it could be
      // read as their ruby, and over the letters of other scripts it would touch ascenders.
      let overhangs = (
        before: before != base.range.start && isKana(content, base.range.start - 1),
        after: after != base.range.end && isKana(content, base.range.end)
      )
      try annotate(
        &runs, first..<next, base, overhangs, content, paragraphStart: start,
        isRightToLeft: isRightToLeft)
    }
  }

  private mutating func annotate(
    _ runs: inout [ShapedRun], _ part: Range<Int>, _ base: RubyBases.Base,
    _ overhangs: (before: Bool, after: Bool), _ content: Span<UInt16>, paragraphStart: Int,
    isRightToLeft: Bool
  ) throws {
    let style = runs[part.lowerBound].style
    let ruby = base.ruby
    let text = ruby.shownUnits
    if text.isEmpty { return }
    let shaped = try ShapedText(
      AttributedText(utf16: text, style: TextStyle(shaping: style.ofRuby(ruby.drawnScale))),
      fonts: runs[part.lowerBound].origin.fonts, isVertical: isVertical,
      cancellation: cancellation)
    let line = AnnotationLine(shaped.paragraphs[0].runs, isVertical: isVertical)
    // The ruby, its line and the origins of its base take some 1,024 bytes besides the glyphs.
    try account(for: 1024)
    for run in line.runs { try account(for: run) }
    let place = TextRange(paragraphStart + base.range.start, paragraphStart + base.range.end)
    noteMissing(shaped.missing.flatMap(\.scalars), of: place)
    let gaps = try RubyGaps(line.runs, text.span, cancellation)
    var width = 0.0
    for index in part { width += runs[index].width }
    var overhang = (before: 0.0, after: 0.0)
    var spread: RubySpread?
    var baseGaps = RubyGaps()
    if line.width > width {
      baseGaps = try RubyGaps(Array(runs[part]), content, end: base.range.end, cancellation)
      let made = RubySpread(
        line.width - width, gaps: baseGaps.count, ruby.alignment, isRightToLeft: isRightToLeft)
      spread = made
      if ruby.overhang == .auto, !runs[part.lowerBound].isRightToLeft {
        let most = style.size * ruby.drawnScale / 2
        if overhangs.before { overhang.before = min(most, made.before) }
        if overhangs.after { overhang.after = min(most, made.after) }
      }
    }
    let shapedRuby = ShapedRuby(
      ruby, base: base.range, line: line, gaps: gaps.glyphs, isRightToLeft: isRightToLeft,
      overhang: overhang, leftSpace: spread?.before ?? 0)
    // The leftmost run gets the room before the base, the rightmost run the room after it.
    let isBackward = runs[part.lowerBound].isRightToLeft
    let leftmost = isBackward ? part.upperBound - 1 : part.lowerBound
    let rightmost = isBackward ? part.lowerBound : part.upperBound - 1
    for index in part {
      try cancellation.check()
      let run = runs[index]
      var room = RunRoom()
      if let spread {
        room.gap = spread.gap
        room.gaps = baseGaps.glyphs[index - part.lowerBound]
        if index == leftmost { room.before = spread.before - overhang.before }
        if index == rightmost { room.after = spread.after - overhang.after }
      }
      let origin = RunOrigin(
        run.origin,
        RunAnnotations(
          ruby: shapedRuby, emphasis: run.annotations?.emphasis, room: room))
      runs[index] = try run.widened(by: room, origin, scratch.glyphs, cancellation)
    }
  }

  /// Whether a character is a kana; `false` beyond the text.
  private func isKana(_ content: Span<UInt16>, _ offset: Int) -> Bool {
    guard offset >= 0, offset < content.count else { return false }
    switch content[offset] {
    case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF,
      0xFF66...0xFF9D:
      return true
    default: return false
    }
  }
}

extension RubyText {
  /// The code units that are shown.
  fileprivate var shownUnits: [UInt16] {
    var units: [UInt16] = []
    for unit in text.utf16.prefix(TextLimits.annotationLength) {
      switch unit {
      case 0x09...0x0D, 0x85, 0x2028, 0x2029: units.append(0x20)
      default: units.append(unit)
      }
    }
    if units.count == TextLimits.annotationLength, let last = units.last, last & 0xFC00 == 0xD800 {
      units.removeLast()
    }
    return units
  }
}
