// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import TextFonts
import TextModel
import TextShaping
import TextTypesetting

/// Draws layouts under any transform, glyph by glyph as paths: rotated, sheared or stretched text.
struct OutlinePainter {
  /// The possibly visible lines of a layout, and the kinds of their paint.
  struct Part {
    let layout: TextLayout
    let lines: Range<Int>
    let has: PaintKinds
    /// The layout box's corner in user space, and the distance from there down to its lines, in
    /// points. The distance is added last, for the same rounding as in a layout of a whole text.
    let origin: Point
    let below: Double

    /// The passes that draw something.
    var passes: [PaintPass] { has.passes }

    var textRange: TextRange { layout.textRange(ofLines: lines) }
  }

  private let cancellation: Cancellation
  private var outline = Path()
  private var ligatures = LigatureDivider()

  init(cancellation: Cancellation) { self.cancellation = cancellation }

  /// - Returns: `nil` if nothing is visible.
  func part(
    of layout: TextLayout, at origin: Point, below: Double = 0,
    in context: borrowing GraphicsContext
  ) throws -> Part? {
    let lines = try visibleLines(layout, at: origin, below: below, in: context)
    if lines.isEmpty { return nil }
    let has = try PaintKinds(of: layout, lines: lines, cancellation)
    return Part(layout: layout, lines: lines, has: has, origin: origin, below: below)
  }

  /// Draws one pass over all lines of a part.
  mutating func draw(
    _ pass: PaintPass, of part: Part, in context: inout GraphicsContext
  ) throws {
    context.saveGState()
    defer { context.restoreGState() }
    context.concatenate(.translation(x: part.origin.x, y: part.origin.y))
    switch pass {
    case .blockBackgrounds:
      try fill(boxes(.background, part).blocks(in: part.textRange), part, &context)
    case .backgrounds:
      try drawLines([.background], part, &context)
      try fill(boxes(.background, part).ranges(onLines: part.lines), part, &context)
    case .shadows: try drawShadows(of: part, inside: false, in: &context)
    case .linesBelow: try drawLines([.underline, .overline], part, &context)
    case .glyphs:
      for index in part.lines { try drawGlyphs(ofLine: index, of: part, .all, in: &context) }
      // In vertical text, attachments stand upright, too, so the axes are turned back to the box's.
      if part.layout.axes.isVertical, let toBox = part.layout.axes.transform.inverted() {
        context.concatenate(toBox)
      }
      try AttachmentPainter(cancellation: cancellation).draw(
        part.lines, of: part.layout, in: &context
      ) { $0.offsetBy(dx: 0, dy: part.below) }
    case .fills: try drawFills(of: part, areStrokes: false, in: &context)
    case .strokeFills: try drawFills(of: part, areStrokes: true, in: &context)
    case .strokes:
      for index in part.lines { try drawStrokes(ofLine: index, of: part, .all, in: &context) }
    case .innerShadows: try drawShadows(of: part, inside: true, in: &context)
    case .strikethroughs: try drawLines([.strikethrough], part, &context)
    case .borders:
      try fill(boxes(.border, part).blocks(in: part.textRange), part, &context)
      try fill(boxes(.border, part).ranges(onLines: part.lines), part, &context)
    }
  }

  /// The lines that can meet the bounding box of the clip in the layout's axes.
  private func visibleLines(
    _ layout: TextLayout, at origin: Point, below: Double, in context: borrowing GraphicsContext
  ) throws -> Range<Int> {
    let place = context.transform.translatedBy(x: origin.x, y: origin.y)
    guard let inverse = place.inverted() else { return 0..<0 }
    let clip = context.clipPixels
    var visible = Rect(
      x: Double(clip.x), y: Double(clip.y), width: Double(clip.width), height: Double(clip.height))
    if let projection = context.projection {
      // A plane seen from its edge shows nothing; where a corner is beyond its horizon, every line
      // may be visible.
      guard let toPlane = projection.inverted() else { return 0..<0 }
      let corners = visible.corners.map { toPlane.apply($0) }
      guard corners.allSatisfy({ $0 != nil }) else { return 0..<layout.lines.count }
      visible = toPlane.boundingBox(of: visible)
    }
    let box = inverse.boundingBox(of: visible)
    let scale = place.a * place.d - place.b * place.c
    let overhang = try InkOverhang(
      of: layout, scale: abs(scale).squareRoot(), cancellation
    ).points
    return layout.lines(from: box.minY - below - overhang, to: box.maxY - below + overhang)
  }

  // MARK: Boxes and lines

  private func boxes(_ kind: TextBoxMarks.Kind, _ part: Part) -> TextBoxMarks {
    TextBoxMarks(
      kind: kind, layout: part.layout, space: MarkSpace(grid: nil), cancellation: cancellation)
  }

  private func fill(
    _ marks: [TextMark], _ part: Part, _ context: inout GraphicsContext
  ) throws {
    try context.fill(marks, below: part.below, cancellation)
  }

  private func drawLines(
    _ kinds: [DecorationKind], _ part: Part, _ context: inout GraphicsContext
  ) throws {
    for index in part.lines {
      try drawLines(kinds, onLine: index, of: part, .all, in: &context)
    }
  }

  private func drawLines(
    _ kinds: [DecorationKind], onLine index: Int, of part: Part, _ selection: PaintSelection,
    in context: inout GraphicsContext
  ) throws {
    let kinds = kinds.filter { part.has.contains($0.paintKind) }
    if kinds.isEmpty { return }
    let marks = try part.layout.marks(
      kinds, onLine: index, in: MarkSpace(grid: nil), selection, cancellation)
    try fill(marks, part, &context)
  }

  // MARK: Glyphs

  private mutating func drawGlyphs(
    ofLine index: Int, of part: Part, _ selection: PaintSelection,
    in context: inout GraphicsContext
  ) throws {
    try cancellation.check()
    var paint = PaintCursor(part.layout, selection)
    try part.layout.forEachDrawnRun(ofLine: index, cancellation) { run in
      guard run.kind.hasGlyphs else { return }
      try part.layout.withPainted(run, &paint) { run, paint in
        try draw(run, paint: &paint, below: part.below, in: &context)
      }
    }
  }

  private mutating func draw(
    _ lineRun: LineRun, paint: inout PaintCursor, below: Double, in context: inout GraphicsContext
  ) throws {
    let font = lineRun.run.font
    let size = lineRun.run.size
    let scale = lineRun.run.scale
    let hasColorGlyphs = font.face.hasColorGlyphs
    let base = context.transform
    defer { context.transform = base }
    for glyph in try lineRun.placedGlyphs(cancellation) {
      try cancellation.check()
      paint.move(to: glyph.cluster)
      let color = paint.color
      let glyphColor = paint.glyphColor
      let place = lineRun.transform(of: glyph).concatenating(base.translatedBy(x: 0, y: below))
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
      let glyphPlace = place.scaledBy(x: scale, y: -scale)
      let parts =
        paint.end < lineRun.range.end && !lineRun.run.isUpright
        ? ligatures.parts(of: glyph.index, in: lineRun, paint: paint) : []
      guard !parts.isEmpty else {
        context.transform = glyphPlace
        try context.fill(outline, with: glyphColor)
        continue
      }
      let box = outline.bounds
      for part in parts {
        context.saveGState()
        defer { context.restoreGState() }
        // The outer parts reach far enough to hold the whole outline.
        let left = max(part.left, glyph.x + box.minX * scale - size)
        let right = min(part.right, glyph.x + box.maxX * scale + size)
        context.transform = base
        try context.clip(
          to: Rect(
            x: left, y: glyph.y + below - box.maxY * scale - size, width: right - left,
            height: box.height * scale + 2 * size))
        context.transform = glyphPlace
        try context.fill(outline, with: part.color)
      }
    }
  }

  private mutating func drawStrokes(
    ofLine index: Int, of part: Part, _ selection: PaintSelection,
    in context: inout GraphicsContext
  ) throws {
    var paint = PaintCursor(part.layout, selection)
    try part.layout.forEachDrawnRun(ofLine: index, cancellation) { run in
      guard run.kind.hasGlyphs, run.run.size > 0 else { return }
      try part.layout.withPainted(run, &paint) { run, paint in
        try stroke(run, paint: &paint, below: part.below, in: &context)
      }
    }
  }

  private mutating func stroke(
    _ lineRun: LineRun, paint: inout PaintCursor, below: Double, in context: inout GraphicsContext
  ) throws {
    let base = context.transform
    defer { context.transform = base }
    let font = lineRun.run.font
    let scale = lineRun.run.scale
    for glyph in try lineRun.placedGlyphs(cancellation) {
      try cancellation.check()
      paint.move(to: glyph.cluster)
      let style = paint.style
      guard let stroke = style.stroke, var line = stroke.style,
        !font.face.hasColorGlyphs || !font.isColorGlyph(UInt32(glyph.id))
      else { continue }
      font.paintedOutline(of: UInt32(glyph.id), into: &outline)
      if outline.isEmpty { continue }
      line.lineWidth /= scale
      context.transform = lineRun.transform(of: glyph)
        .concatenating(base.translatedBy(x: 0, y: below)).scaledBy(x: scale, y: -scale)
      let color = paint.strokeColor(stroke, of: style)
      try context.stroke(outline, with: color, style: line)
    }
  }

  // MARK: Fills

  /// Draws gradients and pictures in glyphs, or in the strokes of glyphs.
  private mutating func drawFills(
    of part: Part, areStrokes: Bool, in context: inout GraphicsContext
  ) throws {
    let layout = part.layout
    var meter = InkMeter(layout, grid: nil, fitsHeights: false, cancellation: cancellation)
    for index in part.lines {
      try cancellation.check()
      for zone in try layout.fillZones(onLine: index, isStroke: areStrokes, cancellation) {
        let ink = try meter.extent(ofLine: index, zone.selection, part.has).rect(scale: 1)
        guard !ink.isEmpty else { continue }
        let clip = context.clipPixels
        // If a corner of the ink is beyond the horizon, only the clip bounds the ink.
        let pixels = context.devicePixels(of: ink.offsetBy(dx: 0, dy: part.below)) ?? clip
        try context.draw(through: pixels.intersection(clip)) { context in
          if areStrokes {
            try drawStrokes(ofLine: index, of: part, zone.selection, in: &context)
          } else {
            try drawGlyphs(ofLine: index, of: part, zone.selection, in: &context)
          }
        } fill: { context in
          context.concatenate(.translation(x: 0, y: part.below))
          context.concatenate(layout.fillAxes)
          try context.draw(
            zone.target.fill.source, over: layout.fillRect(zone.box), in: layout.fillRect(ink),
            cancellation)
        }
      }
    }
  }

  // MARK: Shadows

  /// Draws the shadows of each line, behind the text or inside of it.
  private mutating func drawShadows(
    of part: Part, inside: Bool, in context: inout GraphicsContext
  ) throws {
    var meter = InkMeter(
      part.layout, grid: nil, fitsHeights: false, cancellation: cancellation)
    for index in part.lines {
      for style in try part.layout.shadowStyles(onLine: index, cancellation) {
        let casting = PaintSelection.casting(style.shadows)
        let extent = try meter.extent(ofLine: index, casting, part.has)
        let rect = extent.rect(scale: 1).offsetBy(dx: 0, dy: part.below)
        guard !rect.isEmpty, let map = context.deviceMap(near: rect) else { continue }
        let scale = abs(map.determinant).squareRoot()
        let shadows = style.drawnShadows.filter { $0.isInner == inside }.compactMap {
          AlphaShadow($0, scale: scale) {
            Point(x: map.a * $0.x + map.c * $0.y, y: map.b * $0.x + map.d * $0.y)
          }
        }
        let clip = context.clipPixels
        // If a corner of the ink is beyond the horizon, only the clip bounds the ink.
        let ink = context.devicePixels(of: rect) ?? clip
        let area = shadows.casters(in: clip, ink: ink, inside: inside)
        if area.isEmpty { continue }
        try context.draw(shadows, inside: inside, castBy: area, cancellation) { context in
          try drawSilhouette(ofLine: index, of: part, casting, in: &context)
        }
      }
    }
  }

  /// Draws in black the decorations, glyphs and strokes of a line that cast certain shadows.
  private mutating func drawSilhouette(
    ofLine index: Int, of part: Part, _ casting: PaintSelection, in context: inout GraphicsContext
  ) throws {
    try drawLines(
      [.underline, .overline, .strikethrough], onLine: index, of: part, casting, in: &context)
    try drawGlyphs(ofLine: index, of: part, casting, in: &context)
    if part.has.contains(.stroke) {
      try drawStrokes(ofLine: index, of: part, casting, in: &context)
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
