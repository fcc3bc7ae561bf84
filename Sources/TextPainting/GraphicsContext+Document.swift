// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextGraphics
public import TextModel
public import TextRuntime
public import TextTypesetting

extension GraphicsContext {
  /// Draws a band of a document; the pixels are those that a layout of the whole text draws there.
  ///
  /// - Parameters:
  ///   - band: The layouts of the band's rows.
  ///   - origin: The upper left corner of the whole document, in points of user space.
  ///   - options: Choices for small and for light text.
  ///   - cancellation: Polled for each line and run, and within large glyphs.
  /// - Throws: `GraphicsError`, or `CancellationError`; the bitmap then holds a part of the text.
  public mutating func draw(
    _ band: TextDocument.Band, at origin: Point = .zero,
    options: TextDrawingOptions = TextDrawingOptions(), cancellation: Cancellation = .never
  ) throws {
    let clip = clipBounds
    try PaintingScratch.pool.withScratch { scratch in
      scratch.open(masks: .shared, colors: .shared)
      var parts: [(grid: PixelGrid, part: VisiblePart)] = []
      var painter: TextPainter?
      var outlines = OutlinePainter(cancellation: cancellation)
      var outlineParts: [OutlinePainter.Part] = []
      // All backgrounds lie under all glyphs.
      for fragment in band.fragments {
        try cancellation.check()
        guard var grid = pixelGrid(of: fragment, origin: origin) else {
          let part = try outlines.part(
            of: fragment.layout, at: origin, below: fragment.y, in: self)
          guard let part else { continue }
          try outlines.drawBackgrounds(part, in: &self)
          outlineParts.append(part)
          continue
        }
        grid.snapsBaselines = options.gridFitting != .none
        guard
          let part = try VisiblePart(of: fragment.layout, grid: grid, clip: clip, cancellation)
        else { continue }
        if painter == nil {
          painter = TextPainter(
            grid: grid, clip: clip, scratch: scratch, options: options,
            cancellation: cancellation)
        }
        painter?.grid = grid
        try painter?.drawBackgrounds(part, in: &self)
        parts.append((grid, part))
      }
      for part in outlineParts { try outlines.drawText(part, in: &self) }
      for (grid, part) in parts {
        painter?.grid = grid
        try painter?.drawText(part, in: &self)
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
    // Too far down to count pixels from the document's top.
    return PixelGrid(self, origin: Point(x: origin.x, y: origin.y + fragment.y))
  }
}
