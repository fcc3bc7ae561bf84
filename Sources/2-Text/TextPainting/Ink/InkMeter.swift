// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import TextFonts
import TextModel
import TextShaping
import TextTypesetting

/// A measurement of the ink of one layout.
struct InkMeter: ~Copyable {
  let layout: TextLayout
  /// The map to device pixels, on which extents are rounded outwards; `nil` for exact extents.
  let grid: PixelGrid?
  private let fitsHeights: Bool
  /// Whether colour glyphs count with the pixels that they draw, and not with their frames.
  private let isTight: Bool
  /// Whether glyphs count with the boxes of their fonts, and not with their outlines.
  private let isBounded: Bool
  let cancellation: Cancellation
  private var paint: PaintCursor
  /// The ink so far, in pixels of the grid, else in points.
  var ink = InkExtent()
  /// The ink of single glyphs so far; `nil` unless it is collected.
  var parts: [GlyphInk]?
  /// The ink of each colour glyph at its origin, in font units, y downwards.
  private var colorGlyphs = HashTable<GlyphKey, InkExtent>()
  private var strokes: StrokedOutlines
  private var outline = Path()

  // Not private: where another file destroys an `InkMeter`, the compiler destroys its `colorGlyphs`
  // there, too, and needs the symbol of this type.
  struct GlyphKey: Hashable {
    var font: UInt32
    var glyph: UInt32
  }

  init(
    _ layout: TextLayout, grid: PixelGrid?, fitsHeights: Bool, isTight: Bool = false,
    isBounded: Bool = false, cancellation: Cancellation
  ) {
    self.isTight = isTight
    self.isBounded = isBounded
    self.layout = layout
    self.grid = grid
    self.fitsHeights = fitsHeights
    self.cancellation = cancellation
    strokes = StrokedOutlines(fitsHeights: fitsHeights)
    paint = PaintCursor(layout)
  }

  /// The ink of everything, in points of line space.
  mutating func measure() throws -> Rect {
    try cancellation.check()
    let has = try PaintKinds(of: layout, lines: layout.lines.indices, cancellation)
    let lines = 0..<layout.lines.count
    if !has.isEmpty { try addBoxes(has, lines) }
    let castsShadows = has.contains(.shadow)
    let hasAttachments = layout.hasAttachments
    for index in lines {
      try cancellation.check()
      try add(line: index, .all, has)
      if hasAttachments { try addAttachments(ofLine: index) }
      if castsShadows { try addShadows(ofLine: index, has) }
    }
    return ink.rect(scale: grid?.scale ?? 1)
  }

  /// The device pixels of what a selection draws on a line: decorations, glyphs and strokes.
  mutating func pixels(ofLine index: Int, _ selection: PaintSelection) throws -> PixelRect {
    let has = try PaintKinds(of: layout, lines: index..<index + 1, cancellation)
    return try extent(ofLine: index, selection, has).pixels
  }

  /// The ink of what a selection draws on a line: decorations, glyphs and strokes, in pixels of the
  /// grid, else in points.
  mutating func extent(
    ofLine index: Int, _ selection: PaintSelection, _ has: PaintKinds
  ) throws -> InkExtent {
    let all = ink
    defer {
      ink = all
      paint = PaintCursor(layout)
    }
    ink = InkExtent()
    paint = PaintCursor(layout, selection)
    try add(line: index, selection, has)
    return ink
  }

  // MARK: Marks

  private var space: MarkSpace { MarkSpace(grid: grid) }

  private mutating func addBoxes(_ has: PaintKinds, _ lines: Range<Int>) throws {
    for kind in [TextBoxMarks.Kind.background, .border] {
      let boxes = TextBoxMarks(
        kind: kind, layout: layout, space: space, cancellation: cancellation)
      let isNeeded =
        kind == .border
        ? has.contains(.border) : !has.isDisjoint(with: [.background, .blockBackground])
      guard isNeeded else { continue }
      add(try boxes.blocks(in: layout.textRange(ofLines: lines)))
      add(try boxes.ranges(onLines: lines))
    }
    guard has.contains(.background) else { return }
    for index in lines {
      add(try layout.marks([.background], onLine: index, in: space, .all, cancellation))
    }
  }

  private mutating func add(_ marks: [TextMark]) {
    for mark in marks {
      switch mark.shape {
      case .pixels(let area): ink.add(InkExtent(area))
      case .rect(let rect): ink.add(InkExtent(rect))
      case .path(let path, _):
        var extent = InkExtent(path.bounds)
        if let grid { extent = extent.placed(x: Double(grid.x), y: Double(grid.y), scale: 1) }
        ink.add(grid == nil ? extent : extent.roundedOutwards)
      }
    }
  }

  // MARK: Lines

  private mutating func add(
    line index: Int, _ selection: PaintSelection, _ has: PaintKinds
  ) throws {
    let lines: [DecorationKind] = [.underline, .overline, .strikethrough]
    let kinds = lines.filter { has.contains($0.paintKind) }
    if !kinds.isEmpty {
      add(try layout.marks(kinds, onLine: index, in: space, selection, cancellation))
    }
    let hasStrokes = has.contains(.stroke)
    try layout.forEachDrawnRun(ofLine: index, cancellation) { run in
      guard run.kind == .ellipsis, let token = layout.token(of: run) else {
        try add(run, hasStrokes: hasStrokes)
        return
      }
      let outer = paint
      defer { paint = outer }
      paint = PaintCursor(token: token.text, selection)
      try add(token.run, hasStrokes: hasStrokes)
    }
  }

  private mutating func addAttachments(ofLine index: Int) throws {
    try layout.forEachRun(ofLine: index, cancellation) { run in
      guard let placed = layout.attachment(run, onLine: index) else { return }
      let rect = layout.axes.lineRect(placed.rect)
      ink.add(grid.map { InkExtent($0.snapped(rect, isLine: false)) } ?? InkExtent(rect))
    }
  }

  private mutating func addShadows(ofLine index: Int, _ has: PaintKinds) throws {
    let scale = grid?.scale ?? 1
    for style in try layout.shadowStyles(onLine: index, cancellation) {
      let text = try extent(ofLine: index, .casting(style.shadows), has)
      for shadow in style.drawnShadows where !shadow.isInner {
        let offset = shadow.drawnOffset
        guard grid != nil else {
          let moved = text.placed(x: offset.x, y: offset.y, scale: 1)
          ink.add(moved.enlarged(by: 3 * shadow.deviation))
          continue
        }
        let cast = AlphaShadow(shadow, scale: scale) { Point(x: $0.x * scale, y: $0.y * scale) }
        if let cast { ink.add(InkExtent(cast.extent(of: text.pixels))) }
      }
    }
  }

  mutating func add(_ run: LineRun, hasStrokes: Bool) throws {
    guard run.kind.hasGlyphs, !run.glyphs.isEmpty, run.run.size > 0 else { return }
    if isBounded, !hasStrokes, !run.run.isUpright, try addBox(of: run) { return }
    paint.move(to: run.range.start)
    var count = 0
    guard let grid else {
      let scale = run.run.scale
      try run.forEachGlyph { glyph throws in
        try poll(&count)
        paint.move(to: glyph.cluster)
        add(
          glyph.id, of: run.run.font, x: glyph.x, y: glyph.y, scale: scale, hasStrokes,
          upright: run.run.isUpright ? run.transform(of: glyph) : nil)
        if parts != nil { takePart(of: run, at: glyph.index) }
      }
      return
    }
    let scale = run.run.size * grid.scale / Double(run.run.font.unitsPerEm)
    try run.forEachOrigin(on: grid) { index, origin in
      try poll(&count)
      paint.move(to: run.cluster(at: index))
      add(
        run.run.glyph(at: index), of: run.run.font,
        x: Double(origin.x) + Double(origin.binX) / 4,
        y: Double(origin.y) + Double(origin.binY) / 4, scale: scale, hasStrokes)
      if parts != nil { takePart(of: run, at: index) }
    }
  }

  /// Adds the box of the run's font at the origins of all glyphs; false if the font has none.
  private mutating func addBox(of run: LineRun) throws -> Bool {
    let font = run.run.font
    guard !font.face.hasColorGlyphs, let glyphs = font.face.glyphBox else { return false }
    // Axes, synthetic bold and slanting move outlines beyond the box.
    let reach = Double(font.unitsPerEm) / 2
    let box = InkExtent(upwards: glyphs.insetBy(dx: -reach, dy: -reach))
    var (low, high) = (Point(x: .infinity, y: .infinity), Point(x: -.infinity, y: -.infinity))
    var count = 0
    try run.forEachGlyph { glyph throws in
      try poll(&count)
      (low.x, low.y) = (min(low.x, glyph.x), min(low.y, glyph.y))
      (high.x, high.y) = (max(high.x, glyph.x), max(high.y, glyph.y))
    }
    ink.add(box.placed(x: low.x, y: low.y, scale: run.run.scale))
    ink.add(box.placed(x: high.x, y: high.y, scale: run.run.scale))
    return true
  }

  private func poll(_ count: inout Int) throws {
    count += 1
    if count & 0xFF == 0 { try cancellation.check() }
  }

  // MARK: Glyphs

  /// Adds a glyph at an origin; `scale` maps font units to the unit of the origin.
  ///
  /// - Parameter upright: The map from the glyph's axes, where these are not those of line space.
  private mutating func add(
    _ glyph: UInt16, of font: Font, x: Double, y: Double, scale: Double, _ hasStrokes: Bool,
    upright: AffineTransform? = nil
  ) {
    if hasStrokes { addStroke(of: UInt32(glyph), font, x: x, y: y, scale: scale, upright) }
    guard paint.color.alpha > 0 || paint.glyphColor.alpha > 0 || paint.isFilled else { return }
    let extent = extent(of: UInt32(glyph), font: font, emSize: scale * Double(font.unitsPerEm))
    if extent.isEmpty { return }
    let placed =
      upright.map { extent.placed(x: 0, y: 0, scale: scale).mapped(by: $0) }
      ?? extent.placed(x: x, y: y, scale: scale)
    ink.add(grid == nil ? placed : placed.roundedOutwards)
  }

  private mutating func addStroke(
    of glyph: UInt32, _ font: Font, x: Double, y: Double, scale: Double,
    _ upright: AffineTransform?
  ) {
    let style = paint.style
    guard let stroke = style.stroke, var line = stroke.style,
      paint.strokeColor(stroke, of: style).alpha > 0
        || paint.selection.isAll && stroke.drawnFill != nil
    else { return }
    let outline = strokes.outline(of: glyph, font: font, scale: scale)
    if outline.isEmpty { return }
    line.lineWidth *= grid?.scale ?? 1
    let stroked = InkExtent(outline.stroked(line, scale: space.flatness).bounds)
    let extent = upright.map { stroked.mapped(by: $0) } ?? stroked.placed(x: x, y: y, scale: 1)
    ink.add(grid == nil ? extent : extent.roundedOutwards)
  }

  private mutating func extent(of glyph: UInt32, font: Font, emSize: Double) -> InkExtent {
    guard font.face.hasColorGlyphs, let picture = font.colorGlyph(glyph) else {
      return outlineExtent(of: glyph, font, emSize: emSize)
    }
    let key = GlyphKey(font: font.id, glyph: glyph)
    if let known = colorGlyphs[key] { return known }
    let extent = measured(picture, glyph, font: font)
    colorGlyphs.set(extent, for: key)
    return extent
  }

  private func measured(_ picture: ColorGlyph, _ glyph: UInt32, font: Font) -> InkExtent {
    if isTight, let tight = picture.tightInk(font: font) { return tight }
    switch picture {
    case .bitmap(let picture):
      guard let bitmap = picture.decoded() else { return InkExtent() }
      return InkExtent(picture.frame(of: bitmap.pixelSize, emSize: Double(font.unitsPerEm)))
    case .paint(let graph):
      if case .box(let box) = graph.bounds(font: font) { return InkExtent(upwards: box) }
      let metrics = font.metrics
      return InkExtent(
        upwards: Rect(
          x: 0, y: metrics.descent, width: Double(font.advance(of: glyph)),
          height: metrics.ascent - metrics.descent))
    }
  }

  private mutating func outlineExtent(
    of glyph: UInt32, _ font: Font, emSize: Double
  ) -> InkExtent {
    let size = fitsHeights ? emSize : 0
    let box = font.outlineBox(of: glyph, fittedTo: size) {
      font.paintedOutline(of: glyph, into: &outline)
      if fitsHeights { HeightFit(font: font, emSize: size)?.apply(to: &outline) }
      return outline.isEmpty ? .zero : outline.bounds
    }
    return InkExtent(upwards: box)
  }
}
