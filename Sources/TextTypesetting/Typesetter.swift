// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextRuntime
import TextShaping

/// Sets a shaped text line under line.
@safe struct Typesetter {
  struct Result {
    var size: Size
    var isTruncated: Bool
    var records: LineRecords
    var specials: SpecialLines
  }

  private let shaped: ShapedText
  private let container: TextContainer
  private let cancellation: Cancellation
  private let takesShortCuts: Bool
  private let text: UnsafeBufferPointer<UInt16>
  private let width: Double?
  private let height: Double
  private let maximumLines: Int
  private var records = LineRecords()
  private var specials = SpecialLines()
  private var isTruncated = false
  /// The lower edge of the last line.
  private var y = 0.0
  /// What lies between the last line and the next one.
  private var gap = 0.0
  /// Where the last line began, for the case that it must take an ellipsis.
  private var lastStart = LineStart()

  /// Lines between two polls; a line costs well under a microsecond, or what its edges cost to shape.
  private static let linesPerPoll = 64

  /// - Parameter takesShortCuts: Off in tests: short cuts change no result.
  static func set(
    _ shaped: ShapedText, in container: TextContainer, cancellation: Cancellation = .never,
    takesShortCuts: Bool = true
  ) throws -> Result {
    try unsafe shaped.text.utf16.withUnsafeBufferPointer { text in
      var typesetter = unsafe Typesetter(
        shaped, in: container, text: text, cancellation: cancellation,
        takesShortCuts: takesShortCuts)
      return try typesetter.run()
    }
  }

  private init(
    _ shaped: ShapedText, in container: TextContainer, text: UnsafeBufferPointer<UInt16>,
    cancellation: Cancellation, takesShortCuts: Bool
  ) {
    self.takesShortCuts = takesShortCuts
    self.shaped = shaped
    self.container = container
    self.cancellation = cancellation
    unsafe self.text = text
    width = container.boundedWidth
    height = container.boundedHeight ?? .infinity
    maximumLines = container.maximumLines > 0 ? container.maximumLines : .max
  }

  private mutating func run() throws -> Result {
    try cancellation.check()
    try reserveLines()
    for index in shaped.paragraphs.indices {
      if index & 15 == 15 { try cancellation.check() }
      if try !set(paragraph: index) { break }
    }
    if !isTruncated { try addLastEmptyLine() }
    let boxWidth = try width ?? alignUnbounded()
    return Result(
      size: Size(width: boxWidth, height: y), isTruncated: isTruncated, records: records,
      specials: specials)
  }

  /// Takes the memory for about as many lines as there will be at once.
  private mutating func reserveLines() throws {
    let width = self.width ?? .infinity
    guard width > 0 else { return }
    var lines = 0.0
    for (index, paragraph) in shaped.paragraphs.enumerated() {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      let least = paragraph.advance / width
      // Narrow lines are up to half empty, and a long array should not have to move.
      let likely = least * (least > 4096 ? 2.1 : 1.1) + 1
      lines += max(1, min(likely, Double(paragraph.contentLength)))
    }
    lines = min(lines, Double(maximumLines), Double(TextLayout.maximumLineCount))
    // Where there are very many, so many that there is always room for those before the next poll.
    if lines > 1 {
      records.reserveCapacity(Int(lines) + (lines > 4096 ? 2 * Self.linesPerPoll : 1))
    }
  }

  // MARK: - Paragraphs

  /// Sets one paragraph.
  ///
  /// - Returns: Whether there is room for more.
  private mutating func set(paragraph index: Int) throws -> Bool {
    let paragraph = shaped.paragraphs[index]
    let style = paragraph.style
    try style.validate(at: paragraph.range.start)
    if index > 0 { gap += LineMetrics.exact(style.storage.fields.spacingBefore) }
    let frame = ParagraphFrame(style, baseLevel: paragraph.baseLevel)
    let uniform = try LineMetrics.uniform(paragraph, cancellation)
    if takesShortCuts, let uniform, try setWhole(paragraph, index, frame, uniform) {
      gap = frame.lineSpacing + LineMetrics.exact(style.storage.fields.spacingAfter)
      return true
    }
    let content = unsafe UnsafeBufferPointer(
      rebasing: text[paragraph.range.start..<(paragraph.range.start + paragraph.contentLength)])
    var breaker = try unsafe LineBreaker(
      shaped, paragraph, text: content, cancellation: cancellation, takesShortCuts: takesShortCuts)
    var start = LineStart()
    var isFirst = true
    // A line with glyphs of its own was shaped at its ends and counts for sixteen.
    var sincePoll = records.count % Self.linesPerPoll
    while true {
      if takesShortCuts, let uniform, width != nil, breaker.tabs == nil, !frame.isJustified {
        unsafe try setPlainLines(
          paragraph, index, frame, uniform, start: &start, isFirst: &isFirst)
      }
      sincePoll += 1
      if sincePoll >= Self.linesPerPoll {
        sincePoll = 0
        try cancellation.check()
      }
      let available = width.map { frame.available($0, isFirst: isFirst) }
      var line = try breaker.line(
        from: start, available: available, indent: frame.indent(isFirst: isFirst))
      let isLast = line.end >= paragraph.contentLength
      let metrics = try uniform ?? metrics(of: paragraph, start.offset, line.end)
      let box = metrics.box(frame.lineHeight)
      guard hasRoom(box.height) else {
        try line.release(cancellation)
        try truncateLastLine()
        return false
      }
      var record = record(
        paragraph, index, from: start.offset, to: line.end, visibleEnd: line.visibleEnd,
        width: line.width, isFirst: isFirst, metrics, box)
      if isLast {
        record.flags.insert(.last)
        record.end = Int32(paragraph.range.end)
        if paragraph.endsWithTerminator { record.flags.insert(.hardBreak) }
      }
      if let pieces = line.pieces {
        sincePoll += 15
        record.special = Int32(specials.count)
        specials.append(pieces)
      }
      if let width, let available {
        if frame.isJustified && !isLast {
          try justify(&record, paragraph, pieces: line.pieces, available: available)
          sincePoll += 15
        }
        record.x = frame.x(ofWidth: record.width, isFirst: isFirst, boxWidth: width)
      }
      try append(record)
      lastStart = start
      if isLast { break }
      gap = frame.lineSpacing
      start = line.next
      isFirst = false
    }
    gap = frame.lineSpacing + LineMetrics.exact(style.storage.fields.spacingAfter)
    if overflowsLastLine {
      try truncateLastLine()
      return false
    }
    return true
  }

  /// Sets a paragraph that is one line as it was shaped and for which there is room; see ``SingleLine``.
  ///
  /// - Returns: Whether it was one.
  private mutating func setWhole(
    _ paragraph: ShapedParagraph, _ index: Int, _ frame: ParagraphFrame, _ metrics: LineMetrics
  ) throws -> Bool {
    let available = width.map { frame.available($0, isFirst: true) } ?? .infinity
    guard
      let lineWidth = try unsafe paragraph.widthOfOneLine(
        text, upTo: available + LineBreaker.tolerance, cancellation)
    else { return false }
    let box = metrics.box(frame.lineHeight)
    guard hasRoom(box.height) else { return false }
    let length = paragraph.contentLength
    var record = record(
      paragraph, index, from: 0, to: length, visibleEnd: length, width: lineWidth, isFirst: true,
      metrics, box)
    record.end = Int32(paragraph.range.end)
    record.flags.insert(.last)
    if paragraph.endsWithTerminator { record.flags.insert(.hardBreak) }
    if let width { record.x = frame.x(ofWidth: lineWidth, isFirst: true, boxWidth: width) }
    try append(record)
    lastStart = LineStart()
    return true
  }

  private func record(
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

  /// Sets the lines from `start` on as far as they are plain: cut at opportunities where no glyph changes, with
  /// room for a further line, and not the paragraph's last.
  ///
  /// It does what ``LineBreaker/line(from:available:indent:)`` does and nothing else; it is the loop that a
  /// new width runs.
  @unsafe
  private mutating func setPlainLines(
    _ paragraph: ShapedParagraph, _ index: Int, _ frame: ParagraphFrame, _ metrics: LineMetrics,
    start: inout LineStart, isFirst: inout Bool
  ) throws {
    guard let boxWidth = width, start.isSafe else { return }
    // A paragraph that fits as a whole needs no break opportunities.
    if start.offset == 0,
      paragraph.plainWidth <= frame.available(boxWidth, isFirst: isFirst) + LineBreaker.tolerance
    {
      return
    }
    try paragraph.findBreaks(cancellation)
    let box = metrics.box(frame.lineHeight)
    let table = paragraph.breaks
    let last = table.count - 1
    guard start.next < last else { return }
    let rest = frame.available(boxWidth, isFirst: false)
    var available = isFirst ? frame.available(boxWidth, isFirst: true) : rest
    let base = paragraph.range.start
    let isMonotone = table.isMonotone
    let plainLimit = BreakTable.LineEndTraits.plainLimit
    let most = min(maximumLines, TextLayout.maximumLineCount)
    // Locals, so that the loop keeps them in registers.
    var records = self.records
    self.records = LineRecords()
    var (position, before) = (start, lastStart)
    var (y, gap) = (self.y, self.gap)
    var first = isFirst
    defer {
      self.records = records
      (start, lastStart) = (position, before)
      (self.y, self.gap) = (y, gap)
      isFirst = first
    }
    let boxNumber = records.number(
      of: LineRecords.Box(
        height: box.height, baseline: box.baseline, ascent: metrics.ascent,
        descent: metrics.descent, expansion: 0))
    // About as many opportunities as on the line before.
    var guess = 8
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
        // The last line, and a word that is too wide, are for the caller.
        if next == from || next > last { return }
        // The bits are read here: functions of another module might not be inlined.
        let trait = unsafe traits[next - 1].rawValue
        guard trait < plainLimit, records.count < most,
          records.isEmpty || y + gap + box.height <= height + LineBreaker.tolerance
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

  private mutating func append(_ record: LineRecord) throws {
    guard records.count < TextLayout.maximumLineCount else {
      throw TypesettingError(
        .tooManyLines, property: "container", offset: Int(record.start),
        "The text needs more than \(TextLayout.maximumLineCount) lines; give it a wider container "
          + "or lay it out in parts.")
    }
    records.append(record)
    if records.count % Self.linesPerPoll == 0 {
      try records.makeRoom(for: Self.linesPerPoll, cancellation)
    }
    y = record.y + record.height
  }

  /// Whether the line may be followed by another one of a given height.
  private func hasRoom(_ lineHeight: Double) -> Bool {
    if records.isEmpty { return true }
    return records.count < maximumLines
      && y + gap + lineHeight <= height + LineBreaker.tolerance
  }

  /// Whether the last line that is allowed is wider than its container.
  private var overflowsLastLine: Bool {
    guard let width, container.truncation == .end, records.count == maximumLines else {
      return false
    }
    let record = records[records.count - 1]
    let isFirst = record.flags.contains(.first)
    return record.width
      > frame(of: record).available(width, isFirst: isFirst) + LineBreaker.tolerance
  }

  private func frame(of record: LineRecord) -> ParagraphFrame {
    let paragraph = shaped.paragraphs[Int(record.paragraph)]
    return ParagraphFrame(paragraph.style, baseLevel: paragraph.baseLevel)
  }

  private func metrics(
    of paragraph: ShapedParagraph, _ start: Int, _ end: Int
  ) throws -> LineMetrics {
    guard var index = paragraph.run(at: start) else {
      return LineMetrics(paragraph.strutFont, paragraph.strutStyle)
    }
    var metrics = LineMetrics()
    repeat {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      let run = paragraph.runs[index]
      metrics.add(run.font, run.style)
      index += 1
    } while index < paragraph.runs.count && paragraph.runs[index].textRange.start < end
    return metrics
  }

  /// A terminator at the very end is followed by one more line, which is empty.
  private mutating func addLastEmptyLine() throws {
    guard let last = shaped.paragraphs.last, last.endsWithTerminator else { return }
    // The style of the terminator itself, as if one more were typed.
    let shaping = shaped.text.shaping.value(at: shaped.text.length - 1)
    let font =
      shaping == last.strutStyle
      ? last.strutFont
      : try shaped.fonts.cascade(for: shaping.font, language: shaping.language).primary
    let metrics = LineMetrics(font, shaping)
    let style = shaped.text.paragraphs.value(at: shaped.text.length - 1)
    gap += LineMetrics.exact(style.spacingBefore)
    let box = metrics.box(style.lineHeight)
    guard hasRoom(box.height) else { return }
    let length = last.range.count
    var record = record(
      last, shaped.paragraphs.count - 1, from: length, to: length, visibleEnd: length, width: 0,
      isFirst: true, metrics, box)
    record.flags.formUnion([.extra, .last])
    if let width {
      // An empty paragraph has no character to take its direction from.
      let level: UInt8 = style.direction == .rightToLeft ? 1 : 0
      record.x = ParagraphFrame(style, baseLevel: level).x(
        ofWidth: 0, isFirst: true, boxWidth: width)
    }
    try append(record)
  }

  // MARK: - Along the line

  /// Places the lines when their width alone makes the box, and returns its width.
  private mutating func alignUnbounded() throws -> Double {
    var boxWidth = 0.0
    for (i, record) in records.enumerated() {
      if i & 0xFFF == 0xFFF { try cancellation.check() }
      let frame = frame(of: record)
      let indent = frame.indent(isFirst: record.flags.contains(.first))
      boxWidth = max(boxWidth, record.width + indent + frame.endIndent)
    }
    for i in records.indices {
      if i & 0xFFF == 0xFFF { try cancellation.check() }
      let record = records[i]
      let x = frame(of: record).x(
        ofWidth: record.width, isFirst: record.flags.contains(.first), boxWidth: boxWidth)
      records.setX(x, at: i)
    }
    return boxWidth
  }

  private func justify(
    _ record: inout LineRecord, _ paragraph: ShapedParagraph, pieces: [LinePiece]?,
    available: Double
  ) throws {
    let slack = available - record.width
    guard slack > 0 else { return }
    let visible = TextRange(
      Int(record.start) - paragraph.range.start, Int(record.visibleEnd) - paragraph.range.start)
    let content = unsafe UnsafeBufferPointer(rebasing: text[paragraph.range.range])
    let pieces = pieces.map { LinePieces($0) } ?? LinePieces(paragraph, visible)
    let count = try unsafe Justification(text: content, visible: visible).count(
      in: pieces, cancellation)
    guard count > 0 else { return }
    record.expansion = slack / Double(count)
    record.width = available
    record.flags.insert(.justified)
  }

  // MARK: - Leaving text out

  /// Ends the layout after the last line, which takes an ellipsis if the container asks for one.
  private mutating func truncateLastLine() throws {
    isTruncated = true
    var record = records.removeLast()
    record.flags.insert(.truncated)
    if container.truncation == .end {
      let paragraph = shaped.paragraphs[Int(record.paragraph)]
      let base = paragraph.range.start
      let content = unsafe UnsafeBufferPointer(
        rebasing: text[base..<(base + paragraph.contentLength)])
      let frame = frame(of: record)
      let isFirst = record.flags.contains(.first)
      var truncator = try unsafe Truncator(
        breaker: LineBreaker(
          shaped, paragraph, text: content, cancellation: cancellation,
          takesShortCuts: takesShortCuts),
        ellipsis: container.ellipsis,
        indent: frame.indent(isFirst: isFirst),
        available: width.map { frame.available($0, isFirst: isFirst) })
      let line = try truncator.line(
        from: lastStart, naturalEnd: min(Int(record.end) - base, paragraph.contentLength))
      record.end = Int32(base + line.end)
      record.visibleEnd = Int32(base + line.visibleEnd)
      record.width = line.width
      record.expansion = 0
      record.flags.remove(.justified)
      record.flags.remove(.hardBreak)
      if record.special >= 0 { try specials.removeLast(cancellation) }
      record.special = Int32(specials.count)
      specials.append(line.pieces ?? [])
      if let width {
        record.x = frame.x(ofWidth: record.width, isFirst: isFirst, boxWidth: width)
      }
    }
    records.append(record)
  }
}
