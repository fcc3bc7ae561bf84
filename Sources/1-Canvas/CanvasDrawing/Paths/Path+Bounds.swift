// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

extension Path {
  /// The smallest rectangle around all points, control points included; `Rect.zero` without any.
  /// O(points).
  package var controlBounds: Rect {
    guard let first = points.first else { return .zero }
    var extent = Extent(first)
    for p in points { extent.add(p) }
    return extent.rect
  }

  /// The smallest rectangle around the lines and curves; `Rect.zero` for an empty path. O(points).
  package var bounds: Rect {
    var extent: Extent?
    var here = Point.zero
    func add(_ p: Point) {
      if extent == nil { extent = Extent(p) } else { extent?.add(p) }
    }
    for element in elements {
      switch element {
      case .move(let p):
        here = p
        // A move draws nothing by itself.
        continue
      case .line(let p):
        add(here)
        add(p)
        here = p
      case .quad(let c, let p):
        add(here)
        add(p)
        for t in [
          Self.quadExtremum(here.x, c.x, p.x), Self.quadExtremum(here.y, c.y, p.y),
        ] where t > 0 && t < 1 {
          let s = 1 - t
          add(
            Point(
              x: s * s * here.x + 2 * s * t * c.x + t * t * p.x,
              y: s * s * here.y + 2 * s * t * c.y + t * t * p.y))
        }
        here = p
      case .cubic(let c, let d, let p):
        add(here)
        add(p)
        let xs = Self.cubicExtrema(here.x, c.x, d.x, p.x)
        let ys = Self.cubicExtrema(here.y, c.y, d.y, p.y)
        for t in [xs.0, xs.1, ys.0, ys.1] where t > 0 && t < 1 {
          let s = 1 - t
          let (a, b, e, f) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
          add(
            Point(
              x: a * here.x + b * c.x + e * d.x + f * p.x,
              y: a * here.y + b * c.y + e * d.y + f * p.y))
        }
        here = p
      case .close: continue
      }
    }
    return extent?.rect ?? .zero
  }

  private static func quadExtremum(_ a: Double, _ b: Double, _ c: Double) -> Double {
    let d = a - 2 * b + c
    return d == 0 ? -1 : (a - b) / d
  }

  /// Both roots of the derivative; -1 for a missing one.
  private static func cubicExtrema(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double
  ) -> (Double, Double) {
    let (u, v, w) = (d - 3 * c + 3 * b - a, 2 * (a - 2 * b + c), b - a)
    guard abs(u) > 1e-12 * (abs(v) + abs(w)) else { return (v == 0 ? -1 : -w / v, -1) }
    let q = v * v - 4 * u * w
    guard q >= 0 else { return (-1, -1) }
    let r = q.squareRoot()
    return ((-v + r) / (2 * u), (-v - r) / (2 * u))
  }
}

private struct Extent {
  var minX, minY, maxX, maxY: Double

  init(_ p: Point) {
    (minX, minY, maxX, maxY) = (p.x, p.y, p.x, p.y)
  }

  mutating func add(_ p: Point) {
    minX = min(minX, p.x)
    minY = min(minY, p.y)
    maxX = max(maxX, p.x)
    maxY = max(maxY, p.y)
  }

  var rect: Rect { Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) }
}
