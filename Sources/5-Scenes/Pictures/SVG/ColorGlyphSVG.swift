// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import TextFonts
internal import TextModel

/// A colour glyph of table `COLR` as SVG paths with gradients.
///
/// SVG 1.1 has no counterpart of some paints: sweep gradients, most modes of composition, gradients
/// between two circles of which neither is a point, and fills without an outline.
struct ColorGlyphSVG {
  /// Thrown where a paint has no counterpart.
  private struct Unsupported: Error {}

  /// The most elements, and below the most bytes, of one glyph; a glyph with more is drawn as a
  /// picture.
  private static let elementLimit = 2048
  private static let byteLimit = 1 << 20

  private let font: Font
  private let graph: PaintGraph
  private let foreground: Color
  private let id: String
  private var definitions = SVGMarkup()
  private var content = SVGMarkup()
  /// The number of gradients and clip paths so far, from which their names are made.
  private var count = 0
  private var elements = 0

  private init(_ graph: PaintGraph, _ id: String, font: Font, foreground: Color) {
    self.graph = graph
    self.id = id
    self.font = font
    self.foreground = foreground
  }

  /// Returns the definition of a glyph as a group named `id`; `nil` if a paint has no counterpart.
  static func drawing(
    of graph: PaintGraph, _ id: String, font: Font, size: Double, foreground: Color
  ) -> SVGMarkup? {
    var writer = ColorGlyphSVG(graph, id, font: font, foreground: foreground)
    let scale = size / Double(max(1, font.unitsPerEm))
    let map = AffineTransform.scale(x: scale, y: -scale)
    do throws(Unsupported) {
      try writer.add(graph.root, map, depth: 0, clippedTo: graph.clipBox)
    } catch {
      return nil
    }
    var drawing = writer.definitions
    drawing.append("<g id=\"\(id)\">")
    drawing.append(writer.content)
    drawing.append("</g>\n")
    return drawing
  }

  private mutating func add(
    _ index: Int, _ map: AffineTransform, depth: Int, clippedTo box: Rect? = nil
  ) throws(Unsupported) {
    elements += 1
    guard elements <= Self.elementLimit,
      definitions.bytes.count + content.bytes.count <= Self.byteLimit,
      depth <= TextLimits.paintDepth,
      graph.nodes.indices.contains(index)
    else { throw Unsupported() }
    if let box {
      try clipped(to: Path(rect: box), map) { (writer) throws(Unsupported) in
        try writer.add(index, map, depth: depth)
      }
      return
    }
    switch graph.nodes[index] {
    case .empty: return
    case .glyph(let glyph, let child): try fill(glyph, child, map, depth: depth + 1)
    case .transform(let inner, let child):
      try add(child, inner.concatenating(map), depth: depth + 1)
    case .clip(let box, let child): try add(child, map, depth: depth + 1, clippedTo: box)
    case .layers(let children):
      for child in children { try add(child, map, depth: depth + 1) }
    case .composite(let source, .sourceOver, let backdrop):
      try add(backdrop, map, depth: depth + 1)
      try add(source, map, depth: depth + 1)
    case .composite, .solid, .linearGradient, .radialGradient, .sweepGradient:
      throw Unsupported()
    }
  }

  /// Adds an outline, filled with a colour or a gradient, or used as the clip of any other paint.
  private mutating func fill(
    _ glyph: UInt32, _ child: Int, _ map: AffineTransform, depth: Int
  ) throws(Unsupported) {
    let path = font.outline(of: glyph)
    if path.isEmpty { return }
    var inner = map
    var index = child
    for _ in 0...TextLimits.paintDepth {
      guard graph.nodes.indices.contains(index) else { throw Unsupported() }
      switch graph.nodes[index] {
      case .transform(let transform, let next):
        inner = transform.concatenating(inner)
        index = next
        continue
      case .solid(let color):
        content.append("<path")
        content.color("fill", color.resolved(foreground: foreground))
      case .linearGradient, .radialGradient:
        let gradient = try gradient(graph.nodes[index], inner)
        content.append("<path fill=\"url(#\(gradient))\"")
      case .empty: return
      default:
        try clipped(to: path, map) { (writer) throws(Unsupported) in
          try writer.add(child, map, depth: depth)
        }
        return
      }
      content.append(" d=\"")
      content.path(path, map)
      content.append("\"/>")
      return
    }
    throw Unsupported()
  }

  private mutating func clipped(
    to path: Path, _ map: AffineTransform,
    _ body: (inout ColorGlyphSVG) throws(Unsupported) -> Void
  ) throws(Unsupported) {
    let name = newName()
    definitions.append("<clipPath id=\"\(name)\"><path d=\"")
    definitions.path(path, map)
    definitions.append("\"/></clipPath>\n")
    content.append("<g clip-path=\"url(#\(name))\">")
    try body(&self)
    content.append("</g>")
  }

  private mutating func newName() -> String {
    count += 1
    return "\(id).\(count)"
  }

  // MARK: - Gradients

  /// Defines a gradient, and returns its name.
  private mutating func gradient(
    _ node: PaintNode, _ map: AffineTransform
  ) throws(Unsupported) -> String {
    let name = newName()
    var element = SVGMarkup()
    let line: PaintColorLine
    let end: String
    switch node {
    case .linearGradient(let p0, let p1, let p2, let colors):
      // COLR: the colour line runs along the projection of p0p1 onto the normal of p0p2.
      let (dx, dy) = (p2.y - p0.y, p0.x - p2.x)
      let length = dx * dx + dy * dy
      let k = length > 0 ? ((p1.x - p0.x) * dx + (p1.y - p0.y) * dy) / length : 0
      guard k.isFinite, abs(k) > 1e-12 else { throw Unsupported() }
      let (first, last) = try Self.extent(of: colors)
      element.append("<linearGradient id=\"\(name)\"")
      element.attribute("x1", p0.x + k * dx * first)
      element.attribute("y1", p0.y + k * dy * first)
      element.attribute("x2", p0.x + k * dx * last)
      element.attribute("y2", p0.y + k * dy * last)
      (line, end) = (colors, "</linearGradient>\n")
    case .radialGradient(let c0, let r0, let c1, let r1, let colors):
      let (first, last) = try Self.extent(of: colors)
      func at(_ a: Double, _ b: Double, _ t: Double) -> Double { a + (b - a) * t }
      let focus = Point(x: at(c0.x, c1.x, first), y: at(c0.y, c1.y, first))
      let center = Point(x: at(c0.x, c1.x, last), y: at(c0.y, c1.y, last))
      let radius = at(r0, r1, last)
      let (x, y) = (focus.x - center.x, focus.y - center.y)
      guard abs(at(r0, r1, first)) < 1e-6, radius > 0, (x * x + y * y).squareRoot() < 0.99 * radius
      else { throw Unsupported() }
      element.append("<radialGradient id=\"\(name)\"")
      element.attribute("cx", center.x)
      element.attribute("cy", center.y)
      element.attribute("r", radius)
      element.attribute("fx", focus.x)
      element.attribute("fy", focus.y)
      (line, end) = (colors, "</radialGradient>\n")
    default: throw Unsupported()
    }
    element.attribute("gradientUnits", "userSpaceOnUse")
    element.transform("gradientTransform", map)
    switch line.extend {
    case .pad: break
    case .repeat: element.attribute("spreadMethod", "repeat")
    case .reflect: element.attribute("spreadMethod", "reflect")
    }
    element.append(">")
    let (first, last) = try Self.extent(of: line)
    for stop in line.stops {
      element.append("<stop")
      element.attribute("offset", (stop.offset - first) / (last - first))
      element.color(
        "stop-color", stop.color.resolved(foreground: foreground), opacity: "stop-opacity")
      element.append("/>")
    }
    element.append(end)
    definitions.append(element)
    return name
  }

  /// The offsets of the first and the last stop, which become 0 and 1 in SVG.
  private static func extent(of line: PaintColorLine) throws(Unsupported) -> (Double, Double) {
    guard let first = line.stops.first, let last = line.stops.last, last.offset > first.offset,
      // SVG interpolates colours that are not premultiplied, COLR premultiplied ones. Both give the
      // same result only if all stops have the same alpha or the same colour.
      line.stops.allSatisfy({ $0.color.color.alpha == first.color.color.alpha })
        || line.stops.allSatisfy({
          $0.color.isForeground == first.color.isForeground
            && SVGMarkup.hex($0.color.color) == SVGMarkup.hex(first.color.color)
        })
    else { throw Unsupported() }
    return (first.offset, last.offset)
  }
}
