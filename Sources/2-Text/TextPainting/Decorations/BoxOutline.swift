// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// The outline of boxes on neighbouring lines that touch: a polygon of upright and level edges.
struct BoxOutline {
  /// A corner, and the greatest radius there: half of the height of its box, so that a corner does
  /// not depend on boxes farther away.
  private struct Corner {
    var point: Point
    var limit: Double
  }

  /// The corners, clockwise from the top right one; no three lie on one edge.
  private let corners: [Corner]
  /// The least width and height of the boxes.
  private let shortestSide: Double

  /// - Parameter boxes: Rectangles from the top to the bottom, each of which begins where the one
  ///   before ends and shares a part of that edge.
  init(_ boxes: [Rect]) {
    var right: [Corner] = []
    var left: [Corner] = []
    for box in boxes {
      Self.add(box.maxX, of: box, &right)
      Self.add(box.minX, of: box, &left)
    }
    corners = right + left.reversed()
    shortestSide = boxes.reduce(.infinity) { min($0, min($1.width, $1.height)) }
  }

  /// Adds an upright edge, or lengthens the edge before if the new one is in line with it.
  private static func add(_ x: Double, of box: Rect, _ side: inout [Corner]) {
    let limit = box.height / 2
    if let last = side.last, abs(last.point.x - x) < 0.25 {
      side[side.count - 1] = Corner(point: Point(x: last.point.x, y: box.maxY), limit: limit)
    } else {
      side.append(Corner(point: Point(x: x, y: box.minY), limit: limit))
      side.append(Corner(point: Point(x: x, y: box.maxY), limit: limit))
    }
  }

  /// Whether a line of a width fits inside.
  func holds(_ width: Double) -> Bool { 2 * width < shortestSide }

  /// The outline, or a line that runs inside of it.
  ///
  /// - Parameters:
  ///   - radius: The radius of the corners, at most half of each edge; inner corners are round too.
  ///   - distance: The distance inwards; corners keep their centres.
  func path(radius: Double, inset distance: Double = 0) -> Path {
    let count = corners.count
    guard count >= 4 else { return Path() }
    let points = corners.indices.map { moved($0, by: distance) }
    var path = Path()
    for (index, p) in points.enumerated() {
      let (before, after) = (points[(index + count - 1) % count], points[(index + 1) % count])
      let (incoming, outgoing) = (Edge(before, p), Edge(p, after))
      // Clockwise with y downwards, an outer corner turns to the right.
      let isOuter = incoming.x * outgoing.y - incoming.y * outgoing.x > 0
      let own = radius > 0 ? max(0, isOuter ? radius - distance : radius + distance) : 0
      let r = min(own, corners[index].limit, incoming.length / 2, outgoing.length / 2)
      let from = Point(x: p.x - incoming.x * r, y: p.y - incoming.y * r)
      let to = Point(x: p.x + outgoing.x * r, y: p.y + outgoing.y * r)
      if path.isEmpty { path.move(to: from) } else { path.addLine(to: from) }
      guard r > 0 else { continue }
      // The distance of a cubic's control point for a quarter of the unit circle.
      let k = 0.552_284_749_830_793_6 * r
      path.addCurve(
        to: to, control1: Point(x: from.x + incoming.x * k, y: from.y + incoming.y * k),
        control2: Point(x: to.x - outgoing.x * k, y: to.y - outgoing.y * k))
    }
    path.closeSubpath()
    return path
  }

  /// A corner with both of its edges moved inwards.
  private func moved(_ index: Int, by distance: Double) -> Point {
    let count = corners.count
    let p = corners[index].point
    let incoming = Edge(corners[(index + count - 1) % count].point, p)
    let outgoing = Edge(p, corners[(index + 1) % count].point)
    // The inside is to the right of the path. One edge is level and the other upright, so each of
    // them decides one coordinate.
    return Point(
      x: p.x - distance * (incoming.y + outgoing.y), y: p.y + distance * (incoming.x + outgoing.x))
  }

  /// The direction and the length of an edge.
  private struct Edge {
    let x: Double
    let y: Double
    let length: Double

    init(_ a: Point, _ b: Point) {
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      length = abs(dx) + abs(dy)
      (x, y) = length > 0 ? (dx / length, dy / length) : (0, 0)
    }
  }
}
