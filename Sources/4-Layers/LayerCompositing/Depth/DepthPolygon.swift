// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// A side of a straight line in the plane: a x + b y + c ≥ 0, or all other points.
///
/// A side and its ``opposite`` share no point and cover the whole plane, whatever numbers are
/// rounded.
struct HalfPlane: Hashable, Sendable {
  let a, b, c: Double
  let isOther: Bool

  init(a: Double, b: Double, c: Double, isOther: Bool = false) {
    (self.a, self.b, self.c) = (a, b, c)
    self.isOther = isOther
  }

  /// The other side.
  var opposite: HalfPlane { HalfPlane(a: a, b: b, c: c, isOther: !isOther) }

  /// Whether a point lies on this side.
  func contains(_ p: Point) -> Bool { (a * p.x + b * p.y + c >= 0) != isOther }

  /// The image of the side under a map.
  ///
  /// - Parameter inverse: The inverse of the map.
  func applying(inverse m: Projection) -> HalfPlane {
    HalfPlane(
      a: m.m11 * a + m.m12 * b + m.m13 * c, b: m.m21 * a + m.m22 * b + m.m23 * c,
      c: m.m31 * a + m.m32 * b + m.m33 * c, isOther: isOther)
  }
}

/// The picture of a flat layer in space: a convex polygon, and its depth at each of its points.
struct DepthPolygon: Sendable {
  /// The index of the layer.
  let layer: Int
  /// The corners as seen, turning the same way for all polygons.
  private(set) var corners: [Point]
  /// The depth at a point is z = dx · x + dy · y + at0; nearer is greater.
  private let dx, dy, at0: Double
  /// The sides of lines that the polygon was cut to.
  private(set) var cuts: [HalfPlane] = []

  /// The area up to which polygons and overlaps count as invisible, in square points.
  private static let least = 1e-6

  /// Creates the image of a rectangle; `nil` if the rectangle is not visible: it lies behind the
  /// eye, is seen from its edge, or has an image that is not finite.
  init?(_ rect: Rect, under map: Transform3D, layer: Int) {
    let points = Self.image(of: rect, under: map)
    guard points.count > 2 else { return nil }
    // The plane is computed from the largest triangle of corners: with corners near one line,
    // rounding errors would turn the plane.
    let p = points[0]
    var (best, area) = ((points[1], points[2]), 0.0)
    for i in 1..<points.count - 1 {
      let (q, r) = (points[i], points[i + 1])
      let twice = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
      if abs(twice) > abs(area) { (best, area) = ((q, r), twice) }
    }
    guard abs(area) > Self.least, area.isFinite else { return nil }
    let (q, r) = best
    dx = ((q.z - p.z) * (r.y - p.y) - (r.z - p.z) * (q.y - p.y)) / area
    dy = ((r.z - p.z) * (q.x - p.x) - (q.z - p.z) * (r.x - p.x)) / area
    at0 = p.z - dx * p.x - dy * p.y
    guard at0.isFinite else { return nil }
    self.layer = layer
    let seen = points.map { Point(x: $0.x, y: $0.y) }
    corners = area < 0 ? seen.reversed() : seen
  }

  /// The image of the corners with their depths, cut where they come too near to the eye.
  private static func image(
    of rect: Rect, under m: Transform3D
  ) -> [(x: Double, y: Double, z: Double)] {
    let points = rect.corners.map { p in
      SIMD4(
        p.x * m.m11 + p.y * m.m21 + m.m41, p.x * m.m12 + p.y * m.m22 + m.m42,
        p.x * m.m13 + p.y * m.m23 + m.m43, p.x * m.m14 + p.y * m.m24 + m.m44)
    }
    var cut: [SIMD4<Double>] = []
    let least = Projection.leastWeight
    var before = points[3]
    for here in points {
      if (here.w > least) != (before.w > least) {
        cut.append(before + (here - before) * ((least - before.w) / (here.w - before.w)))
      }
      if here.w > least { cut.append(here) }
      before = here
    }
    return cut.map { ($0.x / $0.w, $0.y / $0.w, $0.z / $0.w) }
  }

  /// The depth at a point; greater is nearer.
  func depth(at p: Point) -> Double { dx * p.x + dy * p.y + at0 }

  /// The mean depth of the corners.
  var meanDepth: Double { corners.reduce(0) { $0 + depth(at: $1) } / Double(corners.count) }

  /// The order in depth of two polygons where they overlap on the screen.
  enum Relation {
    /// The polygons do not overlap.
    case none
    /// The polygons overlap, and lie in the same plane there.
    case coplanar
    case nearer
    case farther
    /// The polygons go through each other: this one is nearer on one side of a line.
    case crossing(HalfPlane)
  }

  /// The least difference of depths that counts, in points.
  private static let tolerance = 1.0 / 1024

  /// Compares the polygon with another one. O(corners²).
  func relation(to other: DepthPolygon) -> Relation {
    let overlap = corners(inside: other)
    guard Self.area(overlap) > Self.least else { return .none }
    var (low, high) = (0.0, 0.0)
    for p in overlap {
      let difference = depth(at: p) - other.depth(at: p)
      low = min(low, difference)
      high = max(high, difference)
    }
    let (isBehind, isBefore) = (low < -Self.tolerance, high > Self.tolerance)
    if isBehind, isBefore {
      return .crossing(HalfPlane(a: dx - other.dx, b: dy - other.dy, c: at0 - other.at0))
    }
    return isBefore ? .nearer : isBehind ? .farther : .coplanar
  }

  /// The two parts of the polygon at both sides of a line; a part without area is left out.
  func divided(by line: HalfPlane) -> [DepthPolygon] {
    [line, line.opposite].compactMap { side in
      var part = self
      part.corners = Self.clipped(corners) { p in
        let value = line.a * p.x + line.b * p.y + line.c
        return side.isOther ? -value : value
      }
      part.cuts.append(side)
      return Self.area(part.corners) > Self.least ? part : nil
    }
  }

  /// The corners of the part inside another convex polygon.
  private func corners(inside other: DepthPolygon) -> [Point] {
    var rest = corners
    var before = other.corners[other.corners.count - 1]
    for here in other.corners {
      let (ex, ey) = (here.x - before.x, here.y - before.y)
      let start = before
      rest = Self.clipped(rest) { ex * ($0.y - start.y) - ey * ($0.x - start.x) }
      if rest.isEmpty { return [] }
      before = here
    }
    return rest
  }

  /// The part of a convex polygon in which a linear function is not negative.
  private static func clipped(_ corners: [Point], _ value: (Point) -> Double) -> [Point] {
    var result: [Point] = []
    guard var before = corners.last else { return [] }
    var old = value(before)
    for here in corners {
      let new = value(here)
      if (new >= 0) != (old >= 0) {
        let t = old / (old - new)
        result.append(
          Point(x: before.x + t * (here.x - before.x), y: before.y + t * (here.y - before.y)))
      }
      if new >= 0 { result.append(here) }
      (before, old) = (here, new)
    }
    return result
  }

  private static func area(_ corners: [Point]) -> Double {
    guard corners.count > 2 else { return 0 }
    var twice = 0.0
    var before = corners[corners.count - 1]
    for here in corners {
      twice += before.x * here.y - before.y * here.x
      before = here
    }
    return twice / 2
  }
}
