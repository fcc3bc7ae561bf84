// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextGraphics
import TextModel
import TextRuntime
import TextShaping
import TextTypesetting

/// Draws the glyphs of runs through masks, at quarters of a pixel.
///
/// One job has one of these. It asks for a strike once for each font and size, finds masks without a lock, and draws
/// those of one colour together: `finish` draws the last ones.
@safe struct GlyphRunPainter {
  /// Where the layout lies on the device.
  var grid: PixelGrid
  let clip: PixelRect
  let cancellation: Cancellation
  private let scratch: PaintingScratch
  private var batch: MaskBatch

  /// The strike used last, which `scratch` holds.
  private var strike: Unmanaged<GlyphStrike>?
  private var strikeKey = GlyphStrikeKey(font: .max, size: 0)

  init(
    grid: PixelGrid, clip: PixelRect, batch: MaskBatch, scratch: PaintingScratch,
    cancellation: Cancellation
  ) {
    self.grid = grid
    self.clip = clip
    self.batch = batch
    self.scratch = scratch
    self.cancellation = cancellation
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
    let startY = (lineRun.y + grid.below) * grid.scale + grid.fractionY
    let reach = (abs(lineRun.x) + lineRun.width) * grid.scale
    guard emSize > 0, reach < PixelGrid.far, abs(startY) < PixelGrid.far else { return }
    try cancellation.check()

    // The layout holds it.
    let font = unsafe Unmanaged.passUnretained(run.font)
    unsafe selectStrike(font: font, emSize: emSize, in: &context)
    var sequence = GlyphSequence(lineRun, startX: startX, startY: startY, grid: grid)
    paint.move(to: lineRun.range.start)
    let hasColorGlyphs = unsafe font._withUnsafeGuaranteedRef { $0.face.hasColorGlyphs }
    if hasColorGlyphs || !lineRun.expansions.isEmpty {
      try drawOneByOne(lineRun, &sequence, emSize: emSize, paint: &paint, in: &context)
      return
    }
    if lineRun.kind != .text || paint.end >= lineRun.range.end {
      try unsafe draw(
        glyphCount, of: &sequence, font: font, emSize: emSize, color: paint.premultiplied,
        in: &context)
      return
    }
    // Several paints: what one of them covers is drawn together.
    var left = glyphCount
    var sincePoll = 0
    while left > 0 {
      if sincePoll >= Self.pollInterval {
        sincePoll = 0
        try cancellation.check()
      }
      var count = 1
      paint.move(to: lineRun.cluster(at: sequence.index))
      while count < left, paint.covers(lineRun.cluster(at: sequence.index(after: count))) {
        count += 1
      }
      try unsafe draw(
        count, of: &sequence, font: font, emSize: emSize, color: paint.premultiplied, in: &context)
      left -= count
      sincePoll += count
    }
  }

  /// Draws the next glyphs in one colour.
  @unsafe
  private mutating func draw(
    _ count: Int, of sequence: inout GlyphSequence, font: Unmanaged<Font>, emSize: Double,
    color: UInt32,
    in context: inout GraphicsContext
  ) throws {
    batch.select(color, in: &context)
    var left = count
    while left > 0 {
      var part = min(left, Self.pollInterval)
      left -= part
      while part > 0 {
        if let reader = unsafe strike?._withUnsafeGuaranteedRef({ $0.reader }) {
          batch.fill(from: &sequence, &part, reader, in: &context)
          if part == 0 { break }
        }
        try unsafe drawNew(
          of: &sequence, font: font.takeUnretainedValue(), emSize: emSize, color: color,
          in: &context)
        part -= 1
      }
      if left > 0 { try cancellation.check() }
    }
  }

  /// Draws glyphs of which each may have its own colours, or a place of its own.
  private mutating func drawOneByOne(
    _ lineRun: LineRun, _ sequence: inout GlyphSequence, emSize: Double, paint: inout PaintCursor,
    in context: inout GraphicsContext
  ) throws {
    let font = lineRun.run.font
    let expansions = lineRun.expansions
    for place in 0..<lineRun.glyphs.count {
      if place % Self.pollInterval == Self.pollInterval - 1 { try cancellation.check() }
      let index = sequence.index
      if lineRun.kind == .text { paint.move(to: lineRun.cluster(at: index)) }
      let kind = font.colorGlyphKind(sequence.glyph)
      switch kind {
      case .outline:
        try unsafe draw(
          1, of: &sequence, font: .passUnretained(font), emSize: emSize, color: paint.premultiplied,
          in: &context)
      case .colored, .tinted:
        batch.draw(in: &context)
        if let origin = sequence.origin {
          try scratch.colors.draw(
            sequence.glyph, kind, of: font, emSize: emSize, at: origin, color: paint.color,
            clip: clip, cancellation: cancellation, in: &context)
        }
        sequence.advance()
      }
      if !expansions.isEmpty {
        sequence.added += expansions[index - lineRun.glyphs.lowerBound] * grid.scale
      }
    }
  }

  /// Rasterises the next glyph, which is not kept, draws it, and keeps it unless it is large.
  @inline(never)
  private mutating func drawNew(
    of sequence: inout GlyphSequence, font: Font, emSize: Double, color: UInt32,
    in context: inout GraphicsContext
  ) throws {
    batch.draw(in: &context)
    let glyph = sequence.glyph
    let place = sequence.origin
    sequence.advance()
    guard let origin = place else { return }
    let slot = GlyphStrike.slotKey(glyph: glyph, binX: origin.binX, binY: origin.binY)
    var outline = Path()
    font.paintedOutline(of: glyph, into: &outline)
    let scale = emSize / Double(font.unitsPerEm)
    let transform = AffineTransform(
      a: scale, b: 0, c: 0, d: -scale, tx: Double(origin.binX) / 4, ty: Double(origin.binY) / 4)
    let (clip, strike, masks) = (clip, unsafe strike?.takeUnretainedValue(), scratch.masks)
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
  @unsafe
  private mutating func selectStrike(
    font: Unmanaged<Font>, emSize: Double, in context: inout GraphicsContext
  ) {
    let id = unsafe font._withUnsafeGuaranteedRef { $0.id }
    let key = GlyphStrikeKey(font: id, size: emSize.bitPattern)
    if key != strikeKey {
      let count = unsafe font._withUnsafeGuaranteedRef { $0.face.glyphCount }
      changeStrike(key, glyphCount: count, in: &context)
    }
  }

  @inline(never)
  private mutating func changeStrike(
    _ key: GlyphStrikeKey, glyphCount: Int, in context: inout GraphicsContext
  ) {
    strikeKey = key
    unsafe strike = unsafe scratch.strike(for: key)
    if unsafe strike != nil { return }
    // What falls out for it may be what masks point into.
    batch.draw(in: &context)
    unsafe strike = unsafe scratch.fetchStrike(for: key, glyphCount: glyphCount)
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
