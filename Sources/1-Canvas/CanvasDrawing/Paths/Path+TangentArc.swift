// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

extension Path {
  /// Adds an arc of a circle that touches two lines: from the current point to `tangent1End`, and
  /// from there to `tangent2End`. A straight line leads from the current point to the arc, which
  /// ends where the circle touches the second line.
  ///
  /// Without a radius, and where the three points lie on one line or coincide, it adds a straight
  /// line to `tangent1End`. Numbers that are not finite and negative radii add nothing. An empty
  /// path begins at the origin, as for ``addLine(to:)``. Source: Core Graphics' function of this
  /// name, with the limiting cases of HTML's `arcTo`.
  ///
  /// - Parameters:
  ///   - tangent1End: The end of the first line, and the start of the second.
  ///   - tangent2End: The end of the second line; only its direction counts.
  ///   - radius: The radius of the circle.
  public mutating func addArc(tangent1End: Point, tangent2End: Point, radius: Double) {
    let from = currentPoint
    guard radius >= 0, radius.isFinite, from.isFinite, tangent1End.isFinite, tangent2End.isFinite
    else { return }
    // Unit vectors from the corner along both lines, and the sine and cosine of their angle.
    guard radius > 0, let first = PathVector(from: tangent1End, to: from).direction,
      let second = PathVector(from: tangent1End, to: tangent2End).direction
    else { return addLine(to: tangent1End) }
    let (sine, cosine) = (first.cross(second), first.dot(second))
    // The distance from the corner to where the circle touches: r over the tangent of half the
    // angle.
    let distance = radius * (1 + cosine) / abs(sine)
    guard abs(sine) > 1e-9, distance.isFinite else { return addLine(to: tangent1End) }
    let (start, end) = (tangent1End + first * distance, tangent1End + second * distance)
    // The directions from the centre to both ends of the arc.
    let toStart = sine > 0 ? first.left : -first.left
    let toEnd = sine > 0 ? -second.left : second.left
    if from != start { addLine(to: start) }
    addTurn(around: start + toStart * -radius, radius: radius, from: toStart, to: toEnd, end: end)
  }

  /// Adds an arc of less than half a turn, as two cubics.
  private mutating func addTurn(
    around center: Point, radius: Double, from: PathVector, to: PathVector, end: Point
  ) {
    guard let middle = (from + to).direction else { return addLine(to: end) }
    var before = from
    for (direction, point) in [(middle, center + middle * radius), (to, end)] {
      // The distance of the control points from the ends, in radii: 4/3 · tan(turn / 4).
      let half = ((1 + before.dot(direction)) / 2).squareRoot()
      let length = 4.0 / 3 * max(0, (1 - half) / (1 + half)).squareRoot()
      let sense = before.cross(direction) >= 0 ? -length : length
      addCurve(
        to: point, control1: center + (before + before.left * sense) * radius,
        control2: center + (direction - direction.left * sense) * radius)
      before = direction
    }
  }
}

extension Point {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}
