// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

extension Path {
  /// Whether a point lies inside the path, whose open contours count as closed.
  ///
  /// Curves are not flattened. Which of the points on the outline itself count as inside is not
  /// specified. No point is inside a path with numbers that are not finite.
  ///
  /// - Complexity: O(elements).
  public func contains(_ point: Point, rule: FillRule = .nonZero) -> Bool {
    guard point.x.isFinite, point.y.isFinite else { return false }
    var winding = 0
    var (start, here) = (Point.zero, Point.zero)
    for p in points where !p.x.isFinite || !p.y.isFinite { return false }
    for element in elements {
      switch element {
      case .move(let p):
        winding += Self.crossing(here, start, point)
        (start, here) = (p, p)
      case .line(let p):
        winding += Self.crossing(here, p, point)
        here = p
      case .quad(let c, let p):
        let third = 1.0 / 3
        let control1 = Point(
          x: here.x * third + c.x * (2 * third), y: here.y * third + c.y * (2 * third))
        let control2 = Point(x: p.x * third + c.x * (2 * third), y: p.y * third + c.y * (2 * third))
        winding += Self.crossings(here, control1, control2, p, point, depth: 48)
        here = p
      case .cubic(let c, let d, let p):
        winding += Self.crossings(here, c, d, p, point, depth: 48)
        here = p
      case .close:
        winding += Self.crossing(here, start, point)
        here = start
      }
    }
    winding += Self.crossing(here, start, point)
    return rule == .nonZero ? winding != 0 : winding % 2 != 0
  }

  /// The signed crossings of a line with the ray from a point towards greater x: 1 down, −1 up.
  private static func crossing(_ a: Point, _ b: Point, _ point: Point) -> Int {
    guard (a.y <= point.y) != (b.y <= point.y) else { return 0 }
    let isDown = a.y <= point.y
    let side = (b.x - a.x) * (point.y - a.y) - (point.x - a.x) * (b.y - a.y)
    return isDown ? (side > 0 ? 1 : 0) : (side < 0 ? -1 : 0)
  }

  /// The sum of the signed crossings of a cubic with the ray from a point towards greater x.
  ///
  /// Outside the bounds of the control points the sum depends on the ends of the curve alone;
  /// inside the curve is halved, until the point lies outside the bounds of each part.
  private static func crossings(
    _ a: Point, _ b: Point, _ c: Point, _ d: Point, _ point: Point, depth: Int
  ) -> Int {
    let top = min(min(a.y, b.y), min(c.y, d.y)), bottom = max(max(a.y, b.y), max(c.y, d.y))
    guard top <= point.y, point.y < bottom else { return 0 }
    let left = min(min(a.x, b.x), min(c.x, d.x)), right = max(max(a.x, b.x), max(c.x, d.x))
    if right < point.x { return 0 }
    if left > point.x {
      return (a.y <= point.y ? 1 : 0) - (d.y <= point.y ? 1 : 0)
    }
    if depth == 0 { return crossing(a, d, point) }
    func middle(_ p: Point, _ q: Point) -> Point {
      Point(x: p.x / 2 + q.x / 2, y: p.y / 2 + q.y / 2)
    }
    let (ab, bc, cd) = (middle(a, b), middle(b, c), middle(c, d))
    let (abc, bcd) = (middle(ab, bc), middle(bc, cd))
    let half = middle(abc, bcd)
    return crossings(a, ab, abc, half, point, depth: depth - 1)
      + crossings(half, bcd, cd, d, point, depth: depth - 1)
  }
}
