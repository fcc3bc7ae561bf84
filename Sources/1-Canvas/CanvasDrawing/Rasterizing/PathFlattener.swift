// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import SystemConcurrency

/// A maker of straight segments for lines of a width along a path.
///
/// Curves are halved until a segment lies within 1/64 device pixel of its curve and turns so little
/// that the sides of the line stay within another 1/64. Square roots are the only functions.
struct PathFlattener {
  /// The distance from the curve that is allowed, in units of the path.
  private let tolerance: Double
  /// Shorter segments are left out, in units of the path.
  private let leastLength: Double
  /// The cosine of the greatest turn within a segment.
  private let leastCosine: Double
  /// The most halvings of a curve, one inside the other.
  private let depth: Int

  /// The segments of the present contour that were not passed on yet.
  private var segments: [FlatSegment] = []
  private var start = Point.zero
  private var here = Point.zero
  /// Whether the contour has a step besides its move.
  private var isDrawn = false
  private let cancellation: Cancellation
  private var isCancelled = false
  /// Whether some of the present contour was passed on.
  private var hasPassedOn = false
  /// The steps and segments until the next poll.
  private var untilPoll = Self.stepsBetweenPolls

  /// The greatest coordinate: products of greater ones overflow, so they count as not finite.
  private static let farthest = 1e15
  /// The greatest half of a line's width that makes segments shorter, in device pixels: the sides
  /// of wider lines are coarser.
  private static let widest = 4096.0
  /// The fraction of a curve's control polygon up to which a handle may be noise.
  private static let leastHandle = 1.0 / 16
  /// The most segments of all curves together; each curve may still have 16.
  private static let mostSegments = 1 << 21
  /// The steps of a path and segments between two polls.
  private static let stepsBetweenPolls = 1024

  /// Passes on the contours of a path. Contours with numbers that are not finite, or over 10¹⁵, are
  /// left out; so are moves without a step after them.
  ///
  /// - Parameters:
  ///   - halfWidth: Half of the width of the line.
  ///   - scale: Device pixels per unit of the path.
  ///   - sink: Takes the contours.
  ///   - cancellation: Ends the work early, with a part of the contours.
  static func flatten(
    _ path: Path, halfWidth: Double, scale: Double, to sink: inout some ContourSink,
    cancellation: Cancellation = .never
  ) {
    let path = finitePart(of: path, cancellation)
    if cancellation.isCancelled { return }
    var flattener = PathFlattener(path, halfWidth, scale, cancellation)
    for element in path.elements {
      flattener.add(element, to: &sink)
      flattener.poll()
      if flattener.isCancelled || sink.isStopped { return }
    }
    flattener.finish(isClosed: false, to: &sink)
  }

  private init(
    _ path: Path, _ halfWidth: Double, _ scale: Double, _ cancellation: Cancellation
  ) {
    self.cancellation = cancellation
    tolerance = 1.0 / 64 / scale
    leastLength = 1.0 / 65_536 / scale
    // The greatest turn of a segment for which the sides of the line stay within the tolerance:
    // they are off by the sagitta r · (1 − cos(turn / 2)).
    let radius = min(halfWidth, Self.widest / scale)
    let half = radius > tolerance ? 1 - tolerance / radius : 0
    leastCosine = max(0.9, 2 * half * half - 1)
    let curves = path.verbs.reduce(0) { $0 + ($1 == 2 || $1 == 3 ? 1 : 0) }
    depth = Int.bitWidth - 1 - Self.mostSegments(ofEachOf: curves).leadingZeroBitCount
  }

  /// The most segments of each curve of a path, by the number of its curves.
  static func mostSegments(ofEachOf curves: Int) -> Int {
    max(16, min(4096, mostSegments / max(1, curves)))
  }

  // MARK: Steps

  private mutating func add(_ element: PathElement, to sink: inout some ContourSink) {
    switch element {
    case .move(let p):
      finish(isClosed: false, to: &sink)
      start = p
      here = p
    case .line(let p):
      isDrawn = true
      line(to: p)
    case .quad(let c, let p):
      isDrawn = true
      let control1 = here + PathVector(from: here, to: c) * (2.0 / 3)
      let control2 = p + PathVector(from: p, to: c) * (2.0 / 3)
      curve(control1, control2, p)
    case .cubic(let c, let d, let p):
      isDrawn = true
      curve(c, d, p)
    case .close:
      isDrawn = true
      line(to: start)
      finish(isClosed: true, to: &sink)
      here = start
    }
    if segments.count >= ContourEnd.segmentsAtOnce { passOn(to: &sink) }
  }

  private static func isNear(_ p: Point) -> Bool {
    // Comparisons with NaN are false, so a point with NaN is not near.
    abs(p.x) <= farthest && abs(p.y) <= farthest
  }

  /// The contours of a path that have finite numbers up to 10¹⁵: mostly the path itself.
  private static func finitePart(of path: Path, _ cancellation: Cancellation) -> Path {
    let points = path.points.span
    var isFinite = true
    for start in stride(from: 0, to: points.count, by: 1 << 16) {
      if start > 0, cancellation.isCancelled { return Path() }
      for i in start..<min(start + 1 << 16, points.count) where !isNear(points[i]) {
        isFinite = false
      }
    }
    if isFinite { return path }
    // Whether all points of each contour are near: found in the first pass, used in the second.
    var areNear: [Bool] = []
    areNear.reserveCapacity(path.verbs.reduce(0) { $0 + ($1 == 0 ? 1 : 0) })
    var result = Path()
    result.reserveCapacity(elements: path.verbs.count, points: points.count)
    for copies in [false, true] {
      var (number, count) = (-1, 0)
      for element in path.elements {
        count += 1
        if count % stepsBetweenPolls == 0, cancellation.isCancelled { return Path() }
        if case .move = element { number += 1 }
        if !copies {
          if number == areNear.count { areNear.append(true) }
          if !isNear(element) { areNear[number] = false }
        } else if areNear[number] {
          result.add(element)
        }
      }
    }
    return result
  }

  private static func isNear(_ element: PathElement) -> Bool {
    switch element {
    case .move(let p), .line(let p): isNear(p)
    case .quad(let c, let p): isNear(c) && isNear(p)
    case .cubic(let c, let d, let p): isNear(c) && isNear(d) && isNear(p)
    case .close: true
    }
  }

  private mutating func finish(isClosed: Bool, to sink: inout some ContourSink) {
    if isDrawn {
      let hasSegments = hasPassedOn || !segments.isEmpty
      passOn(to: &sink)
      sink.end(ContourEnd(isClosed: isClosed && hasSegments, dot: start))
    }
    isDrawn = false
    hasPassedOn = false
  }

  private mutating func passOn(to sink: inout some ContourSink) {
    if segments.isEmpty { return }
    sink.add(segments)
    segments.removeAll(keepingCapacity: true)
    hasPassedOn = true
  }

  private mutating func poll() {
    untilPoll -= 1
    if untilPoll > 0 { return }
    untilPoll = Self.stepsBetweenPolls
    if cancellation.isCancelled { isCancelled = true }
  }

  private mutating func line(to end: Point) {
    let way = PathVector(from: here, to: end)
    let length = way.length
    guard length > leastLength else { return }
    let direction = way * (1 / length)
    segments.append(
      FlatSegment(
        start: here, end: end, startDirection: direction, endDirection: direction, length: length,
        continuesCurve: false))
    here = end
  }

  // MARK: Curves

  private mutating func curve(_ c: Point, _ d: Point, _ end: Point) {
    var isFirst = true
    let controls = controls(here, c, d, end)
    halve(here, controls.first, controls.last, end, depth: depth, &isFirst)
  }

  /// The control points of a cubic; those that nearly coincide with an end are moved onto it.
  ///
  /// The direction of a handle that is shorter than the tolerance is noise. A line that began in
  /// that direction would have a hook, since the curve turns away within less than a pixel can
  /// show. Without the handle the curve stays within half of the tolerance. In curves that are
  /// small themselves, such as the corners of a tiny rectangle, a handle counts while it is a fair
  /// part of the curve.
  private func controls(
    _ a: Point, _ b: Point, _ c: Point, _ d: Point
  ) -> (first: Point, last: Point) {
    let (ab, cd) = (PathVector(from: a, to: b), PathVector(from: c, to: d))
    let (l0, l2) = (ab.length, cd.length)
    if l0 > tolerance, l2 > tolerance { return (b, c) }
    let least = min(tolerance, (l0 + PathVector(from: b, to: c).length + l2) * Self.leastHandle)
    var (first, last) = (b, c)
    if l0 <= least {
      first = PathVector(from: c, to: a).length <= least ? d : a
    }
    if l2 <= least {
      last = PathVector(from: b, to: d).length <= least ? a : d
    }
    return (first, last)
  }

  /// Adds a cubic as one segment, or its halves.
  private mutating func halve(
    _ a: Point, _ b: Point, _ c: Point, _ d: Point, depth: Int, _ isFirst: inout Bool
  ) {
    if isCancelled { return }
    let (ab, bc, cd) = (
      PathVector(from: a, to: b), PathVector(from: b, to: c), PathVector(from: c, to: d)
    )
    let chord = PathVector(from: a, to: d)
    let (l0, l1, l2, reach) = (ab.length, bc.length, cd.length, chord.length)
    let turnsLittle =
      ab.dot(bc) >= leastCosine * l0 * l1 && bc.dot(cd) >= leastCosine * l1 * l2
      && ab.dot(cd) >= leastCosine * l0 * l2
    // A curve lies within 3/4 of the distance of its control points from the chord.
    let height = tolerance * (4.0 / 3) * reach
    let isFlat = abs(ab.cross(chord)) <= height && abs(cd.cross(chord)) <= height
    let around = l0 + l1 + l2
    if depth == 0 || around <= tolerance || (turnsLittle && isFlat) {
      // The length of a short cubic is near the mean of its chord and its control polygon
      // (Gravesen).
      append(
        to: d, first: ab.direction ?? PathVector(from: a, to: c).direction,
        last: cd.direction ?? PathVector(from: b, to: d).direction, length: (around + reach) / 2,
        &isFirst)
      return
    }
    func middle(_ p: Point, _ q: Point) -> Point {
      Point(x: (p.x + q.x) / 2, y: (p.y + q.y) / 2)
    }
    let (p, q, r) = (middle(a, b), middle(b, c), middle(c, d))
    let (s, t) = (middle(p, q), middle(q, r))
    let half = middle(s, t)
    halve(a, p, s, half, depth: depth - 1, &isFirst)
    halve(half, t, r, d, depth: depth - 1, &isFirst)
  }

  /// Adds a segment of a curve with its tangents; those of the chord where they are `nil`.
  private mutating func append(
    to end: Point, first: PathVector?, last: PathVector?, length: Double, _ isFirst: inout Bool
  ) {
    let way = PathVector(from: here, to: end)
    let reach = way.length
    guard reach > leastLength else { return }
    let chord = way * (1 / reach)
    var start = first ?? chord
    // Where segments of a curve meet, their tangents differ by rounding alone, except in a cusp:
    // the second segment takes over the tangent of the first.
    if !isFirst, let before = segments.last?.endDirection, before.dot(start) > 0.999 {
      start = before
    }
    segments.append(
      FlatSegment(
        start: here, end: end, startDirection: start, endDirection: last ?? chord,
        length: max(length, reach), continuesCurve: !isFirst))
    here = end
    isFirst = false
    poll()
  }
}

extension Path {
  fileprivate mutating func add(_ element: PathElement) {
    switch element {
    case .move(let p): move(to: p)
    case .line(let p): addLine(to: p)
    case .quad(let c, let p): addQuadCurve(to: p, control: c)
    case .cubic(let c, let d, let p): addCurve(to: p, control1: c, control2: d)
    case .close: closeSubpath()
    }
  }
}
