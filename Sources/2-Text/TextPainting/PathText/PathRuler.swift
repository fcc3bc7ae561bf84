// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Glibc

/// The places at distances along a path, whose curves are cut into straight pieces.
struct PathRuler {
  /// A straight piece of the path.
  private struct Piece {
    var from: Point
    var to: Point
    /// The length of the path before the piece.
    var before: Double
    var length: Double
  }

  private var pieces: [Piece] = []
  /// The length of the path.
  private(set) var length = 0.0

  /// The most pieces of a curve.
  private static let mostPieces = 256.0

  init(_ path: Path, isReversed: Bool) {
    var lines: [(Point, Point)] = []
    var (first, pen) = (Point.zero, Point.zero)
    func add(_ to: Point) {
      lines.append((pen, to))
      pen = to
    }
    /// Cuts a curve; its pieces are about two points long, or shorter.
    func cut(_ controls: [Point], _ place: (Double) -> Point) {
      var span = 0.0
      for (a, b) in zip(controls, controls.dropFirst()) { span += hypot(b.x - a.x, b.y - a.y) }
      guard span.isFinite else { return }
      let count = Int(min(Self.mostPieces, max(16, span / 2)))
      for step in 1...count { add(place(Double(step) / Double(count))) }
    }
    for element in path.elements {
      switch element {
      case .move(let to): (first, pen) = (to, to)
      case .line(let to): add(to)
      case .close: add(first)
      case .quad(let control, let to):
        let from = pen
        cut([from, control, to]) { t in
          let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
          return Point(
            x: a * from.x + b * control.x + c * to.x, y: a * from.y + b * control.y + c * to.y)
        }
      case .cubic(let one, let two, let to):
        let from = pen
        cut([from, one, two, to]) { t in
          let u = 1 - t
          let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
          return Point(
            x: a * from.x + b * one.x + c * two.x + d * to.x,
            y: a * from.y + b * one.y + c * two.y + d * to.y)
        }
      }
    }
    if isReversed { lines = lines.reversed().map { ($0.1, $0.0) } }
    for (from, to) in lines {
      let length = hypot(to.x - from.x, to.y - from.y)
      guard length > 0, length.isFinite else { continue }
      pieces.append(Piece(from: from, to: to, before: self.length, length: length))
      self.length += length
    }
  }

  /// The map that puts the origin on the path at a distance, with x along the path there.
  ///
  /// Before the beginning and beyond the end, the path goes on straight.
  ///
  /// - Returns: `nil` for a path without length.
  /// - Complexity: O(log pieces).
  func place(at distance: Double) -> AffineTransform? {
    guard let last = pieces.last else { return nil }
    var (low, high) = (0, pieces.count - 1)
    while low < high {
      let mid = (low + high) / 2
      if pieces[mid].before + pieces[mid].length < distance { low = mid + 1 } else { high = mid }
    }
    let piece = distance >= length ? last : pieces[low]
    let along = distance - piece.before
    let (cosine, sine) = (
      (piece.to.x - piece.from.x) / piece.length, (piece.to.y - piece.from.y) / piece.length
    )
    return AffineTransform(
      a: cosine, b: sine, c: -sine, d: cosine, tx: piece.from.x + cosine * along,
      ty: piece.from.y + sine * along)
  }

  /// The distance along the path of the place that is nearest to a point.
  ///
  /// - Complexity: O(pieces).
  func distance(nearest point: Point) -> Double {
    var (best, nearest) = (0.0, Double.infinity)
    for piece in pieces {
      let (dx, dy) = (piece.to.x - piece.from.x, piece.to.y - piece.from.y)
      let t =
        ((point.x - piece.from.x) * dx + (point.y - piece.from.y) * dy)
        / (piece.length * piece.length)
      let part = min(1, max(0, t))
      let away = hypot(
        point.x - piece.from.x - part * dx, point.y - piece.from.y - part * dy)
      if away < nearest { (best, nearest) = (piece.before + part * piece.length, away) }
    }
    return best
  }
}
