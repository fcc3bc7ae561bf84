// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextShaping

extension Typesetter {
  /// The metrics of a paragraph's strut; `nil` if its lines are as high as what they hold.
  ///
  /// - Returns: The metrics, and whether lines have them whatever they hold.
  /// - Throws: `FontError` where there is no font at all.
  func strut(
    of style: ParagraphStyle, _ font: Font, _ shaping: ShapingStyle
  ) throws -> (metrics: LineMetrics, isForced: Bool)? {
    guard style.storage.hasStrut else { return nil }
    let isForced = style.lineHeight.isOfBaselines
    guard let strut = style.strut else {
      return (LineMetrics(font, shaping, isVertical: isVertical), isForced)
    }
    guard strut.style.size > 0, strut.style.size <= TextLimits.fontSize else {
      throw TypesettingError(
        .badParagraphStyle, property: "strut", offset: 0,
        "the size \(strut.style.size) is not above 0 and at most \(TextLimits.fontSize)")
    }
    let own = try shaped.fonts.cascade(for: strut.style.font, language: strut.style.language)
      .primary
    let style = strut.style.small(in: own)
    return (LineMetrics(own, style, isVertical: isVertical), isForced || strut.isForced)
  }

  /// The metrics of a line of a paragraph.
  func metrics(of open: borrowing OpenParagraph, to end: Int) throws -> LineMetrics {
    if let uniform = open.uniform { return uniform }
    var metrics = try metrics(of: open.paragraph, open.start.offset, end)
    if let strut = open.strut { metrics.add(strut) }
    return metrics
  }
}
