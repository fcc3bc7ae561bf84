// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
import CanvasGeometry
public import SystemConcurrency
import TextFonts
import TextModel
import TextTypesetting

extension GraphicsContext {
  /// Draws a line of text along a path, whose plane is user space: glyphs as outlines, and all
  /// other paint but attachments.
  ///
  /// - Parameter cancellation: Polled for each glyph.
  /// - Throws: `GraphicsError`, or `CancellationError`; the bitmap then holds a part of the text.
  public mutating func draw(_ text: PathText, cancellation: Cancellation = .never) throws {
    guard text.ruler.length > 0, text.layout.lines.count > 0 else { return }
    let line = text.layout.lines[0]
    try text.layout.forEachPaintedElement { element in
      try cancellation.check()
      // Elements of other lines lie below the first one.
      try draw(element, of: text, below: line.blockStart + line.blockExtent, cancellation)
    }
  }

  private mutating func draw(
    _ element: PaintedElement, of text: PathText, below end: Double, _ cancellation: Cancellation
  ) throws {
    let hasMore = text.layout.lines.count > 1
    switch element {
    case .bar(let rect, let color):
      if hasMore, rect.minY >= end { return }
      try fill(text.bent(Path(rect: rect)), with: color)
    case .shape(let path, let color):
      if hasMore, path.bounds.minY >= end { return }
      try fill(text.bent(path), with: color)
    case .glyph(let glyph):
      if hasMore, glyph.origin.y >= end { return }
      try draw(glyph, of: text, nil, cancellation)
    case .stroke(let glyph, let style):
      if hasMore, glyph.origin.y >= end { return }
      try draw(glyph, of: text, style, cancellation)
    case .fill(let filled):
      if hasMore, filled.ink.minY >= end { return }
      // The box of a fill is the upright one around the bent text.
      let box = text.bent(Path(rect: filled.box)).bounds
      let frame = text.bounds(of: filled.frame)
      let clip = clipPixels
      let pixels = devicePixels(of: frame) ?? clip
      try draw(through: pixels.intersection(clip)) { context in
        for element in filled.elements {
          try context.draw(element, of: text, below: end, cancellation)
        }
      } fill: { context in
        try context.draw(filled.source, over: box, in: frame, cancellation)
      }
    case .shadow(let cast):
      if hasMore, cast.frame.minY >= end { return }
      let frame = text.bounds(of: cast.frame)
      guard let map = deviceMap(near: frame) else { return }
      let scale = abs(map.determinant).squareRoot()
      let shadow = AlphaShadow(cast.shadow, scale: scale) {
        Point(x: map.a * $0.x + map.c * $0.y, y: map.b * $0.x + map.d * $0.y)
      }
      let shadows = [shadow].compactMap(\.self)
      let inside = cast.shadow.isInner
      let clip = clipPixels
      let area = shadows.casters(in: clip, ink: devicePixels(of: frame) ?? clip, inside: inside)
      if area.isEmpty { return }
      try draw(shadows, inside: inside, castBy: area, cancellation) { context in
        for element in cast.casters {
          try context.draw(element, of: text, below: end, cancellation)
        }
      }
    }
  }

  private mutating func draw(
    _ glyph: PaintedGlyph, of text: PathText, _ stroke: StrokeStyle?, _ cancellation: Cancellation
  ) throws {
    guard glyph.color.alpha > 0,
      let cluster = text.cluster(of: glyph.characters, atX: glyph.origin.x),
      let map = text.map(of: cluster)
    else { return }
    let font = glyph.font
    saveGState()
    defer { restoreGState() }
    concatenate(map)
    if let part = glyph.clip { try clip(to: part) }
    concatenate(glyph.transform)
    if stroke == nil, let picture = font.colorGlyph(glyph.id) {
      var foreground = glyph.color
      foreground.alpha = 1
      try beginLayer(alpha: glyph.color.alpha)
      do {
        try ColorGlyphDrawer.draw(
          picture, font: font, emSize: glyph.size, foreground: foreground,
          cancellation: cancellation, in: &self)
      } catch {
        try endLayer()
        throw error
      }
      try endLayer()
      return
    }
    let scale = glyph.size / Double(max(1, font.unitsPerEm))
    let outline = font.paintedOutline(of: glyph.id).applying(.scale(x: scale, y: -scale))
    if let stroke {
      try self.stroke(outline, with: glyph.color, style: stroke)
    } else {
      try fill(outline, with: glyph.color)
    }
  }
}

extension PathText {
  /// The step, in points along the line, at which straight edges are bent.
  private static let step = 2.0

  /// A path of line space, bent with the path of the text.
  fileprivate func bent(_ shape: Path) -> Path {
    var result = Path()
    var (first, pen) = (Point.zero, Point.zero)
    func add(_ to: Point) {
      let span = max(abs(to.x - pen.x), abs(to.y - pen.y))
      let count = span.isFinite ? Int(min(4096, max(1, span / Self.step))) : 1
      for step in 1...count {
        let t = Double(step) / Double(count)
        result.addLine(
          to: bent(Point(x: pen.x + (to.x - pen.x) * t, y: pen.y + (to.y - pen.y) * t)))
      }
      pen = to
    }
    for element in shape.elements {
      switch element {
      case .move(let to):
        (first, pen) = (to, to)
        result.move(to: bent(to))
      case .line(let to): add(to)
      case .quad(let control, let to):
        result.addQuadCurve(to: bent(to), control: bent(control))
        pen = to
      case .cubic(let one, let two, let to):
        result.addCurve(to: bent(to), control1: bent(one), control2: bent(two))
        pen = to
      case .close:
        add(first)
        result.closeSubpath()
      }
    }
    return result
  }

  /// A rectangle around a rectangle of line space once it is bent, glyphs that jut out included.
  fileprivate func bounds(of rect: Rect) -> Rect {
    let reach = max(rect.height, 1)
    return bent(Path(rect: rect)).bounds.insetBy(dx: -reach, dy: -reach)
  }
}
