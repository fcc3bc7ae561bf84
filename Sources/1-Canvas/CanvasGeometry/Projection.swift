// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A projective map of the plane, for row vectors: (x, y, 1) · M, divided by the third number, the
/// weight.
///
/// Points whose weight is not positive lie behind the eye and have no image.
package struct Projection: Hashable, Sendable {
  /// The elements of the first row: what x adds to x, to y and to the weight.
  package var m11, m12, m13: Double
  /// The elements of the second row: what y adds.
  package var m21, m22, m23: Double
  /// The elements of the third row: the image of the origin and its weight.
  package var m31, m32, m33: Double

  /// Points with a weight up to this lie too near to the eye to be drawn.
  package static let leastWeight = 1.0 / 1024

  /// The identity.
  package static let identity = Projection(AffineTransform.identity)

  /// Creates an affine map.
  package init(_ map: AffineTransform) {
    (m11, m12, m13) = (map.a, map.b, 0)
    (m21, m22, m23) = (map.c, map.d, 0)
    (m31, m32, m33) = (map.tx, map.ty, 1)
  }

  /// Creates the image of the plane z = 0 under a map of space, seen along z.
  package init(_ map: Transform3D) {
    (m11, m12, m13) = (map.m11, map.m12, map.m14)
    (m21, m22, m23) = (map.m21, map.m22, map.m24)
    (m31, m32, m33) = (map.m41, map.m42, map.m44)
  }

  /// The map that applies this one first and `next` second.
  package func concatenating(_ next: Projection) -> Projection {
    let (a, b) = (self, next)
    var map = Projection.identity
    func row(_ x: Double, _ y: Double, _ w: Double) -> (Double, Double, Double) {
      (
        x * b.m11 + y * b.m21 + w * b.m31, x * b.m12 + y * b.m22 + w * b.m32,
        x * b.m13 + y * b.m23 + w * b.m33
      )
    }
    (map.m11, map.m12, map.m13) = row(a.m11, a.m12, a.m13)
    (map.m21, map.m22, map.m23) = row(a.m21, a.m22, a.m23)
    (map.m31, map.m32, map.m33) = row(a.m31, a.m32, a.m33)
    return map
  }

  /// The affine map that this one is; `nil` if weights differ from point to point or are not
  /// positive.
  package var affine: AffineTransform? {
    guard m13 == 0, m23 == 0, m33 > 0 else { return nil }
    return AffineTransform(
      a: m11 / m33, b: m12 / m33, c: m21 / m33, d: m22 / m33, tx: m31 / m33, ty: m32 / m33)
  }

  /// Whether all elements are finite.
  package var isFinite: Bool {
    // A sum is finite only if its terms are. Finite terms overflow only near 10³⁰⁸; such a map
    // counts as not finite.
    ((m11 + m12 + m13) + (m21 + m22 + m23) + (m31 + m32 + m33)).isFinite
  }

  /// The determinant: 0 for a plane that is seen from its edge. It is negative if the back of the
  /// plane is seen and its points lie in front of the eye, with positive weights.
  package var determinant: Double {
    m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31)
  }

  /// The inverse map; `nil` if the map is singular or a number is not finite.
  package func inverted() -> Projection? {
    let det = determinant
    guard det != 0, det.isFinite, (1 / det).isFinite else { return nil }
    var map = Projection.identity
    map.m11 = (m22 * m33 - m23 * m32) / det
    map.m12 = (m13 * m32 - m12 * m33) / det
    map.m13 = (m12 * m23 - m13 * m22) / det
    map.m21 = (m23 * m31 - m21 * m33) / det
    map.m22 = (m11 * m33 - m13 * m31) / det
    map.m23 = (m13 * m21 - m11 * m23) / det
    map.m31 = (m21 * m32 - m22 * m31) / det
    map.m32 = (m12 * m31 - m11 * m32) / det
    map.m33 = (m11 * m22 - m12 * m21) / det
    return map.isFinite ? map : nil
  }

  /// The weight of a point: its distance from the eye as a multiple of the eye's distance from the
  /// plane of the picture.
  package func weight(of p: Point) -> Double { p.x * m13 + p.y * m23 + m33 }

  /// The image of a point before the division: x, y and the weight.
  package func homogeneous(_ p: Point) -> (x: Double, y: Double, weight: Double) {
    (p.x * m11 + p.y * m21 + m31, p.x * m12 + p.y * m22 + m32, p.x * m13 + p.y * m23 + m33)
  }

  /// The image of a point; `nil` if it lies behind the eye or too near to it.
  package func apply(_ p: Point) -> Point? {
    let (x, y, weight) = homogeneous(p)
    guard weight > Self.leastWeight else { return nil }
    return Point(x: x / weight, y: y / weight)
  }

  /// The image of a polygon, cut where it comes too near to the eye; convex for a convex one.
  package func apply(polygon points: [Point]) -> [Point] {
    var result: [Point] = []
    guard var before = points.last.map(homogeneous) else { return [] }
    let least = Self.leastWeight
    for point in points {
      let here = homogeneous(point)
      if (here.weight > least) != (before.weight > least) {
        let t = (least - before.weight) / (here.weight - before.weight)
        result.append(
          Point(
            x: (before.x + t * (here.x - before.x)) / least,
            y: (before.y + t * (here.y - before.y)) / least))
      }
      if here.weight > least {
        result.append(Point(x: here.x / here.weight, y: here.y / here.weight))
      }
      before = here
    }
    return result
  }

  /// The bounding box of the image of a rectangle; empty if all of it lies behind the eye.
  package func boundingBox(of rect: Rect) -> Rect {
    let corners = apply(polygon: rect.corners)
    guard let first = corners.first else { return .zero }
    var (low, high) = (first, first)
    for p in corners {
      low = Point(x: min(low.x, p.x), y: min(low.y, p.y))
      high = Point(x: max(high.x, p.x), y: max(high.y, p.y))
    }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}

extension Rect {
  /// The point in the middle.
  public var center: Point { Point(x: minX + width / 2, y: minY + height / 2) }

  /// The corners, clockwise from the top left.
  package var corners: [Point] {
    [
      Point(x: minX, y: minY), Point(x: maxX, y: minY), Point(x: maxX, y: maxY),
      Point(x: minX, y: maxY),
    ]
  }
}
