// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

extension Path {
  /// The image of the filled path under a projection, as polygons: curves are divided until they
  /// are straight to a sixteenth of a unit of the image, and contours are closed and cut where they
  /// come too near to the eye.
  package func applying(_ projection: Projection) -> Path {
    var projector = PathProjector(projection)
    projector.add(self)
    return projector.image
  }
}

/// Projects the contours of a path.
private struct PathProjector {
  private let projection: Projection
  private(set) var image = Path()
  private var contour: [Point] = []

  /// The farthest that a curve's middle may lie from its chord, in units of the image.
  private static let flatness = 1.0 / 16
  /// The greatest number of times that a curve is halved.
  private static let depth = 10

  init(_ projection: Projection) {
    self.projection = projection
  }

  mutating func add(_ path: Path) {
    for element in path.elements {
      switch element {
      case .move(let p):
        endContour()
        contour = [p]
      case .line(let p): contour.append(p)
      case .quad(let c, let p):
        guard let start = contour.last else { continue }
        // A control point of the same curve as a cubic: two thirds of the way from an end to `c`.
        func control(_ end: Point) -> Point {
          Point(x: end.x + (c.x - end.x) * 2 / 3, y: end.y + (c.y - end.y) * 2 / 3)
        }
        divide(start, control(start), control(p), p, depth: 0)
      case .cubic(let c, let d, let p):
        guard let start = contour.last else { continue }
        divide(start, c, d, p, depth: 0)
      case .close:
        let start = contour.first
        endContour()
        if let start { contour = [start] }
      }
    }
    endContour()
  }

  private mutating func divide(
    _ a: Point, _ b: Point, _ c: Point, _ d: Point, depth: Int
  ) {
    // A curve that is wholly behind the eye is not divided: `endContour` cuts it off.
    if [a, b, c, d].allSatisfy({ projection.weight(of: $0) <= Projection.leastWeight }) {
      return contour.append(d)
    }
    let (ab, bc, cd) = (middle(a, b), middle(b, c), middle(c, d))
    let (abc, bcd) = (middle(ab, bc), middle(bc, cd))
    let center = middle(abc, bcd)
    // Each curve is halved twice at least: an S has its middle on its chord and would pass as flat.
    if depth >= 2, depth >= Self.depth || isFlat(a, center, d) { return contour.append(d) }
    divide(a, ab, abc, center, depth: depth + 1)
    divide(center, bcd, cd, d, depth: depth + 1)
  }

  private func isFlat(_ a: Point, _ center: Point, _ d: Point) -> Bool {
    guard let p = projection.apply(a), let q = projection.apply(center),
      let r = projection.apply(d)
    else { return false }
    let (dx, dy) = (r.x - p.x, r.y - p.y)
    let (ex, ey) = (q.x - p.x, q.y - p.y)
    let length = (dx * dx + dy * dy).squareRoot()
    if length < Self.flatness { return ex * ex + ey * ey < Self.flatness * Self.flatness }
    return abs(dx * ey - dy * ex) < Self.flatness * length
  }

  private func middle(_ a: Point, _ b: Point) -> Point {
    Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
  }

  private mutating func endContour() {
    defer { contour.removeAll(keepingCapacity: true) }
    guard contour.count > 2 else { return }
    let polygon = projection.apply(polygon: contour)
    guard polygon.count > 2 else { return }
    image.move(to: polygon[0])
    for point in polygon.dropFirst() { image.addLine(to: point) }
    image.closeSubpath()
  }
}
