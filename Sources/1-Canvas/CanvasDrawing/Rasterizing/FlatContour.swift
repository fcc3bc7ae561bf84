// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// A straight piece of a flattened contour: a line, or a part of a curve with its true tangents.
struct FlatSegment {
  var start: Point
  var end: Point
  /// The direction in which the way leaves the start.
  var startDirection: PathVector
  /// The direction in which the way comes to the end.
  var endDirection: PathVector
  /// The length, along the curve; positive.
  var length: Double
  /// Whether the segment goes on with the curve of the segment before.
  var continuesCurve: Bool

  /// The position and direction at a distance from the start.
  func place(at distance: Double) -> (point: Point, direction: PathVector) {
    let t = max(0, min(1, distance / length))
    if t == 0 { return (start, startDirection) }
    if t == 1 { return (end, endDirection) }
    let point = start + PathVector(from: start, to: end) * t
    if startDirection == endDirection { return (point, startDirection) }
    let direction = (startDirection * (1 - t) + endDirection * t).direction
    return (point, direction ?? startDirection)
  }

  /// The part between two distances from the start; `from` is less than `to`.
  func part(from: Double, to: Double) -> FlatSegment {
    if from <= 0, to >= length { return self }
    let (first, last) = (place(at: from), place(at: to))
    return FlatSegment(
      start: first.point, end: last.point, startDirection: first.direction,
      endDirection: last.direction, length: to - from,
      continuesCurve: continuesCurve && from <= 0)
  }
}

/// A contour as straight segments, each of which begins where the one before ends.
struct FlatContour {
  /// The segments; the last one of a closed contour ends at the start. Without segments the contour
  /// is a dot.
  var segments: [FlatSegment]
  var end: ContourEnd
}

extension Path {
  /// Creates a path of straight lines.
  init(_ contours: [FlatContour]) {
    self.init()
    for contour in contours {
      guard let first = contour.segments.first else {
        move(to: contour.end.dot)
        addLine(to: contour.end.dot)
        continue
      }
      move(to: first.start)
      for segment in contour.end.isClosed ? contour.segments.dropLast() : contour.segments[...] {
        addLine(to: segment.end)
      }
      if contour.end.isClosed { closeSubpath() }
    }
  }
}
