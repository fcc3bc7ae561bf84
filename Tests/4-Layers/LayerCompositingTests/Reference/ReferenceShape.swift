// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing

@testable import CanvasGeometry
@testable import LayerCompositing

/// The contours of a path as chains of points, each curve in 32 lines.
struct ReferenceShape {
  var contours: [(points: [SIMD2<Double>], isClosed: Bool)] = []

  init(_ path: Path) {
    var points: [SIMD2<Double>] = []
    func p(_ point: Point) -> SIMD2<Double> { SIMD2(point.x, point.y) }
    func end(_ list: inout [(points: [SIMD2<Double>], isClosed: Bool)], _ isClosed: Bool) {
      if points.count > 1 { list.append((points, isClosed)) }
    }
    for element in path.elements {
      switch element {
      case .move(let to):
        end(&contours, false)
        points = [p(to)]
      case .line(let to): points.append(p(to))
      case .quad(let control, let to):
        let (a, b, c) = (points[points.count - 1], p(control), p(to))
        for i in 1...32 {
          let t = Double(i) / 32
          points.append(a * ((1 - t) * (1 - t)) + b * (2 * t * (1 - t)) + c * (t * t))
        }
      case .cubic(let control1, let control2, let to):
        let (a, b, c, d) = (points[points.count - 1], p(control1), p(control2), p(to))
        for i in 1...32 {
          let t = Double(i) / 32
          let u = 1 - t
          let near = a * (u * u * u) + b * (3 * t * u * u)
          points.append(near + c * (3 * t * t * u) + d * (t * t * t))
        }
      case .close:
        end(&contours, true)
        points = points.isEmpty ? [] : [points[0]]
      }
    }
    end(&contours, false)
  }

  /// Whether a point lies inside, open contours closed.
  func contains(_ q: SIMD2<Double>, _ rule: FillRule) -> Bool {
    var winding = 0
    for (points, _) in contours {
      var a = points[points.count - 1]
      for b in points {
        if (a.y <= q.y) != (b.y <= q.y) {
          let x = a.x + (q.y - a.y) / (b.y - a.y) * (b.x - a.x)
          if x > q.x { winding += a.y < b.y ? 1 : -1 }
        }
        a = b
      }
    }
    return rule == .evenOdd ? winding & 1 == 1 : winding != 0
  }

  /// The distance of a point from the contours.
  func distance(_ q: SIMD2<Double>) -> Double {
    var least = Double.infinity
    for (points, isClosed) in contours {
      for i in points.indices.dropLast(isClosed ? 0 : 1) {
        let (a, b) = (points[i], points[(i + 1) % points.count])
        let along = b - a
        let square = (along * along).sum()
        let t = square > 0 ? min(1, max(0, ((q - a) * along).sum() / square)) : 0
        let d = q - (a + along * t)
        least = min(least, (d * d).sum())
      }
    }
    return least.squareRoot()
  }
}

/// A rectangle with circular corners.
struct ReferenceOutline {
  var low: SIMD2<Double>
  var high: SIMD2<Double>
  var radius: Double
  var corners: Corners

  init(_ rect: Rect, _ radius: Double, _ corners: Corners) {
    low = SIMD2(rect.origin.x, rect.origin.y)
    high = low + SIMD2(rect.size.width, rect.size.height)
    self.radius = min(max(0, radius), rect.size.width / 2, rect.size.height / 2)
    self.corners = corners
  }

  /// The outline with all sides moved inwards.
  func inset(by width: Double) -> ReferenceOutline {
    var inner = self
    (inner.low, inner.high) = (low + width, high - width)
    inner.radius = max(0, radius - width)
    return inner
  }

  func contains(_ q: SIMD2<Double>) -> Bool {
    guard q.x >= low.x, q.y >= low.y, q.x < high.x, q.y < high.y else { return false }
    let isLeft = q.x < low.x + radius
    let isTop = q.y < low.y + radius
    let isRight = q.x > high.x - radius
    let isBottom = q.y > high.y - radius
    guard isLeft || isRight, isTop || isBottom else { return true }
    let corner: Corners =
      isLeft ? (isTop ? .topLeft : .bottomLeft) : (isTop ? .topRight : .bottomRight)
    guard corners.contains(corner) else { return true }
    let center = SIMD2(
      isLeft ? low.x + radius : high.x - radius, isTop ? low.y + radius : high.y - radius)
    let d = q - center
    return (d * d).sum() <= radius * radius
  }
}
