// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// An arc of an ellipse between two points, as SVG describes it.
///
/// Besides the sine and cosine of the ellipse's turn only square roots are used, so that the same
/// data gives the same bits on every machine. Source: SVG 2, appendix B.2.4 and B.2.5.
struct EllipticalArc {
  /// The map from the unit circle.
  private let map: AffineTransform
  /// The ends on the unit circle.
  private let first: Point
  private let last: Point
  private let end: Point
  private let isLarge: Bool
  private let isSweep: Bool

  /// The distance on the unit circle within which points count as equal.
  private static let nearness = 1e-9

  /// Creates an arc; `nil` where SVG has a line or nothing (without a radius, or between equal
  /// points), and where a coordinate would be infinite.
  ///
  /// - Parameter angle: The turn of the ellipse, in radians.
  init?(
    from: Point, to: Point, radii: (x: Double, y: Double), angle: Double, isLarge: Bool,
    isSweep: Bool
  ) {
    guard radii.x > 0, radii.y > 0, from != to else { return nil }
    let (sine, cosine) = Angle.sineAndCosine(angle)
    let (hx, hy) = ((from.x - to.x) / 2, (from.y - to.y) / 2)
    let (x, y) = (cosine * hx + sine * hy, -sine * hx + cosine * hy)
    var (rx, ry) = radii
    let excess = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    if excess > 1 {
      rx *= excess.squareRoot()
      ry *= excess.squareRoot()
    }
    // The centre in units of the unit circle, counted from the middle of the chord.
    let (ux, uy) = (x / rx, y / ry)
    let chord = ux * ux + uy * uy
    guard chord > 0, chord.isFinite else { return nil }
    var factor = (max(0, 1 - chord) / chord).squareRoot()
    if isLarge == isSweep { factor = -factor }
    let (cx, cy) = (factor * uy, -factor * ux)
    first = Point(x: ux - cx, y: uy - cy)
    last = Point(x: -ux - cx, y: -uy - cy)
    let middle = Point(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
    map = AffineTransform(
      a: cosine * rx, b: sine * rx, c: -sine * ry, d: cosine * ry,
      tx: middle.x + cosine * rx * cx - sine * ry * cy,
      ty: middle.y + sine * rx * cx + cosine * ry * cy)
    // Control points lie less than 2 from the centre of the unit circle: if these sums are finite,
    // so are all coordinates of the arc.
    guard (2 * (abs(map.a) + abs(map.c)) + abs(map.tx)).isFinite,
      (2 * (abs(map.b) + abs(map.d)) + abs(map.ty)).isFinite
    else { return nil }
    end = to
    self.isLarge = isLarge
    self.isSweep = isSweep
  }

  /// Appends the arc as quarter turns and, at the end, the rest of a quarter.
  func append(to path: inout Path) {
    let direction = isSweep ? 1.0 : -1.0
    var from = first
    for _ in 0..<quarters(direction) {
      let to = Point(x: -direction * from.y, y: direction * from.x)
      append(from, to, 4 * (2.0.squareRoot() - 1) / 3, direction, to: &path)
      from = to
    }
    let cosine = max(-1, min(1, from.x * last.x + from.y * last.y))
    let half = ((1 + cosine) / 2).squareRoot()
    let tangent = ((1 - half) / (1 + half)).squareRoot()
    append(from, last, 4 * tangent / 3, direction, to: &path)
  }

  /// The number of quarter turns before the last piece, which is at most a quarter turn.
  private func quarters(_ direction: Double) -> Int {
    let x = first.x * last.x + first.y * last.y
    let y = direction * (first.x * last.y - first.y * last.x)
    let near = Self.nearness
    if abs(y) < near, x > 0 { return isLarge ? 3 : 0 }
    if y > -near { return x > -near ? 0 : 1 }
    return x < near ? 2 : 3
  }

  private func append(
    _ from: Point, _ to: Point, _ length: Double, _ direction: Double, to path: inout Path
  ) {
    let k = length * direction
    let control1 = map.apply(Point(x: from.x - k * from.y, y: from.y + k * from.x))
    let control2 = map.apply(Point(x: to.x + k * to.y, y: to.y - k * to.x))
    path.addCurve(
      to: to == last ? end : map.apply(to), control1: control1, control2: control2)
  }
}

extension Path {
  /// Adds an arc of an ellipse from the current point, as the command `A` of SVG path data does.
  ///
  /// Radii that are too small grow until the ellipse reaches both points. Without a radius the arc
  /// is a straight line; an arc to the current point itself adds nothing.
  ///
  /// - Parameters:
  ///   - point: The end.
  ///   - radii: The radii of the ellipse; their signs do not count.
  ///   - rotation: The angle from the x axis to the first radius, in radians, clockwise as seen.
  ///   - isLarge: Whether the arc is over half of the ellipse.
  ///   - clockwise: Whether the arc runs clockwise as seen (y down).
  public mutating func addEllipticalArc(
    to point: Point, radii: Size, rotation: Double = 0, isLarge: Bool, clockwise: Bool
  ) {
    let from = currentPoint
    let arc = EllipticalArc(
      from: from, to: point, radii: (abs(radii.width), abs(radii.height)), angle: rotation,
      isLarge: isLarge, isSweep: clockwise)
    if let arc {
      arc.append(to: &self)
    } else if point != from {
      addLine(to: point)
    }
  }
}
