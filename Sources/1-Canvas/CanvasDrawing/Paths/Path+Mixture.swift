// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

extension Path {
  /// The path between this one and another: each point moves along a straight line.
  ///
  /// - Parameter fraction: 0 for this path, 1 for the other; values beyond go on.
  /// - Returns: `nil` unless both have the same kinds of steps in the same order.
  package func mixed(with other: Path, _ fraction: Double) -> Path? {
    combined(with: other) { a, b in
      Point(x: a.x + (b.x - a.x) * fraction, y: a.y + (b.y - a.y) * fraction)
    }
  }

  /// The path whose points are made from those of this one and another, in pairs; `nil` unless both
  /// have the same kinds of steps in the same order.
  package func combined(with other: Path, _ body: (Point, Point) -> Point) -> Path? {
    guard verbs == other.verbs else { return nil }
    var (result, next) = (self, 0)
    result.mapPoints { point in
      defer { next += 1 }
      return body(point, other.points[next])
    }
    return result
  }
}
