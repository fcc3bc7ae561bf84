// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextGraphics
import TextModel
import TextShaping
import TextTypesetting

/// Draws a layout under any transform, glyph by glyph as paths: turned, sheared or stretched text.
struct OutlinePainter {
  private let cancellation: Cancellation
  private var outline = Path()

  init(cancellation: Cancellation) { self.cancellation = cancellation }

  mutating func draw(
    _ layout: TextLayout, at origin: Point, in context: inout GraphicsContext
  ) throws {
    context.saveState()
    defer { context.restoreState() }
    context.concatenate(.translation(x: origin.x, y: origin.y))
    let paint = layout.text.paint
    let lines = try visibleLines(layout, in: context)
    guard let first = lines.first, let last = lines.last else { return }
    let has = try DecorationKinds(
      of: layout.text, in: TextRange(layout.lines[first].range.start, layout.lines[last].range.end),
      cancellation)
    if has.background {
      for index in lines {
        try fillBars(.background, onLine: index, of: layout, in: &context)
      }
    }
    for index in lines {
      try cancellation.check()
      if has.underline { try fillBars(.underline, onLine: index, of: layout, in: &context) }
      try layout.forEachRun(ofLine: index, cancellation) { run in
        if run.kind != .tab { try draw(run, paint: paint, in: &context) }
      }
      if has.strikethrough {
        try fillBars(.strikethrough, onLine: index, of: layout, in: &context)
      }
    }
  }

  /// The lines that can meet the clip: by the box around the clip in the layout's axes.
  private func visibleLines(
    _ layout: TextLayout, in context: borrowing GraphicsContext
  ) throws -> Range<Int> {
    guard let inverse = context.transform.inverted else { return 0..<0 }
    let clip = context.clipBounds
    let box = inverse.boundingBox(
      of: Rect(
        x: Double(clip.x), y: Double(clip.y), width: Double(clip.width), height: Double(clip.height)
      ))
    let overhang = try InkOverhang(layout.shaped.text.shaping, cancellation).points
    return layout.lines(from: box.minY - overhang, to: box.maxY + overhang)
  }

  private func fillBars(
    _ kind: DecorationKind, onLine index: Int, of layout: TextLayout,
    in context: inout GraphicsContext
  ) throws {
    let bars = try DecorationBar.bars(
      kind, onLine: index, of: layout, cancellation: cancellation)
    for bar in bars {
      try cancellation.check()
      try context.fill(Path(rect: bar.rect), with: bar.color)
    }
  }

  private mutating func draw(
    _ lineRun: LineRun, paint: RunColumn<PaintStyle>, in context: inout GraphicsContext
  ) throws {
    let font = lineRun.run.font
    let size = lineRun.run.size
    let scale = lineRun.run.scale
    let hasColorGlyphs = font.face.hasColorGlyphs
    let base = context.transform
    defer { context.transform = base }
    for glyph in try lineRun.placedGlyphs(cancellation) {
      try cancellation.check()
      let color = paint.value(at: glyph.cluster).color
      let place = base.concatenated(with: .translation(x: glyph.x, y: glyph.y))
      if hasColorGlyphs, let picture = font.colorGlyph(UInt32(glyph.id)) {
        var foreground = color
        foreground.alpha = 1
        context.transform = place
        try context.beginLayer(alpha: Double(color.alpha))
        try ColorGlyphDrawer.draw(
          picture, font: font, emSize: size, foreground: foreground, cancellation: cancellation,
          in: &context)
        try context.endLayer()
        continue
      }
      font.paintedOutline(of: UInt32(glyph.id), into: &outline)
      if outline.isEmpty { continue }
      context.transform = place.concatenated(with: .scale(x: scale, y: -scale))
      try context.fill(outline, with: color)
    }
  }
}

extension LineRun {
  /// The glyphs from left to right.
  ///
  /// - Throws: `CancellationError`.
  func placedGlyphs(_ cancellation: Cancellation) throws -> [PlacedGlyph] {
    var result: [PlacedGlyph] = []
    result.reserveCapacity(glyphs.count)
    try forEachGlyph { glyph throws in
      if result.count & 0xFFF == 0xFFF { try cancellation.check() }
      result.append(glyph)
    }
    return result
  }
}
