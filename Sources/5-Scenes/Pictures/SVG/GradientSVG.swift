// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry

/// Gradients as SVG has them (SVG 1.1, §13.2).
enum GradientSVG {
  /// The definition of a gradient.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - map: The map from its plane to that of the element that it fills.
  /// - Returns: `nil` for a gradient that SVG does not have: a conic one, one between circles, and
  ///   one of colours that differ together with their opacities.
  static func definition(
    _ gradient: Gradient, _ name: String, _ map: AffineTransform = .identity
  ) -> SVGMarkup? {
    guard let stops = stops(of: gradient) else { return nil }
    var element = SVGMarkup()
    let end: String
    switch gradient.geometry {
    case .axial(let from, let to):
      element.append("<linearGradient id=\"\(name)\"")
      element.attribute("x1", from.x)
      element.attribute("y1", from.y)
      element.attribute("x2", to.x)
      element.attribute("y2", to.y)
      end = "</linearGradient>\n"
    case .radial(let focus, let least, let center, let radius):
      let (x, y) = (focus.x - center.x, focus.y - center.y)
      guard abs(least) < 1e-6, radius > 0, (x * x + y * y).squareRoot() < 0.99 * radius else {
        return nil
      }
      element.append("<radialGradient id=\"\(name)\"")
      element.attribute("cx", center.x)
      element.attribute("cy", center.y)
      element.attribute("r", radius)
      if focus != center {
        element.attribute("fx", focus.x)
        element.attribute("fy", focus.y)
      }
      end = "</radialGradient>\n"
    case .conic: return nil
    }
    element.attribute("gradientUnits", "userSpaceOnUse")
    let whole = gradient.transform.concatenating(map)
    if whole != .identity { element.transform("gradientTransform", whole) }
    switch gradient.extend {
    case .pad: break
    case .repeat: element.attribute("spreadMethod", "repeat")
    case .reflect: element.attribute("spreadMethod", "reflect")
    }
    element.append(">")
    for stop in stops {
      element.append("<stop")
      element.attribute("offset", stop.offset)
      element.color("stop-color", stop.color, opacity: "stop-opacity")
      element.append("/>")
    }
    element.append(end)
    return element
  }

  /// The stops in their order, so that SVG, which mixes colours that are not premultiplied, mixes
  /// them as premultiplied ones: beside a clear stop the colour stays that of the other one.
  ///
  /// - Returns: `nil` where two neighbours differ in their colours and in their opacities, and for
  ///   stops that do not lie from 0 to 1.
  private static func stops(of gradient: Gradient) -> [Gradient.Stop]? {
    let sorted = gradient.stops.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }.map(\.element)
    guard !sorted.isEmpty, sorted.allSatisfy({ (0...1).contains($0.offset) }) else { return nil }
    var stops: [Gradient.Stop] = []
    for (index, stop) in sorted.enumerated() {
      guard stop.color.alpha == 0 else {
        if index > 0, sorted[index - 1].color.alpha > 0 {
          let before = sorted[index - 1].color
          let isMixed =
            before.alpha != stop.color.alpha && SVGMarkup.hex(before) != SVGMarkup.hex(stop.color)
          if isMixed { return nil }
        }
        stops.append(stop)
        continue
      }
      let neighbours = [
        index > 0 ? sorted[index - 1] : nil,
        index + 1 < sorted.count ? sorted[index + 1] : nil,
      ].compactMap(\.self)
      for neighbour in neighbours {
        var color = neighbour.color
        color.alpha = 0
        stops.append(Gradient.Stop(offset: stop.offset, color: color))
      }
      if neighbours.isEmpty { stops.append(stop) }
    }
    return stops
  }
}
