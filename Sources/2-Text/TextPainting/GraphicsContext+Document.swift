// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import SystemConcurrency
public import TextTypesetting

extension GraphicsContext {
  /// Draws a band of a document. The pixels are those that a layout of the whole text would draw
  /// there, except that a box around several paragraphs is drawn as one box for each of them.
  ///
  /// - Parameters:
  ///   - band: The paragraphs to draw, as `TextDocument.layOut(from:to:cancellation:)` returns
  ///     them.
  ///   - origin: The corner of the whole document at which its text begins, in points of user
  ///     space: the upper left one, of `WritingMode.verticalRL` the upper right one.
  ///   - options: Choices between exact shapes and crisp small text.
  ///   - cancellation: Polled for each line and run, and within large glyphs.
  /// - Throws: `GraphicsError`, or `CancellationError`; the bitmap then holds a part of the text.
  public mutating func draw(
    _ band: TextDocument.Band, at origin: Point = .zero,
    options: TextDrawingOptions = TextDrawingOptions(), cancellation: Cancellation = .never
  ) throws {
    let clip = clipPixels
    try PaintingScratch.pool.withScratch { scratch in
      scratch.open(masks: .shared, colors: .shared)
      var parts: [(grid: PixelGrid, part: VisiblePart)] = []
      var outlineParts: [OutlinePainter.Part] = []
      var outlines = OutlinePainter(cancellation: cancellation)
      for fragment in band.fragments {
        try cancellation.check()
        if fragment.layout.axes.isVertical {
          // Vertical paragraphs are drawn one by one, since each pass below would have to turn the
          // axes. Only boxes over several paragraphs, which are rare, need the passes.
          let place = fragment.origin
          try draw(
            fragment.layout, at: Point(x: origin.x + place.x, y: origin.y + place.y),
            options: options, cancellation: cancellation)
          continue
        }
        guard var grid = pixelGrid(of: fragment, origin: origin) else {
          let part = try outlines.part(
            of: fragment.layout, at: origin, below: fragment.y, in: self)
          if let part { outlineParts.append(part) }
          continue
        }
        grid.snapsBaselines = options.gridFitting != .none
        let part = try VisiblePart(of: fragment.layout, grid: grid, clip: clip, cancellation)
        if let part { parts.append((grid, part)) }
      }
      // Each pass goes over all paragraphs, so that backgrounds lie under all glyphs.
      var kinds: PaintKinds = []
      for part in outlineParts { kinds.formUnion(part.has) }
      for (_, part) in parts { kinds.formUnion(part.has) }
      var painter = parts.first.map {
        TextPainter(
          grid: $0.grid, clip: clip, scratch: scratch, options: options,
          cancellation: cancellation)
      }
      for pass in kinds.passes {
        for part in outlineParts where pass.isNeeded(for: part.has) {
          try outlines.draw(pass, of: part, in: &self)
        }
        for (grid, part) in parts where pass.isNeeded(for: part.has) {
          painter?.grid = grid
          try painter?.draw(pass, of: part, in: &self)
        }
      }
    }
  }

  /// The map of a fragment to the device; `nil` if it is drawn as outlines.
  private func pixelGrid(of fragment: TextDocument.Fragment, origin: Point) -> PixelGrid? {
    if var grid = PixelGrid(self, origin: origin),
      (fragment.y + fragment.layout.size.height) * grid.scale < PixelGrid.far / 2
    {
      grid.below = fragment.y
      return grid
    }
    // The fragment is too far down to count pixels from the document's top.
    return PixelGrid(self, origin: Point(x: origin.x, y: origin.y + fragment.y))
  }
}
