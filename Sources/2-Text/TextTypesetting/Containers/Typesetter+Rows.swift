// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import TextModel
import TextShaping

// Lines in a container with a shape or exclusions: a row has a line in each place that is wide
// enough for the next word.
extension Typesetter {
  /// A part of a row.
  private struct Piece {
    var slot: LineSlot
    var start: LineStart
    var line: BrokenLine
  }

  /// The most times that a row is set anew because its fonts are higher than was expected.
  private static let mostHeights = 4

  /// Sets the next row of a paragraph, as far down as the next word fits in one of its places.
  ///
  /// A word that is wider than every place of the container is broken as in any line that is too
  /// short. Where nothing fits down to the lower edge, the text ends.
  mutating func setRow(
    _ open: inout OpenParagraph, _ breaker: inout LineBreaker, in room: LineRoom
  ) throws -> Next {
    let (paragraph, frame) = (open.paragraph, open.frame)
    guard let width else { return try setLine(&open, &breaker) }
    let strut =
      try open.uniform ?? strut(of: paragraph)?.metrics
      ?? LineMetrics(paragraph.strutFont, paragraph.strutStyle, isVertical: isVertical)
    var height = strut.box(frame.lineHeight).height
    var heights = 1
    // The greatest height that was too low.
    var lowHeight = -Double.infinity
    var top = y + gap
    if room.context != nil { try placeLeadingFloats(of: open, breaker, in: room) }
    // The floats before the row, which decide how far down it moves.
    let before = (floats: room.floats, context: room.context)
    // The last float behind text of the row, and the floats before it.
    var last: (float: Int, floats: Floats?, context: FloatContext?)?
    // The end of the row's line where the last float would move its own character to the next line.
    var forcedEnd: Int?
    while true {
      try cancellation.check()
      guard lineCount < maximumLines, top + height <= self.height + LineBreaker.tolerance else {
        if try openColumn() { return .line }
        try truncateLastLine()
        return .nothing
      }
      let extent = frame.extent(width)
      let left = columns.left
      var slots = try room.slots(
        from: top, to: top + height, left: left + extent.left, right: left + extent.right
      ).map { LineSlot(left: $0.left - left, right: $0.right - left) }
      if slots.isEmpty, room.clearance(below: top) == .infinity {
        // Between indents that leave no room, lines stick out as they do without areas.
        slots = [extent]
      }
      var pieces =
        try room.context == nil
        ? pieces(
          of: open, in: frame.ordered(slots), &breaker, widest: room.greatestWidth(extent.width))
        : piece(
          of: open, in: slots[0], &breaker, endingAt: forcedEnd,
          isNarrowed: before.context?.isNarrowed(from: top, to: top + height) == true)
      guard let piece = pieces.last else {
        if let context = before.context {
          (room.floats, room.context) = before
          (last, forcedEnd) = (nil, nil)
          top = context.nextPlace(below: top, to: top + height)
          continue
        }
        top = try room.next(below: top, to: top + height)
        continue
      }
      let base = paragraph.range.start
      if let last, forcedEnd == nil, base + piece.line.end <= last.float {
        (room.floats, room.context) = (last.floats, last.context)
        forcedEnd = piece.line.end
        for index in pieces.indices { try pieces[index].line.release(cancellation) }
        continue
      }
      let metrics = try open.uniform ?? metrics(of: open, to: piece.line.end)
      if let float = room.floats?.next(from: base + open.start.offset),
        float < base + piece.line.end
      {
        // Source: CSS 2.2, 9.5: text before the float on the line stays; a float that does not fit
        // beside that text stands below the line.
        let used = try usedWidth(before: float, of: paragraph, in: pieces, breaker)
        let fits = fits(float: float, of: paragraph, behind: used, from: top, in: room)
        if fits, used != nil, room.context != nil { last = (float, room.floats, room.context) }
        let y = fits ? top : top + metrics.box(frame.lineHeight).height
        for index in pieces.indices { try pieces[index].line.release(cancellation) }
        if try place(float: float, of: paragraph, from: y, in: room) == .placed { continue }
        if try openColumn() { return .line }
        try truncateLastLine()
        return .nothing
      }
      let box = metrics.box(frame.lineHeight)
      if box.height > height + LineBreaker.tolerance, heights < Self.mostHeights {
        for index in pieces.indices { try pieces[index].line.release(cancellation) }
        (lowHeight, height) = (max(lowHeight, height), box.height)
        heights += 1
        continue
      }
      if let context = room.context, context.isShaped, heights < Self.mostHeights,
        box.height < height - LineBreaker.tolerance, box.height > lowHeight + LineBreaker.tolerance
      {
        for index in pieces.indices { try pieces[index].line.release(cancellation) }
        height = box.height
        heights += 1
        continue
      }
      gap = LineMetrics.exact(top - y)
      return try append(pieces, &open, metrics, box)
    }
  }

  /// The lines of a row; none if the next word fits nowhere.
  ///
  /// - Parameter widest: The width of the widest place of the container, not counting the indent of
  ///   the first line.
  private func pieces(
    of open: borrowing OpenParagraph, in slots: [LineSlot], _ breaker: inout LineBreaker,
    widest: Double
  ) throws -> [Piece] {
    let frame = open.frame
    var (start, isFirst) = (open.start, open.isFirst)
    var pieces: [Piece] = []
    for place in slots {
      let slot = isFirst ? frame.firstLine(in: place) : place
      let widest =
        isFirst ? frame.firstLine(in: LineSlot(left: 0, right: widest)).width : widest
      let indent = frame.indent(of: slot, boxWidth: width ?? 0)
      var line = try breaker.line(
        from: start, available: slot.width, indent: indent, mayDivide: false)
      if line.width > slot.width + LineBreaker.tolerance {
        if line.width <= widest + LineBreaker.tolerance { continue }
        try line.release(cancellation)
        line = try breaker.line(from: start, available: slot.width, indent: indent)
        // If no place is wide enough for a character, the character stands in the widest place.
        if line.width > slot.width + LineBreaker.tolerance, breaker.breaksWords,
          slot.width < widest - LineBreaker.tolerance
        {
          continue
        }
      }
      pieces.append(Piece(slot: slot, start: start, line: line))
      if line.end >= open.paragraph.contentLength { break }
      (start, isFirst) = (line.next, false)
    }
    return pieces
  }

  /// The line between floats; none if its first word is too wide and floats are in the way.
  ///
  /// Source: CSS 2.2, 9.5: a line that is too short for any content moves down.
  private func piece(
    of open: borrowing OpenParagraph, in place: LineSlot, _ breaker: inout LineBreaker,
    endingAt end: Int?, isNarrowed: Bool
  ) throws -> [Piece] {
    let slot = open.isFirst ? open.frame.firstLine(in: place) : place
    let indent = open.frame.indent(of: slot, boxWidth: width ?? 0)
    var line =
      if let end {
        try breaker.line(from: open.start, endingAt: end, indent: indent, available: slot.width)
      } else {
        try breaker.line(from: open.start, available: slot.width, indent: indent)
      }
    if isNarrowed, line.fittingWidth > max(0, slot.width) + LineBreaker.tolerance {
      try line.release(cancellation)
      return []
    }
    return [Piece(slot: slot, start: open.start, line: line)]
  }

  /// Places the floats with which a row begins, so that the row's text finds a place below them.
  private func placeLeadingFloats(
    of open: borrowing OpenParagraph, _ breaker: borrowing LineBreaker, in room: LineRoom
  ) throws {
    let (paragraph, start) = (open.paragraph, open.start.offset)
    let base = paragraph.range.start
    while let float = room.floats?.next(from: base + start), float < paragraph.range.end,
      !holdsText(start..<float - base, of: paragraph),
      try breaker.widthOfText(from: start, to: float - base) == 0
    {
      _ = try place(float: float, of: paragraph, from: y + gap, in: room)
    }
  }

  /// Whether a range holds anything but edges of inline boxes, floats and the like.
  private func holdsText(_ range: Range<Int>, of paragraph: ShapedParagraph) -> Bool {
    range.contains { paragraph.inlineParts?.isAbsent(at: $0) != true }
  }

  /// The width of what is before a float in its row, and the width of the row's place; `nil` if
  /// there is nothing.
  private func usedWidth(
    before offset: Int, of paragraph: ShapedParagraph, in pieces: [Piece],
    _ breaker: borrowing LineBreaker
  ) throws -> (width: Double, room: Double)? {
    let place = offset - paragraph.range.start
    guard let piece = pieces.last(where: { $0.start.offset <= place }) else { return nil }
    let start = piece.start.offset
    var end = place
    if room?.context != nil {
      // White space before the float may hang at the end of the line.
      while end > start, BreakTable.hangs(breaker.text[end - 1]) { end -= 1 }
    }
    let used = try breaker.widthOfText(from: start, to: end)
    return used == 0 ? nil : (used, piece.slot.width)
  }

  /// Whether a float has room beside the text before its character in a row.
  private func fits(
    float offset: Int, of paragraph: ShapedParagraph,
    behind used: (width: Double, room: Double)?, from top: Double, in room: LineRoom
  ) -> Bool {
    guard let used, let extent = floatExtent(offset, of: paragraph) else { return true }
    guard used.width + extent <= used.room + LineBreaker.tolerance else { return false }
    // A float that finds no place at the top of the row stands below it.
    guard var context = room.context else { return true }
    return placed(float: offset, of: paragraph, from: top, in: &context)?.minY == top
  }

  private mutating func append(
    _ pieces: [Piece], _ open: inout OpenParagraph, _ metrics: LineMetrics,
    _ box: (height: Double, baseline: Double)
  ) throws -> Next {
    let (paragraph, frame) = (open.paragraph, open.frame)
    let (top, above) = (y, gap)
    for piece in pieces {
      // Each line begins at the upper edge of the row.
      (y, gap) = (top, above)
      let line = piece.line
      let isLast = line.end >= paragraph.contentLength
      var record = record(
        paragraph, open.index, from: piece.start.offset, to: line.end,
        visibleEnd: line.visibleEnd, width: line.width, isFirst: open.isFirst, metrics, box)
      if isLast { markAsLast(&record, paragraph) }
      noteFallback(&record, paragraph)
      if let pieces = line.pieces {
        record.special = Int32(specials.count)
        specials.append(pieces)
      }
      if frame.stretches(isLast: isLast) {
        try justify(&record, paragraph, pieces: line.pieces, available: piece.slot.width)
      }
      record.x = frame.x(ofWidth: record.width, in: piece.slot, isLast: isLast)
      slots.append((records.count, piece.slot))
      try append(record)
      lastStart = piece.start
      open.isFirst = false
      open.start = line.next
      if isLast { return .end }
    }
    gap = frame.lineSpacing
    return .line
  }

  /// Marks a line as greedy if its paragraph's line breaking is another.
  func noteFallback(_ record: inout LineRecord, _ paragraph: ShapedParagraph) {
    if !paragraph.style.storage.isGreedy { record.flags.insert(.fallback) }
  }

  /// Counts the row of the line that was appended last, unless the line before it is in that row.
  mutating func countRow(_ record: LineRecord) {
    let isNew = records.count < 2 || records[records.count - 2].y != record.y
    if isNew || records.count - 1 == columns.firstLine { rowCount += 1 }
  }

  /// The slot of a line in its column, in a container with a ``room``; `nil` where nothing but the
  /// column bounds the line.
  func slot(ofLine number: Int) -> LineSlot? {
    guard let known = slots.last(where: { $0.line <= number }), known.line == number else {
      return nil
    }
    return known.slot
  }

  /// The place of an empty line of a height below the last one.
  func emptyLineSlot(
    _ height: Double, _ frame: ParagraphIndents, isFirst: Bool, in room: LineRoom
  ) throws -> LineSlot? {
    guard let width else { return nil }
    let extent = frame.extent(width)
    let left = columns.left
    let slots = try room.slots(
      from: y + gap, to: y + gap + height, left: left + extent.left, right: left + extent.right
    ).map { LineSlot(left: $0.left - left, right: $0.right - left) }
    return frame.ordered(slots).first.map { isFirst ? frame.firstLine(in: $0) : $0 }
  }
}
