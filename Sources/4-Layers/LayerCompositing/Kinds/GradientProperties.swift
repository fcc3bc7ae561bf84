// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry

/// The direction in which a gradient layer's colours vary.
@available(*, deprecated, renamed: "Gradient.Kind")
public typealias GradientType = Gradient.Kind

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
  public var type = Gradient.Kind.axial
  /// The colours in order; `nil` counts as clear.
  public var colors: [Color?] = []
  /// The place of each colour; `nil` for evenly spread from 0 to 1. If the number of places is not
  /// that of the colours, nothing is drawn.
  ///
  /// 0 is the start point and 1 the end point; other places lie beyond them. A place that is less
  /// than the one before it, or not finite, counts as the one before.
  public var locations: [Double]?
  /// The point of location 0 in an axial gradient, the centre of any other.
  public var startPoint = Point(x: 0.5, y: 0)
  /// The point of location 1 in an axial gradient; in any other, the point that sets the radii or
  /// the direction.
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
    // Gradients are computed in a unit square; this transform stretches it to the rectangle.
    let square = AffineTransform(
      a: bounds.width, b: 0, c: 0, d: bounds.height, tx: bounds.minX, ty: bounds.minY)
    return type.geometry(from: startPoint, to: endPoint).map { geometry, axes in
      Gradient(geometry, stops: stops, transform: axes.concatenating(square))
    }
  }
}

extension LayerProperties {
  /// The gradient of a layer of the kind ``LayerKind/gradient(_:)``; defaults for other kinds.
  /// Setting it changes the kind to that one.
  public var gradient: GradientProperties {
    get { if case .gradient(let gradient) = kind { gradient } else { GradientProperties() } }
    set { kind = .gradient(newValue) }
  }
}

extension GradientProperties {
  /// The keys of the properties.
  static let keys: [LayerKey] = [
    LayerKey(word: "gradientType", \.gradient.type, of: .gradient()),
    LayerKey(
      "colors", of: .gradient(), read: { .colors($0.gradient.colors) },
      write: { value, properties in
        guard case .colors(let colors) = value else { return false }
        properties.gradient.colors = colors
        return true
      }),
    LayerKey(
      "locations", of: .gradient(), read: { .numbers($0.gradient.locations) },
      write: { value, properties in
        guard case .numbers(let places) = value else { return false }
        properties.gradient.locations = places
        return true
      }),
    LayerKey("startPoint", \.gradient.startPoint, of: .gradient()),
    LayerKey("endPoint", \.gradient.endPoint, of: .gradient()),
  ]
}
