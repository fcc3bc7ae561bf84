// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel
import TextShaping

extension Typesetter {
  /// Adds the empty line after a terminator at the very end of the text.
  mutating func addLastEmptyLine() throws {
    guard let last = shaped.paragraphs.last, last.endsWithTerminator else { return }
    // The line has the style of the terminator, as a character that is typed there would have.
    let shaping = shaped.text.shaping.value(at: shaped.text.length - 1)
    let font =
      shaping == last.strutStyle
      ? last.strutFont
      : try shaped.fonts.cascade(for: shaping).primary
    var metrics = LineMetrics(font, shaping.small(in: font), isVertical: isVertical)
    // A line separator does not end its paragraph, whose style the empty line then has.
    let isFirst = !last.endsWithLineSeparator
    let style =
      isFirst ? shaped.text.paragraphs.value(at: shaped.text.length - 1) : last.style
    if let strut = try strut(of: style, font, shaping.small(in: font)) {
      if strut.isForced { metrics = strut.metrics } else { metrics.add(strut.metrics) }
    }
    if isFirst { gap += LineMetrics.exact(style.spacingBefore) }
    let box = metrics.box(style.lineHeight)
    if !hasRoom(box.height) {
      let record = record(
        last, shaped.paragraphs.count - 1, from: last.range.count, to: last.range.count,
        visibleEnd: last.range.count, width: 0, isFirst: isFirst, metrics, box)
      if try !hasTrimmedRoom(record), try !openColumn() { return }
    }
    let level: UInt8 = isFirst ? (style.direction == .rightToLeft ? 1 : 0) : last.baseLevel
    // An empty paragraph has no character to take its direction from, so the style decides alone.
    let frame = ParagraphIndents(style, baseLevel: level)
    var slot: LineSlot?
    if let room {
      slot = try emptyLineSlot(box.height, frame, isFirst: isFirst, in: room)
      if slot == nil { return }
    }
    let length = last.range.count
    var record = record(
      last, shaped.paragraphs.count - 1, from: length, to: length, visibleEnd: length, width: 0,
      isFirst: isFirst, metrics, box)
    record.flags.formUnion([.extra, .last])
    if let slot {
      slots.append((records.count, slot))
      record.x = frame.x(ofWidth: 0, in: slot, isLast: true)
    } else if let width {
      record.x = frame.x(ofWidth: 0, isFirst: isFirst, isLast: true, boxWidth: width)
    }
    try append(record)
  }

  /// Whether the line that was set last must be truncated: it is wider than the container, and the
  /// container does not wrap lines or allows no further line.
  var overflowsWidth: Bool {
    guard let width, container.truncation != .none,
      !container.isWrapped || lineCount == maximumLines
    else { return false }
    let record = records[records.count - 1]
    let isFirst = record.flags.contains(.first)
    return record.width
      > frame(of: record).available(width, isFirst: isFirst) + LineBreaker.tolerance
  }

  /// Ends the layout at the last line, to which it adds a token unless the container's truncation
  /// is `none`.
  ///
  /// Where a token or the end of the text makes the line too high for the container, the line
  /// before it takes its place. The first line stays.
  mutating func truncateLastLine() throws {
    isTruncated = !units.isEmpty
    if records.isEmpty { return }
    var record = records.removeLast()
    if container.truncation != .none {
      try truncate(&record, from: lastStart)
      while try trimmedEdge(of: record) > height + LineBreaker.tolerance,
        records.count > columns.firstLine
      {
        try specials.removeLast(cancellation)
        tailStart = nil
        record = records.removeLast()
        try truncate(&record, from: try start(of: record))
      }
    }
    record.flags.insert(.truncated)
    records.append(record)
    y = record.y + record.height
  }

  /// Shortens a line that is too wide but not the last line, so that it ends in the token. The text
  /// that is left out still belongs to the line.
  mutating func shortenLine() throws {
    var record = records.removeLast()
    let (end, isHardBreak) = (record.end, record.flags.contains(.hardBreak))
    try truncate(&record, from: lastStart, showsTail: false)
    record.end = end
    if isHardBreak { record.flags.insert(.hardBreak) }
    record.flags.insert(.shortened)
    records.append(record)
    y = record.y + record.height
    hasShortLines = true
  }

  /// Sets a line anew with a token and, if the container's truncation is `start` or `middle`, with
  /// the end of the text.
  ///
  /// - Parameter showsTail: Whether the end of the text may be shown.
  private mutating func truncate(
    _ record: inout LineRecord, from start: LineStart, showsTail: Bool = true
  ) throws {
    let paragraph = shaped.paragraphs[Int(record.paragraph)]
    let base = paragraph.range.start
    let frame = frame(of: record)
    let isFirst = record.flags.contains(.first)
    // The line was removed, so the count of `records` is its number.
    let slot = slot(ofLine: records.count)
    let available = slot?.width ?? width.map { frame.available($0, isFirst: isFirst) }
    let indent =
      slot.map { frame.indent(of: $0, boxWidth: width ?? 0) } ?? frame.indent(isFirst: isFirst)
    var truncator = try Truncator(
      breaker: LineBreaker(shaped, paragraph, units: units, cancellation: cancellation),
      token: TruncationToken(container, in: paragraph, of: shaped, cancellation),
      indent: indent, available: available, endsLines: container.tokenEndsLines)
    let naturalEnd = min(Int(record.end) - base, paragraph.contentLength)
    let line: BrokenLine
    if showsTail,
      var tail = try tail(of: record, naturalEnd: naturalEnd, available: available)
    {
      let cut = try truncator.line(
        from: start, naturalEnd: naturalEnd, tail: &tail,
        isSameParagraph: tail.paragraphIndex == Int(record.paragraph),
        showsHead: container.truncation == .middle)
      line = cut.line
      tailStart = cut.tailStart < tail.end ? tail.base + cut.tailStart : nil
    } else {
      line = try truncator.line(from: start, naturalEnd: naturalEnd)
    }
    if tailStart != nil || container.token != nil {
      try setMetrics(of: line.pieces ?? [], frame, &record)
    }
    let isLast = record.flags.contains(.last)
    record.end = Int32(base + line.end)
    record.visibleEnd = Int32(base + line.visibleEnd)
    record.width = line.width
    record.expansion = 0
    record.flags.remove(.justified)
    record.flags.remove(.hardBreak)
    if record.special >= 0 { try specials.removeLast(cancellation) }
    record.special = Int32(specials.count)
    specials.append(line.pieces ?? [])
    // The line was removed, so the count of `records` is its number.
    if trimsFirst, records.count == columns.firstLine { try trim(&record, isFirst: true) }
    if let slot {
      record.x = frame.x(ofWidth: record.width, in: slot, isLast: isLast)
    } else if let width {
      record.x = frame.x(
        ofWidth: record.width, isFirst: isFirst, isLast: isLast, boxWidth: width)
    }
  }

  /// The end of the text, if the container's truncation is `start` or `middle` and the line does
  /// not show that end already; otherwise `nil`.
  private func tail(
    of record: LineRecord, naturalEnd: Int, available: Double?
  ) throws -> TextTail? {
    guard container.truncation == .start || container.truncation == .middle else { return nil }
    let index = Int(record.paragraph)
    let tail = try TextTail(shaped, from: index, units: units, cancellation)
    guard let tail, tail.paragraphIndex == index else { return tail }
    let overflows = available.map { record.width > $0 + LineBreaker.tolerance } ?? false
    return overflows || tail.end > naturalEnd ? tail : nil
  }

  /// Gives a line the height of the fonts that it shows.
  private func setMetrics(
    of pieces: [LinePiece], _ frame: ParagraphIndents, _ record: inout LineRecord
  ) throws {
    if pieces.isEmpty { return }
    var metrics = LineMetrics(isVertical: isVertical)
    for (index, piece) in pieces.enumerated() {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      metrics.add(piece.run)
    }
    let paragraph = shaped.paragraphs[Int(record.paragraph)]
    let strut = try strut(of: paragraph.style, paragraph.strutFont, paragraph.strutStyle)
    if let strut {
      if strut.isForced { metrics = strut.metrics } else { metrics.add(strut.metrics) }
    }
    let box = metrics.box(frame.lineHeight)
    record.height = box.height
    record.baseline = record.y + box.baseline
    (record.ascent, record.descent) = (metrics.ascent, metrics.descent)
  }

  /// The start of a line that was set before.
  private func start(of record: LineRecord) throws -> LineStart {
    let paragraph = shaped.paragraphs[Int(record.paragraph)]
    return try lineStart(at: Int(record.start) - paragraph.range.start, in: paragraph)
  }

  /// The start of a line at an offset of a paragraph.
  func lineStart(at offset: Int, in paragraph: ShapedParagraph) throws -> LineStart {
    if offset == 0 { return LineStart() }
    let breaker = try LineBreaker(shaped, paragraph, units: units, cancellation: cancellation)
    try paragraph.findBreaks(cancellation)
    let table = paragraph.breaks
    let next = table.firstIndex(after: offset)
    let before = next > 0 ? table.offset(at: next - 1) : 0
    let advance = next > 0 ? table.advance(at: next - 1) : 0
    return LineStart(
      offset: offset, next: next,
      advance: advance + (try breaker.widthOfText(from: before, to: offset)),
      isSafe: paragraph.isSafeToBreak(at: offset)
        && !(next > 0 && before == offset && table.traits(at: next - 1).isUnsafe))
  }
}
