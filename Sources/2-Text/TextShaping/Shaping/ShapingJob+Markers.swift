// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel

extension ShapingJob {
  /// The glyphs of a list item's marker, in the style of the paragraph's first character; `nil` for
  /// a paragraph that is no item.
  ///
  /// - Throws: As shaping does.
  mutating func marker(
    of style: ParagraphStyle, _ origin: RunOrigin, baseLevel: UInt8
  ) throws -> AnnotationLine? {
    guard style.storage.isListItem, let label = style.list?.label, !label.isEmpty else {
      return nil
    }
    let direction: TextDirection = baseLevel & 1 == 1 ? .rightToLeft : .leftToRight
    let shaped = try ShapedText(
      AttributedText(
        label,
        style: TextStyle(
          shaping: origin.style.ofRuby(1),
          paragraph: ParagraphStyle(alignment: .start, direction: direction))),
      fonts: origin.fonts, isVertical: isVertical, cancellation: cancellation)
    let line = AnnotationLine(shaped.paragraphs[0].runs, isVertical: isVertical)
    for run in line.runs { try account(for: run) }
    return line
  }
}
