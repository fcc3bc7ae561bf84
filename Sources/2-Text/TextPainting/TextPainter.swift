// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import SystemConcurrency
import TextModel
import TextShaping
public import TextTypesetting

extension GraphicsContext {
  /// Draws a laid-out text: boxes, shadows, lines, glyphs, strokes; see ``PaintPass``.
  ///
  /// Origins of glyphs are quantised to a quarter of a device pixel along the line, baselines (see
  /// ``TextDrawingOptions``), backgrounds and decorations to whole ones. A line that is higher than
  /// the layout's box is cut off at its lower edge. Lines outside the clip are skipped, and the
  /// pixels drawn do not depend on the clip, so a text may be drawn tile by tile under a
  /// translation by whole pixels. Any thread may call it.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - origin: The upper left corner of the layout box, in points of user space.
  ///   - options: Choices for small and for light text; without effect under a transform that
  ///     rotates, shears or stretches.
  ///   - cancellation: Polled for each line and run, and within large glyphs.
  /// - Throws: `GraphicsError`, or `CancellationError`; the bitmap then holds a part of the text.
  /// - Complexity: O(glyphs in the lines that meet the clip).
  public mutating func draw(
    _ layout: TextLayout, at origin: Point = .zero,
    options: TextDrawingOptions = TextDrawingOptions(), cancellation: Cancellation = .never
  ) throws {
    try draw(
      layout, at: origin, masks: .shared, colors: .shared, options: options,
      cancellation: cancellation)
  }

  /// Draws a laid-out text with other caches, for tests and measurements.
  package mutating func draw(
    _ layout: TextLayout, at origin: Point, masks: GlyphMaskCache, colors: ColorGlyphCache,
    options: TextDrawingOptions = TextDrawingOptions(), cancellation: Cancellation
  ) throws {
    try cancellation.check()
    if layout.axes.isVertical {
      saveGState()
      defer { restoreGState() }
      concatenate(layout.axes.transform.concatenating(.translation(x: origin.x, y: origin.y)))
      try drawInLineSpace(
        layout, at: .zero, masks: masks, colors: colors, options: options,
        cancellation: cancellation)
    } else {
      try drawInLineSpace(
        layout, at: origin, masks: masks, colors: colors, options: options,
        cancellation: cancellation)
    }
  }

  /// Draws a layout whose line space begins at an origin of user space.
  private mutating func drawInLineSpace(
    _ layout: TextLayout, at origin: Point, masks: GlyphMaskCache, colors: ColorGlyphCache,
    options: TextDrawingOptions, cancellation: Cancellation
  ) throws {
    if layout.isCutOff {
      saveGState()
      defer { restoreGState() }
      try clip(to: layout.visibleInk(cancellation).offsetBy(dx: origin.x, dy: origin.y))
      try drawLines(
        of: layout, at: origin, masks: masks, colors: colors, options: options,
        cancellation: cancellation)
    } else {
      try drawLines(
        of: layout, at: origin, masks: masks, colors: colors, options: options,
        cancellation: cancellation)
    }
  }

  /// Draws all lines, beyond the box, too.
  private mutating func drawLines(
    of layout: TextLayout, at origin: Point, masks: GlyphMaskCache, colors: ColorGlyphCache,
    options: TextDrawingOptions, cancellation: Cancellation
  ) throws {
    guard var grid = PixelGrid(self, origin: origin) else {
      var painter = OutlinePainter(cancellation: cancellation)
      if let part = try painter.part(of: layout, at: origin, in: self) {
        for pass in part.passes { try painter.draw(pass, of: part, in: &self) }
      }
      return
    }
    grid.snapsBaselines = options.gridFitting != .none
    guard let part = try VisiblePart(of: layout, grid: grid, clip: clipPixels, cancellation) else {
      return
    }
    try PaintingScratch.pool.withScratch { scratch in
      scratch.open(masks: masks, colors: colors)
      var painter = TextPainter(
        grid: grid, clip: clipPixels, scratch: scratch, options: options,
        cancellation: cancellation)
      for pass in part.passes { try painter.draw(pass, of: part, in: &self) }
    }
  }
}

/// Draws layouts under a transform that only scales, alike in x and y, and moves.
struct TextPainter: ~Copyable {
  private var glyphs: GlyphRunPainter
  private let options: TextDrawingOptions
  private var cancellation: Cancellation { glyphs.cancellation }

  /// The map to the device of the layout that is drawn next.
  var grid: PixelGrid {
    get { glyphs.grid }
    set { glyphs.grid = newValue }
  }

  init(
    grid: PixelGrid, clip: PixelRect, scratch: PaintingScratch, options: TextDrawingOptions,
    cancellation: Cancellation
  ) {
    self.options = options
    glyphs = GlyphRunPainter(
      grid: grid, clip: clip, scratch: scratch, options: options, cancellation: cancellation)
  }

  /// Draws one pass over all lines of a part.
  mutating func draw(
    _ pass: PaintPass, of part: VisiblePart, in context: inout GraphicsContext
  ) throws {
    switch pass {
    case .blockBackgrounds: try fill(boxes(.background, part).blocks(in: part.textRange), &context)
    case .backgrounds:
      try drawLines([.background], part, &context)
      try fill(boxes(.background, part).ranges(onLines: part.lines), &context)
    case .shadows: try drawShadows(of: part, inside: false, in: &context)
    case .linesBelow: try drawLines([.underline, .overline], part, &context)
    case .glyphs: try drawGlyphs(of: part, in: &context)
    case .fills: try drawFills(of: part, areStrokes: false, in: &context)
    case .strokes: try drawStrokes(of: part, onLines: part.lines, .all, in: &context)
    case .strokeFills: try drawFills(of: part, areStrokes: true, in: &context)
    case .innerShadows: try drawShadows(of: part, inside: true, in: &context)
    case .strikethroughs: try drawLines([.strikethrough], part, &context)
    case .borders:
      try fill(boxes(.border, part).blocks(in: part.textRange), &context)
      try fill(boxes(.border, part).ranges(onLines: part.lines), &context)
    }
  }

  // MARK: Boxes and lines

  private var space: MarkSpace { MarkSpace(grid: grid, clip: glyphs.clip) }

  private func boxes(_ kind: TextBoxMarks.Kind, _ part: VisiblePart) -> TextBoxMarks {
    TextBoxMarks(kind: kind, layout: part.layout, space: space, cancellation: cancellation)
  }

  private func fill(_ marks: [TextMark], _ context: inout GraphicsContext) throws {
    try context.fill(marks, on: grid, clip: glyphs.clip, cancellation)
  }

  private func drawLines(
    _ kinds: [DecorationKind], _ part: VisiblePart, _ context: inout GraphicsContext
  ) throws {
    for index in part.lines {
      try cancellation.check()
      try drawLines(kinds, onLine: index, of: part, .all, in: &context)
    }
  }

  private func drawLines(
    _ kinds: [DecorationKind], onLine index: Int, of part: VisiblePart,
    _ selection: PaintSelection, in context: inout GraphicsContext
  ) throws {
    let has = try PaintKinds(of: part.layout, lines: index..<index + 1, cancellation)
    let kinds = kinds.filter { has.contains($0.paintKind) }
    if kinds.isEmpty { return }
    let marks = try part.layout.marks(kinds, onLine: index, in: space, selection, cancellation)
    try fill(marks, &context)
  }

  // MARK: Glyphs

  /// Draws the glyphs and attachments of all lines.
  private mutating func drawGlyphs(
    of part: VisiblePart, in context: inout GraphicsContext
  ) throws {
    let layout = part.layout
    let overhang = part.overhang
    var paint = PaintCursor(layout)
    for index in part.lines {
      try cancellation.check()
      try layout.forEachDrawnRun(ofLine: index, cancellation) { run in
        try layout.withPainted(run, &paint) { run, paint in
          try glyphs.draw(run, paint: &paint, overhang: overhang, in: &context)
        }
      }
    }
    glyphs.finish(in: &context)
    try drawAttachments(of: part, in: &context)
  }

  /// Draws attachments with their edges on whole pixels.
  private func drawAttachments(of part: VisiblePart, in context: inout GraphicsContext) throws {
    let (transform, grid) = (context.transform, grid)
    defer { context.transform = transform }
    context.transform = .scale(x: grid.scale, y: grid.scale)
    try AttachmentPainter(cancellation: cancellation).draw(
      part.lines, of: part.layout, in: &context
    ) { rect in
      let pixels = grid.snapped(rect, isLine: false)
      return Rect(
        x: Double(pixels.x) / grid.scale, y: Double(pixels.y) / grid.scale,
        width: Double(pixels.width) / grid.scale, height: Double(pixels.height) / grid.scale)
    }
  }

  private func drawStrokes(
    of part: VisiblePart, onLines lines: Range<Int>, _ selection: PaintSelection,
    in context: inout GraphicsContext
  ) throws {
    var stroker = GlyphStroker(
      part.layout, grid: grid, clip: glyphs.clip,
      fitsHeights: options.gridFitting == .heights, selection, cancellation)
    for index in lines {
      try cancellation.check()
      try part.layout.forEachDrawnRun(ofLine: index, cancellation) { run in
        try stroker.draw(run, of: part.layout, in: &context)
      }
    }
  }

  // MARK: Fills

  /// Draws gradients and pictures in glyphs, or in the strokes of glyphs.
  private mutating func drawFills(
    of part: VisiblePart, areStrokes: Bool, in context: inout GraphicsContext
  ) throws {
    let layout = part.layout
    var meter = InkMeter(
      layout, grid: grid, fitsHeights: options.gridFitting == .heights, cancellation: cancellation)
    for index in part.lines {
      try cancellation.check()
      for zone in try layout.fillZones(onLine: index, isStroke: areStrokes, cancellation) {
        let ink = try meter.pixels(ofLine: index, zone.selection)
        let clip = glyphs.clip
        let pixels = ink.intersection(clip)
        glyphs.clip = pixels
        defer { glyphs.clip = clip }
        try context.draw(through: pixels) { context in
          if areStrokes {
            try drawStrokes(of: part, onLines: index..<index + 1, zone.selection, in: &context)
          } else {
            try drawGlyphs(ofLine: index, of: part, zone.selection, in: &context)
          }
        } fill: { context in
          context.transform = grid.transform
          try context.draw(
            zone.target.fill.source, over: zone.box, in: grid.layoutRect(pixels), cancellation)
        }
      }
    }
  }

  private mutating func drawGlyphs(
    ofLine index: Int, of part: VisiblePart, _ selection: PaintSelection,
    in context: inout GraphicsContext
  ) throws {
    var paint = PaintCursor(part.layout, selection)
    try part.layout.forEachDrawnRun(ofLine: index, cancellation) { run in
      try part.layout.withPainted(run, &paint) { run, paint in
        try glyphs.draw(run, paint: &paint, overhang: part.overhang, in: &context)
      }
    }
    glyphs.finish(in: &context)
  }

  // MARK: Shadows

  /// Draws the shadows of each line, behind the text or inside of it.
  private mutating func drawShadows(
    of part: VisiblePart, inside: Bool, in context: inout GraphicsContext
  ) throws {
    let scale = grid.scale
    var meter = InkMeter(
      part.layout, grid: grid, fitsHeights: options.gridFitting == .heights,
      cancellation: cancellation)
    for index in part.lines {
      for style in try part.layout.shadowStyles(onLine: index, cancellation) {
        let shadows = style.drawnShadows.filter { $0.isInner == inside }.compactMap {
          AlphaShadow($0, scale: scale) { Point(x: $0.x * scale, y: $0.y * scale) }
        }
        let casting = PaintSelection.casting(style.shadows)
        let ink = try meter.pixels(ofLine: index, casting)
        let area = shadows.casters(in: glyphs.clip, ink: ink, inside: inside)
        if area.isEmpty { continue }
        let clip = glyphs.clip
        glyphs.clip = area
        defer { glyphs.clip = clip }
        try context.draw(shadows, inside: inside, castBy: area, cancellation) { context in
          try drawSilhouette(ofLine: index, of: part, casting, in: &context)
        }
      }
    }
  }

  /// Draws in black the decorations, glyphs and strokes of a line that cast certain shadows.
  private mutating func drawSilhouette(
    ofLine index: Int, of part: VisiblePart, _ casting: PaintSelection,
    in context: inout GraphicsContext
  ) throws {
    try drawLines(
      [.underline, .overline, .strikethrough], onLine: index, of: part, casting, in: &context)
    try drawGlyphs(ofLine: index, of: part, casting, in: &context)
    if part.has.contains(.stroke) {
      try drawStrokes(of: part, onLines: index..<index + 1, casting, in: &context)
    }
  }
}
