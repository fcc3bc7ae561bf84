// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import TextFonts
import TextModel
import TextShaping
import TextTypesetting

/// Draws lines along the outlines of glyphs on a grid; colour glyphs have none.
struct GlyphStroker {
  private let grid: PixelGrid
  private let clip: PixelRect
  private let cancellation: Cancellation
  private var paint: PaintCursor
  private var outlines: StrokedOutlines

  init(
    _ layout: TextLayout, grid: PixelGrid, clip: PixelRect, fitsHeights: Bool,
    _ selection: PaintSelection, _ cancellation: Cancellation
  ) {
    self.grid = grid
    self.clip = clip
    self.cancellation = cancellation
    paint = PaintCursor(layout, selection)
    outlines = StrokedOutlines(fitsHeights: fitsHeights)
  }

  /// Draws the strokes of a run.
  mutating func draw(
    _ lineRun: LineRun, of layout: TextLayout, in context: inout GraphicsContext
  ) throws {
    var cursor = paint
    try layout.withPainted(lineRun, &cursor) { run, paint in
      try draw(run, &paint, in: &context)
    }
    paint = cursor
  }

  private mutating func draw(
    _ lineRun: LineRun, _ paint: inout PaintCursor, in context: inout GraphicsContext
  ) throws {
    let run = lineRun.run
    guard lineRun.kind.hasGlyphs, run.size > 0 else { return }
    paint.move(to: lineRun.range.start)
    if paint.end >= lineRun.range.end, paint.style.stroke == nil { return }
    let scale = run.size * grid.scale / Double(run.font.unitsPerEm)
    try lineRun.forEachOrigin(on: grid) { index, origin throws in
      try cancellation.check()
      paint.move(to: lineRun.cluster(at: index))
      let style = paint.style
      guard let stroke = style.stroke, var line = stroke.style else { return }
      let color = paint.strokeColor(stroke, of: style)
      guard color.alpha > 0 else { return }
      line.lineWidth *= grid.scale
      let outline = outlines.outline(of: UInt32(run.glyph(at: index)), font: run.font, scale: scale)
      if outline.isEmpty { return }
      let place = AffineTransform.translation(
        x: Double(origin.binX) / 4, y: Double(origin.binY) / 4)
      try context.fill(
        outline.applying(place).stroked(line), fromPixelX: origin.x, y: origin.y,
        premultiplied: color.premultiplied8, clip, cancellation)
    }
  }
}

/// The outlines of glyphs as they are drawn, in pixels from the glyph's origin, y downwards.
struct StrokedOutlines {
  private let fitsHeights: Bool
  /// The fit of the font and scale used last.
  private var fit: HeightFit?
  private var fitKey: (font: UInt32, scale: Double)?

  init(fitsHeights: Bool) { self.fitsHeights = fitsHeights }

  /// - Parameter scale: Pixels for a font unit.
  /// - Returns: An empty path for colour glyphs.
  mutating func outline(of glyph: UInt32, font: Font, scale: Double) -> Path {
    if font.face.hasColorGlyphs, font.isColorGlyph(glyph) { return Path() }
    var outline = Path()
    font.paintedOutline(of: glyph, into: &outline)
    if outline.isEmpty { return outline }
    if fitsHeights {
      if fitKey?.font != font.id || fitKey?.scale != scale {
        fit = HeightFit(font: font, emSize: scale * Double(font.unitsPerEm))
        fitKey = (font.id, scale)
      }
      fit?.apply(to: &outline)
    }
    return outline.applying(.scale(x: scale, y: -scale))
  }
}

extension LineRun {
  /// Calls `body` for each glyph on a grid, from left to right, with its index in ``run``.
  func forEachOrigin(
    on grid: PixelGrid, _ body: (_ index: Int, _ origin: GlyphOrigin) throws -> Void
  ) rethrows {
    var sequence = GlyphSequence(
      self, startX: x * grid.scale + grid.fractionX,
      startY: (y + grid.below) * grid.scale + grid.fractionY, grid: grid)
    for _ in glyphs {
      let index = sequence.index
      if let origin = sequence.origin(in: run) { try body(index, origin) }
      sequence.advance(in: run)
      if !expansions.isEmpty {
        sequence.added += expansions[index - glyphs.lowerBound] * grid.scale
      }
    }
  }
}
