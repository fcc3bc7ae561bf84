// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextGraphics
public import TextModel
public import TextRuntime
import TextShaping
public import TextTypesetting

extension GraphicsContext {
  /// Draws a laid-out text: backgrounds, underlines, glyphs, strikethroughs.
  ///
  /// Origins of glyphs are quantised to a quarter of a device pixel along the line, baselines (see
  /// ``TextDrawingOptions``), backgrounds and decorations to whole ones. Lines outside the clip are
  /// skipped, and the pixels drawn do not depend on the clip, so a text may be drawn tile by tile
  /// under a translation by whole pixels. Any thread may call it.
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
    guard var grid = PixelGrid(self, origin: origin) else {
      var painter = OutlinePainter(cancellation: cancellation)
      if let part = try painter.part(of: layout, at: origin, in: self) {
        try painter.drawBackgrounds(part, in: &self)
        try painter.drawText(part, in: &self)
      }
      return
    }
    grid.snapsBaselines = options.gridFitting != .none
    guard let part = try VisiblePart(of: layout, grid: grid, clip: clipBounds, cancellation) else {
      return
    }
    try PaintingScratch.pool.withScratch { scratch in
      scratch.open(masks: masks, colors: colors)
      var painter = TextPainter(
        grid: grid, clip: clipBounds, scratch: scratch, options: options,
        cancellation: cancellation)
      try painter.drawBackgrounds(part, in: &self)
      try painter.drawText(part, in: &self)
    }
  }
}

/// Draws layouts under a transform that only scales, alike in x and y, and moves.
struct TextPainter: ~Copyable {
  private var glyphs: GlyphRunPainter
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
    glyphs = GlyphRunPainter(
      grid: grid, clip: clip, scratch: scratch, options: options, cancellation: cancellation)
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
