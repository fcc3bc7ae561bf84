// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import TextFonts
import TextModel

extension ShapingJob {
  /// The attachments of a paragraph, as ascending offsets from its beginning.
  ///
  /// - Throws: `CancellationError`.
  func attachments(in range: TextRange) throws -> [Int] {
    let column = text.content.elements
    if column.count == 1, !column.value(ofRun: 0).hasAttachment { return [] }
    var run = column.run(at: range.start)
    var result: [Int] = []
    var visited = 0
    while run < column.count, column.start(of: run) < range.end {
      visited += 1
      if visited & 0xFFF == 0 { try cancellation.check() }
      if column.value(ofRun: run).hasAttachment {
        let part = column.range(of: run).clamped(to: range)
        for offset in part.range where text.content.utf16[offset] == TextAttachment.character {
          if result.count & 0xFFF == 0xFFF { try cancellation.check() }
          result.append(offset - range.start)
        }
      }
      run += 1
    }
    return result
  }

  /// The run of an attachment: one glyph without ink, as wide as the box; in vertical text, where
  /// boxes stand upright, as long as the box is high.
  mutating func attachmentRun(
    _ extent: ItemExtent, _ item: borrowing ShapingItem, paragraphStart: Int
  ) throws -> ShapedRun {
    let style = item.style.style
    let element = text.content.elements.value(at: paragraphStart + extent.start)
    // An attachment whose `wrap` is not `inline` takes no room in its line.
    let isInline = element.attachment?.wrap == .inline
    if !isInline { hasFreeAttachment = true }
    if element.hasInlinePart { hasInlinePart = true }
    let box = isInline ? element.attachment?.outerSize(fontSize: style.size) : nil
    let length = (isVertical ? box?.height : box?.width) ?? 0
    let glyphs = scratch.glyphs
    glyphs.removeAll()
    glyphs.append(
      glyph: UInt16(truncatingIfNeeded: item.font.glyph(for: " ") ?? 0),
      advance: Int32((length / ShapedRun.attachmentUnit).rounded()), cluster: 0)
    let run = try ShapedRun(
      kind: .attachment,
      origin: RunOrigin(
        font: item.font, style: style, fonts: item.style.collection, element: element),
      script: extent.script, level: extent.level, textRange: TextRange(extent.start, extent.end),
      orientation: isVertical ? .upright : .horizontal, glyphs: glyphs, cancellation: cancellation)
    try account(for: run)
    return run
  }
}
