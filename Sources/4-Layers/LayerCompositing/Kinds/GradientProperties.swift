// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
public import CanvasGeometry

/// The direction in which a gradient layer's colours vary.
public enum GradientType: String, Hashable, Sendable, CaseIterable {
  /// Along the line from the start point to the end point.
  case axial
  /// From the start point outwards, in ellipses through the end point's row and column.
  case radial
  /// Around the start point, clockwise from the direction of the end point.
  case conic
}

/// A gradient that a layer draws above its background, within its rounded corners, and below its
/// sublayers; the layer's contents are not shown. Defaults are Core Animation's.
///
/// Points are fractions of the bounds. The gradient is computed in a unit square that is stretched
/// to the bounds, so lines of one colour are perpendicular to the axis only in square layers.
/// Colours are interpolated premultiplied; before the first place and after the last one, the first
/// and the last colour continue. There is no dithering.
///
/// Nothing is drawn if both points are equal, or if a radius is 0.
public struct GradientProperties: Hashable, Sendable {
  /// The direction.
  public var type = GradientType.axial
  /// The colours in order; `nil` counts as clear.
  public var colors: [Color?] = []
  /// The place of each colour; `nil` for evenly spread from 0 to 1. If the number of places is not
  /// that of the colours, nothing is drawn.
  ///
  /// 0 is the start point and 1 the end point; other places lie beyond them. A place that is less
  /// than the one before it, or not finite, counts as the one before.
  public var locations: [Double]?
  /// The place of the first colour, or the centre.
  public var startPoint = Point(x: 0.5, y: 0)
  /// The place of the last colour, or a point that sets radii or the direction.
  public var endPoint = Point(x: 0.5, y: 1)

  /// Creates a gradient without colours.
  public init() {}

  /// The gradient in a rectangle; `nil` if it draws nothing.
  func gradient(in bounds: Rect, opacity: Double) -> Gradient? {
    let count = colors.count
    let places = locations ?? colors.indices.map { Double($0) / Double(max(1, count - 1)) }
    guard count > 0, places.count == count else { return nil }
    var least = places.first { $0.isFinite } ?? 0
    let stops = zip(places, colors).map { place, color in
      var color = color ?? .clear
      color.alpha *= opacity
      least = place.isFinite ? max(least, place) : least
      return Gradient.Stop(offset: least, color: color)
    }
    // The unit square, stretched to the rectangle.
    let square = AffineTransform(
      a: bounds.width, b: 0, c: 0, d: bounds.height, tx: bounds.minX, ty: bounds.minY)
    let (dx, dy) = (endPoint.x - startPoint.x, endPoint.y - startPoint.y)
    switch type {
    case .axial:
      return Gradient(.linear(from: startPoint, to: endPoint), stops: stops, transform: square)
    case .radial:
      let circle = AffineTransform(
        a: abs(dx), b: 0, c: 0, d: abs(dy), tx: startPoint.x, ty: startPoint.y)
      return Gradient(
        .radial(center: .zero, radius: 0, toCenter: .zero, toRadius: 1), stops: stops,
        transform: circle.concatenating(square))
    case .conic:
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 0, length.isFinite else { return nil }
      let turn = AffineTransform(
        a: dx / length, b: dy / length, c: -dy / length, d: dx / length, tx: startPoint.x,
        ty: startPoint.y)
      return Gradient(
        .sweep(center: .zero, startAngle: 0, endAngle: 2 * .pi), stops: stops,
        transform: turn.concatenating(square))
    }
  }
}
