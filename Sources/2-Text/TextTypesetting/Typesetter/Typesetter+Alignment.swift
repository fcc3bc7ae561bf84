// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextShaping

extension Typesetter {
  /// Aligns the lines in a container without a width, whose box is as wide as the widest line.
  ///
  /// - Returns: The width of the box.
  mutating func alignUnbounded() throws -> Double {
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
        ofWidth: record.width, isFirst: record.flags.contains(.first),
        isLast: record.flags.contains(.last), boxWidth: boxWidth)
      records.setX(x, at: i)
    }
    return boxWidth
  }

  /// Stretches a line to the available width if it has opportunities for that.
  ///
  /// - Parameter pieces: The line's own pieces; `nil` if it has those of the paragraph.
  func justify(
    _ record: inout LineRecord, _ paragraph: ShapedParagraph, pieces: [LinePiece]?,
    available: Double
  ) throws {
    let slack = available - record.width
    guard slack > 0 else { return }
    let visible = TextRange(
      Int(record.start) - paragraph.range.start, Int(record.visibleEnd) - paragraph.range.start)
    let pieces = pieces.map { LinePieces($0) } ?? LinePieces(paragraph, visible)
    var justification = Justification(text: ParagraphText(units, paragraph), visible: visible)
    let limits = paragraph.style.storage.fields.justification
    if !limits.isPlain {
      justification.countsLetters = limits.letters > 0
      let stages = try JustificationStages(
        limits, justification, pieces, slack, KashidaTokens(shaped), cancellation)
      guard stages.total > 0 else { return }
      record.expansion = stages.total
      record.width = stages.isFull ? available : record.width + stages.total
      record.flags.insert(.justified)
      return
    }
    let count = try justification.count(in: pieces, cancellation)
    guard count > 0 else { return }
    record.expansion = slack / Double(count)
    record.width = available
    record.flags.insert(.justified)
  }
}
