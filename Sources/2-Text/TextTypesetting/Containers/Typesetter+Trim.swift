// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextShaping

// Lines that end at the edges of letters: see ``TextBoxTrim``. A trimmed line keeps its y, so that
// the lines after it move up.
extension Typesetter {
  /// Moves an end of a line to the edge of its letters.
  ///
  /// - Parameter isFirst: Whether it is the end at which the text begins.
  func trim(_ record: inout LineRecord, isFirst: Bool) throws {
    if isFirst != container.isUpwards {
      let cut = try record.baseline - record.y - height(over: record)
      record.baseline = LineMetrics.exact(record.baseline - cut)
      record.height = max(0, LineMetrics.exact(record.height - cut))
    } else {
      let lower = try record.baseline - record.y + depth(under: record)
      record.height = max(0, LineMetrics.exact(lower))
    }
  }

  /// Trims the last line of a column.
  mutating func trimLastLine() throws {
    var record = records.removeLast()
    try trim(&record, isFirst: false)
    records.append(record)
    y = record.y + record.height
  }

  /// The lower edge of a line, trimmed as if the line were the last.
  func trimmedEdge(of record: LineRecord) throws -> Double {
    var record = record
    if trimsLast { try trim(&record, isFirst: false) }
    return record.y + record.height
  }

  /// Whether a line that does not fit would fit if it were trimmed as the last.
  func hasTrimmedRoom(_ record: LineRecord) throws -> Bool {
    guard trimsLast, lineCount < maximumLines else { return false }
    return try trimmedEdge(of: record) <= height + LineBreaker.tolerance
  }

  /// Whether the next line, which does not fit, would fit if it were trimmed as the last.
  func hasTrimmedRoom(
    _ line: BrokenLine, _ open: borrowing OpenParagraph, _ metrics: LineMetrics,
    _ box: (height: Double, baseline: Double)
  ) throws -> Bool {
    guard trimsLast else { return false }
    return try hasTrimmedRoom(
      record(
        open.paragraph, open.index, from: open.start.offset, to: line.end,
        visibleEnd: line.visibleEnd, width: line.width, isFirst: open.isFirst, metrics, box))
  }

  /// The edge of a line's letters above its baseline, in points.
  private func height(over record: LineRecord) throws -> Double {
    let over = container.trim.over
    return try greatest(of: record) { font, size in
      let scale = size / Double(font.unitsPerEm)
      return switch over {
      case .none, .text: font.metrics.ascent * scale
      case .cap: font.metrics.capHeight * scale
      case .ex: font.metrics.xHeight * scale
      case .ideographic: font.metrics.ideographicTop * scale
      }
    }
  }

  /// The edge of a line's letters below its baseline, in points.
  private func depth(under record: LineRecord) throws -> Double {
    let under = container.trim.under
    return try greatest(of: record, sign: -1) { font, size in
      let scale = size / Double(font.unitsPerEm)
      return switch under {
      case .none, .text: -font.metrics.descent * scale
      case .alphabetic: 0
      case .ideographic: -font.metrics.ideographicBottom * scale
      }
    }
  }

  /// The greatest distance from a line's baseline among its fonts.
  ///
  /// - Parameters:
  ///   - sign: 1 for a distance above the baseline, -1 for one below it.
  ///   - distance: The distance from the alphabetic baseline of a font of a size.
  private func greatest(
    of record: LineRecord, sign: Double = 1, _ distance: (Font, Double) -> Double
  ) throws -> Double {
    try greatest(of: record) { font, style in
      // The baseline of vertical lines is the middle between ascent and descent.
      let middle =
        isVertical
        ? (font.metrics.ascent + font.metrics.descent) / 2 * style.size / Double(font.unitsPerEm)
        : 0
      let shift = style.baselineOffset.isFinite ? style.baselineOffset : 0
      return distance(font, style.size) + sign * (shift - middle)
    }
  }
}
