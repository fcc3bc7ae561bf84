// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import ImageCodecs
internal import SystemConcurrency
internal import TextModel
internal import TextPainting

/// What text is filled with, in SVG: a rectangle with a gradient, or a picture, which the text
/// masks.
enum FillSVG {
  /// Pixels of a picture for each device pixel along a side, so that viewers can enlarge the
  /// document.
  private static let density = 2.0
  /// The longest side of such a picture, in pixels.
  private static let longestSide = 2048.0

  /// The element that shows a fill, with its gradient in `definitions`.
  ///
  /// SVG 1.1 has neither conic gradients nor tiles of all pictures: these are embedded as pixels.
  ///
  /// - Parameters:
  ///   - name: The name of the gradient.
  ///   - scale: Device pixels per point.
  /// - Throws: `GraphicsError`, `CancellationError`, or an error of the picture.
  static func element(
    _ fill: PaintedFill, named name: String, scale: Double, _ definitions: inout SVGMarkup
  ) throws -> SVGMarkup {
    var element = SVGMarkup()
    if case .gradient(let gradient) = fill.source,
      let definition = definition(gradient.gradient(over: fill.box), name)
    {
      definitions.append(definition)
      element.append("<rect")
      element.rectangle(fill.frame)
      element.append(" fill=\"url(#\(name))\"/>\n")
      return element
    }
    let side = max(fill.frame.width, fill.frame.height, 1)
    guard
      let (image, frame) = try fill.picture(
        scale: min(density * scale, longestSide / side), cancellation: .never)
    else { return element }
    element.image(png: try image.pngData(), in: frame)
    element.append("/>\n")
    return element
  }

  /// - Returns: `nil` for a gradient that SVG does not have.
  private static func definition(_ gradient: Gradient, _ name: String) -> SVGMarkup? {
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
    case .radial(_, _, let center, let radius):
      element.append("<radialGradient id=\"\(name)\"")
      element.attribute("cx", center.x)
      element.attribute("cy", center.y)
      element.attribute("r", radius)
      end = "</radialGradient>\n"
    case .conic: return nil
    }
    element.attribute("gradientUnits", "userSpaceOnUse")
    if gradient.transform != .identity {
      element.transform("gradientTransform", gradient.transform)
    }
    element.append(">")
    // Stops of SVG lie from 0 to 1, in their order.
    let stops = gradient.stops.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    guard stops.allSatisfy({ (0...1).contains($0.element.offset) }) else { return nil }
    for (_, stop) in stops {
      element.append("<stop")
      element.attribute("offset", stop.offset)
      element.color("stop-color", stop.color, opacity: "stop-opacity")
      element.append("/>")
    }
    element.append(end)
    return element
  }
}
