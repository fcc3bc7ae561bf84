// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import Markup
internal import StyleSheets

/// Colours and gradients of shapes (SVG 2, §13.2 and §14).
extension SVGReader {
  /// What a shape is filled with; `nil` for nothing.
  func paint(
    _ paint: VectorStyle.Paint, _ opacity: Double, _ path: Path, _ place: Place
  ) -> SVGDrawing.Paint? {
    func plain(_ color: StyleColor) -> SVGDrawing.Paint? {
      let color = color.color(of: place.color).faded(opacity)
      return color.alpha > 0 ? .color(color) : nil
    }
    switch paint {
    case .none: return nil
    case .color(let color): return plain(color)
    case .server(let reference, let fallback):
      guard let node = element(reference) else { return fallback.flatMap(plain) }
      return gradient(node, opacity, path, place)
    }
  }

  private func gradient(
    _ node: Int, _ opacity: Double, _ path: Path, _ place: Place
  ) -> SVGDrawing.Paint? {
    // Gradients have what they lack from those to which they refer.
    var chain = [node]
    while chain.count < 16, let next = href(chain[chain.count - 1]), !chain.contains(next) {
      chain.append(next)
    }
    func attribute(_ name: String) -> String? {
      chain.lazy.compactMap { tree.attribute(name, of: $0) }.first
    }
    let stops = chain.lazy.map { self.stops(of: $0, opacity, place) }.first { !$0.isEmpty } ?? []
    guard let last = stops.last else { return nil }
    if stops.count == 1 { return .color(last.color) }
    let isOfBox = attribute("gradientUnits") != "userSpaceOnUse"
    let area = isOfBox ? Size(width: 1, height: 1) : place.viewport
    let diagonal =
      ((area.width * area.width + area.height * area.height) / 2).squareRoot()
    func length(_ name: String, _ initial: String, _ basis: Double) -> Double {
      (attribute(name).flatMap { SVGLength($0) } ?? SVGLength(initial))?.points(of: basis) ?? 0
    }
    func point(_ x: String, _ y: String, _ initial: (String, String)) -> Point {
      Point(x: length(x, initial.0, area.width), y: length(y, initial.1, area.height))
    }
    let geometry: Gradient.Geometry
    if tree[node].name == "linearGradient" {
      let (start, end) = (point("x1", "y1", ("0", "0")), point("x2", "y2", ("100%", "0")))
      if start == end { return .color(last.color) }
      geometry = .axial(from: start, to: end)
    } else if tree[node].name == "radialGradient" {
      let center = point("cx", "cy", ("50%", "50%"))
      let focus = Point(
        x: attribute("fx") == nil ? center.x : length("fx", "0", area.width),
        y: attribute("fy") == nil ? center.y : length("fy", "0", area.height))
      let radius = length("r", "50%", diagonal)
      if radius <= 0 { return .color(last.color) }
      geometry = .radial(
        center: focus, radius: length("fr", "0", diagonal), toCenter: center, toRadius: radius)
    } else {
      return nil
    }
    var map = attribute("gradientTransform").flatMap { AffineTransform(svg: $0) } ?? .identity
    if isOfBox {
      let box = path.boundingBoxOfPath
      guard box.width > 0, box.height > 0 else { return nil }
      map = map.concatenating(AffineTransform(unitOf: box))
    }
    let extend: Gradient.Extend =
      switch attribute("spreadMethod") {
      case "reflect": .reflect
      case "repeat": .repeat
      default: .pad
      }
    return .gradient(Gradient(geometry, stops: stops, extend: extend, transform: map))
  }

  private func stops(of node: Int, _ opacity: Double, _ place: Place) -> [Gradient.Stop] {
    var least = 0.0
    return tree.children(of: node).filter { tree[$0].name == "stop" }.prefix(1000).map { stop in
      let style = styled[stop]
      let offset = tree.attribute("offset", of: stop).flatMap { SVGLength($0) }?.points(of: 1) ?? 0
      least = max(least, min(max(offset, 0), 1))
      let color = style.rare.stopColor.color(of: style.text.color)
      return Gradient.Stop(offset: least, color: color.faded(style.rare.stopOpacity * opacity))
    }
  }
}

extension Color {
  fileprivate func faded(_ opacity: Double) -> Color {
    var color = self
    color.alpha *= opacity
    return color
  }
}
