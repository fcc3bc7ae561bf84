// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// A side of a box, from one corner to the next clockwise.
enum BoxSide: Int, CaseIterable {
  case top, right, bottom, left

  /// The side that ends where this one begins.
  var before: BoxSide { BoxSide(rawValue: (rawValue + 3) % 4) ?? .left }
  /// The side that begins where this one ends.
  var after: BoxSide { BoxSide(rawValue: (rawValue + 1) % 4) ?? .right }
  /// Whether the side runs along x.
  var isHorizontal: Bool { self == .top || self == .bottom }
}

extension BoxBorders {
  subscript(side: BoxSide) -> BoxBorder {
    switch side {
    case .top: top
    case .right: right
    case .bottom: bottom
    case .left: left
    }
  }
}

/// The geometry of the borders of a box: its outer shape and the widths of the sides.
struct BorderFrame {
  let outer: BoxShape
  let widths: BoxInsets
  /// Device pixels per point.
  let scale: Double

  /// The shape at a part of the borders' widths: 0 is the outer edge, 1 the inner one.
  func shape(at part: Double) -> BoxShape { shape { $0 * part } }

  /// The shape whose distance from the outer edge is a function of the widths.
  func shape(_ distance: (Double) -> Double) -> BoxShape {
    outer.inset(by: widths.map(distance))
  }

  /// The area between two shapes, for the rule `evenOdd`.
  func ring(from: BoxShape, to: BoxShape) -> Path {
    var path = from.path
    if to.rect.isEmpty { return path }
    let (outer, inner) = (from.rect, to.rect)
    let isRing =
      inner.minX > outer.minX && inner.minY > outer.minY && inner.maxX < outer.maxX
      && inner.maxY < outer.maxY
    guard from.isSharp, to.isSharp, !isRing else {
      path.addPath(to.path)
      return path
    }
    // Where a side has no width, two lines in one place would leave a thin one in files of shapes.
    path = Path()
    let middle = (y: inner.minY, height: inner.height)
    for side in [
      Rect(x: outer.minX, y: outer.minY, width: outer.width, height: inner.minY - outer.minY),
      Rect(x: outer.minX, y: inner.maxY, width: outer.width, height: outer.maxY - inner.maxY),
      Rect(
        x: outer.minX, y: middle.y, width: inner.minX - outer.minX, height: middle.height),
      Rect(x: inner.maxX, y: middle.y, width: outer.maxX - inner.maxX, height: middle.height),
    ] where !side.isEmpty {
      path.addRect(side)
    }
    return path
  }

  /// The width of each line of a double border: a third, rounded so that both are equal in pixels.
  func doubleLine(_ width: Double) -> Double {
    let pixels = width * scale
    let whole = pixels.rounded()
    return abs(pixels - whole) < 1e-6 ? ((whole + 1) / 3).rounded(.down) / scale : width / 3
  }

  /// The shape between the halves of carved borders: of two whole numbers of pixels, the outer one
  /// is the greater one at the top and at the left.
  var middle: BoxShape {
    func half(_ width: Double, _ rule: FloatingPointRoundingRule) -> Double {
      let pixels = width * scale
      let whole = pixels.rounded()
      return abs(pixels - whole) < 1e-6 ? (whole / 2).rounded(rule) / scale : width / 2
    }
    return outer.inset(
      by: BoxInsets(
        top: half(widths.top, .up), right: half(widths.right, .down),
        bottom: half(widths.bottom, .down), left: half(widths.left, .up)))
  }

  /// The corners of a rectangle, from the top left one clockwise.
  private static func corners(_ rect: Rect) -> [Point] {
    [
      Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
      Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
    ]
  }

  /// The part of a side between two shapes.
  ///
  /// - Parameters:
  ///   - startsSlanted: Whether it begins at the line between the corners of both shapes rather
  ///     than at the outer edge of the side before.
  ///   - endsSlanted: Whether it ends at such a line.
  func band(
    _ side: BoxSide, from: BoxShape, to: BoxShape, startsSlanted: Bool, endsSlanted: Bool
  ) -> Path {
    let (a, b) = (Self.corners(from.rect), Self.corners(to.rect))
    let edge = Self.corners(outer.rect)
    let (i, j) = (side.rawValue, side.after.rawValue)
    /// A point moved along the side to where the outer edge of the box ends.
    func flush(_ point: Point, _ end: Point) -> Point {
      side.isHorizontal ? Point(x: end.x, y: point.y) : Point(x: point.x, y: end.y)
    }
    var path = Path()
    path.addLines(between: [
      startsSlanted ? a[i] : flush(a[i], edge[i]), endsSlanted ? a[j] : flush(a[j], edge[j]),
      endsSlanted ? b[j] : flush(b[j], edge[j]), startsSlanted ? b[i] : flush(b[i], edge[i]),
    ])
    path.closeSubpath()
    return path
  }

  /// A line at which a side ends, and a point on its side of the line.
  struct Cut {
    let from, to, inside: Point
  }

  /// The lines through the outer and the inner corners at the ends of a side.
  func cuts(_ side: BoxSide, atStart: Bool, atEnd: Bool) -> [Cut] {
    let (a, b) = (Self.corners(outer.rect), Self.corners(shape(at: 1).rect))
    let (i, j) = (side.rawValue, side.after.rawValue)
    let middle = Point(x: (a[i].x + a[j].x) / 2, y: (a[i].y + a[j].y) / 2)
    return (atStart ? [Cut(from: a[i], to: b[i], inside: middle)] : [])
      + (atEnd ? [Cut(from: a[j], to: b[j], inside: middle)] : [])
  }

  /// The part of the box that belongs to a side: its corners are cut from the outer corner through
  /// the inner one, up to the middle of the box.
  func area(_ side: BoxSide, startsSlanted: Bool, endsSlanted: Bool) -> Path {
    let (a, b) = (Self.corners(outer.rect), Self.corners(shape(at: 1).rect))
    let (i, j) = (side.rawValue, side.after.rawValue)
    let depth = side.isHorizontal ? outer.rect.height : outer.rect.width
    let width = side.isHorizontal ? outer.rect.width : outer.rect.height
    /// The end of the cut at a corner, at most as deep as half of the box.
    func end(_ corner: Int) -> (point: Point, depth: Double, run: Double) {
      let (dx, dy) = (b[corner].x - a[corner].x, b[corner].y - a[corner].y)
      let (down, along) = side.isHorizontal ? (abs(dy), abs(dx)) : (abs(dx), abs(dy))
      guard down > 0 else { return (a[corner], 0, 0) }
      var factor = depth / down
      if along > 0 { factor = min(factor, width / along) }
      return (
        Point(x: a[corner].x + dx * factor, y: a[corner].y + dy * factor), down * factor,
        along * factor
      )
    }
    var (start, stop) = (end(i), end(j))
    if startsSlanted, endsSlanted, start.run + stop.run > width {
      // Both cuts meet before they end.
      let slope = { (end: (point: Point, depth: Double, run: Double)) in end.run / end.depth }
      let meeting = width / (slope(start) + slope(stop))
      let point = { (corner: Int, end: (point: Point, depth: Double, run: Double)) in
        Point(
          x: a[corner].x + (end.point.x - a[corner].x) * meeting / end.depth,
          y: a[corner].y + (end.point.y - a[corner].y) * meeting / end.depth)
      }
      (start.point, stop.point) = (point(i, start), point(j, stop))
    }
    /// The corner on the other side of the box.
    func across(_ corner: Int) -> Point {
      side.isHorizontal
        ? Point(x: a[corner].x, y: a[(side.rawValue + 2) % 4].y)
        : Point(x: a[(side.rawValue + 2) % 4].x, y: a[corner].y)
    }
    var path = Path()
    path.addLines(between: [
      a[i], a[j], endsSlanted ? stop.point : across(j), startsSlanted ? start.point : across(i),
    ])
    path.closeSubpath()
    return path
  }
}
