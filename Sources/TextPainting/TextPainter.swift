// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextGraphics
public import TextModel
public import TextRuntime
import TextShaping
public import TextTypesetting

extension GraphicsContext {
  /// Draws a text that was set in lines: backgrounds, underlines, glyphs, strike-throughs.
  ///
  /// Origins of glyphs are quantised to a quarter of a device pixel, backgrounds and decorations to whole
  /// ones. Lines outside the clip are skipped, and the pixels drawn do not depend on the clip, so a text may
  /// be drawn tile by tile under a translation by whole pixels. Any thread may call it.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - origin: Where the upper left corner of the layout box lies, in points of user space.
  ///   - cancellation: Polled for each line and run, and within large glyphs.
  /// - Throws: `GraphicsError`, or `CancellationError`; the bitmap then holds a part of the text.
  /// - Complexity: O(glyphs in the lines that meet the clip).
  public mutating func draw(
    _ layout: TextLayout, at origin: Point = .zero, cancellation: Cancellation = .never
  ) throws {
    try draw(
      layout, at: origin, masks: .shared, colors: .shared, cancellation: cancellation)
  }

  /// The same with caches of its own, for tests and measurements.
  package mutating func draw(
    _ layout: TextLayout, at origin: Point, masks: GlyphMaskCache, colors: ColorGlyphCache,
    cancellation: Cancellation
  ) throws {
    try cancellation.check()
    guard let grid = PixelGrid(transform: transform, origin: origin) else {
      var painter = OutlinePainter(cancellation: cancellation)
      if let part = try painter.part(of: layout, at: origin, in: self) {
        try painter.drawBackgrounds(part, in: &self)
        try painter.drawText(part, in: &self)
      }
      return
    }
    guard let part = try VisiblePart(of: layout, grid: grid, clip: clipBounds, cancellation) else {
      return
    }
    try PaintingScratch.pool.withScratch { scratch in
      scratch.open(masks: masks, colors: colors)
      try MaskBatch.withBatch { batch in
        var painter = TextPainter(
          grid: grid, clip: clipBounds, batch: batch, scratch: scratch, cancellation: cancellation)
        try painter.drawBackgrounds(part, in: &self)
        try painter.drawText(part, in: &self)
      }
    }
  }
}

/// Draws layouts under a transform that only scales and moves.
struct TextPainter {
  private var glyphs: GlyphRunPainter
  private var cancellation: Cancellation { glyphs.cancellation }

  /// Where the layout lies that is drawn next.
  var grid: PixelGrid {
    get { glyphs.grid }
    set { glyphs.grid = newValue }
  }

  init(
    grid: PixelGrid, clip: PixelRect, batch: MaskBatch, scratch: PaintingScratch,
    cancellation: Cancellation
  ) {
    glyphs = GlyphRunPainter(
      grid: grid, clip: clip, batch: batch, scratch: scratch, cancellation: cancellation)
  }

  func drawBackgrounds(_ part: VisiblePart, in context: inout GraphicsContext) throws {
    guard part.has.background else { return }
    for index in part.lines {
      try cancellation.check()
      try drawDecorations(.background, onLine: index, of: part, in: &context)
    }
  }

  mutating func drawText(_ part: VisiblePart, in context: inout GraphicsContext) throws {
    let layout = part.layout
    let overhang = part.overhang
    var paint = PaintCursor(layout)
    for index in part.lines {
      try cancellation.check()
      if part.has.underline {
        glyphs.finish(in: &context)
        try drawDecorations(.underline, onLine: index, of: part, in: &context)
      }
      try layout.forEachRun(ofLine: index, cancellation) { run in
        try glyphs.draw(run, paint: &paint, overhang: overhang, in: &context)
      }
      if part.has.strikethrough {
        glyphs.finish(in: &context)
        try drawDecorations(.strikethrough, onLine: index, of: part, in: &context)
      }
    }
    glyphs.finish(in: &context)
  }

  private func drawDecorations(
    _ kind: DecorationKind, onLine index: Int, of part: VisiblePart,
    in context: inout GraphicsContext
  ) throws {
    let text = part.layout.shaped.text
    let range = part.layout.textRange(ofLine: index)
    guard try DecorationKinds(of: text, in: range, cancellation).contains(kind) else { return }
    let bars = try DecorationBar.bars(
      kind, onLine: index, of: part.layout, cancellation: cancellation)
    if bars.isEmpty { return }
    for (index, bar) in bars.enumerated() {
      if index & 0xFF == 0xFF { try cancellation.check() }
      context.fill(
        pixels: grid.snapped(bar.rect, isLine: kind != .background).intersection(glyphs.clip),
        premultiplied: bar.color.premultiplied8)
    }
  }
}

/// The lines of a layout that may be seen, and what they are decorated with.
struct VisiblePart {
  let layout: TextLayout
  let lines: Range<Int>
  let overhang: Double
  let has: DecorationKinds

  /// - Returns: `nil` where nothing can be seen.
  init?(
    of layout: TextLayout, grid: PixelGrid, clip: PixelRect, _ cancellation: Cancellation
  ) throws {
    if clip.isEmpty { return nil }
    self.layout = layout
    let (top, bottom) = (grid.layoutY(clip.y), grid.layoutY(clip.maxY))
    // A clip as high as the text skips nothing, so what may overhang need not be known.
    let isWhole = top <= 0 && bottom >= layout.size.height
    overhang =
      isWhole ? .infinity : try InkOverhang(layout.shaped.text.shaping, cancellation).points
    lines =
      isWhole
      ? 0..<layout.lines.count : layout.lines(from: top - overhang, to: bottom + overhang)
    guard let first = lines.first, let last = lines.last else { return nil }
    has = try DecorationKinds(
      of: layout.shaped.text,
      in: TextRange(layout.textRange(ofLine: first).start, layout.textRange(ofLine: last).end),
      cancellation)
  }
}

/// How far ink may reach beyond the frames of lines and runs.
///
/// Fonts draw outside their ascent and descent, marks pile up, spans are raised: lines and runs that are
/// farther from the clip than this are skipped.
struct InkOverhang {
  let points: Double

  init(_ column: RunColumn<ShapingStyle>, _ cancellation: Cancellation) throws {
    var most = 0.0
    for run in 0..<column.count {
      if run & 0xFFF == 0xFFF { try cancellation.check() }
      let style = column.value(ofRun: run)
      most = max(most, style.size * 8 + abs(style.baselineOffset))
    }
    points = most.isFinite ? most : 0
  }
}

extension TextLayout {
  /// The lines whose frames meet a range of y, in points: found by halving, since lines lie in order.
  func lines(from top: Double, to bottom: Double) -> Range<Int> {
    let lines = self.lines
    func firstIndex(where isBeyond: (LineFragment) -> Bool) -> Int {
      var (low, high) = (0, lines.count)
      while low < high {
        let mid = (low + high) / 2
        if isBeyond(lines[mid]) { high = mid } else { low = mid + 1 }
      }
      return low
    }
    let start = firstIndex { $0.origin.y + $0.height > top }
    let end = firstIndex { $0.origin.y >= bottom }
    return start..<max(start, end)
  }
}
