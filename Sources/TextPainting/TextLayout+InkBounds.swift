// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextGraphics
public import TextModel
public import TextRuntime
import TextShaping
public import TextTypesetting

extension TextLayout {
  /// The rectangle that everything drawn covers: glyphs, backgrounds, underlines, strikethroughs.
  ///
  /// The ink of a slanted letter, of stacked marks or of lines set tight lies outside the layout
  /// box; a picture as large as ``TextTypesetting/TextLayout/size`` cuts it off.
  ///
  /// Outlines count exactly, with synthetic bold and oblique; pictures of colour glyphs with their
  /// whole frame, paints with their clip box, and paints without any bound with ascent, descent and
  /// advance. Clear text and clear decorations do not count. Any thread may call it.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per point. If given, the rectangle contains all pixels that a drawing
  ///     at this scale touches with the layout's origin on a whole pixel: positions are quantised
  ///     as there, and the sides lie on whole pixels. A scale that is not positive counts as `nil`.
  ///   - options: Those of the drawing; they count only with a scale.
  ///   - cancellation: Polled for each line and run, and every 256 glyphs.
  /// - Returns: A rectangle in points of the layout, y downwards; `Rect.zero` if nothing is drawn.
  /// - Throws: `CancellationError`.
  /// - Complexity: O(glyphs), and O(points) for the outline of each glyph that occurs.
  public func inkBounds(
    scale: Double? = nil, options: TextDrawingOptions = TextDrawingOptions(),
    cancellation: Cancellation = .never
  ) throws -> Rect {
    let transform = scale.map { AffineTransform.scale(x: $0, y: $0) }
    var grid = transform.flatMap { PixelGrid(transform: $0, origin: .zero) }
    grid?.snapsBaselines = options.gridFitting != .none
    var meter = InkMeter(
      self, grid: grid, fitsHeights: grid != nil && options.gridFitting == .heights,
      cancellation: cancellation)
    return try meter.measure()
  }
}

/// A measurement of the ink of one layout.
private struct InkMeter: ~Copyable {
  private let layout: TextLayout
  /// The map to device pixels, on which extents are rounded outwards; `nil` for exact extents.
  private let grid: PixelGrid?
  private let fitsHeights: Bool
  private let cancellation: Cancellation
  private var paint: PaintCursor
  /// The ink so far, in pixels of the grid, else in points.
  private var ink = InkExtent()
  /// The ink of each glyph at its origin, in font units, y downwards.
  private var glyphs = HashTable<GlyphKey, InkExtent>()
  private var outline = Path()

  private struct GlyphKey: Hashable {
    var font: UInt32
    var glyph: UInt32
    /// The bit pattern of the em size in pixels where heights are fitted, else 0.
    var size: UInt64
  }

  init(_ layout: TextLayout, grid: PixelGrid?, fitsHeights: Bool, cancellation: Cancellation) {
    self.layout = layout
    self.grid = grid
    self.fitsHeights = fitsHeights
    self.cancellation = cancellation
    paint = PaintCursor(layout)
  }

  mutating func measure() throws -> Rect {
    try cancellation.check()
    let has = try DecorationKinds(of: layout.text, in: layout.text.range, cancellation)
    for index in 0..<layout.lines.count {
      try cancellation.check()
      if has.background { try addBars(.background, onLine: index) }
      if has.underline { try addBars(.underline, onLine: index) }
      if has.strikethrough { try addBars(.strikethrough, onLine: index) }
      try layout.forEachRun(ofLine: index, cancellation) { try add($0) }
    }
    return ink.rect(scale: grid?.scale ?? 1)
  }

  private mutating func addBars(_ kind: DecorationKind, onLine index: Int) throws {
    let bars = try DecorationBar.bars(
      kind, onLine: index, of: layout, cancellation: cancellation)
    for bar in bars {
      if let grid {
        ink.add(InkExtent(grid.snapped(bar.rect, isLine: kind != .background)))
      } else {
        ink.add(InkExtent(bar.rect))
      }
    }
  }

  private mutating func add(_ run: LineRun) throws {
    guard run.kind != .tab, !run.glyphs.isEmpty, run.run.size > 0 else { return }
    paint.move(to: run.range.start)
    var count = 0
    guard let grid else {
      let scale = run.run.scale
      try run.forEachGlyph { glyph throws in
        try poll(&count)
        paint.move(to: glyph.cluster)
        add(glyph.id, of: run.run.font, x: glyph.x, y: glyph.y, scale: scale)
      }
      return
    }
    var sequence = GlyphSequence(
      run, startX: run.x * grid.scale + grid.fractionX,
      startY: run.y * grid.scale + grid.fractionY, grid: grid)
    let scale = run.run.size * grid.scale / Double(run.run.font.unitsPerEm)
    for _ in run.glyphs {
      try poll(&count)
      let index = sequence.index
      paint.move(to: run.cluster(at: index))
      if let origin = sequence.origin(in: run.run) {
        add(
          run.run.glyph(at: index), of: run.run.font,
          x: Double(origin.x) + Double(origin.binX) / 4,
          y: Double(origin.y) + Double(origin.binY) / 4, scale: scale)
      }
      sequence.advance(in: run.run)
      if !run.expansions.isEmpty {
        sequence.added += run.expansions[index - run.glyphs.lowerBound] * grid.scale
      }
    }
  }

  private func poll(_ count: inout Int) throws {
    count += 1
    if count & 0xFF == 0 { try cancellation.check() }
  }

  /// Adds a glyph at an origin; `scale` maps font units to the unit of the origin.
  private mutating func add(_ glyph: UInt16, of font: Font, x: Double, y: Double, scale: Double) {
    guard paint.color.alpha > 0 else { return }
    let extent = extent(of: UInt32(glyph), font: font, emSize: scale * Double(font.unitsPerEm))
    if extent.isEmpty { return }
    let placed = extent.placed(x: x, y: y, scale: scale)
    ink.add(grid == nil ? placed : placed.roundedOutwards)
  }

  private mutating func extent(of glyph: UInt32, font: Font, emSize: Double) -> InkExtent {
    let key = GlyphKey(font: font.id, glyph: glyph, size: fitsHeights ? emSize.bitPattern : 0)
    if let known = glyphs[key] { return known }
    let extent = measured(glyph, font: font, emSize: emSize)
    glyphs.set(extent, for: key)
    return extent
  }

  private mutating func measured(_ glyph: UInt32, font: Font, emSize: Double) -> InkExtent {
    switch font.colorGlyph(glyph) {
    case nil:
      font.paintedOutline(of: glyph, into: &outline)
      if fitsHeights { HeightFit(font: font, emSize: emSize)?.apply(to: &outline) }
      return outline.isEmpty ? InkExtent() : InkExtent(upwards: outline.bounds)
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
}

/// A rectangle by its sides, empty at first; y downwards.
private struct InkExtent {
  private var left = Double.infinity
  private var top = Double.infinity
  private var right = -Double.infinity
  private var bottom = -Double.infinity

  init() {}

  /// - Parameter rect: Counts as empty if its numbers are not finite.
  init(_ rect: Rect) {
    guard rect.width > 0, rect.height > 0, rect.minX.isFinite, rect.minY.isFinite,
      rect.maxX.isFinite, rect.maxY.isFinite
    else { return }
    (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
  }

  /// A rectangle whose y runs upwards.
  init(upwards rect: Rect) {
    self.init(Rect(x: rect.minX, y: -rect.maxY, width: rect.width, height: rect.height))
  }

  init(_ pixels: PixelRect) {
    self.init(
      Rect(
        x: Double(pixels.x), y: Double(pixels.y), width: Double(pixels.width),
        height: Double(pixels.height)))
  }

  var isEmpty: Bool { !(left < right && top < bottom) }

  mutating func add(_ other: InkExtent) {
    left = min(left, other.left)
    top = min(top, other.top)
    right = max(right, other.right)
    bottom = max(bottom, other.bottom)
  }

  func placed(x: Double, y: Double, scale: Double) -> InkExtent {
    var result = self
    (result.left, result.right) = (x + left * scale, x + right * scale)
    (result.top, result.bottom) = (y + top * scale, y + bottom * scale)
    return result
  }

  /// The sides on whole pixels. A pixel that is covered by less than 1/1024 stays blank.
  var roundedOutwards: InkExtent {
    let least = 1.0 / 1024
    var result = self
    result.left = (left + least).rounded(.down)
    result.top = (top + least).rounded(.down)
    result.right = (right - least).rounded(.up)
    result.bottom = (bottom - least).rounded(.up)
    return result
  }

  /// The rectangle in points.
  func rect(scale: Double) -> Rect {
    if isEmpty { return .zero }
    return Rect(
      x: left / scale, y: top / scale, width: (right - left) / scale,
      height: (bottom - top) / scale)
  }
}
