// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextGraphics
import TextModel
import TextShaping
import TextTypesetting

/// Draws the glyphs of runs through masks, at quarters of a pixel.
///
/// One job has one of these. It asks the shared cache once for each font and size, finds masks without a lock,
/// and draws those of one colour together: `finish` draws the last ones.
struct GlyphRunPainter {
  /// Where the layout lies on the device.
  var grid: PixelGrid
  private let clip: PixelRect
  private let masks: GlyphMaskCache
  private let cancellation: Cancellation
  private var colors: ColorGlyphDrawer
  private var outline = Path()
  private var batch: MaskBatch

  /// The strike used last, and all that were used: few, so a list is the quickest table.
  private var strike: GlyphStrike?
  private var strikeKey = GlyphStrikeKey(font: .max, size: 0)
  private var strikes: [GlyphStrike] = []

  init(
    grid: PixelGrid, clip: PixelRect, batch: MaskBatch, masks: GlyphMaskCache,
    colors: ColorGlyphCache, cancellation: Cancellation
  ) {
    self.grid = grid
    self.clip = clip
    self.batch = batch
    self.masks = masks
    self.cancellation = cancellation
    self.colors = ColorGlyphDrawer(cache: colors, clip: clip, cancellation: cancellation)
  }

  /// How many glyphs are drawn between two polls.
  private static let pollInterval = 256

  /// Draws what waits to be drawn together. Whoever draws something else over it calls it before.
  @inline(__always)
  mutating func finish(in context: inout GraphicsContext) { batch.draw(in: &context) }

  /// Draws the glyphs of a run that can be seen.
  mutating func draw(
    _ lineRun: LineRun, paint: inout PaintCursor, overhang: Double,
    in context: inout GraphicsContext
  ) throws {
    let glyphCount = lineRun.glyphs.count
    guard glyphCount > 0, lineRun.kind != .tab,
      lineRun.maxX > grid.layoutX(clip.x) - overhang,
      lineRun.x < grid.layoutX(clip.maxX) + overhang
    else { return }
    let run = lineRun.run
    let emSize = run.size * grid.scale
    let startX = lineRun.x * grid.scale + grid.fractionX
    let startY = lineRun.y * grid.scale + grid.fractionY
    let reach = (abs(lineRun.x) + lineRun.width) * grid.scale
    guard emSize > 0, reach < PixelGrid.far, abs(startY) < PixelGrid.far else { return }
    try cancellation.check()

    let font = run.font
    selectStrike(font: font, emSize: emSize, in: &context)
    var reader = strike?.reader
    let hasColorGlyphs = font.face.hasColorGlyphs
    let unit = run.unit * grid.scale
    let fontUnit = unit * 64
    let baseline = startY * 4 + 0.5
    let quarterBaseline = Self.floor(baseline)
    let (glyphs, advances, offsets) = unsafe (run.glyphs, run.advances, run.offsets)

    paint.move(to: lineRun.range.start)
    batch.select(paint.premultiplied, in: &context)
    let isOnePaint = lineRun.kind != .text || paint.end >= lineRun.range.end
    let expansions = lineRun.expansions
    let isPlain = unsafe isOnePaint && offsets == nil && expansions.isEmpty && !hasColorGlyphs
    let lower = lineRun.glyphs.lowerBound
    let step = lineRun.isReversed ? -1 : 1
    var index = step < 0 ? lineRun.glyphs.upperBound - 1 : lower

    var pen: Int64 = 0
    var added = 0.0
    for place in 0..<glyphCount {
      if place & (Self.pollInterval - 1) == Self.pollInterval - 1 { try cancellation.check() }
      var x = startX + Double(pen) * unit
      var quarterY = quarterBaseline
      let glyph = UInt32(unsafe glyphs[index])
      pen &+= Int64(unsafe advances[index])
      if !isPlain {
        x += added
        if !expansions.isEmpty { added += expansions[index &- lower] * grid.scale }
        if !isOnePaint {
          paint.move(to: lineRun.cluster(at: index))
          batch.select(paint.premultiplied, in: &context)
        }
        if let offsets = unsafe offsets {
          unsafe x += Double(offsets[2 &* index]) * fontUnit
          let up = unsafe offsets[2 &* index &+ 1]
          if up != 0 {
            let y = baseline - Double(up) * fontUnit * 4
            quarterY = abs(y) < PixelGrid.far ? Self.floor(y) : .max
          }
        }
      }
      index &+= step
      guard abs(x) < PixelGrid.far, quarterY != .max else { continue }
      let origin = GlyphOrigin(
        quarterX: Self.floor(x * 4 + 0.5), quarterY: quarterY, grid: grid)
      if hasColorGlyphs, font.colorGlyphKind(glyph) != .outline {
        batch.draw(in: &context)
        try colors.draw(
          glyph, of: font, emSize: emSize, at: origin, color: paint.color, in: &context)
        continue
      }
      let slot = GlyphStrike.slotKey(glyph: glyph, binX: origin.binX, binY: origin.binY)
      if let mask = reader?.mask(for: slot) {
        if mask.width > 0 {
          batch.add(
            mask, atPixelX: origin.x &+ mask.left, y: origin.y &+ mask.top, in: &context)
        }
      } else {
        batch.draw(in: &context)
        try drawNew(
          font: font, glyph: glyph, emSize: emSize, slot: slot, at: origin,
          color: paint.premultiplied, in: &context)
        reader = strike?.reader
      }
    }
  }

  /// Rasterises a glyph that is not kept, draws it, and keeps it unless it is large.
  @inline(never)
  private mutating func drawNew(
    font: Font, glyph: UInt32, emSize: Double, slot: UInt32, at origin: GlyphOrigin, color: UInt32,
    in context: inout GraphicsContext
  ) throws {
    font.paintedOutline(of: glyph, into: &outline)
    let scale = emSize / Double(font.unitsPerEm)
    let transform = AffineTransform(
      a: scale, b: 0, c: 0, d: -scale, tx: Double(origin.binX) / 4, ty: Double(origin.binY) / 4)
    let (outline, clip, strike, masks) = (outline, clip, strike, masks)
    let cancellation = cancellation
    try PathRasterizer.withScratch { rasterizer throws in
      var ink = PixelRect(width: 0, height: 0)
      if !outline.isEmpty {
        var proof = OutlineProof.unknown
        if emSize <= OutlineProofs.largestEmSize {
          let unitsPerEm = font.unitsPerEm
          proof =
            strike?.proofs?.proof(
              of: glyph, outline: outline, unitsPerEm: unitsPerEm, with: rasterizer)
            ?? OutlineProofs.prove(outline, unitsPerEm: unitsPerEm, with: rasterizer)
        }
        ink = try rasterizer.prepare(outline, transform: transform, proof: proof)
      }
      if ink.width <= GlyphMaskCache.largestSide && ink.height <= GlyphMaskCache.largestSide {
        let coverage = ink.isEmpty ? nil : try rasterizer.coverage(in: ink)
        if let coverage {
          context.fillMask(coverage, fromPixelX: origin.x, y: origin.y, color: color)
        }
        if let strike { masks.keep(GlyphMask(coverage), for: slot, in: strike) }
        return
      }
      // Large: only what can be seen, in bands between which the work can be called off.
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
        context.fillMask(coverage, fromPixelX: origin.x, y: origin.y, color: color)
      }
    }
  }

  /// The pixels of a large glyph that are drawn between two polls: well under a millisecond.
  private static let bandPixels = 1 << 17

  @inline(__always)
  private mutating func selectStrike(
    font: Font, emSize: Double, in context: inout GraphicsContext
  ) {
    let key = GlyphStrikeKey(font: font.id, size: emSize.bitPattern)
    if key != strikeKey {
      changeStrike(key, glyphCount: font.face.glyphCount, in: &context)
    }
  }

  @inline(never)
  private mutating func changeStrike(
    _ key: GlyphStrikeKey, glyphCount: Int, in context: inout GraphicsContext
  ) {
    strikeKey = key
    for index in strikes.indices where strikes[index].key == key {
      strike = strikes[index]
      return
    }
    strike = masks.strike(for: key, glyphCount: glyphCount)
    // More fonts than this in one job: the oldest is asked for anew when it comes again.
    if strikes.count == 16 {
      batch.draw(in: &context)
      strikes.removeFirst()
    }
    if let strike { strikes.append(strike) }
  }

  /// The greatest whole number not above a value, which must be far from the limits of `Int`.
  @inline(__always)
  private static func floor(_ value: Double) -> Int {
    let whole = Int(value)
    return value < Double(whole) ? whole - 1 : whole
  }
}

/// A glyph's origin on the device: a pixel, and a quarter in it.
struct GlyphOrigin {
  let x: Int
  let y: Int
  /// Quarters of a pixel to the right, 0 to 3.
  let binX: Int
  /// Quarters of a pixel downwards, 0 to 3.
  let binY: Int

  @inline(__always)
  init(quarterX: Int, quarterY: Int, grid: PixelGrid) {
    x = grid.x + quarterX >> 2
    y = grid.y + quarterY >> 2
    binX = quarterX & 3
    binY = quarterY & 3
  }
}

extension GlyphMask {
  /// What the rasteriser made; empty for no ink.
  init(_ coverage: CoverageMask?) {
    guard let coverage else {
      unsafe self.init(
        left: 0, top: 0, width: 0, height: 0, bytesPerRow: 0,
        coverage: UnsafePointer(bitPattern: 16).unsafelyUnwrapped)
      return
    }
    unsafe self.init(
      left: coverage.bounds.x, top: coverage.bounds.y, width: coverage.bounds.width,
      height: coverage.bounds.height, bytesPerRow: coverage.stride, coverage: coverage.pixels)
  }
}
