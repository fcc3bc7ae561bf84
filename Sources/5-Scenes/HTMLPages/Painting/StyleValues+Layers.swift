// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerCompositing
internal import StyleSheets

// The values of a style as layers have them.

extension LayerProperties {
  /// The properties of a layer without effects.
  ///
  /// - Parameter origin: The upper left corner.
  init(at origin: Point, size: Size) {
    self.init()
    (anchorPoint, position, bounds.size) = (.zero, origin, size)
  }
}

extension BoxInsets {
  /// The widths of borders.
  init(_ border: Sides<BorderLine>) {
    self.init(
      top: border.top.width, right: border.right.width, bottom: border.bottom.width,
      left: border.left.width)
  }
}

extension BorderStyle {
  var line: LineStyle {
    switch self {
    case .none: .none
    case .hidden: .hidden
    case .dotted: .dotted
    case .dashed: .dashed
    case .solid: .solid
    case .double: .double
    case .groove: .groove
    case .ridge: .ridge
    case .inset: .inset
    case .outset: .outset
    }
  }

  /// The style of a border that no box has alone: CSS 2.2, §17.6.2.1.
  var collapsedLine: LineStyle {
    switch self {
    case .inset: .ridge
    case .outset: .groove
    default: line
    }
  }
}

extension BorderLine {
  /// The colour. As in Chromium, the shades of lines that seem raised or embedded are those of a
  /// light grey where no colour is given, but for tables and their parts, which have the text's.
  func color(of box: ComputedStyle) -> Color {
    var isTable = box.box.display.inner == .table
    if case .part = box.box.display { isTable = true }
    switch (style, color) {
    case (.groove, .current) where !isTable, (.ridge, .current) where !isTable,
      (.inset, .current) where !isTable, (.outset, .current) where !isTable:
      return Color(red8: 238, green8: 238, blue8: 238)
    default: return color.color(of: box.text.color)
    }
  }
}

extension ImageRepeat {
  var box: BoxRepeat {
    switch self {
    case .repeat: .repeat
    case .space: .space
    case .round: .round
    case .noRepeat: .noRepeat
    }
  }
}

extension StyleSheets.BlendMode {
  /// The operator; `nil` for the usual one.
  var canvas: CanvasDrawing.BlendMode? {
    let mode: CanvasDrawing.BlendMode
    switch self {
    case .normal: return nil
    case .multiply: mode = .multiply
    case .screen: mode = .screen
    case .overlay: mode = .overlay
    case .darken: mode = .darken
    case .lighten: mode = .lighten
    case .difference: mode = .difference
    case .exclusion: mode = .exclusion
    case .hue: mode = .hue
    case .saturation: mode = .saturation
    case .color: mode = .color
    case .luminosity: mode = .luminosity
    case .colorDodge: mode = .colorDodge
    case .colorBurn: mode = .colorBurn
    case .hardLight: mode = .hardLight
    case .softLight: mode = .softLight
    case .plusLighter: mode = .plus
    }
    return mode
  }
}

extension FilterFunction {
  /// The filter of a layer; `nil` for one of SVG.
  func layer(_ text: Color) -> LayerFilter? {
    switch self {
    case .blur(let deviation): .blur(deviation)
    case .brightness(let factor): .brightness(factor)
    case .contrast(let factor): .contrast(factor)
    case .grayscale(let part): .grayscale(part)
    case .hueRotate(let angle): .hueRotate(angle)
    case .invert(let part): .invert(part)
    case .opacity(let factor): .opacity(factor)
    case .saturate(let factor): .saturate(factor)
    case .sepia(let part): .sepia(part)
    case .dropShadow(let shadow):
      .dropShadow(
        shadow.color.color(of: text), Size(width: shadow.x, height: shadow.y), shadow.blur)
    case .url: nil
    }
  }
}

extension TransformFunction {
  /// The map, in points.
  func matrix(_ size: Size) -> Transform3D {
    switch self {
    case .translate(let x, let y, let z):
      return .translation(x: x.points(of: size.width), y: y.points(of: size.height), z: z)
    case .scale(let x, let y, let z): return .scale(x: x, y: y, z: z)
    case .rotate(let x, let y, let z, let angle):
      return .rotation(angle * .pi / 180, x: x, y: y, z: z)
    case .skew(let x, let y):
      return Transform3D(
        AffineTransform(
          a: 1, b: Self.tangent(y), c: Self.tangent(x), d: 1, tx: 0, ty: 0))
    case .matrix(let elements): return Transform3D(elements: elements) ?? .identity
    case .perspective(let distance):
      var map = Transform3D.identity
      if let distance { map.m34 = -1 / max(1, distance) }
      return map
    }
  }

  private static func tangent(_ degrees: Double) -> Double {
    let turned = AffineTransform(rotationAngle: degrees * .pi / 180)
    return turned.a == 0 ? 1e6 : turned.b / turned.a
  }
}

extension Gradient {
  /// The gradient of a style in a box (CSS Images 4, §3); `nil` without colours.
  init?(_ gradient: StyleGradient, size: Size, text: Color) {
    let (width, height) = (size.width, size.height)
    let geometry: Geometry
    var transform = AffineTransform.identity
    /// The length that is 100 % of the stops.
    var length: Double
    switch gradient.kind {
    case .linear, .towards:
      let (dx, dy) = Self.direction(gradient.kind, size)
      length = abs(width * dx) + abs(height * dy)
      let (x, y) = (dx * length / 2, dy * length / 2)
      geometry = .axial(
        from: Point(x: width / 2 - x, y: height / 2 - y),
        to: Point(x: width / 2 + x, y: height / 2 + y))
    case .radial(let shape, let isCircle, let place):
      let center = Point(x: place.x.points(of: width), y: place.y.points(of: height))
      let radii = Self.radii(shape, isCircle: isCircle, center, size)
      length = max(radii.width, 1e-6)
      geometry = .radial(center: .zero, radius: 0, toCenter: .zero, toRadius: 1)
      transform = AffineTransform(
        a: length, b: 0, c: 0, d: max(radii.height, 1e-6), tx: center.x, ty: center.y)
    case .conic(let from, let place):
      let center = Point(x: place.x.points(of: width), y: place.y.points(of: height))
      // Angles of gradients go from 0 to a turn, so the plane is turned to where this one begins.
      let start = (from - 90) * .pi / 180
      geometry = .conic(center: .zero, startAngle: 0, endAngle: 2 * .pi)
      transform = AffineTransform.rotation(start)
        .concatenating(.translation(x: center.x, y: center.y))
      length = 1
    }
    let stops = Self.stops(gradient.stops, length: length, text: text)
    guard !stops.isEmpty else { return nil }
    self.init(geometry, stops: stops, extend: .pad, transform: transform)
    if gradient.isRepeating { repeatStops() }
  }

  private static func direction(
    _ kind: StyleGradient.Kind, _ size: Size
  ) -> (dx: Double, dy: Double) {
    switch kind {
    case .linear(let angle):
      let turn = AffineTransform(rotationAngle: angle * .pi / 180)
      return (turn.b, -turn.a)
    case .towards(let x, let y):
      if x == 0 || y == 0 { return (Double(x), Double(y)) }
      // The line through the middle to the corner has the colours of the neighbouring corners at a
      // right angle (§3.1.1).
      let length = (size.width * size.width + size.height * size.height).squareRoot()
      guard length > 0 else { return (0, 1) }
      return (Double(x) * size.height / length, Double(y) * size.width / length)
    default: return (0, 1)
    }
  }

  private static func radii(
    _ shape: StyleGradient.RadialSize, isCircle: Bool, _ center: Point, _ size: Size
  ) -> Size {
    let (left, right) = (abs(center.x), abs(size.width - center.x))
    let (top, bottom) = (abs(center.y), abs(size.height - center.y))
    let near = Size(width: min(left, right), height: min(top, bottom))
    let far = Size(width: max(left, right), height: max(top, bottom))
    func circle(_ radius: Double) -> Size { Size(width: radius, height: radius) }
    func corner(_ distances: Size) -> Size {
      isCircle
        ? circle(
          (distances.width * distances.width + distances.height * distances.height).squareRoot())
        : Size(
          width: distances.width * 2.0.squareRoot(), height: distances.height * 2.0.squareRoot())
    }
    switch shape {
    case .closestSide: return isCircle ? circle(min(near.width, near.height)) : near
    case .farthestSide: return isCircle ? circle(max(far.width, far.height)) : far
    case .closestCorner: return corner(near)
    case .farthestCorner: return corner(far)
    case .radii(let pair):
      return Size(width: pair.x.points(of: size.width), height: pair.y.points(of: size.height))
    }
  }

  /// The stops with places from 0 to 1 (§3.5.3).
  private static func stops(
    _ given: [StyleGradient.Stop], length: Double, text: Color
  ) -> [Stop] {
    var places = given.map { stop in
      stop.position.map { length > 0 ? $0.points(of: length) / length : 0 }
    }
    guard !places.isEmpty else { return [] }
    if places[0] == nil { places[0] = 0 }
    if places[places.count - 1] == nil { places[places.count - 1] = 1 }
    var most = -Double.infinity
    for index in places.indices {
      guard let place = places[index] else { continue }
      most = max(most, place)
      places[index] = most
    }
    var index = 0
    while index < places.count {
      guard places[index] == nil else {
        index += 1
        continue
      }
      let next = places[index...].firstIndex { $0 != nil } ?? places.count - 1
      let (start, end) = (places[index - 1] ?? 0, places[next] ?? 1)
      let count = Double(next - index + 1)
      for hole in index..<next {
        places[hole] = start + (end - start) * Double(hole - index + 1) / count
      }
      index = next
    }
    var stops: [Stop] = []
    for (stop, place) in zip(given, places) {
      guard let color = stop.color else { continue }
      stops.append(Stop(offset: place ?? 0, color: color.color(of: text)))
    }
    return stops
  }

  /// Repeats the stops from the first one to the last one.
  private mutating func repeatStops() {
    guard let first = stops.first?.offset, let last = stops.last?.offset, last > first else {
      return
    }
    let period = last - first
    stops = stops.map { Stop(offset: ($0.offset - first) / period, color: $0.color) }
    extend = .repeat
    switch geometry {
    case .axial(let from, let to):
      func point(_ part: Double) -> Point {
        Point(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
      }
      geometry = .axial(from: point(first), to: point(last))
    case .radial(let center, _, let toCenter, _):
      geometry = .radial(center: center, radius: first, toCenter: toCenter, toRadius: last)
    case .conic(let center, let start, let end):
      let turn = end - start
      geometry = .conic(
        center: center, startAngle: start + turn * first, endAngle: start + turn * last)
    }
  }
}
