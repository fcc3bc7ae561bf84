// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextGraphics
import TextModel
import TextRuntime
import TextShaping
import TextTypesetting

/// Draws layouts under any transform, glyph by glyph as paths: rotated, sheared or stretched text.
struct OutlinePainter {
  /// The possibly visible lines of a layout, and the kinds of their decorations.
  struct Part {
    let layout: TextLayout
    let lines: Range<Int>
    let has: DecorationKinds
    /// The layout box's corner in user space, and the distance from there down to its lines, in
    /// points. The distance is added last, for the same rounding as in a layout of a whole text.
    let origin: Point
    let below: Double
  }

  private let cancellation: Cancellation
  private var outline = Path()

  init(cancellation: Cancellation) { self.cancellation = cancellation }

  /// - Returns: `nil` if nothing is visible.
  func part(
    of layout: TextLayout, at origin: Point, below: Double = 0,
    in context: borrowing GraphicsContext
  ) throws -> Part? {
    let lines = try visibleLines(layout, at: origin, below: below, in: context)
    guard let first = lines.first, let last = lines.last else { return nil }
    let has = try DecorationKinds(
      of: layout.text, in: TextRange(layout.lines[first].range.start, layout.lines[last].range.end),
      cancellation)
    return Part(layout: layout, lines: lines, has: has, origin: origin, below: below)
  }

  func drawBackgrounds(_ part: Part, in context: inout GraphicsContext) throws {
    guard part.has.background else { return }
    context.saveState()
    defer { context.restoreState() }
    context.concatenate(.translation(x: part.origin.x, y: part.origin.y))
    for index in part.lines {
      try fillBars(.background, onLine: index, of: part, in: &context)
    }
  }

  mutating func drawText(_ part: Part, in context: inout GraphicsContext) throws {
    context.saveState()
    defer { context.restoreState() }
    context.concatenate(.translation(x: part.origin.x, y: part.origin.y))
    let layout = part.layout
    let paint = layout.text.paint
    for index in part.lines {
      try cancellation.check()
      if part.has.underline { try fillBars(.underline, onLine: index, of: part, in: &context) }
      try layout.forEachRun(ofLine: index, cancellation) { run in
        if run.kind != .tab { try draw(run, paint: paint, below: part.below, in: &context) }
      }
      if part.has.strikethrough {
        try fillBars(.strikethrough, onLine: index, of: part, in: &context)
      }
    }
  }

  /// The lines that can meet the bounding box of the clip in the layout's axes.
  private func visibleLines(
    _ layout: TextLayout, at origin: Point, below: Double, in context: borrowing GraphicsContext
  ) throws -> Range<Int> {
    let place = context.transform.concatenated(with: .translation(x: origin.x, y: origin.y))
    guard let inverse = place.inverted else { return 0..<0 }
    let clip = context.clipBounds
    var visible = Rect(
      x: Double(clip.x), y: Double(clip.y), width: Double(clip.width), height: Double(clip.height))
    if let projection = context.projection {
      // Where the eye looks along the plane, it sees lines without end.
      guard let toPlane = projection.inverted else { return 0..<0 }
      let corners = visible.corners.map { toPlane.apply($0) }
      guard corners.allSatisfy({ $0 != nil }) else { return 0..<layout.lines.count }
      visible = toPlane.boundingBox(of: visible)
    }
    let box = inverse.boundingBox(of: visible)
    let overhang = try InkOverhang(layout.shaped.text.shaping, cancellation).points
    return layout.lines(from: box.minY - below - overhang, to: box.maxY - below + overhang)
  }

  private func fillBars(
    _ kind: DecorationKind, onLine index: Int, of part: Part, in context: inout GraphicsContext
  ) throws {
    let bars = try DecorationBar.bars(
      kind, onLine: index, of: part.layout, cancellation: cancellation)
    for bar in bars {
      try cancellation.check()
      var rect = bar.rect
      rect.origin.y += part.below
      try context.fill(Path(rect: rect), with: bar.color)
    }
  }

  private mutating func draw(
    _ lineRun: LineRun, paint: RunColumn<PaintStyle>, below: Double,
    in context: inout GraphicsContext
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
      let place = base.concatenated(with: .translation(x: glyph.x, y: glyph.y + below))
      if hasColorGlyphs, let picture = font.colorGlyph(UInt32(glyph.id)) {
        var foreground = color
        foreground.alpha = 1
        context.transform = place
        try context.beginLayer(alpha: color.alpha)
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
