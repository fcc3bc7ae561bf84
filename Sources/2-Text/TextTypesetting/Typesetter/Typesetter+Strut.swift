// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextShaping

extension Typesetter {
  /// The metrics of a paragraph's strut; `nil` if its lines are as high as their contents.
  ///
  /// - Returns: The metrics, and whether lines have these metrics whatever they hold.
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
    let own = try shaped.fonts.cascade(for: strut.style).primary
    let style = strut.style.small(in: own)
    return (LineMetrics(own, style, isVertical: isVertical), isForced || strut.isForced)
  }

  func strut(of paragraph: ShapedParagraph) throws -> (metrics: LineMetrics, isForced: Bool)? {
    try strut(of: paragraph.style, paragraph.strutFont, paragraph.strutStyle)
  }

  /// The metrics of all lines of a paragraph with a strut; `nil` if they differ.
  func strutMetrics(of paragraph: ShapedParagraph) throws -> LineMetrics? {
    guard let strut = try strut(of: paragraph) else { return nil }
    if strut.isForced { return strut.metrics }
    var uniform = try LineMetrics.uniform(paragraph, isVertical: isVertical, cancellation)
    uniform?.add(strut.metrics)
    return uniform
  }

  /// The metrics of a line of a paragraph whose lines differ.
  func metrics(of open: borrowing OpenParagraph, to end: Int) throws -> LineMetrics {
    if let parts = open.paragraph.inlineParts, !open.paragraph.endsWithTerminator,
      parts.isPhantom(length: open.paragraph.contentLength)
    {
      return .phantom(isVertical: isVertical)
    }
    var metrics = try metrics(of: open.paragraph, open.start.offset, end)
    if open.paragraph.style.storage.hasStrut, let strut = try strut(of: open.paragraph) {
      metrics.add(strut.metrics)
    }
    return metrics
  }
}
