// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextShaping

// Shortcuts for lines whose glyphs are those of the paragraph's runs. The lines equal those of
// `setLine(_:_:)`; `EquivalentLineTests` compare them.
extension Typesetter {
  /// Sets a paragraph that fits into one line as it was shaped, if there is room for the line. The
  /// table of breaks is not computed.
  ///
  /// - Returns: Whether it was set.
  mutating func setWhole(_ open: borrowing OpenParagraph) throws -> Bool {
    guard let metrics = open.uniform, room == nil, !open.frame.stretchesLast else { return false }
    let (paragraph, frame, isFirst) = (open.paragraph, open.frame, open.isFirst)
    let available = width.map { frame.available($0, isFirst: isFirst) } ?? .infinity
    // The width is NaN if the line is more than its runs side by side; the guard then fails.
    let lineWidth = paragraph.plainWidth
    guard lineWidth <= available + LineBreaker.tolerance else { return false }
    let box = metrics.box(frame.lineHeight)
    guard hasRoom(box.height) else { return false }
    let length = paragraph.contentLength
    var record = record(
      paragraph, open.index, from: 0, to: length, visibleEnd: length, width: lineWidth,
      isFirst: isFirst, metrics, box)
    markAsLast(&record, paragraph)
    if let width {
      record.x = frame.x(ofWidth: lineWidth, isFirst: isFirst, isLast: true, boxWidth: width)
    }
    try append(record)
    lastStart = LineStart()
    gap = spaceAfter(paragraph, frame)
    return true
  }

  /// Sets lines from `start` on while they are plain: they end at a safe break opportunity, there
  /// is room for them, and they are not the paragraph's last.
  ///
  /// The inner loop of a layout at a new width.
  mutating func setPlainLines(_ open: inout OpenParagraph, _ breaker: LineBreaker) throws {
    let (paragraph, index, frame, start) = (open.paragraph, open.index, open.frame, open.start)
    guard let metrics = open.uniform, container.isWrapped, breaker.tabs == nil, !frame.isJustified,
      let boxWidth = width, start.isSafe, !(open.isFirst && breaker.hanging != nil),
      !(trimsFirst && records.count == columns.firstLine), paragraph.inlineParts == nil
    else { return }
    if room != nil {
      if !paragraph.style.storage.isGreedy { return }
      if hasFloat(in: paragraph, from: paragraph.range.start + start.offset) { return }
    }
    try paragraph.findBreaks(cancellation)
    let box = metrics.box(frame.lineHeight)
    // Lines beside an obstacle are not plain, so plain lines end above it.
    let lowest = min(height, room?.clearance(below: y + gap) ?? .infinity)
    if y + gap + box.height > lowest + LineBreaker.tolerance { return }
    let table = paragraph.breaks
    let last = table.count - 1
    guard start.next < last else { return }
    let rest = frame.available(boxWidth, isFirst: false)
    var available = open.isFirst ? frame.available(boxWidth, isFirst: true) : rest
    let base = paragraph.range.start
    let isMonotone = table.isMonotone
    let plainLimit = BreakTable.LineEndTraits.plainLimit
    // Lines beside each other count as one line of the maximum, so more records are allowed.
    let others = records.count - lineCount
    let most = min(
      min(maximumLines, TextLayout.maximumLineCount) + others, TextLayout.maximumLineCount)
    // Locals, so that the loop keeps them in registers.
    var records = self.records
    self.records = LineRecords()
    var (position, before) = (start, lastStart)
    var (y, gap) = (self.y, self.gap)
    var first = open.isFirst
    defer {
      self.records = records
      if room != nil { rowCount = records.count - others }
      (open.start, lastStart) = (position, before)
      (self.y, self.gap) = (y, gap)
      open.isFirst = first
    }
    let boxNumber = records.number(
      of: LineRecords.Box(
        height: box.height, baseline: box.baseline, ascent: metrics.ascent,
        descent: metrics.descent, expansion: 0))
    // The number of opportunities on the previous line, where the search begins.
    var guess = 8
    // `unsafe`: pointers to columns of `last + 1` elements; every index is compared with `last`.
    // Checked spans make this loop two thirds slower.
    try unsafe table.withColumns { offsets, advance, trimmed, traits in
      while true {
        let limit = position.advance + available + LineBreaker.tolerance
        let from = position.next
        var next = from
        if isMonotone {
          next = min(from + guess, last)
          if unsafe trimmed[next] <= limit {
            repeat { next += 1 } while unsafe next <= last && trimmed[next] <= limit
          } else {
            while unsafe next > from && trimmed[next - 1] > limit { next -= 1 }
          }
        } else {
          while unsafe next <= last && trimmed[next] <= limit { next += 1 }
        }
        // The last line, and a word that is too wide, are left to the caller.
        if next == from || next > last { return }
        // The raw value is read, since functions of another module might not be inlined.
        let trait = unsafe traits[next - 1].rawValue
        guard trait < plainLimit, records.count < most,
          y + gap + box.height <= lowest + LineBreaker.tolerance
        else { return }
        let end = unsafe Int(offsets[next - 1])
        let visible = max(position.offset, end - Int(trait))
        let width = visible > position.offset ? unsafe trimmed[next - 1] - position.advance : 0
        let top = y + gap
        records.append(
          LineRecords.Line(
            paragraph: Int32(truncatingIfNeeded: index),
            start: Int32(truncatingIfNeeded: base + position.offset),
            end: Int32(truncatingIfNeeded: base + end),
            visibleEnd: Int32(truncatingIfNeeded: base + visible), special: -1, box: boxNumber,
            x: frame.x(ofWidth: width, isFirst: first, boxWidth: boxWidth), y: top, width: width,
            flags: first ? .first : []))
        before = position
        y = top + box.height
        gap = frame.lineSpacing
        guess = next - from
        position = LineStart(offset: end, next: next, advance: unsafe advance[next - 1])
        first = false
        available = rest
        if records.count % Self.linesPerPoll == 0 {
          try records.makeRoom(for: Self.linesPerPoll, cancellation)
          try cancellation.check()
        }
      }
    }
  }
}
