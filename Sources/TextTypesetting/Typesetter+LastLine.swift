// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextShaping

extension Typesetter {
  /// Adds the empty line after a terminator at the very end of the text.
  mutating func addLastEmptyLine() throws {
    guard let last = shaped.paragraphs.last, last.endsWithTerminator else { return }
    // The terminator's own style, as if a character were typed after it.
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

  /// Whether the last line that the container allows is wider than the container.
  var overflowsLastLine: Bool {
    guard let width, container.truncation == .end, records.count == maximumLines else {
      return false
    }
    let record = records[records.count - 1]
    let isFirst = record.flags.contains(.first)
    return record.width
      > frame(of: record).available(width, isFirst: isFirst) + LineBreaker.tolerance
  }

  /// Ends the layout at the last line, to which it adds an ellipsis if the container asks for one.
  mutating func truncateLastLine() throws {
    isTruncated = true
    var record = records.removeLast()
    record.flags.insert(.truncated)
    if container.truncation == .end { try addEllipsis(to: &record) }
    records.append(record)
  }

  private mutating func addEllipsis(to record: inout LineRecord) throws {
    let paragraph = shaped.paragraphs[Int(record.paragraph)]
    let base = paragraph.range.start
    let frame = frame(of: record)
    let isFirst = record.flags.contains(.first)
    var truncator = try Truncator(
      breaker: LineBreaker(
        shaped, paragraph, units: units, cancellation: cancellation,
        usesFastPath: usesFastPath),
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
}
