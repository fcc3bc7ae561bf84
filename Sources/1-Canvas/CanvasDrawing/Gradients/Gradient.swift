// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// A colour that varies over the plane along a colour line.
///
/// A pixel has the colour of its centre, at most half a level off before it is rounded; stops at
/// one offset are a sudden change. Nothing is dithered, so that a gradient has the same pixels
/// wherever and in whatever parts it is drawn.
public struct Gradient: Hashable, Sendable {
  /// The kind of a gradient that two points describe, as those of layers.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Along the line from the start point to the end point.
    case axial
    /// From the start point outwards, in ellipses through the end point's row and column.
    case radial
    /// Around the start point, clockwise from the direction of the end point.
    case conic

    /// The place of the colour line, and the map from its axes to the space of the two points.
    ///
    /// - Returns: `nil` for points that give no direction.
    package func geometry(
      from start: Point, to end: Point
    ) -> (geometry: Geometry, axes: AffineTransform)? {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      switch self {
      case .axial: return (.axial(from: start, to: end), .identity)
      case .radial:
        return (
          .radial(center: .zero, radius: 0, toCenter: .zero, toRadius: 1),
          AffineTransform(a: abs(dx), b: 0, c: 0, d: abs(dy), tx: start.x, ty: start.y)
        )
      case .conic:
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0, length.isFinite else { return nil }
        return (
          .conic(center: .zero, startAngle: 0, endAngle: 2 * .pi),
          AffineTransform(
            a: dx / length, b: dy / length, c: -dy / length, d: dx / length, tx: start.x,
            ty: start.y)
        )
      }
    }
  }

  /// The place of the colour line in the gradient's own axes.
  public enum Geometry: Hashable, Sendable {
    /// Along the line from the first point (offset 0) to the second (offset 1), constant across it.
    case axial(from: Point, to: Point)
    /// Between two circles: the first at offset 0, the second at offset 1. Where several circles
    /// pass through a point, the greatest offset applies; where none does, nothing is drawn.
    case radial(center: Point, radius: Double, toCenter: Point, toRadius: Double)
    /// Around a point: from the start angle (offset 0) to the end angle (offset 1), in radians,
    /// counted from the direction of +x towards +y.
    case conic(center: Point, startAngle: Double, endAngle: Double)

    /// The former name of ``axial(from:to:)``.
    @available(*, deprecated, renamed: "axial(from:to:)")
    public static func linear(from start: Point, to end: Point) -> Geometry {
      .axial(from: start, to: end)
    }

    /// The former name of ``conic(center:startAngle:endAngle:)``.
    @available(*, deprecated, renamed: "conic(center:startAngle:endAngle:)")
    public static func sweep(center: Point, startAngle: Double, endAngle: Double) -> Geometry {
      .conic(center: center, startAngle: startAngle, endAngle: endAngle)
    }
  }

  /// A colour at an offset of the colour line.
  public struct Stop: Hashable, Sendable {
    /// The position along the colour line; it may lie outside 0 to 1.
    public var offset: Double
    /// The colour there.
    public var color: Color

    /// Creates a stop.
    public init(offset: Double, color: Color) {
      self.offset = offset
      self.color = color
    }
  }

  /// The continuation of the colour line beyond its first and last stop.
  public enum Extend: UInt8, Hashable, Sendable {
    /// The nearest stop's colour.
    case pad
    /// The line repeated.
    case `repeat`
    /// The line repeated, every other time reversed.
    case reflect
  }

  /// The place of the colour line.
  public var geometry: Geometry
  /// The colours; stops of the same offset keep their order.
  ///
  /// Colours are interpolated premultiplied, as `COLR` and CSS specify, so that a clear stop
  /// contributes no colour, and as encoded in sRGB, as browsers do (`COLR` specifies linear light).
  public var stops: [Stop]
  /// The continuation beyond the first and last stop.
  public var extend: Extend
  /// The map from the gradient's axes to the user space of the fill.
  public var transform: AffineTransform

  /// Creates a gradient.
  public init(
    _ geometry: Geometry, stops: [Stop], extend: Extend = .pad,
    transform: AffineTransform = .identity
  ) {
    self.geometry = geometry
    self.stops = stops
    self.extend = extend
    self.transform = transform
  }
}
