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
      let definition = GradientSVG.definition(gradient.gradient(over: fill.box), name)
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
}
