// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import TextFonts
import TextModel
import TextTypesetting

/// The ink of one glyph, or of an attachment, with the text that it stands for.
struct GlyphInk {
  let range: TextRange
  let isHyphen: Bool
  let ink: InkExtent
}

extension InkMeter {
  /// The ink of each glyph of the text on a line, strokes included, in pixels of the grid, else in
  /// points of line space. The token in place of text that is left out does not count.
  ///
  /// - Throws: `CancellationError`.
  mutating func glyphInks(ofLine index: Int, hasStrokes: Bool) throws -> [GlyphInk] {
    parts = []
    parts?.reserveCapacity(layout.textRange(ofLine: index).count)
    ink = InkExtent()
    defer {
      parts = nil
      ink = InkExtent()
    }
    let hasAttachments = layout.hasAttachments
    try layout.forEachRun(ofLine: index, cancellation) { run in
      if run.kind == .ellipsis { return }
      if hasAttachments, let placed = layout.attachment(run, onLine: index) {
        let rect = layout.axes.lineRect(placed.rect)
        let extent = grid.map { InkExtent($0.snapped(rect, isLine: false)) } ?? InkExtent(rect)
        parts?.append(GlyphInk(range: run.range, isHyphen: false, ink: extent))
      } else {
        try add(run, hasStrokes: hasStrokes)
      }
    }
    return parts ?? []
  }

  /// The ink of some runs, in pixels of the grid, else in points of line space.
  ///
  /// - Throws: `CancellationError`.
  mutating func extent(of runs: [LineRun], hasStrokes: Bool) throws -> InkExtent {
    ink = InkExtent()
    defer { ink = InkExtent() }
    for run in runs { try add(run, hasStrokes: hasStrokes) }
    return ink
  }

  /// Moves the ink of the last glyph of a run, just measured, to the parts.
  mutating func takePart(of run: LineRun, at index: Int) {
    if ink.isEmpty { return }
    parts?.append(
      GlyphInk(range: run.clusterRange(at: index), isHyphen: run.kind == .hyphen, ink: ink))
    ink = InkExtent()
  }
}

extension ColorGlyph {
  /// The pixels per em of the picture that ``tightInk(font:)`` looks at.
  private static let pixelsPerEm = 128.0

  /// The rectangle of the pixels that are not transparent around the glyph's origin, in font units,
  /// y downwards, to a 128th of the em; `nil` if it is unlimited or cannot be drawn.
  func tightInk(font: Font) -> InkExtent? {
    let drawn = try? font.picture(
      of: self, emSize: Double(font.unitsPerEm), scale: Self.pixelsPerEm / Double(font.unitsPerEm),
      foreground: .black)
    guard let (image, frame) = drawn else { return nil }
    let unit = Double(font.unitsPerEm) / Self.pixelsPerEm
    var (left, top, right, bottom) = (image.width, image.height, 0, 0)
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixel(x: x, y: y) >> 24 > 0 {
        (left, right) = (min(left, x), max(right, x + 1))
        (top, bottom) = (min(top, y), max(bottom, y + 1))
      }
    }
    return InkExtent(
      Rect(
        x: frame.minX + Double(left) * unit, y: frame.minY + Double(top) * unit,
        width: Double(right - left) * unit, height: Double(bottom - top) * unit))
  }
}
