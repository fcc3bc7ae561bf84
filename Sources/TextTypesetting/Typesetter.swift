// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextShaping

/// Sets a shaped text line under line.
@safe struct Typesetter {
  struct Result {
    var size: Size
    var isTruncated: Bool
    var records: [LineRecord]
    var specials: [[LinePiece]]
  }

  private let shaped: ShapedText
  private let container: TextContainer
  private let cancellation: Cancellation
  private let text: UnsafeBufferPointer<UInt16>
  private let width: Double?
  private let height: Double
  private let maximumLines: Int
  private var records: [LineRecord] = []
  private var specials: [[LinePiece]] = []
  private var isTruncated = false
  /// The lower edge of the last line.
  private var y = 0.0
  /// What lies between the last line and the next one.
  private var gap = 0.0
  /// Where the last line began, for the case that it must take an ellipsis.
  private var lastStart = LineStart()
  private var validated: ParagraphStyle.Storage?

  /// Lines between two polls; a line costs well under a microsecond, or what its edges cost to shape.
  private static let linesPerPoll = 64

  static func set(
    _ shaped: ShapedText, in container: TextContainer, cancellation: Cancellation
  ) throws -> Result {
    try unsafe shaped.text.utf16.withUnsafeBufferPointer { text in
      var typesetter = unsafe Typesetter(
        shaped, in: container, text: text, cancellation: cancellation)
      return try typesetter.run()
    }
  }

  private init(
    _ shaped: ShapedText, in container: TextContainer, text: UnsafeBufferPointer<UInt16>,
    cancellation: Cancellation
  ) {
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
    for index in shaped.paragraphs.indices {
      if index & 15 == 15 { try cancellation.check() }
      if try !set(paragraph: index) { break }
    }
    if !isTruncated { try addLastEmptyLine() }
    let boxWidth = width ?? alignUnbounded()
    return Result(
      size: Size(width: boxWidth, height: y), isTruncated: isTruncated, records: records,
      specials: specials)
  }

  // MARK: - Paragraphs

  /// Sets one paragraph.
  ///
  /// - Returns: Whether there is room for more.
  private mutating func set(paragraph index: Int) throws -> Bool {
    let paragraph = shaped.paragraphs[index]
    let style = paragraph.style
    try validate(style, at: paragraph.range.start)
    if index > 0 { gap += style.spacingBefore }
    let content = unsafe UnsafeBufferPointer(
      rebasing: text[paragraph.range.start..<(paragraph.range.start + paragraph.contentLength)])
    var breaker = unsafe LineBreaker(shaped, paragraph, text: content)
    let uniform = LineMetrics.uniform(paragraph)
    let lineHeight = style.lineHeight
    var start = LineStart()
    var isFirst = true
    while true {
      if records.count % Self.linesPerPoll == Self.linesPerPoll - 1 { try cancellation.check() }
      let indent = style.startIndent + (isFirst ? style.firstLineIndent : 0)
      let available = width.map { max(0, $0 - indent - style.endIndent) }
      let line = try breaker.line(from: start, available: available, indent: indent)
      let isLast = line.end >= paragraph.contentLength
      let metrics = uniform ?? Self.metrics(of: paragraph, start.offset, line.end)
      let box = metrics.box(lineHeight)
      guard hasRoom(box.height) else {
        try truncateLastLine()
        return false
      }
      var record = LineRecord(
        paragraph: Int32(index), start: Int32(paragraph.range.start + start.offset),
        end: Int32(isLast ? paragraph.range.end : paragraph.range.start + line.end),
        visibleEnd: Int32(paragraph.range.start + line.visibleEnd), special: -1,
        flags: isFirst ? .first : [], x: 0, y: y + gap, width: line.width, height: box.height,
        baseline: y + gap + box.baseline, ascent: metrics.ascent, descent: metrics.descent,
        expansion: 0)
      if isLast {
        record.flags.insert(.last)
        if paragraph.endsWithTerminator { record.flags.insert(.hardBreak) }
      }
      if let pieces = line.pieces {
        record.special = Int32(specials.count)
        specials.append(pieces)
      }
      if let available {
        if style.alignment == .justify && !isLast {
          justify(&record, paragraph, pieces: line.pieces, available: available)
        }
        record.x = alignedX(record, style, paragraph.baseLevel, boxWidth: width ?? 0)
      }
      try append(record)
      lastStart = start
      if isLast { break }
      gap = style.lineSpacing
      start = line.next
      isFirst = false
    }
    gap = style.lineSpacing + style.spacingAfter
    if overflowsLastLine {
      try truncateLastLine()
      return false
    }
    return true
  }

  private mutating func append(_ record: LineRecord) throws {
    guard records.count < TextLayout.maximumLineCount else {
      throw TypesettingError(
        .tooManyLines, property: "container", offset: Int(record.start),
        "The text needs more than \(TextLayout.maximumLineCount) lines; give it a wider container "
          + "or lay it out in parts.")
    }
    records.append(record)
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
    let style = shaped.paragraphs[Int(records[records.count - 1].paragraph)].style
    let record = records[records.count - 1]
    let indent =
      style.startIndent + (record.flags.contains(.first) ? style.firstLineIndent : 0)
    return record.width > max(0, width - indent - style.endIndent) + LineBreaker.tolerance
  }

  private mutating func validate(_ style: ParagraphStyle, at offset: Int) throws {
    if validated === style.storage { return }
    try style.validate(at: offset)
    validated = style.storage
  }

  private static func metrics(
    of paragraph: ShapedParagraph, _ start: Int, _ end: Int
  ) -> LineMetrics {
    guard var index = paragraph.run(at: start) else {
      return LineMetrics(paragraph.strutFont, paragraph.strutStyle)
    }
    var metrics = LineMetrics()
    repeat {
      let run = paragraph.runs[index]
      metrics.add(run.font, run.style)
      index += 1
    } while index < paragraph.runs.count && paragraph.runs[index].textRange.start < end
    return metrics
  }

  /// A terminator at the very end is followed by one more line, which is empty.
  private mutating func addLastEmptyLine() throws {
    guard let last = shaped.paragraphs.last, last.endsWithTerminator else { return }
    let metrics = LineMetrics(last.strutFont, last.strutStyle)
    let style = last.style
    gap += style.spacingBefore
    let box = metrics.box(style.lineHeight)
    guard hasRoom(box.height) else { return }
    var record = LineRecord(
      paragraph: Int32(shaped.paragraphs.count - 1), start: Int32(last.range.end),
      end: Int32(last.range.end), visibleEnd: Int32(last.range.end), special: -1,
      flags: [.extra, .first, .last], x: 0, y: y + gap, width: 0, height: box.height,
      baseline: y + gap + box.baseline, ascent: metrics.ascent, descent: metrics.descent,
      expansion: 0)
    if let width { record.x = alignedX(record, style, last.baseLevel, boxWidth: width) }
    try append(record)
  }

  // MARK: - Along the line

  /// Where a line begins on the left.
  ///
  /// A line that is too wide begins at the start edge, whatever its alignment. Source: CSS Text 3, 7.1.
  private func alignedX(
    _ record: LineRecord, _ style: ParagraphStyle, _ baseLevel: UInt8, boxWidth: Double
  ) -> Double {
    let indent =
      style.startIndent + (record.flags.contains(.first) ? style.firstLineIndent : 0)
    let isRightToLeft = baseLevel & 1 == 1
    let slack = max(0, boxWidth - indent - style.endIndent - record.width)
    let fromStart =
      switch style.alignment {
      case .start, .justify: 0.0
      case .end: slack
      case .left: isRightToLeft ? slack : 0
      case .right: isRightToLeft ? 0 : slack
      case .center: slack / 2
      }
    return isRightToLeft
      ? boxWidth - indent - fromStart - record.width : indent + fromStart
  }

  /// Places the lines when their width alone makes the box, and returns its width.
  private mutating func alignUnbounded() -> Double {
    var boxWidth = 0.0
    for record in records {
      let style = shaped.paragraphs[Int(record.paragraph)].style
      let indent =
        style.startIndent + (record.flags.contains(.first) ? style.firstLineIndent : 0)
      boxWidth = max(boxWidth, record.width + indent + style.endIndent)
    }
    for i in records.indices {
      let paragraph = shaped.paragraphs[Int(records[i].paragraph)]
      records[i].x = alignedX(
        records[i], paragraph.style, paragraph.baseLevel, boxWidth: boxWidth)
    }
    return boxWidth
  }

  private func justify(
    _ record: inout LineRecord, _ paragraph: ShapedParagraph, pieces: [LinePiece]?,
    available: Double
  ) {
    let slack = available - record.width
    guard slack > 0 else { return }
    let visible = TextRange(
      Int(record.start) - paragraph.range.start, Int(record.visibleEnd) - paragraph.range.start)
    let content = unsafe UnsafeBufferPointer(rebasing: text[paragraph.range.range])
    let pieces = pieces ?? paragraph.pieces(visible)
    let count = unsafe Justification(text: content, visible: visible).count(in: pieces)
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
      let style = paragraph.style
      let base = paragraph.range.start
      let content = unsafe UnsafeBufferPointer(
        rebasing: text[base..<(base + paragraph.contentLength)])
      let indent =
        style.startIndent + (record.flags.contains(.first) ? style.firstLineIndent : 0)
      var truncator = unsafe Truncator(
        breaker: LineBreaker(shaped, paragraph, text: content), ellipsis: container.ellipsis,
        indent: indent, available: width.map { max(0, $0 - indent - style.endIndent) })
      let line = try truncator.line(
        from: lastStart, naturalEnd: min(Int(record.end) - base, paragraph.contentLength))
      record.end = Int32(base + line.end)
      record.visibleEnd = Int32(base + line.visibleEnd)
      record.width = line.width
      record.expansion = 0
      record.flags.remove(.justified)
      record.flags.remove(.hardBreak)
      if record.special >= 0 { specials.removeLast() }
      record.special = Int32(specials.count)
      specials.append(line.pieces ?? [])
      if let width {
        record.x = alignedX(record, style, paragraph.baseLevel, boxWidth: width)
      }
    }
    records.append(record)
  }
}
