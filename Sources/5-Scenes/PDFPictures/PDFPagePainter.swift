// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerCompositing
internal import PDFFiles
internal import SystemConcurrency
internal import TextLayers
internal import TextTypesetting

/// Draws a part of a tree of layers as the contents of a page: texts as text, pictures as pictures,
/// shapes as paths, and what PDF cannot say as pixels.
struct PDFPagePainter {
  let document: PDFDocument
  /// The pixels per point of what is drawn as pixels.
  let pixelScale: Double
  let cancellation: Cancellation

  /// A page whose contents are written.
  struct Page {
    let contents: PDFReference
    let resources: PDFReference
  }

  /// Draws a page.
  ///
  /// - Parameters:
  ///   - shapes: What the tree draws.
  ///   - background: The colour behind all.
  ///   - area: The part of the tree that the page shows, in points of the tree.
  ///   - map: The map from the tree's points to the page, whose y is upwards.
  func draw(
    _ shapes: PaintedShapes, background: Color?, area: Rect, map: AffineTransform
  ) throws -> Page {
    let pixels = AffineTransform.scale(x: pixelScale, y: pixelScale)
    let canvas = PDFCanvas(document, area: pixels.boundingBox(of: area))
    let resources = document.reserve()
    canvas.content.transform(
      AffineTransform.scale(x: 1 / pixelScale, y: 1 / pixelScale).concatenating(map))
    canvas.content.rectangle(canvas.area)
    canvas.content.clip(.nonZero)
    if let background, background.alpha > 0 {
      try canvas.fill(Path(rect: canvas.area), .nonZero, background, .identity)
    }
    // For each clip or group that is open, the innermost last: whether it is a group.
    var open: [Bool] = []
    let rasterized = try shapes.forEach(in: area, cancellation: cancellation) { shape in
      try draw(shape, on: canvas, &open, resources)
    }
    document.note(.rasterized, count: rasterized)
    let contents = document.reserve()
    try document.write(contents, stream: canvas.content.bytes)
    try canvas.writeResources(to: resources)
    return Page(contents: contents, resources: resources)
  }

  /// - Returns: Whether PDF can say the shape.
  private func draw(
    _ shape: PaintedShape, on canvas: PDFCanvas, _ open: inout [Bool], _ resources: PDFReference
  ) throws -> Bool {
    switch shape {
    case .fill(let path, let rule, let color, let map): try canvas.fill(path, rule, color, map)
    case .gradient(let path, let gradient, let map): return try canvas.fill(path, gradient, map)
    case .image(let part, let opacity, let map):
      guard part.bitmap.format == .rgba8 || part.tint == .black else { return false }
      try canvas.draw(
        part.bitmap, part.source, in: part.rect, opacity: opacity,
        isSmooth: part.growing != .nearest, map)
    case .vector(let contents, let bounds, let map):
      guard let text = contents as? TextContents else { return false }
      if text.isClipped { canvas.beginClip(Path(rect: bounds), .nonZero, map) }
      try draw(text, in: bounds, map, on: canvas)
      if text.isClipped { canvas.endClip() }
    case .hidden(let contents, let bounds, let map):
      guard let text = contents as? TextContents else { return true }
      try draw(text, in: bounds, map, isHidden: true, on: canvas)
    case .pixels(let bitmap, let x, let y):
      try canvas.draw(
        bitmap,
        in: Rect(
          x: Double(x), y: Double(y), width: Double(bitmap.width), height: Double(bitmap.height)))
    case .clip(let path, let rule, let map):
      canvas.beginClip(path, rule, map)
      open.append(false)
    case .group(let opacity, let mode):
      guard let name = mode.pdfName else { return false }
      canvas.beginGroup(opacity: opacity, blend: name)
      open.append(true)
    case .end:
      if open.popLast() == true {
        try canvas.endGroup(resources: resources)
      } else {
        canvas.endClip()
      }
    }
    return true
  }

  /// - Parameter isHidden: Whether the text is seen already, and is there to be found alone.
  private func draw(
    _ text: TextContents, in bounds: Rect, _ map: AffineTransform, isHidden: Bool = false,
    on canvas: PDFCanvas
  ) throws {
    let place = AffineTransform.translation(
      x: bounds.minX + text.origin.x, y: bounds.minY + text.origin.y)
    try PDFTextPainter.draw(
      text.layout, in: place.concatenating(map), isHidden: isHidden, on: canvas,
      scale: pixelScale, cancellation: cancellation)
  }
}
