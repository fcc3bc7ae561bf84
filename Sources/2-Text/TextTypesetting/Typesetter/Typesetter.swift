// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import TextFonts
import TextModel
import TextShaping

/// Sets a shaped text line by line into a container, in line space (``LayoutAxes``).
struct Typesetter {
  let shaped: ShapedText
  let container: TextContainer
  let cancellation: Cancellation
  /// The code units of the whole text.
  let units: [UInt16]
  /// The extent of a column along the lines; `nil` if it is unbounded.
  let width: Double?
  /// The places of lines in a container with a shape, exclusions or floats.
  let room: LineRoom?
  /// The column being filled, and those before it.
  var columns: ColumnFiller
  /// The end of the first line, if it is known.
  let firstLineEnd: Int?
  /// The numbers of the lines that were set in places of a ``room``, ascending, with the places;
  /// the other lines have the whole width of their column.
  var slots: [(line: Int, slot: LineSlot)] = []
  /// The rows of a container with a ``room``.
  var rowCount = 0
  /// The container's extent across the lines, between the insets.
  var height: Double
  let maximumLines: Int
  /// Whether the first line of a column is trimmed.
  let trimsFirst: Bool
  /// Whether the last line of a column is trimmed.
  let trimsLast: Bool
  var records = LineRecords()
  var specials = SpecialLines()
  var isTruncated = false
  /// Whether a line before the last is shortened to the width.
  var hasShortLines = false
  /// The start of the text that the last line shows behind a token; `nil` if it shows none.
  var tailStart: Int?
  /// The lower edge of the last line.
  var y = 0.0
  /// The space between the last line and the next one.
  var gap = 0.0
  /// The start of the last line, from which it is set anew if it must take an ellipsis.
  var lastStart = LineStart()

  /// The number of lines between two polls of the cancellation. Most lines take well under a
  /// microsecond; a line that is reshaped at its ends counts as ``specialLineWeight``.
  static let linesPerPoll = 64
  /// The number of lines that a line with pieces of its own counts as between two polls, since
  /// reshaping its ends takes longer.
  private static let specialLineWeight = 16

  /// Breaks a text into lines, and places them in a container.
  static func set(
    _ shaped: ShapedText, in container: TextContainer, cancellation: Cancellation = .never
  ) throws -> Result {
    if !container.isPlain, let placed = try AlignedSetting(shaped, in: container, cancellation) {
      return placed.result
    }
    return try set(shaped, in: container, from: 0, cancellation)
  }

  /// Breaks a text into lines, the first of which begins at a y or below.
  ///
  /// - Parameters:
  ///   - offset: The start of the first line in the text: where the container before ends.
  ///   - height: The height of the columns, if it is not that of the container.
  static func set(
    _ shaped: ShapedText, in container: TextContainer, from y: Double, textStart offset: Int = 0,
    height: Double? = nil, _ cancellation: Cancellation
  ) throws -> Result {
    var typesetter = try Typesetter(shaped, in: container, cancellation: cancellation)
    if let height { typesetter.height = height }
    typesetter.y = y
    try typesetter.begin()
    let first = offset > 0 ? shaped.paragraphIndex(containing: offset) : 0
    for index in first..<shaped.paragraphs.count {
      if index & 15 == 15 { try cancellation.check() }
      let start = index == first ? offset - shaped.paragraphs[index].range.start : 0
      if try !typesetter.set(paragraph: index, from: max(0, start)) { break }
    }
    return try typesetter.finish()
  }

  init(_ shaped: ShapedText, in container: TextContainer, cancellation: Cancellation) throws {
    self.shaped = shaped
    self.container = container
    self.cancellation = cancellation
    units = shaped.text.utf16
    let isRightToLeft = shaped.paragraphs[0].baseLevel & 1 == 1
    columns = ColumnFiller(container, isRightToLeft: isRightToLeft)
    width = columns.width
    let floats =
      width != nil && container.isWrapped && shaped.hasFreeAttachments
      ? try Floats(shaped.text, cancellation) : nil
    room =
      container.hasAreas || floats != nil || container.floatContext != nil
      ? try LineRoom(container, floats, isRightToLeft: isRightToLeft, cancellation) : nil
    height = min(container.blockRoom ?? .infinity, room?.bottom ?? .infinity)
    firstLineEnd = container.firstLineEnd
    maximumLines = container.maximumLines > 0 ? container.maximumLines : .max
    (trimsFirst, trimsLast) = room == nil ? container.trimmedEnds : (false, false)
  }

  var isVertical: Bool { container.writingMode.isVertical }

  /// Prepares for the first paragraph.
  mutating func begin() throws {
    try cancellation.check()
    try reserveLines()
  }

  /// Adds the empty line after a terminator at the text's end, aligns and places the lines, and
  /// returns the result.
  mutating func finish() throws -> Result {
    if !isTruncated { try addLastEmptyLine() }
    let boxWidth = try columns.boxWidth ?? alignUnbounded()
    try closeColumn()
    y = max(y, columns.lowestEdge)
    let isTooHigh = y > height + LineBreaker.tolerance
    let lowest =
      room?.context != nil
      ? y : room?.floats.map { min(max(y, $0.lowestEdge), max(y, height)) } ?? y
    var size = Size(width: boxWidth, height: isTooHigh ? height : lowest)
    if !container.isPlain { size = try place(size) }
    if container.writingMode == .verticalLR {
      try records.turnUpwards(in: size.height, cancellation)
      room?.floats?.turnUpwards(in: size.height)
    }
    let end = units.count
    let shown = isTruncated ? (records.isEmpty ? 0 : Int(records[records.count - 1].end)) : end
    return Result(
      size: size, isTruncated: isTruncated || hasShortLines, isCutOff: isTooHigh && end > 0,
      records: records, specials: specials, leftOut: TextRange(shown, tailStart ?? end),
      columns: columns.isSingle ? [] : columns.filled, floats: room?.floats?.placed ?? [],
      isUpwards: container.writingMode == .verticalLR)
  }

  /// Reserves the memory for the expected number of lines.
  private mutating func reserveLines() throws {
    let width = container.isWrapped ? self.width ?? .infinity : .infinity
    guard width > 0 else { return }
    var lines = 0.0
    for (index, paragraph) in shaped.paragraphs.enumerated() {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      let least = paragraph.advance / width
      // Narrow lines are up to half empty. Too little room would be costly: growing a long array
      // copies it.
      let likely = least * (least > 4096 ? 2.1 : 1.1) + 1
      lines += max(1, min(likely, Double(paragraph.contentLength)))
    }
    lines = min(lines, Double(maximumLines), Double(TextLayout.maximumLineCount))
    // Above 4,096 expected lines, the array gets additional room for the lines of two polls: it
    // need not grow before the next poll, which reserves more.
    if lines > 1 {
      records.reserveCapacity(Int(lines) + (lines > 4096 ? 2 * Self.linesPerPoll : 1))
    }
  }

  // MARK: - Paragraphs

  /// A paragraph whose lines are being set. Not copied, since it is large.
  struct OpenParagraph: ~Copyable {
    let paragraph: ShapedParagraph
    let index: Int
    let frame: ParagraphIndents
    /// The metrics that all lines of the paragraph share; `nil` if lines differ.
    let uniform: LineMetrics?
    /// The start of the next line.
    var start = LineStart()
    var isFirst: Bool
    /// The number of lines since the last poll.
    var sincePoll: Int
  }

  /// The next step after a line.
  enum Next {
    /// Another line of the paragraph.
    case line
    /// The end of the paragraph.
    case end
    /// Nothing: there was no room for the line.
    case nothing
  }

  /// Sets one paragraph from an offset in it on.
  ///
  /// ``setWhole(_:)`` and ``setPlainLines(_:)`` are shortcuts for what ``setLine(_:_:)`` does: see
  /// `EquivalentLineTests`.
  ///
  /// - Returns: Whether there is room for more lines.
  private mutating func set(paragraph index: Int, from offset: Int) throws -> Bool {
    var open = try open(paragraph: index)
    if offset > 0 {
      open.start = try lineStart(at: offset, in: open.paragraph)
      open.isFirst = false
    } else if firstLineEnd == nil, try setWhole(open) {
      return true
    }
    var breaker = try LineBreaker(
      shaped, open.paragraph, units: units, cancellation: cancellation)
    if index == 0 { breaker.firstLineEnd = firstLineEnd }
    var next = Next.line
    // In a container with areas, the widths of lines depend on where these lie, so the lines of a
    // paragraph cannot be chosen together.
    if !open.paragraph.style.storage.isGreedy, room == nil {
      next = try setChosenLines(&open, &breaker)
    }
    while next == .line {
      if firstLineEnd == nil { try setPlainLines(&open, breaker) }
      next =
        if let room,
          room.clearance(below: y + gap) < .infinity
            || hasFloat(in: open.paragraph, from: open.paragraph.range.start + open.start.offset)
        {
          try setRow(&open, &breaker, in: room)
        } else {
          try setLine(&open, &breaker)
        }
    }
    return try next == .end && close(open)
  }

  /// Begins a paragraph.
  mutating func open(paragraph index: Int) throws -> OpenParagraph {
    let paragraph = shaped.paragraphs[index]
    let style = paragraph.style
    try style.validate(at: paragraph.range.start)
    // Above the first paragraph of a text or of a column there is no space.
    if records.count > columns.firstLine, !paragraph.isContinuation {
      gap += LineMetrics.exact(style.storage.fields.spacingBefore)
    }
    return OpenParagraph(
      paragraph: paragraph, index: index,
      frame: ParagraphIndents(style, baseLevel: paragraph.baseLevel),
      uniform: style.storage.hasStrut
        ? try strutMetrics(of: paragraph)
        : try LineMetrics.uniform(paragraph, isVertical: isVertical, cancellation),
      isFirst: paragraph.beginsIndented, sincePoll: records.count % Self.linesPerPoll)
  }

  /// Sets the next line of a paragraph.
  ///
  /// - Parameter chosen: The line, if it is not the greedy one.
  mutating func setLine(
    _ open: inout OpenParagraph, _ breaker: inout LineBreaker, _ chosen: ChosenLine? = nil
  ) throws -> Next {
    let (paragraph, frame, start) = (open.paragraph, open.frame, open.start)
    open.sincePoll += 1
    if open.sincePoll >= Self.linesPerPoll {
      open.sincePoll = 0
      try cancellation.check()
    }
    let available = width.map { frame.available($0, isFirst: open.isFirst) }
    var line =
      try chosen?.line
      ?? breaker.line(
        from: start, available: container.isWrapped ? available : nil,
        indent: frame.indent(isFirst: open.isFirst))
    let isLast = line.end >= paragraph.contentLength
    let metrics = try open.uniform ?? metrics(of: open, to: line.end)
    let box = metrics.box(frame.lineHeight)
    if !hasRoom(box.height), try !hasTrimmedRoom(line, open, metrics, box) {
      guard try openColumn() else {
        try line.release(cancellation)
        try truncateLastLine()
        return .nothing
      }
      if room != nil {
        // Areas may lie at the top of the new column: the line is set anew, beside them.
        try line.release(cancellation)
        return .line
      }
    }
    var record = record(
      paragraph, open.index, from: start.offset, to: line.end, visibleEnd: line.visibleEnd,
      width: line.width, isFirst: open.isFirst, metrics, box)
    if isLast { markAsLast(&record, paragraph) }
    if let chosen, chosen.line == nil { record.flags.insert(.fallback) }
    if room != nil { noteFallback(&record, paragraph) }
    if let pieces = line.pieces {
      open.sincePoll += Self.specialLineWeight - 1
      record.special = Int32(specials.count)
      specials.append(pieces)
    }
    if let width, let available {
      if let chosen, chosen.shrink < 0 {
        record.expansion = chosen.shrink
        record.width = available
        record.flags.insert(.justified)
      } else if frame.stretches(isLast: isLast) {
        try justify(&record, paragraph, pieces: line.pieces, available: available)
        open.sincePoll += Self.specialLineWeight - 1
      }
      record.x = frame.x(
        ofWidth: record.width, isFirst: open.isFirst, isLast: isLast, boxWidth: width)
    }
    try append(record)
    lastStart = start
    if isLast { return .end }
    gap = frame.lineSpacing
    open.start = line.next
    open.isFirst = false
    return .line
  }

  /// Ends a paragraph.
  ///
  /// - Returns: Whether there is room for more lines.
  mutating func close(_ open: borrowing OpenParagraph) throws -> Bool {
    gap = spaceAfter(open.paragraph, open.frame)
    if overflowsWidth {
      if lineCount == maximumLines || open.index == shaped.paragraphs.count - 1 {
        try truncateLastLine()
        return false
      }
      if !container.isWrapped { try shortenLine() }
    }
    return true
  }

  /// The space between a paragraph's last line and the next line.
  func spaceAfter(_ paragraph: ShapedParagraph, _ frame: ParagraphIndents) -> Double {
    if paragraph.endsWithLineSeparator { return frame.lineSpacing }
    return frame.lineSpacing + LineMetrics.exact(paragraph.style.storage.fields.spacingAfter)
  }

  func metrics(
    of paragraph: ShapedParagraph, _ start: Int, _ end: Int
  ) throws -> LineMetrics {
    guard var index = paragraph.run(at: start) else {
      return LineMetrics(paragraph.strutFont, paragraph.strutStyle, isVertical: isVertical)
    }
    var metrics = LineMetrics(isVertical: isVertical)
    // The last two origins are remembered, since words and the spaces between them often alternate
    // between two fonts.
    var last: ObjectIdentifier?
    var other: ObjectIdentifier?
    repeat {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      let run = paragraph.runs[index]
      let origin = ObjectIdentifier(run.origin)
      if origin != last && origin != other {
        metrics.add(run)
        (last, other) = (origin, last)
      }
      index += 1
    } while index < paragraph.runs.count && paragraph.runs[index].textRange.start < end
    return metrics
  }

  // MARK: - Lines

  /// A line below the last one; its x is not yet set.
  func record(
    _ paragraph: ShapedParagraph, _ index: Int, from start: Int, to end: Int, visibleEnd: Int,
    width: Double, isFirst: Bool, _ metrics: LineMetrics, _ box: (height: Double, baseline: Double)
  ) -> LineRecord {
    let base = paragraph.range.start
    return LineRecord(
      paragraph: Int32(index), start: Int32(base + start), end: Int32(base + end),
      visibleEnd: Int32(base + visibleEnd), special: -1, flags: isFirst ? .first : [], x: 0,
      y: y + gap, width: width, height: box.height, baseline: y + gap + box.baseline,
      ascent: metrics.ascent, descent: metrics.descent, expansion: 0)
  }

  /// Marks the last line of a paragraph, to which the terminator belongs.
  func markAsLast(_ record: inout LineRecord, _ paragraph: ShapedParagraph) {
    record.flags.insert(.last)
    record.end = Int32(paragraph.range.end)
    if paragraph.endsWithTerminator { record.flags.insert(.hardBreak) }
  }

  mutating func append(_ record: LineRecord) throws {
    if trimsFirst, records.count == columns.firstLine {
      var record = record
      try trim(&record, isFirst: true)
      return try add(record)
    }
    try add(record)
  }

  private mutating func add(_ record: LineRecord) throws {
    guard records.count < TextLayout.maximumLineCount else {
      throw TypesettingError(
        .tooManyLines, property: "container", offset: Int(record.start),
        "the text needs more than \(TextLayout.maximumLineCount) lines; give it a wider container "
          + "or lay it out in parts")
    }
    records.append(record)
    if records.count % Self.linesPerPoll == 0 {
      try records.makeRoom(for: Self.linesPerPoll, cancellation)
    }
    y = record.y + record.height
    if room != nil { countRow(record) }
  }

  /// The number of lines, of which those beside each other count as one.
  var lineCount: Int { room == nil ? records.count : rowCount }

  /// Whether there is room for a further line of a given height; always true for the first line of
  /// a column, however low the container is.
  func hasRoom(_ lineHeight: Double) -> Bool {
    records.count == columns.firstLine
      || lineCount < maximumLines && y + gap + lineHeight <= height + LineBreaker.tolerance
  }

  func frame(of record: LineRecord) -> ParagraphIndents {
    let paragraph = shaped.paragraphs[Int(record.paragraph)]
    return ParagraphIndents(paragraph.style, baseLevel: paragraph.baseLevel)
  }
}
