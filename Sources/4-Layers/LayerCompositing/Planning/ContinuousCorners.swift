// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// A corner of continuous curvature: a cubic from the side, a part of the circle, and the mirrored
/// cubic.
///
/// Places are in radii, (along the side that leads to the corner, along the one that leads away).
struct ContinuousCorner {
  private typealias Place = (a: Double, b: Double)

  /// The beginning of the curve on the side.
  private let start: Place
  private let control1: Place
  private let control2: Place
  /// The beginning of the circle's part, and the first control point of its cubic.
  private let arc: Place
  private let arcControl: Place

  /// Makes the corner that begins at a distance from the corner.
  ///
  /// - Parameter reach: In radii, above 1 and at most `CornerCurve.continuous.expansionFactor`.
  init(reach: Double) {
    // The angle from the side at which the curve leaves the circle. The factor 1.25 comes nearest
    // to the published shape: within 0.21 % of the radius, measured along the whole curve.
    let angle = 1.25 * (reach - 1)
    let (sine, cosine) = Angle.sineAndCosine(angle)
    let tangent = (1 - cosine) / sine
    arc = (1 - sine, 1 - cosine)
    start = (reach, 0)
    // The second control point lies where the tangent of the circle meets the side.
    control2 = (arc.a + tangent * cosine, 0)
    // The curvature at the end of a cubic is 2/3 · height / length²; here it equals the circle's.
    control1 = (control2.a + 1.5 * tangent * tangent / sine, 0)
    let quarter = Angle.sineAndCosine((.pi / 2 - 2 * angle) / 4)
    let length = 4 / 3 * quarter.sine / quarter.cosine
    arcControl = (arc.a - length * cosine, arc.b + length * sine)
  }

  /// Adds the curve to a path that has come along a side.
  ///
  /// - Parameters:
  ///   - from: The vector from the corner back along that side, a radius long.
  ///   - to: The vector from the corner along the next one.
  func add(to path: inout Path, at corner: Point, from: Point, to: Point) {
    func point(_ place: Place) -> Point {
      Point(
        x: corner.x + place.a * from.x + place.b * to.x,
        y: corner.y + place.a * from.y + place.b * to.y)
    }
    func mirrored(_ place: Place) -> Point { point((place.b, place.a)) }
    path.addLine(to: point(start))
    path.addCurve(to: point(arc), control1: point(control1), control2: point(control2))
    path.addCurve(to: mirrored(arc), control1: point(arcControl), control2: mirrored(arcControl))
    path.addCurve(to: mirrored(start), control1: mirrored(control2), control2: mirrored(control1))
  }
}

extension Path {
  /// Creates a rectangle with corners of continuous curvature.
  ///
  /// - Parameters:
  ///   - radius: Half of the shorter side at most, above zero.
  ///   - reach: The distance from a corner at which its curve begins: from the radius to half of
  ///     the shorter side.
  init(continuousRect rect: Rect, radius: Double, reach: Double, corners: Corners) {
    guard reach > radius * (1 + 1e-9) else {
      self.init(roundedRect: rect, cornerRadius: radius, corners: corners)
      return
    }
    self.init()
    let curve = ContinuousCorner(reach: reach / radius)
    let (right, down) = (Point(x: radius, y: 0), Point(x: 0, y: radius))
    let (left, up) = (Point(x: -radius, y: 0), Point(x: 0, y: -radius))
    let places: [(corner: Corners, at: Point, from: Point, to: Point)] = [
      (.topRight, Point(x: rect.maxX, y: rect.minY), left, down),
      (.bottomRight, Point(x: rect.maxX, y: rect.maxY), up, left),
      (.bottomLeft, Point(x: rect.minX, y: rect.maxY), right, up),
      (.topLeft, Point(x: rect.minX, y: rect.minY), down, right),
    ]
    // The path begins in the middle of the upper side, which no corner reaches beyond.
    move(to: Point(x: rect.midX, y: rect.minY))
    for place in places {
      if corners.contains(place.corner) {
        curve.add(to: &self, at: place.at, from: place.from, to: place.to)
      } else {
        addLine(to: place.at)
      }
    }
    closeSubpath()
  }
}
