// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import TextFonts
import TextModel
import TextShaping
import TextTypesetting

/// Draws the glyphs of runs through masks, at quarters of a pixel, for one drawing.
///
/// It looks a strike up once for each font and size, finds masks without a lock, and draws those of
/// one colour in batches: ``finish(in:)`` draws the last one.
struct GlyphRunPainter: ~Copyable {
  /// The map from the layout to the device.
  var grid: PixelGrid
  /// The visible pixels.
  var clip: PixelRect
  let cancellation: Cancellation
  private let scratch: PaintingScratch
  private var batch = MaskBatch()
  private var ligatures = LigatureDivider()

  /// The masks of the strike used last, which `scratch` retains; `nil` if the cache is off.
  private var table: GlyphMaskTable?
  private var strikeKey = GlyphStrikeKey(font: .max, size: 0)
  /// The bits of the lightness that count, and the bit for fitted heights.
  private let lightnessMask: UInt8
  private let fittedBit: UInt8
  /// The fit of the strike that ``fitKey`` names.
  private var fit: HeightFit?
  private var fitKey = GlyphStrikeKey(font: .max, size: 0)

  init(
    grid: PixelGrid, clip: PixelRect, scratch: PaintingScratch, options: TextDrawingOptions,
    cancellation: Cancellation
  ) {
    lightnessMask = options.strengthensLightText ? 3 : 0
    fittedBit = options.gridFitting == .heights ? 4 : 0
    self.grid = grid
    self.clip = clip
    self.scratch = scratch
    self.cancellation = cancellation
  }

  /// The number of glyphs between two cancellation points.
  private static let pollInterval = 256

  /// Draws the pending batch. Required before anything else is drawn over it.
  @inline(__always)
  mutating func finish(in context: inout GraphicsContext) { batch.draw(in: &context) }

  /// Draws the visible glyphs of a run.
  mutating func draw(
    _ lineRun: LineRun, paint: inout PaintCursor, overhang: Double,
    in context: inout GraphicsContext
  ) throws {
    let glyphCount = lineRun.glyphs.count
    guard glyphCount > 0, lineRun.kind.hasGlyphs,
      lineRun.maxX > grid.layoutX(clip.x) - overhang,
      lineRun.x < grid.layoutX(clip.maxX) + overhang
    else { return }
    let run = lineRun.run
    let emSize = run.size * grid.scale
    let startX = lineRun.x * grid.scale + grid.fractionX
    let startY = (lineRun.y + grid.below) * grid.scale + grid.fractionY
    let reach = (abs(lineRun.x) + lineRun.width) * grid.scale
    guard emSize > 0, reach < PixelGrid.far, abs(startY) < PixelGrid.far else { return }
    try cancellation.check()

    var sequence = GlyphSequence(lineRun, startX: startX, startY: startY, grid: grid)
    paint.move(to: lineRun.range.start)
    selectStrike(font: run.font, emSize: emSize, lightness: paint.lightness, in: &context)
    if run.font.face.hasColorGlyphs || !lineRun.expansions.isEmpty {
      try drawOneByOne(lineRun, &sequence, emSize: emSize, paint: &paint, in: &context)
      return
    }
    if lineRun.kind != .text || paint.end >= lineRun.range.end {
      try draw(
        glyphCount, of: &sequence, in: run, emSize: emSize, color: paint.premultiplied,
        on: &context)
      return
    }
    // The run has several paints: its stretches of one paint are drawn one after another.
    var left = glyphCount
    var sincePoll = 0
    while left > 0 {
      if sincePoll >= Self.pollInterval {
        sincePoll = 0
        try cancellation.check()
      }
      var count = 1
      paint.move(to: lineRun.cluster(at: sequence.index))
      selectStrike(font: run.font, emSize: emSize, lightness: paint.lightness, in: &context)
      let first = sequence.index
      while count < left, paint.covers(lineRun.cluster(at: sequence.index(after: count))) {
        count += 1
      }
      // Only the last characters of a stretch may share a ligature with those of the next one.
      let last = lineRun.level & 1 == 1 ? first : sequence.index(after: count - 1)
      let parts = ligatures.parts(of: last, in: lineRun, paint: paint)
      if parts.isEmpty {
        try draw(
          count, of: &sequence, in: run, emSize: emSize, color: paint.premultiplied, on: &context)
      } else {
        try draw(
          count, of: &sequence, in: lineRun, emSize: emSize, paint: paint, dividing: last, parts,
          on: &context)
      }
      left -= count
      sincePoll += count
    }
  }

  /// Draws the next glyphs in one colour, except those of the cluster of one of them, which are
  /// drawn in parts.
  private mutating func draw(
    _ count: Int, of sequence: inout GlyphSequence, in lineRun: LineRun, emSize: Double,
    paint: PaintCursor, dividing divided: Int, _ parts: [LigaturePart],
    on context: inout GraphicsContext
  ) throws {
    let cluster = lineRun.cluster(at: divided)
    for _ in 0..<count {
      if lineRun.cluster(at: sequence.index) == cluster {
        try draw(parts, of: &sequence, in: lineRun.run, emSize: emSize, on: &context)
      } else {
        try draw(
          1, of: &sequence, in: lineRun.run, emSize: emSize, color: paint.premultiplied,
          on: &context)
      }
    }
  }

  /// Draws the parts of the next glyph, each in its colour; their edges lie on whole pixels.
  private mutating func draw(
    _ parts: [LigaturePart], of sequence: inout GlyphSequence, in run: ShapedRun, emSize: Double,
    on context: inout GraphicsContext
  ) throws {
    batch.draw(in: &context)
    let start = sequence
    for part in parts {
      sequence = start
      let left = part.left.isFinite ? max(clip.x, grid.column(part.left)) : clip.x
      let right = part.right.isFinite ? min(clip.maxX, grid.column(part.right)) : clip.maxX
      context.saveGState()
      defer { context.restoreGState() }
      context.clip(
        pixels: PixelRect(x: left, y: clip.y, width: max(0, right - left), height: clip.height))
      selectStrike(
        font: run.font, emSize: emSize, lightness: LightText.lightness(of: part.color),
        in: &context)
      try draw(
        1, of: &sequence, in: run, emSize: emSize, color: part.color.premultiplied8, on: &context)
      batch.draw(in: &context)
    }
  }

  /// Draws the next glyphs in one colour.
  private mutating func draw(
    _ count: Int, of sequence: inout GlyphSequence, in run: ShapedRun, emSize: Double,
    color: UInt32, on context: inout GraphicsContext
  ) throws {
    batch.select(color, in: &context)
    var left = count
    while left > 0 {
      var part = min(left, Self.pollInterval)
      left -= part
      while part > 0 {
        if let table {
          batch.fill(from: &sequence, of: run, &part, table, in: &context)
          if part == 0 { break }
        }
        try drawNew(of: &sequence, in: run, emSize: emSize, color: color, on: &context)
        part -= 1
      }
      if left > 0 { try cancellation.check() }
    }
  }

  /// Draws glyphs one by one: those of fonts with colour glyphs, and of justified runs.
  private mutating func drawOneByOne(
    _ lineRun: LineRun, _ sequence: inout GlyphSequence, emSize: Double, paint: inout PaintCursor,
    in context: inout GraphicsContext
  ) throws {
    let run = lineRun.run
    let font = run.font
    let expansions = lineRun.expansions
    for place in 0..<lineRun.glyphs.count {
      if place % Self.pollInterval == Self.pollInterval - 1 { try cancellation.check() }
      let index = sequence.index
      if lineRun.kind == .text { paint.move(to: lineRun.cluster(at: index)) }
      let kind = font.colorGlyphKind(UInt32(run.glyph(at: index)))
      switch kind {
      case .outline:
        let parts =
          paint.end < lineRun.range.end
          ? ligatures.parts(of: index, in: lineRun, paint: paint) : []
        if !parts.isEmpty {
          try draw(parts, of: &sequence, in: run, emSize: emSize, on: &context)
          break
        }
        selectStrike(font: font, emSize: emSize, lightness: paint.lightness, in: &context)
        try draw(
          1, of: &sequence, in: run, emSize: emSize, color: paint.premultiplied,
          on: &context)
      case .colored, .tinted:
        batch.draw(in: &context)
        if let origin = sequence.origin(in: run) {
          try ColorGlyphDrawer(scratch: scratch).draw(
            UInt32(run.glyph(at: index)), kind, of: font, emSize: emSize, at: origin,
            color: paint.color,
            clip: clip, cancellation: cancellation, in: &context)
        }
        sequence.advance(in: run)
      }
      if !expansions.isEmpty {
        sequence.added += expansions[index - lineRun.glyphs.lowerBound] * grid.scale
      }
    }
  }

  /// Rasterises the next glyph, draws it, and caches its mask unless it is large.
  @inline(never)
  private mutating func drawNew(
    of sequence: inout GlyphSequence, in run: ShapedRun, emSize: Double, color: UInt32,
    on context: inout GraphicsContext
  ) throws {
    batch.draw(in: &context)
    let font = run.font
    let glyph = UInt32(run.glyph(at: sequence.index))
    let place = sequence.origin(in: run)
    sequence.advance(in: run)
    guard let origin = place else { return }
    let slot = GlyphStrike.slotKey(glyph: glyph, binX: origin.binX, binY: origin.binY)
    var outline = Path()
    font.paintedOutline(of: glyph, into: &outline)
    let fit = fittedBit == 0 || outline.isEmpty ? nil : heightFit(of: font, emSize: emSize)
    let scale = emSize / Double(font.unitsPerEm)
    let transform = AffineTransform(
      a: scale, b: 0, c: 0, d: -scale, tx: Double(origin.binX) / 4, ty: Double(origin.binY) / 4)
    let (clip, masks) = (clip, scratch.masks)
    let strike = table == nil ? nil : scratch.strike(for: strikeKey)
    let lightness = Int(strikeKey.variant & 3)
    let cancellation = cancellation
    try PathRasterizer.withScratch { rasterizer throws in
      var ink = PixelRect(width: 0, height: 0)
      if !outline.isEmpty {
        var overlap = ContourOverlap.unknown
        if emSize <= OverlapCache.largestEmSize {
          let unitsPerEm = font.unitsPerEm
          // The test comes before the fitting of heights, which moves no contour across another.
          overlap =
            strike?.overlaps?.overlap(
              of: glyph, outline: outline, unitsPerEm: unitsPerEm, with: rasterizer)
            ?? OverlapCache.test(outline, unitsPerEm: unitsPerEm, with: rasterizer)
        }
        fit?.apply(to: &outline)
        ink = try rasterizer.prepare(outline, transform: transform, overlap: overlap)
      }
      if ink.width <= GlyphMaskCache.largestSide && ink.height <= GlyphMaskCache.largestSide {
        let coverage = ink.isEmpty ? nil : try rasterizer.coverage(in: ink)
        if let coverage {
          if lightness > 0 {
            rasterizer.replaceLevels(of: coverage, LightText.levels[lightness - 1])
          }
          context.fillMask(coverage, fromPixelX: origin.x, y: origin.y, color: color)
        }
        if let strike { masks.keep(GlyphMask(coverage), for: slot, in: strike) }
        return
      }
      // Of a large glyph only visible rows are rasterised, in bands between cancellation points.
      let visible = ink.intersection(
        PixelRect(
          x: clip.x - origin.x, y: clip.y - origin.y, width: clip.width, height: clip.height))
      if visible.isEmpty { return }
      let rows = max(16, Self.bandPixels / visible.width)
      for top in stride(from: visible.y, to: visible.maxY, by: rows) {
        try cancellation.check()
        let band = PixelRect(
          x: visible.x, y: top, width: visible.width, height: min(rows, visible.maxY - top))
        guard let coverage = try rasterizer.coverage(in: band) else { continue }
        if lightness > 0 { rasterizer.replaceLevels(of: coverage, LightText.levels[lightness - 1]) }
        context.fillMask(coverage, fromPixelX: origin.x, y: origin.y, color: color)
      }
    }
  }

  /// The pixels of a large glyph between two cancellation points: well under a millisecond.
  private static let bandPixels = 1 << 17

  private mutating func heightFit(of font: Font, emSize: Double) -> HeightFit? {
    let key = GlyphStrikeKey(font: font.id, size: emSize.bitPattern)
    if key != fitKey { (fit, fitKey) = (HeightFit(font: font, emSize: emSize), key) }
    return fit
  }

  @inline(__always)
  private mutating func selectStrike(
    font: Font, emSize: Double, lightness: UInt8, in context: inout GraphicsContext
  ) {
    let key = GlyphStrikeKey(
      font: font.id, size: emSize.bitPattern, variant: lightness & lightnessMask | fittedBit)
    if key != strikeKey { changeStrike(key, glyphCount: font.face.glyphCount, in: &context) }
  }

  @inline(never)
  private mutating func changeStrike(
    _ key: GlyphStrikeKey, glyphCount: Int, in context: inout GraphicsContext
  ) {
    strikeKey = key
    table = scratch.table(for: key)
    if table != nil { return }
    // The strike that is replaced may own masks of the batch, so these are drawn first.
    batch.draw(in: &context)
    table = scratch.fetchTable(for: key, glyphCount: glyphCount)
  }
}
