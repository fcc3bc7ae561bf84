// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

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
  var segments: [FlatSegment] = []
  var isClosed = false
  /// The place of a dot.
  var dot = Point.zero
  /// The direction of the way through a dot.
  var dotDirection = PathVector(x: 1, y: 0)

  /// The length of all segments. O(segments).
  var length: Double { segments.reduce(0) { $0 + $1.length } }

  /// The parts of the contour between distances from its start, all open.
  ///
  /// A part without length is a dot in the direction of the way.
  ///
  /// - Parameter ranges: Distances, in ascending order.
  /// - Complexity: O(segments + ranges).
  func parts(_ ranges: [(from: Double, to: Double)]) -> [FlatContour] {
    guard let last = segments.indices.last else { return [] }
    var result: [FlatContour] = []
    result.reserveCapacity(ranges.count)
    // The first segment that a range may touch, and the distance of its start.
    var index = 0
    var passed = 0.0
    for (from, to) in ranges {
      while index < last, passed + segments[index].length <= from {
        passed += segments[index].length
        index += 1
      }
      var part = FlatContour()
      (part.dot, part.dotDirection) = segments[index].place(at: from - passed)
      var start = max(0, from - passed)
      while true {
        let segment = segments[index]
        let end = min(to - passed, segment.length)
        if end > start { part.segments.append(segment.part(from: start, to: end)) }
        if passed + segment.length >= to || index == last { break }
        passed += segment.length
        index += 1
        start = 0
      }
      result.append(part)
    }
    return result
  }
}

extension Path {
  /// Creates a path of straight lines.
  init(_ contours: [FlatContour]) {
    self.init()
    for contour in contours {
      guard let first = contour.segments.first else {
        move(to: contour.dot)
        addLine(to: contour.dot)
        continue
      }
      move(to: first.start)
      for segment in contour.isClosed ? contour.segments.dropLast() : contour.segments[...] {
        addLine(to: segment.end)
      }
      if contour.isClosed { closeSubpath() }
    }
  }
}
