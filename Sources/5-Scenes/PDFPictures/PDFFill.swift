// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import PDFFiles
internal import SystemConcurrency
internal import TextModel
internal import TextPainting

extension PDFCanvas {
  /// Draws a gradient or a picture in glyphs or strokes: a shading where PDF has the gradient,
  /// else pixels, clipped to the outlines.
  ///
  /// - Parameter scale: The pixels per point of the plane of the contents.
  /// - Throws: `GraphicsError`, `CancellationError`, or an error of the picture.
  func draw(_ fill: PaintedFill, scale: Double, _ cancellation: Cancellation) throws {
    var path = Path()
    for element in fill.elements {
      switch element {
      case .glyph(let glyph):
        let outline = glyph.outline
        guard let clip = glyph.clip else {
          path.addPath(outline)
          continue
        }
        // Parts of a ligature are cut out of its outline.
        try draw(fill, through: outline, clip, scale: scale, cancellation)
      case .stroke(let glyph, let style): path.addPath(glyph.outline.stroked(style))
      case .bar, .shape, .fill, .shadow: break
      }
    }
    try draw(fill, through: path, nil, scale: scale, cancellation)
  }

  private func draw(
    _ fill: PaintedFill, through path: Path, _ part: Rect?, scale: Double,
    _ cancellation: Cancellation
  ) throws {
    if path.isEmpty { return }
    content.save()
    defer { content.restore() }
    if let part {
      content.rectangle(part)
      content.clip(.nonZero)
    }
    content.path(path)
    content.clip(.nonZero)
    if fill.axes != .identity { content.transform(fill.axes) }
    if case .gradient(let gradient) = fill.source,
      try self.fill(Path(rect: fill.frame), gradient.gradient(over: fill.box), .identity)
    {
      return
    }
    if let (image, frame) = try fill.picture(scale: scale, cancellation: cancellation) {
      try draw(image, in: frame)
    }
  }
}
