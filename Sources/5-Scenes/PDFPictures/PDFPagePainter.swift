// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerCompositing
internal import PDFFiles
internal import SystemConcurrency
internal import TextLayers
internal import TextModel
internal import TextTypesetting

/// Draws a part of a tree of layers as the contents of a page: texts as text, pictures as pictures,
/// shapes as paths, and what PDF cannot say as pixels.
struct PDFPagePainter {
  let document: PDFDocument
  let parts: PDFParts
  /// The pixels per point of what is drawn as pixels.
  let pixelScale: Double
  let cancellation: Cancellation

  /// A page whose contents are written.
  struct Page {
    let contents: PDFReference
    let resources: PDFReference
    /// The number of the page in the tree of parents.
    let key: Int
    /// The links in its texts, each with its part.
    let links: [(link: PDFWriter.Link, element: Int)]
  }

  /// What is gathered while a page is drawn.
  private struct Work {
    let canvas: PDFCanvas
    let resources: PDFReference
    /// The map from the plane of the contents to the page.
    let map: AffineTransform
    let height: Double
    /// For each clip or group that is open, the innermost last: whether it is a group.
    var open: [Bool] = []
    var links: [(link: PDFWriter.Link, element: Int)] = []
  }

  /// Draws a page.
  ///
  /// - Parameters:
  ///   - shapes: What the tree draws.
  ///   - background: The colour behind all.
  ///   - area: The part of the tree that the page shows, in points of the tree.
  ///   - clip: What is seen of the tree, in its points; `nil` for all.
  ///   - map: The map from the tree's points to the page, whose y is upwards.
  ///   - page: The object of the page.
  ///   - height: The height of the page.
  func draw(
    _ shapes: PaintedShapes, background: Color?, area: Rect, clip: Rect?, map: AffineTransform,
    page: PDFReference, height: Double
  ) throws -> Page {
    let pixels = AffineTransform.scale(x: pixelScale, y: pixelScale)
    let key = parts.structure.beginStream(page: page)
    let canvas = PDFCanvas(document, parts.structure, area: pixels.boundingBox(of: area))
    let place = AffineTransform.scale(x: 1 / pixelScale, y: 1 / pixelScale).concatenating(map)
    var work = Work(canvas: canvas, resources: document.reserve(), map: place, height: height)
    canvas.content.transform(place)
    canvas.content.rectangle(canvas.area)
    canvas.content.clip(.nonZero)
    if let background, background.alpha > 0 {
      canvas.begin(.artifact)
      try canvas.fill(Path(rect: canvas.area), .nonZero, background, .identity)
    }
    if let clip { canvas.beginClip(Path(rect: clip), .nonZero, pixels) }
    let rasterized = try shapes.forEach(in: area, cancellation: cancellation) { shape, layer in
      try draw(shape, of: layer, &work)
    }
    if clip != nil { canvas.endClip() }
    canvas.endTag()
    try parts.structure.endStream()
    document.note(.rasterized, count: rasterized)
    if canvas.content.deepest > 28 { document.note(.nested) }
    let contents = document.reserve()
    try document.write(contents, stream: canvas.content.bytes)
    try canvas.writeResources(to: work.resources)
    return Page(contents: contents, resources: work.resources, key: key, links: work.links)
  }

  /// - Returns: Whether PDF can say the shape.
  private func draw(
    _ shape: PaintedShape, of layer: LayerID?, _ work: inout Work
  ) throws -> Bool {
    let canvas = work.canvas
    switch shape {
    case .fill, .gradient, .image, .pixels: canvas.begin(parts.tag(of: layer))
    default: break
    }
    switch shape {
    case .fill(let path, let rule, let color, let map): try canvas.fill(path, rule, color, map)
    case .gradient(let path, let gradient, let map): return try canvas.fill(path, gradient, map)
    // PDF has no blur.
    case .shadow: return false
    case .image(let part, let opacity, let map):
      guard part.bitmap.format == .rgba8 || part.tint == .black else { return false }
      try canvas.draw(
        part.bitmap, part.source, in: part.rect, opacity: opacity,
        isSmooth: part.growing != .nearest, map)
    case .vector(let contents, let bounds, let map):
      guard let text = contents as? TextContents else { return false }
      if text.isClipped { canvas.beginClip(Path(rect: bounds), .nonZero, map) }
      try draw(text, of: layer, in: bounds, map, &work)
      if text.isClipped { canvas.endClip() }
    case .hidden(let contents, let bounds, let map):
      guard let text = contents as? TextContents else { return true }
      try draw(text, of: layer, in: bounds, map, isHidden: true, &work)
    case .pixels(let bitmap, let x, let y):
      try canvas.draw(
        bitmap,
        in: Rect(
          x: Double(x), y: Double(y), width: Double(bitmap.width), height: Double(bitmap.height)))
    case .clip(let path, let rule, let map):
      canvas.beginClip(path, rule, map)
      work.open.append(false)
    case .group(let opacity, let mode):
      guard let name = mode.pdfName else { return false }
      canvas.beginGroup(opacity: opacity, blend: name)
      work.open.append(true)
    case .end:
      if work.open.popLast() == true {
        try canvas.endGroup(resources: work.resources)
      } else {
        canvas.endClip()
      }
    }
    return true
  }

  /// - Parameter isHidden: Whether the text is seen already, and is there to be found alone.
  private func draw(
    _ text: TextContents, of layer: LayerID?, in bounds: Rect, _ map: AffineTransform,
    isHidden: Bool = false, _ work: inout Work
  ) throws {
    let place = AffineTransform.translation(
      x: bounds.minX + text.origin.x, y: bounds.minY + text.origin.y
    ).concatenating(map)
    let own = parts.text(of: layer, text.layout.text)
    let (canvas, toPage) = (work.canvas, place.concatenating(work.map))
    parts.structure.top = toPage.boundingBox(of: Rect(origin: .zero, size: text.layout.size)).maxY
    try PDFTextPainter.draw(
      text.layout, pieces: own.pieces, in: place, isHidden: isHidden, on: canvas,
      scale: pixelScale, cancellation: cancellation)
    // The links of the lines that are seen: links lie in the order of the text.
    let seen = text.layout.textRange(
      ofLines: text.layout.lines(visibleIn: place.inverted()?.boundingBox(of: canvas.visible)))
    var (low, high) = (0, own.links.count)
    while low < high {
      let middle = (low + high) / 2
      if own.links[middle].range.end <= seen.start { low = middle + 1 } else { high = middle }
    }
    for link in own.links[low...].prefix(while: { $0.range.start < seen.end }) {
      for rect in text.layout.rectangles(for: link.range) {
        let drawn = place.boundingBox(of: rect)
        guard canvas.visible.contains(Point(x: drawn.midX, y: drawn.midY)) else { continue }
        let box = toPage.boundingBox(of: rect)
        let frame = Rect(
          x: box.minX, y: work.height - box.maxY, width: box.width, height: box.height)
        work.links.append((PDFWriter.Link(frame: frame, url: link.url), link.element))
      }
    }
  }
}
