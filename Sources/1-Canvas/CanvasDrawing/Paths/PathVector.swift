// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// The difference of two points, or a direction if its length is one.
struct PathVector: Equatable {
  var x: Double
  var y: Double

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  init(from start: Point, to end: Point) {
    self.init(x: end.x - start.x, y: end.y - start.y)
  }

  var length: Double { (x * x + y * y).squareRoot() }

  /// The direction; `nil` for a vector without length or with numbers that are not finite.
  var direction: PathVector? {
    let length = length
    guard length > 0, length.isFinite else { return nil }
    return PathVector(x: x / length, y: y / length)
  }

  /// The vector after a quarter turn counterclockwise as seen (y down): to the left of the way.
  var left: PathVector { PathVector(x: y, y: -x) }

  /// The cosine of the angle between two directions.
  func dot(_ other: PathVector) -> Double { x * other.x + y * other.y }

  /// The sine of the angle from this direction to another; positive for a turn clockwise as seen.
  func cross(_ other: PathVector) -> Double { x * other.y - y * other.x }

  static func + (a: PathVector, b: PathVector) -> PathVector {
    PathVector(x: a.x + b.x, y: a.y + b.y)
  }

  static func - (a: PathVector, b: PathVector) -> PathVector {
    PathVector(x: a.x - b.x, y: a.y - b.y)
  }

  static prefix func - (a: PathVector) -> PathVector { PathVector(x: -a.x, y: -a.y) }

  static func * (a: PathVector, factor: Double) -> PathVector {
    PathVector(x: a.x * factor, y: a.y * factor)
  }

  static func + (p: Point, v: PathVector) -> Point { Point(x: p.x + v.x, y: p.y + v.y) }
}
