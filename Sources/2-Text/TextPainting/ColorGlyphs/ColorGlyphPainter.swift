// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import TextFonts
import TextModel

/// An interpreter of the paint graph of one colour glyph (`COLR`).
///
/// The context's transform maps font units, y upwards, to device pixels. Depth and the number of
/// paints visited are limited, since a small font can refer to one paint millions of times.
struct ColorGlyphPainter {
  private let font: Font
  private let graph: PaintGraph
  private let foreground: Color
  private let cancellation: Cancellation
  private var visits = 0
  private var outlines: [UInt32: Path] = [:]

  init(font: Font, graph: PaintGraph, foreground: Color, cancellation: Cancellation) {
    self.font = font
    self.graph = graph
    self.foreground = foreground
    self.cancellation = cancellation
  }

  /// Draws the whole glyph.
  ///
  /// - Throws: `GraphicsError`, or `CancellationError`.
  mutating func draw(in context: inout GraphicsContext) throws {
    context.saveGState()
    defer { context.restoreGState() }
    if let box = graph.clipBox { try context.clip(to: box) }
    try paint(graph.root, in: &context, depth: 0)
  }

  private mutating func paint(
    _ index: Int, in context: inout GraphicsContext, depth: Int
  ) throws {
    guard let node = visit(index, depth: depth) else { return }
    try cancellation.check()
    switch node {
    case .empty:
      return
    case .solid(let color):
      try context.fillClip(with: color.resolved(foreground: foreground))
    case .linearGradient, .radialGradient, .sweepGradient:
      switch fill(of: node) {
      case .color(let color): try context.fillClip(with: color)
      case .gradient(let gradient): try context.fillClip(with: gradient)
      case nil: return
      }
    case .glyph(let glyph, let child):
      try paintGlyph(glyph, child: child, in: &context, depth: depth)
    case .transform(let transform, let child):
      context.saveGState()
      defer { context.restoreGState() }
      context.concatenate(transform)
      try paint(child, in: &context, depth: depth + 1)
    case .clip(let box, let child):
      context.saveGState()
      defer { context.restoreGState() }
      try context.clip(to: box)
      try paint(child, in: &context, depth: depth + 1)
    case .layers(let children):
      for child in children { try paint(child, in: &context, depth: depth + 1) }
    case .composite(let source, let mode, let backdrop):
      // Both operands are drawn in an isolated group, since a mode such as `sourceIn` must not
      // affect what lies below the glyph.
      try context.beginLayer()
      try paint(backdrop, in: &context, depth: depth + 1)
      try context.beginLayer(blendMode: BlendMode(rawValue: mode.rawValue) ?? .sourceOver)
      try paint(source, in: &context, depth: depth + 1)
      try context.endLayer()
      try context.endLayer()
    }
  }

  /// Draws an outline: filled if its paint is one colour or gradient, otherwise as a clip.
  private mutating func paintGlyph(
    _ glyph: UInt32, child: Int, in context: inout GraphicsContext, depth: Int
  ) throws {
    let path = outline(of: glyph)
    if path.isEmpty { return }
    var transform = AffineTransform.identity
    var index = child
    var below = depth + 1
    while let node = visit(index, depth: below) {
      switch node {
      case .transform(let inner, let next):
        transform = inner.concatenating(transform)
        index = next
        below += 1
      case .solid, .linearGradient, .radialGradient, .sweepGradient:
        switch fill(of: node) {
        case .color(let color): try context.fill(path, with: color)
        case .gradient(var gradient):
          gradient.transform = gradient.transform.concatenating(transform)
          try context.fill(path, with: gradient)
        case nil: break
        }
        return
      default:
        context.saveGState()
        defer { context.restoreGState() }
        try context.clip(to: path)
        try paint(child, in: &context, depth: depth + 1)
        return
      }
    }
  }

  private mutating func visit(_ index: Int, depth: Int) -> PaintNode? {
    visits += 1
    guard visits <= TextLimits.paintNodes, depth <= TextLimits.paintDepth,
      graph.nodes.indices.contains(index)
    else { return nil }
    return graph.nodes[index]
  }

  private mutating func outline(of glyph: UInt32) -> Path {
    if let path = outlines[glyph] { return path }
    let path = font.outline(of: glyph)
    outlines[glyph] = path
    return path
  }

  private enum Fill {
    case color(Color)
    case gradient(Gradient)
  }

  private func fill(of node: PaintNode) -> Fill? {
    switch node {
    case .solid(let color):
      return .color(color.resolved(foreground: foreground))
    case .linearGradient(let p0, let p1, let p2, let line):
      // The colour line is the projection of p0p1 onto the normal of p0p2; where the two are
      // parallel nothing is drawn (OpenType, COLR, "Linear gradients").
      let (dx, dy) = (p2.y - p0.y, p0.x - p2.x)
      let length = dx * dx + dy * dy
      let (vx, vy) = (p1.x - p0.x, p1.y - p0.y)
      guard length > 0, vx * vx + vy * vy > 0 else { return nil }
      let k = (vx * dx + vy * dy) / length
      guard k.isFinite, abs(k) > 1e-12 else { return nil }
      let end = Point(x: p0.x + k * dx, y: p0.y + k * dy)
      return gradient(.axial(from: p0, to: end), line)
    case .radialGradient(let c0, let r0, let c1, let r1, let line):
      return gradient(
        .radial(center: c0, radius: max(0, r0), toCenter: c1, toRadius: max(0, r1)), line)
    case .sweepGradient(let center, let start, let end, let line):
      let radian = Double.pi / 180
      return gradient(
        .conic(center: center, startAngle: start * radian, endAngle: end * radian), line)
    default:
      return nil
    }
  }

  private func gradient(_ geometry: Gradient.Geometry, _ line: PaintColorLine) -> Fill? {
    guard let first = line.stops.first else { return nil }
    if line.stops.count == 1 { return .color(first.color.resolved(foreground: foreground)) }
    let extend: Gradient.Extend =
      switch line.extend {
      case .pad: .pad
      case .repeat: .repeat
      case .reflect: .reflect
      }
    return .gradient(
      Gradient(
        geometry,
        stops: line.stops.map {
          Gradient.Stop(offset: $0.offset, color: $0.color.resolved(foreground: foreground))
        },
        extend: extend))
  }
}
