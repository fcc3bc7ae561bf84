// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import HTMLPages
internal import LayerCompositing
internal import PDFFiles
internal import SystemConcurrency
internal import TextFonts
internal import TextModel
internal import TextPainting
internal import TextTypesetting

/// Draws a layout as text of PDF that is found, selected and read aloud: each glyph stands for its
/// characters.
///
/// A glyph that stands for one cluster wherever it occurs has its characters in its font's table;
/// other clusters are marked with theirs (`/ActualText`; ISO 32000-1, §14.9.4).
struct PDFTextPainter {
  private let canvas: PDFCanvas
  private let layout: TextLayout
  private let units: [UInt16]
  private let pieces: [PageStructure.Piece]
  private var show = PDFTextShow()

  private init(_ canvas: PDFCanvas, _ layout: TextLayout, _ pieces: [PageStructure.Piece]) {
    (self.canvas, self.layout, self.pieces) = (canvas, layout, pieces)
    units = Array(layout.text.utf16)
  }

  /// Draws the lines of a layout that clips leave visible.
  ///
  /// - Parameters:
  ///   - pieces: The parts that the text belongs to; none for an ornament.
  ///   - map: The map from the layout box to the plane of the contents.
  ///   - isHidden: Whether the text is there to be found alone, and not seen.
  ///   - scale: The pixels of shadows per point of the plane of the contents.
  static func draw(
    _ layout: TextLayout, pieces: [PageStructure.Piece], in map: AffineTransform, isHidden: Bool,
    on canvas: PDFCanvas, scale: Double, cancellation: Cancellation
  ) throws {
    let visible = map.inverted()?.boundingBox(of: canvas.visible)
    let lines = layout.lines(visibleIn: visible)
    var painter = PDFTextPainter(canvas, layout, pieces)
    canvas.endTag()
    painter.show.isHidden = isHidden
    canvas.content.save()
    canvas.content.transform(layout.axes.transform.concatenating(map))
    var clusters: [Cluster] = []
    var painted = 0
    try layout.forEachPaintedElement(onLines: lines) { element in
      painted += 1
      if painted & 0xFF == 0 { try cancellation.check() }
      if case .glyph(let glyph) = element {
        if let last = clusters.last, glyph.characters != nil,
          glyph.characters == last.glyphs[0].characters
        {
          clusters[clusters.count - 1].glyphs.append(glyph)
        } else {
          // A marker before a line belongs to the line's first character.
          let isFirst = clusters.last?.glyphs.last?.line != glyph.line
          let before = isFirst ? layout.lines[glyph.line].range.start : clusters.last?.place
          let place = glyph.characters?.start ?? before ?? 0
          clusters.append(Cluster(place: place, glyphs: [glyph]))
        }
        return
      }
      try painter.draw(&clusters)
      if !isHidden { try painter.add(element, scale: scale, cancellation) }
    }
    try painter.draw(&clusters)
    painter.show.end(canvas)
    canvas.endTag()
    canvas.content.restore()
    if isHidden { return }
    for placed in layout.attachments {
      guard
        visible.map({ !$0.intersection(placed.rect).isEmpty }) ?? true,
        let (image, frame) = try placed.picture(
          scale: PDFWriter.attachmentScale, cancellation: cancellation)
      else { continue }
      canvas.begin(.artifact)
      try canvas.draw(image, in: frame, map)
    }
  }

  // MARK: Glyphs

  /// Glyphs that stand for some characters together.
  private struct Cluster {
    /// The place of its characters in the text; that of the cluster before for a hyphen or a ruby.
    let place: Int
    var glyphs: [PaintedGlyph]
  }

  /// Draws clusters in the order of their characters, in which programs read them, whatever the
  /// direction of the lines.
  private mutating func draw(_ clusters: inout [Cluster]) throws {
    let order = clusters.indices.sorted {
      (clusters[$0].place, $0) < (clusters[$1].place, $1)
    }
    for index in order {
      begin(partAt: clusters[index].place)
      try draw(clusters[index].glyphs)
    }
    clusters.removeAll(keepingCapacity: true)
  }

  /// Begins the part that a character belongs to.
  private mutating func begin(partAt place: Int) {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start <= place { low = middle + 1 } else { high = middle }
    }
    let piece = pieces.isEmpty ? nil : pieces[max(0, low - 1)]
    let tag = piece.map { PDFCanvas.Tag.part($0.element, order: $0.order) } ?? .artifact
    if tag == canvas.tag { return }
    show.end(canvas)
    canvas.begin(tag)
  }

  /// Draws the glyphs of one cluster.
  private mutating func draw(_ cluster: [PaintedGlyph]) throws {
    guard let first = cluster.first else { return }
    guard first.font.face.isEmbeddable else {
      if show.isHidden { return }
      canvas.document.note(restricted: first.font)
      show.end(canvas)
      for glyph in cluster {
        try canvas.fill(glyph.outline, .nonZero, glyph.color, .identity)
      }
      return
    }
    let text: String
    if let characters = first.characters {
      // Controls of directions and the characters of attachments are not a part of what is read.
      let own = units[characters.start..<characters.end].filter {
        $0 != TextAttachment.character && !(0x2066...0x2069).contains($0)
          && !(0x202A...0x202E).contains($0)
      }
      text = String(decoding: own, as: UTF16.self)
    } else if first.isHyphen {
      text = "\u{AD}"
    } else {
      text =
        first.reading ?? first.font.character(of: first.id).map { String($0) } ?? ""
    }
    if cluster.count == 1, !first.isHyphen, !text.isEmpty, try draw(first, for: text) { return }
    show.beginMark(text, isAround: cluster.contains { $0.clip != nil }, canvas)
    for glyph in cluster { _ = try draw(glyph, for: nil) }
    show.endMark(canvas)
  }

  /// Draws a glyph.
  ///
  /// - Parameter text: The characters that the glyph stands for; `nil` where they are written around
  ///   it.
  /// - Returns: `false`, and nothing is drawn, if the glyph stands for other characters elsewhere.
  private mutating func draw(_ glyph: PaintedGlyph, for text: String?) throws -> Bool {
    let isSeen = glyph.color.alpha > 0 && !show.isHidden
    if glyph.id == 0 { canvas.document.note(.missing) }
    let font = glyph.font
    let (name, width, code): (String, Double, [UInt8])
    if let embedded = canvas.document.font(font) {
      guard embedded.use(glyph.id, for: text) else { return false }
      canvas.use("Font", embedded.name, embedded.reference)
      let number = embedded.code(of: glyph.id)
      (name, width, code) = (
        embedded.name, embedded.width(of: glyph.id),
        [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
      )
    } else {
      // Glyphs that are drawings are always seen (ISO 32000-1, §9.3.6).
      if !isSeen { return true }
      let drawn = canvas.document.drawnFont(font)
      guard
        let use = try drawn.use(glyph.id, for: text, color: glyph.color, in: canvas.document)
      else { return false }
      canvas.use("Font", use.name, use.reference)
      (name, width, code) = (use.name, drawn.width(of: glyph.id), [use.code])
    }
    if let clip = glyph.clip {
      show.end(canvas)
      canvas.content.save()
      canvas.content.rectangle(clip)
      canvas.content.clip(.nonZero)
    }
    try show.add(code, width: width, font: name, glyph, canvas)
    if glyph.clip != nil {
      show.end(canvas)
      canvas.content.restore()
    }
    return true
  }

  // MARK: Other elements

  private mutating func add(
    _ element: PaintedElement, scale: Double, _ cancellation: Cancellation
  ) throws {
    show.end(canvas)
    if canvas.tag == nil { canvas.begin(.artifact) }
    switch element {
    case .bar(let rect, let color):
      try canvas.fill(Path(rect: rect), .nonZero, color, .identity)
    case .shape(let path, let color): try canvas.fill(path, .nonZero, color, .identity)
    case .glyph: break
    case .stroke(let glyph, let style):
      let path = glyph.outline
      guard glyph.color.alpha > 0, !path.isEmpty else { return }
      canvas.content.save()
      if glyph.color.alpha < 1 { try canvas.setAlpha(glyph.color.alpha) }
      canvas.content.strokeColor(glyph.color)
      canvas.content.number(style.lineWidth)
      canvas.content.raw("w")
      canvas.content.number(max(1, style.miterLimit))
      canvas.content.raw("M")
      canvas.content.path(path)
      canvas.content.raw("S")
      canvas.content.restore()
    case .fill(let fill): try canvas.draw(fill, scale: scale, cancellation)
    case .shadow(let shadow): try add(shadow, scale: scale)
    }
  }

  /// Draws a shadow: shapes in its colour, or pixels if it is blurred.
  private func add(_ painted: PaintedShadow, scale: Double) throws {
    if painted.shadow.isInner { return canvas.document.note(.innerShadow) }
    let offset = AffineTransform.translation(x: painted.offset.x, y: painted.offset.y)
    let shapes = painted.casters.compactMap(\.shape)
    guard painted.deviation > 0 else {
      for path in shapes { try canvas.fill(path, .nonZero, painted.shadow.color, offset) }
      return
    }
    var all = Path()
    for path in shapes { all.addPath(path) }
    let pixels = PixelRect(
      covering: AffineTransform.scale(x: scale, y: scale).boundingBox(of: painted.frame))
    guard pixels.width > 0, pixels.height > 0 else { return }
    var context = try GraphicsContext(pixels: pixels)
    let map = offset.concatenating(.scale(x: scale, y: scale))
    try context.drawShadow(
      of: all.applying(map), blur: GaussianBlur(deviation: painted.deviation * scale),
      color: painted.shadow.color.premultiplied8)
    try canvas.draw(
      context.makeBitmap(),
      in: Rect(
        x: Double(pixels.x) / scale, y: Double(pixels.y) / scale,
        width: Double(pixels.width) / scale, height: Double(pixels.height) / scale))
  }
}

extension TextLayout {
  /// The lines of which a rectangle shows more than an edge.
  ///
  /// - Parameter rect: The rectangle in the layout box; `nil` for one around all.
  func lines(visibleIn rect: Rect?) -> Range<Int> {
    guard let rect else { return 0..<lines.count }
    let band = axes.lineRect(rect)
    var range = lines(from: band.minY, to: band.maxY)
    func isSeen(_ index: Int) -> Bool {
      let (start, extent) = (lines[index].blockStart, lines[index].blockExtent)
      let left = lines[index].inlineStart
      if left > band.maxX || left + lines[index].inlineExtent < band.minX { return false }
      let seen = min(start + extent, band.maxY) - max(start, band.minY)
      // Lines without a height are seen by their ink.
      return extent < 1 || seen > 0.05 * extent
    }
    while let first = range.first, !isSeen(first) { range = first + 1..<range.upperBound }
    while let last = range.last, !isSeen(last) { range = range.lowerBound..<last }
    return range
  }
}

extension PaintedGlyph {
  /// The outline at its place; empty for a glyph without one.
  var outline: Path {
    let scale = size / Double(max(1, font.unitsPerEm))
    return font.paintedOutline(of: id)
      .applying(
        AffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: 0)
          .concatenating(transform))
  }
}

extension PaintedElement {
  /// The shape of what casts a shadow; `nil` for what has none.
  fileprivate var shape: Path? {
    switch self {
    case .bar(let rect, _): Path(rect: rect)
    case .shape(let path, _): path
    case .glyph(let glyph): glyph.outline
    case .stroke, .fill, .shadow: nil
    }
  }
}
