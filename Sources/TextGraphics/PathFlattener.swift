// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel
internal import TextRuntime

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

  private var contours: [FlatContour] = []
  private var contour = FlatContour()
  private var start = Point.zero
  private var here = Point.zero
  /// Whether the contour has a step besides its move.
  private var isDrawn = false
  private var isFinite = true

  /// Points that are farther from the origin count as not finite: their products overflow.
  private static let farthest = 1e15
  /// The greatest half of a line's width that makes segments shorter, in device pixels: sides that
  /// are farther away are coarser.
  private static let widest = 4096.0
  /// The most segments of all curves together; each curve may have 16 even so.
  private static let segments = 1 << 21

  /// The contours of a path. Contours with numbers that are not finite, or over 10¹⁵, are left out;
  /// so are moves without a step after them.
  ///
  /// - Parameters:
  ///   - halfWidth: Half of the width of the line.
  ///   - scale: Device pixels per unit of the path.
  ///   - cancellation: Ends the work early, with a part of the contours.
  static func contours(
    of path: Path, halfWidth: Double, scale: Double, cancellation: Cancellation = .never
  ) -> [FlatContour] {
    var flattener = PathFlattener(path, halfWidth: halfWidth, scale: scale)
    var rest = path.verbs.count
    for element in path.elements {
      flattener.add(element)
      rest -= 1
      if rest % stepsBetweenPolls == 0, cancellation.isCancelled { break }
    }
    flattener.finish(isClosed: false)
    return flattener.contours
  }

  /// Strokes a path of finite numbers as it is flattened: its contours are never in memory as a
  /// whole.
  ///
  /// - Parameter cancellation: Ends the work early, with a part of the outline.
  static func stroke(
    _ path: Path, with stroker: inout Stroker, halfWidth: Double, scale: Double,
    cancellation: Cancellation
  ) {
    var flattener = PathFlattener(path, halfWidth: halfWidth, scale: scale)
    var rest = path.verbs.count
    for element in path.elements {
      flattener.add(element)
      flattener.passOn(to: &stroker)
      rest -= 1
      if rest % stepsBetweenPolls == 0, cancellation.isCancelled { return }
    }
    flattener.finish(isClosed: false)
    flattener.passOn(to: &stroker)
  }

  /// Passes on contours that have ended, and the beginning of a long one.
  private mutating func passOn(to stroker: inout Stroker) {
    for ended in contours {
      if isPassedOn {
        stroker.addPart(ended.segments[...])
        stroker.finish(isClosed: isPassedOnClosed)
        isPassedOn = false
      } else {
        stroker.add(ended)
      }
    }
    contours.removeAll(keepingCapacity: true)
    guard contour.segments.count >= Stroker.segmentsOfPart else { return }
    stroker.addPart(contour.segments[...])
    contour.segments.removeAll(keepingCapacity: true)
    isPassedOn = true
  }

  /// Whether a part of the present contour, or of the first ended one, was passed on, and whether
  /// the contour is closed.
  private var isPassedOn = false
  private var isPassedOnClosed = false
  /// The steps of a path between two polls, of which each may have some thousand segments.
  private static let stepsBetweenPolls = 256

  private init(_ path: Path, halfWidth: Double, scale: Double) {
    tolerance = 1.0 / 64 / scale
    leastLength = 1.0 / 65_536 / scale
    // The sagitta of an arc is r · (1 − cos(turn / 2)).
    let radius = min(halfWidth, Self.widest / scale)
    let half = radius > tolerance ? 1 - tolerance / radius : 0
    leastCosine = max(0.9, 2 * half * half - 1)
    let curves = path.verbs.reduce(0) { $0 + ($1 == 2 || $1 == 3 ? 1 : 0) }
    let share = max(16, min(4096, Self.segments / max(1, curves)))
    depth = Int.bitWidth - 1 - share.leadingZeroBitCount
  }

  // MARK: Steps

  private mutating func add(_ element: PathElement) {
    switch element {
    case .move(let p):
      finish(isClosed: false)
      start = p
      here = p
      check(p)
    case .line(let p):
      isDrawn = true
      check(p)
      if isFinite { line(to: p) }
    case .quad(let c, let p):
      isDrawn = true
      check(c)
      check(p)
      let control1 = here + PathVector(from: here, to: c) * (2.0 / 3)
      let control2 = p + PathVector(from: p, to: c) * (2.0 / 3)
      if isFinite { curve(control1, control2, p) }
    case .cubic(let c, let d, let p):
      isDrawn = true
      check(c)
      check(d)
      check(p)
      if isFinite { curve(c, d, p) }
    case .close:
      isDrawn = true
      if isFinite { line(to: start) }
      finish(isClosed: true)
      here = start
    }
  }

  private mutating func check(_ p: Point) {
    if !Self.isNear(p) { isFinite = false }
  }

  private static func isNear(_ p: Point) -> Bool {
    // Comparisons with NaN are false.
    abs(p.x) <= farthest && abs(p.y) <= farthest
  }

  /// Whether every contour of a path has finite numbers up to 10¹⁵.
  static func isFinite(_ path: Path) -> Bool { path.points.allSatisfy(isNear) }

  private mutating func finish(isClosed: Bool) {
    if isFinite, isDrawn {
      contour.isClosed = isClosed && !contour.segments.isEmpty
      if contours.isEmpty { isPassedOnClosed = isClosed }
      contour.dot = start
      contours.append(contour)
    }
    contour = FlatContour()
    isDrawn = false
    isFinite = true
  }

  private mutating func line(to end: Point) {
    let way = PathVector(from: here, to: end)
    let length = way.length
    guard length > leastLength else { return }
    let direction = way * (1 / length)
    contour.segments.append(
      FlatSegment(
        start: here, end: end, startDirection: direction, endDirection: direction, length: length,
        continuesCurve: false))
    here = end
  }

  // MARK: Curves

  private mutating func curve(_ c: Point, _ d: Point, _ end: Point) {
    var isFirst = true
    halve(here, c, d, end, depth: depth, &isFirst)
  }

  /// Adds a cubic as one segment, or its halves.
  private mutating func halve(
    _ a: Point, _ b: Point, _ c: Point, _ d: Point, depth: Int, _ isFirst: inout Bool
  ) {
    let (ab, bc, cd) = (
      PathVector(from: a, to: b), PathVector(from: b, to: c), PathVector(from: c, to: d)
    )
    let chord = PathVector(from: a, to: d)
    let (l0, l1, l2, reach) = (ab.length, bc.length, cd.length, chord.length)
    let turnsLittle =
      ab.dot(bc) >= leastCosine * l0 * l1 && bc.dot(cd) >= leastCosine * l1 * l2
      && ab.dot(cd) >= leastCosine * l0 * l2
    // A curve is within 3/4 of its control points' distance from the chord.
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
    // Both tangents where segments of a curve meet differ by rounding alone, except in a cusp.
    if !isFirst, let before = contour.segments.last?.endDirection, before.dot(start) > 0.999 {
      start = before
    }
    contour.segments.append(
      FlatSegment(
        start: here, end: end, startDirection: start, endDirection: last ?? chord,
        length: max(length, reach), continuesCurve: !isFirst))
    here = end
    isFirst = false
  }
}
