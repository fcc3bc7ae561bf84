// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import SystemConcurrency

/// The rule by which points lie inside a path.
public enum FillRule: UInt8, Hashable, Sendable {
  /// Points around which the winding number of the contours is not zero.
  case nonZero
  /// Points from which a ray crosses the contours an odd number of times.
  case evenOdd
}

/// One step of a path.
public enum PathElement: Hashable, Sendable {
  /// Starts a contour.
  case move(Point)
  /// A straight line.
  case line(Point)
  /// A quadratic curve: its control point and its end.
  case quad(control: Point, end: Point)
  /// A cubic curve: its control points and its end.
  case cubic(control1: Point, control2: Point, end: Point)
  /// Ends the contour at its start.
  case close
}

/// A shape of straight lines and quadratic and cubic curves. Open contours are closed when filled.
public struct Path: Hashable, Sendable {
  /// The steps as codes of the rasteriser: 0 move, 1 line, 2 quad, 3 cubic, 4 close.
  @usableFromInline package private(set) var verbs: [UInt8] = []
  /// The points of the steps: one for a move or a line, two for a quad, three for a cubic, none for
  /// a close.
  @usableFromInline package private(set) var points: [Point] = []
  private var start = Point.zero

  /// Creates an empty path.
  public init() {}

  /// Creates a rectangle, clockwise in y-down axes.
  public init(rect: Rect) { addRect(rect) }

  /// Whether there is no step.
  @inlinable public var isEmpty: Bool { verbs.isEmpty }

  /// The start of the next step.
  public var currentPoint: Point {
    verbs.last == 4 ? start : points.last ?? .zero
  }

  /// Reserves memory for steps to come.
  public mutating func reserveCapacity(elements: Int, points: Int) {
    verbs.reserveCapacity(elements)
    self.points.reserveCapacity(points)
  }

  /// Starts a contour.
  public mutating func move(to point: Point) {
    verbs.append(0)
    points.append(point)
    start = point
  }

  /// Adds a straight line.
  public mutating func addLine(to point: Point) {
    startIfNeeded()
    verbs.append(1)
    points.append(point)
  }

  /// Adds a quadratic curve.
  public mutating func addQuadCurve(to point: Point, control: Point) {
    startIfNeeded()
    verbs.append(2)
    points.append(control)
    points.append(point)
  }

  /// Adds a cubic curve.
  public mutating func addCurve(to point: Point, control1: Point, control2: Point) {
    startIfNeeded()
    verbs.append(3)
    points.append(control1)
    points.append(control2)
    points.append(point)
  }

  /// Ends the contour at its start; without a contour it does nothing.
  public mutating func closeSubpath() {
    if let last = verbs.last, last != 4 { verbs.append(4) }
  }

  /// Starts a contour at the start of the previous one if no contour is open.
  private mutating func startIfNeeded() {
    if verbs.isEmpty || verbs.last == 4 { move(to: start) }
  }

  /// Removes all steps but keeps the memory.
  public mutating func removeAll() {
    verbs.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    start = .zero
  }

  /// The memory of the steps, in bytes.
  private var byteCount: Int { points.count * MemoryLayout<Point>.stride + verbs.count }

  /// Releases the path; a large one is freed on another thread.
  package consuming func release() {
    let byteCount = byteCount
    LateRelease.release(self, byteCount: byteCount)
  }

  /// Adds the contours of another path.
  public mutating func addPath(_ other: Path, transform: AffineTransform = .identity) {
    verbs.append(contentsOf: other.verbs)
    if transform == .identity {
      points.append(contentsOf: other.points)
    } else {
      points.reserveCapacity(points.count + other.points.count)
      for p in other.points { points.append(transform.apply(p)) }
    }
    start = transform.apply(other.start)
  }

  /// The image of the path under a map.
  public func applying(_ transform: AffineTransform) -> Path {
    var result = Path()
    result.addPath(self, transform: transform)
    return result
  }

  /// Moves every point, control points included, up or down.
  package mutating func mapHeights(_ map: (Double) -> Double) {
    for i in points.indices { points[i].y = map(points[i].y) }
    start.y = map(start.y)
  }

  /// Replaces every point, control points included, in order.
  mutating func mapPoints(_ map: (Point) -> Point) {
    var contour = start
    var next = points.startIndex
    for verb in verbs {
      for _ in 0..<[1, 1, 2, 3, 0][Int(verb)] {
        points[next] = map(points[next])
        next += 1
      }
      if verb == 0 { contour = points[next - 1] }
    }
    start = contour
  }

  /// The steps in order. O(1) to make.
  public var elements: Elements { Elements(path: self) }

  /// An iterator over the steps of a path.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    fileprivate let path: Path
    private var verb = 0
    private var point = 0

    fileprivate init(path: Path) {
      self.path = path
    }

    /// The next step.
    public mutating func next() -> PathElement? {
      guard verb < path.verbs.count else { return nil }
      defer { verb += 1 }
      let p = path.points
      switch path.verbs[verb] {
      case 0:
        point += 1
        return .move(p[point - 1])
      case 1:
        point += 1
        return .line(p[point - 1])
      case 2:
        point += 2
        return .quad(control: p[point - 2], end: p[point - 1])
      case 3:
        point += 3
        return .cubic(control1: p[point - 3], control2: p[point - 2], end: p[point - 1])
      default: return .close
      }
    }
  }
}
