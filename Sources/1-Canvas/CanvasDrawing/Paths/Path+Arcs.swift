// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

extension Path {
  /// Adds an arc of a circle, after a line from the current point to its start; without a current
  /// point the arc starts a contour.
  ///
  /// `clockwise` has the sense of `UIBezierPath`: as seen, with y downwards. (Core Graphics' own
  /// function turns the other way in such axes.)
  ///
  /// A sweep of a full turn or more is one full turn. So is one between two different angles of the
  /// same direction, whichever way it runs, as from 0 to 2π. The arc consists of cubics, which lie
  /// within 0.0003 radii of the circle. Numbers that are not finite, angles from 10⁹ on and
  /// negative radii add nothing.
  ///
  /// - Parameters:
  ///   - center: The centre of the circle.
  ///   - radius: The radius of the circle.
  ///   - startAngle: The direction of the start, in radians from the x axis, clockwise as seen.
  ///   - endAngle: The direction of the end.
  ///   - clockwise: Whether the arc runs clockwise as seen (y down).
  public mutating func addArc(
    center: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool
  ) {
    let sweep = Self.sweep(from: startAngle, to: endAngle, clockwise: clockwise)
    let (sine, cosine) = Angle.sineAndCosine(startAngle)
    guard radius >= 0, radius.isFinite, center.x.isFinite, center.y.isFinite, sine.isFinite,
      sweep.isFinite
    else { return }
    let start = Point(x: center.x + radius * cosine, y: center.y + radius * sine)
    if isEmpty {
      move(to: start)
    } else if currentPoint != start {
      addLine(to: start)
    }
    guard sweep > 0 else { return }
    let count = (sweep / (.pi / 2) - 1e-9).rounded(.up)
    let step = (clockwise ? sweep : -sweep) / count
    // The distance of the control points from the ends, in radii: 4/3 · tan(step / 4).
    let (quarterSine, quarterCosine) = Angle.sineAndCosine(step / 4)
    let k = 4.0 / 3 * quarterSine / quarterCosine
    var from = (x: cosine, y: sine)
    for i in 1...Int(count) {
      let (sine, cosine) = Angle.sineAndCosine(startAngle + Double(i) * step)
      let to = (x: cosine, y: sine)
      addCurve(
        to: Point(x: center.x + radius * to.x, y: center.y + radius * to.y),
        control1: Point(
          x: center.x + radius * (from.x - k * from.y), y: center.y + radius * (from.y + k * from.x)
        ),
        control2: Point(
          x: center.x + radius * (to.x + k * to.y), y: center.y + radius * (to.y - k * to.x)))
      from = to
    }
  }

  /// The size of the turn from one angle to another in a direction, 0 to 2π; NaN for angles that
  /// are not finite.
  private static func sweep(from start: Double, to end: Double, clockwise: Bool) -> Double {
    let turn = 2 * Double.pi
    let nearness = 1e-9
    let difference = clockwise ? end - start : start - end
    guard abs(difference) < 2e9 else { return .nan }
    if abs(difference) < nearness { return 0 }
    if difference >= turn { return turn }
    let rest = difference - turn * (difference / turn).rounded(.down)
    return rest < nearness || rest > turn - nearness ? turn : rest
  }
}
