// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// A maker of the outlines of lines: paths that are filled by non-zero winding.
///
/// The outline is a sum of pieces that all wind clockwise as seen: a quadrilateral for each
/// segment, a wedge on the outer side of each corner, and the caps. On the inner side the outline
/// runs through the corner, so no piece has a side that is turned over, and no tight curve leaves a
/// hole. Joints within a curve are round whatever the style, and so are turns that a curve makes
/// within less than a segment.
///
/// The outline of a long contour is closed every few thousand segments: both sides of such a cut
/// run along each other in opposite directions, so that no winding number changes.
struct Stroker {
  /// A segment with the directions that its quadrilateral has at both ends.
  private struct Piece {
    var start: Point
    var end: Point
    var startDirection: PathVector
    var endDirection: PathVector
    /// The directions of the way itself at both ends.
    var startTangent: PathVector
    var endTangent: PathVector
    /// The distance from start to end.
    var length: Double
    var continuesCurve: Bool

    /// Whether both ends are at right angles to the segment.
    var isRectangle: Bool { startDirection == endDirection }
  }

  private let style: StrokeStyle
  private let half: Double
  /// The greatest sine of a turn that is so small that its join would not be visible.
  private let leastTurn: Double
  private let arcs: RoundArcs
  private var outline = Path()
  /// The left side of the present contour, along the way.
  private var left = Path()
  /// The right side of the present contour, along the way.
  private var right = Path()

  /// The first and the last piece of a contour that is added in parts.
  private var ends: (first: Piece, last: Piece)?

  /// The segments after which the outline of a contour is closed.
  static let segmentsOfPart = 4096

  /// Creates a stroker of a positive, finite line width.
  ///
  /// - Parameter scale: Device pixels per unit of the path.
  init(_ style: StrokeStyle, scale: Double) {
    self.style = style
    half = style.lineWidth / 2
    leastTurn = 1 / 512 / max(half * scale, 1)
    arcs = RoundArcs(radius: half, scale: scale)
  }

  /// Reserves memory for the outline of many segments: growing step by step would copy for
  /// milliseconds.
  ///
  /// - Parameters:
  ///   - segments: The segments of all contours.
  ///   - ends: The open contours, each with two caps.
  mutating func reserveCapacity(segments: Int, ends: Int = 0) {
    guard segments > Self.segmentsOfPart else { return }
    let points = segments * (style.lineJoin == .round ? 14 : 8) + ends * 16
    outline.reserveCapacity(elements: points, points: points)
  }

  /// Takes the finished outlines out.
  mutating func takeOutline() -> Path {
    var taken = Path()
    swap(&taken, &outline)
    return taken
  }

  /// Adds the outline of a contour.
  mutating func add(_ segments: [FlatSegment], _ end: ContourEnd) {
    guard let first = segments.first else {
      addDot(at: end.dot, direction: end.dotDirection)
      return
    }
    removeSides()
    let firstPiece = piece(first)
    var piece = firstPiece
    if !end.isClosed { addStart(piece) }
    for segment in segments.dropFirst() {
      let next = self.piece(segment)
      addJoin(piece, next)
      piece = next
    }
    if end.isClosed {
      addJoin(piece, firstPiece)
      outline.addPath(left)
      outline.closeSubpath()
      outline.addReversed(right, continues: false)
      outline.closeSubpath()
    } else {
      addEnd(piece)
      addSides(startingWith: firstPiece, endingWith: piece)
    }
  }

  // MARK: Long contours

  /// Adds the next segments of a long contour. The outline of all but the last segment is closed at
  /// once; the last one is kept for the join with the next part, or for the end.
  mutating func addPart(_ segments: [FlatSegment]) {
    var rest = segments[...]
    if ends == nil, let first = rest.popFirst() {
      removeSides()
      let piece = piece(first)
      addSides(at: piece.start, piece.startDirection)
      ends = (piece, piece)
    }
    guard let first = ends?.first, var piece = ends?.last else { return }
    for segment in rest {
      let next = self.piece(segment)
      addJoin(piece, next)
      piece = next
    }
    ends = (first, piece)
    if rest.isEmpty { return }
    addSides(at: piece.start, piece.startDirection)
    addSides()
    addSides(at: piece.start, piece.startDirection)
  }

  /// Ends a contour that was added in parts.
  mutating func finish(isClosed: Bool) {
    guard let (first, last) = ends else { return }
    ends = nil
    if isClosed {
      addJoin(last, first)
      addSides(at: first.start, first.startDirection)
      return addSides()
    }
    addEnd(last)
    addSides(endingWith: last)
    addStart(first)
    addSides(at: first.start, first.startDirection)
    addSides(startingWith: first)
  }

  private mutating func removeSides() {
    left.removeAll()
    right.removeAll()
  }

  private mutating func addStart(_ piece: Piece) {
    addSides(at: piece.start, piece.startTangent)
    addRound(at: piece.start, piece.startTangent, piece.startDirection)
  }

  private mutating func addEnd(_ piece: Piece) {
    addRound(at: piece.end, piece.endDirection, piece.endTangent)
    addSides(at: piece.end, piece.endTangent)
  }

  /// Adds both sides so far as a closed outline, and begins with new ones.
  ///
  /// - Parameters:
  ///   - first: The piece whose start gets a cap; `nil` for none.
  ///   - last: The piece whose end gets a cap; `nil` for none.
  private mutating func addSides(startingWith first: Piece? = nil, endingWith last: Piece? = nil) {
    outline.addPath(left)
    if let last { addCap(at: last.end, last.endTangent) }
    outline.addReversed(right, continues: true)
    if let first { addCap(at: first.start, -first.startTangent) }
    outline.closeSubpath()
    removeSides()
  }

  /// The quadrilateral of a segment.
  ///
  /// Its ends are at right angles to the curve. Where they would cross within the line's width, as
  /// in curves that are tighter than the line is wide, they are at right angles to the segment.
  private func piece(_ segment: FlatSegment) -> Piece {
    let (first, last) = (segment.startDirection, segment.endDirection)
    var piece = Piece(
      start: segment.start, end: segment.end, startDirection: first, endDirection: last,
      startTangent: first, endTangent: last, length: segment.length,
      continuesCurve: segment.continuesCurve)
    if first == last { return piece }
    let way = PathVector(from: segment.start, to: segment.end)
    piece.length = way.length
    let chord = way.direction ?? first
    let narrowing = abs((last - first).cross(chord)) * half
    if narrowing >= piece.length || first.dot(chord) < 0.5 || last.dot(chord) < 0.5 {
      piece.startDirection = chord
      piece.endDirection = chord
    }
    return piece
  }

  // MARK: Sides

  private mutating func addSides(at point: Point, _ direction: PathVector) {
    left.extend(to: point + direction.left * half)
    right.extend(to: point + direction.left * -half)
  }

  /// Adds the sides at the joint of two segments. Where the end of a quadrilateral is not at right
  /// angles to the curve, a round turn makes up for it.
  private mutating func addJoin(_ before: Piece, _ after: Piece) {
    if after.continuesCurve {
      return addTurn(
        at: after.start, before.endDirection, after.startDirection, .round, before, after)
    }
    let isPlain =
      before.endDirection == before.endTangent && after.startTangent == after.startDirection
    addRound(at: after.start, before.endDirection, before.endTangent)
    addTurn(
      at: after.start, before.endTangent, after.startTangent, style.lineJoin,
      isPlain ? before : nil, isPlain ? after : nil)
    addRound(at: after.start, after.startTangent, after.startDirection)
  }

  /// Adds the sides at a turn within a curve.
  private mutating func addRound(
    at point: Point, _ arrival: PathVector, _ departure: PathVector
  ) {
    if arrival != departure { addTurn(at: point, arrival, departure, .round) }
  }

  /// Adds the sides at a turn.
  ///
  /// - Parameters:
  ///   - before: The segment before the turn; `nil` where the inner sides do not meet.
  ///   - after: The segment after the turn; `nil` where the inner sides do not meet.
  private mutating func addTurn(
    at point: Point, _ arrival: PathVector, _ departure: PathVector, _ join: LineJoin,
    _ before: Piece? = nil, _ after: Piece? = nil
  ) {
    let (sine, cosine) = (arrival.cross(departure), arrival.dot(departure))
    if cosine > 0, abs(sine) <= leastTurn { return addSides(at: point, departure) }
    // The outer side is built in `left`; the sides are swapped where the outer one is the right
    // one.
    let isLeft = sine >= 0
    let side = isLeft ? 1.0 : -1
    let (from, to) = (arrival.left * side, departure.left * side)
    if !isLeft { swap(&left, &right) }
    defer { if !isLeft { swap(&left, &right) } }
    left.extend(to: point + from * half)
    switch join {
    case .miter:
      if 2 <= style.miterLimit * style.miterLimit * (1 + cosine) {
        left.extend(to: point + (from + to) * (half / (1 + cosine)))
      }
      left.extend(to: point + to * half)
    case .bevel: left.extend(to: point + to * half)
    case .round:
      // A turn by more than a right angle has an arc in two halves, which meet at its middle.
      let tip = cosine < 0 ? (arrival - departure).direction : nil
      if let tip {
        arcs.add(around: point, from, tip, to: &left)
        arcs.add(around: point, tip, to, to: &left)
      } else {
        arcs.add(around: point, from, to, to: &left)
      }
    }
    // Inner sides that are long enough meet before the corner, at half the width times the tangent
    // of half the turn; otherwise the outline runs through the corner. The tangent has two
    // formulas: where a line turns back, `1 + cosine` is too near 0 to divide by.
    let meeting = half * (cosine > 0 ? abs(sine) / (1 + cosine) : (1 - cosine) / abs(sine))
    if let before, let after, before.isRectangle, after.isRectangle,
      meeting <= min(before.length, after.length) / 2
    {
      right.extend(to: point + from * -half + arrival * -meeting)
    } else {
      right.extend(to: point + from * -half)
      right.extend(to: point)
      right.extend(to: point + to * -half)
    }
  }

  // MARK: Ends

  /// Adds the end of a line, from its left side to its right one.
  private mutating func addCap(at point: Point, _ direction: PathVector) {
    switch style.lineCap {
    case .butt: break
    case .round:
      arcs.add(around: point, direction.left, direction, to: &outline)
      arcs.add(around: point, direction, -direction.left, to: &outline)
    case .square:
      outline.addLine(to: point + (direction.left + direction) * half)
      outline.addLine(to: point + (direction - direction.left) * half)
    }
  }

  /// Adds both caps of a line without length.
  private mutating func addDot(at point: Point, direction: PathVector) {
    guard style.lineCap != .butt else { return }
    outline.move(to: point + direction.left * half)
    addCap(at: point, direction)
    outline.addLine(to: point + direction.left * -half)
    addCap(at: point, -direction)
    outline.closeSubpath()
  }
}

extension Path {
  /// Adds a line to a point, or starts a contour there if the path is empty.
  fileprivate mutating func extend(to point: Point) {
    if isEmpty { move(to: point) } else { addLine(to: point) }
  }

  /// Adds a contour of lines and cubics from its end to its start.
  ///
  /// - Parameter continues: Whether a line leads to the end; otherwise the end starts a contour.
  fileprivate mutating func addReversed(_ side: Path, continues: Bool) {
    guard let end = side.points.last else { return }
    if continues { addLine(to: end) } else { move(to: end) }
    var point = side.points.count - 1
    for verb in side.verbs.reversed() {
      switch verb {
      case 1:
        addLine(to: side.points[point - 1])
        point -= 1
      case 3:
        addCurve(
          to: side.points[point - 3], control1: side.points[point - 1],
          control2: side.points[point - 2])
        point -= 3
      default: break
      }
    }
  }
}
