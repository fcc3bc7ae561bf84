// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// A maker of the outlines of lines: paths that are filled by non-zero winding.
///
/// The outline is a sum of pieces that all wind clockwise as seen: a quadrilateral for each
/// segment, a wedge on the outer side of each corner, and the caps. On the inner side the outline
/// runs through the corner, so no piece has a side that is turned over, and no tight curve leaves a
/// hole. Joints within a curve are round whatever the style, which shows only at cusps.
struct Stroker {
  /// A segment with the directions that its quadrilateral has at both ends.
  private struct Piece {
    var start: Point
    var end: Point
    var startDirection: PathVector
    var endDirection: PathVector
    /// The distance of the ends.
    var length: Double
    var continuesCurve: Bool

    /// Whether both ends are at right angles to the segment.
    var isRectangle: Bool { startDirection == endDirection }
  }

  private let style: StrokeStyle
  /// Half of the width.
  private let half: Double
  /// The greatest sine of a turn that no join would show.
  private let leastTurn: Double
  private let arcs: RoundArcs
  /// The finished outlines.
  private(set) var outline = Path()
  /// The left side of the present contour, along the way.
  private var left = Path()
  /// The right side of the present contour, along the way.
  private var right = Path()

  /// Creates a stroker of a positive, finite line width.
  ///
  /// - Parameter scale: Device pixels per unit of the path.
  init(_ style: StrokeStyle, scale: Double) {
    self.style = style
    half = style.lineWidth / 2
    leastTurn = 1 / 512 / max(half * scale, 1)
    arcs = RoundArcs(radius: half, scale: scale)
  }

  /// Adds the outline of a contour.
  mutating func add(_ contour: FlatContour) {
    guard let first = contour.segments.first else {
      addDot(at: contour.dot, direction: contour.dotDirection)
      return
    }
    left.removeAll()
    right.removeAll()
    let firstPiece = piece(first)
    var piece = firstPiece
    if !contour.isClosed { addSides(at: piece.start, piece.startDirection) }
    for segment in contour.segments.dropFirst() {
      let next = self.piece(segment)
      addJoin(piece, next)
      piece = next
    }
    if contour.isClosed {
      addJoin(piece, firstPiece)
      outline.addPath(left)
      outline.closeSubpath()
      outline.addReversed(right, continues: false)
    } else {
      addSides(at: piece.end, piece.endDirection)
      outline.addPath(left)
      addCap(at: piece.end, piece.endDirection)
      outline.addReversed(right, continues: true)
      addCap(at: firstPiece.start, -firstPiece.startDirection)
    }
    outline.closeSubpath()
  }

  /// The quadrilateral of a segment.
  ///
  /// Its ends are at right angles to the curve, unless they would cross within the line's width, as
  /// in curves that are tighter than that: then to the segment.
  private func piece(_ segment: FlatSegment) -> Piece {
    let (first, last) = (segment.startDirection, segment.endDirection)
    var piece = Piece(
      start: segment.start, end: segment.end, startDirection: first, endDirection: last,
      length: segment.length, continuesCurve: segment.continuesCurve)
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

  /// Adds the sides at the joint of two segments.
  private mutating func addJoin(_ before: Piece, _ after: Piece) {
    let point = after.start
    let (arrival, departure) = (before.endDirection, after.startDirection)
    let (sine, cosine) = (arrival.cross(departure), arrival.dot(departure))
    if cosine > 0, abs(sine) <= leastTurn { return addSides(at: point, departure) }
    // The outer side is the left one in a turn to the right, and is put there for the other turn.
    let isLeft = sine >= 0
    let side = isLeft ? 1.0 : -1
    let (from, to) = (arrival.left * side, departure.left * side)
    if !isLeft { swap(&left, &right) }
    defer { if !isLeft { swap(&left, &right) } }
    left.extend(to: point + from * half)
    switch after.continuesCurve ? .round : style.lineJoin {
    case .miter:
      if 2 <= style.miterLimit * style.miterLimit * (1 + cosine) {
        left.extend(to: point + (from + to) * (half / (1 + cosine)))
      }
      left.extend(to: point + to * half)
    case .bevel: left.extend(to: point + to * half)
    case .round:
      // The middle of the outer side.
      let tip = cosine < 0 ? (arrival - departure).direction : nil
      if let tip {
        arcs.add(around: point, from, tip, to: &left)
        arcs.add(around: point, tip, to, to: &left)
      } else {
        arcs.add(around: point, from, to, to: &left)
      }
    }
    // Where both inner sides are long enough, they meet; else the outline runs through the corner.
    let meeting = half * abs(sine) / (1 + cosine)
    if before.isRectangle, after.isRectangle, meeting <= min(before.length, after.length) / 2 {
      right.extend(to: point + (from + to) * (-half / (1 + cosine)))
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
  /// Adds a line; to an empty path the start of a contour.
  fileprivate mutating func extend(to point: Point) {
    if isEmpty { move(to: point) } else { addLine(to: point) }
  }

  /// Adds a contour of lines and cubics from its end to its start.
  ///
  /// - Parameter continues: Whether a line leads to the end; else it starts a contour.
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
