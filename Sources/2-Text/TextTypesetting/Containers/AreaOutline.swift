// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency

/// An interval of x in line space.
struct LineSlot: Equatable {
  var left: Double
  var right: Double

  var width: Double { right - left }
}

/// The edges of an area in line space. They tell which intervals of x are wholly inside in a
/// horizontal band, and which wholly outside.
struct AreaOutline {
  /// The edges, sorted by their upper ends.
  private let edges: [PathEdge]
  /// The lowest end (greatest y) of each edge and all edges before it.
  private let lowest: [Double]
  private let rule: FillRule
  let bounds: Rect
  /// Whether the area is a rectangle along the axes.
  let isBox: Bool

  /// - Parameters:
  ///   - edges: The edges in line space.
  ///   - rule: The rule by which points are inside.
  init(_ edges: [PathEdge], rule: FillRule) {
    self.rule = rule
    let down = edges.filter { $0.from.isFinite && $0.to.isFinite }
      .sorted { min($0.from.y, $0.to.y) < min($1.from.y, $1.to.y) }
    self.edges = down
    var lowest: [Double] = []
    lowest.reserveCapacity(down.count)
    var (left, right, most) = (Double.infinity, -Double.infinity, -Double.infinity)
    for edge in down {
      most = max(most, edge.from.y, edge.to.y)
      lowest.append(most)
      left = min(left, edge.from.x, edge.to.x)
      right = max(right, edge.from.x, edge.to.x)
    }
    self.lowest = lowest
    isBox =
      down.count <= 4
      && down.allSatisfy { $0.from.x == $0.to.x || $0.from.y == $0.to.y }
    if let first = down.first {
      let top = min(first.from.y, first.to.y)
      bounds = Rect(x: left, y: top, width: right - left, height: most - top)
    } else {
      bounds = .zero
    }
  }

  /// The intervals in which every point of a band is inside, or on the edge, from the left.
  ///
  /// - Throws: `CancellationError`.
  /// - Complexity: O(*n* log *n*) in the edges that meet the band, as a rule.
  func insides(from top: Double, to bottom: Double, _ cancellation: Cancellation) throws
    -> [LineSlot]
  {
    try band(from: top, to: bottom, cancellation).insides
  }

  /// The intervals in which some point of a band is inside, from the left.
  ///
  /// - Throws: `CancellationError`.
  /// - Complexity: O(*n* log *n*) in the edges that meet the band, as a rule.
  func touched(from top: Double, to bottom: Double, _ cancellation: Cancellation) throws
    -> [LineSlot]
  {
    let band = try band(from: top, to: bottom, cancellation)
    return (band.crossed + band.insides).merged
  }

  /// The intervals of a band that an edge crosses, and those between them that are inside.
  private func band(
    from top: Double, to bottom: Double, _ cancellation: Cancellation
  ) throws -> (crossed: [LineSlot], insides: [LineSlot]) {
    // Edges from `end` on begin below the band.
    var (low, end) = (0, edges.count)
    while low < end {
      let middle = (low + end) / 2
      let edge = edges[middle]
      if min(edge.from.y, edge.to.y) < bottom { low = middle + 1 } else { end = middle }
    }
    let centre = top + (bottom - top) / 2
    var extents: [LineSlot] = []
    // The crossings of the edges with the middle of the band, and their directions.
    var crossings: [(x: Double, winding: Int)] = []
    var index = end
    while index > 0, lowest[index - 1] > top {
      index -= 1
      if index & 0xFFF == 0 { try cancellation.check() }
      let edge = edges[index]
      let (a, b) = edge.from.y <= edge.to.y ? (edge.from, edge.to) : (edge.to, edge.from)
      guard b.y > top else { continue }
      let isLevel = a.y == b.y
      let first = isLevel ? a.x : edge.x(atY: max(a.y, top))
      let last = isLevel ? b.x : edge.x(atY: min(b.y, bottom))
      extents.append(LineSlot(left: min(first, last), right: max(first, last)))
      if a.y <= centre, b.y > centre {
        crossings.append((edge.x(atY: centre), edge.from.y <= edge.to.y ? 1 : -1))
      }
    }
    let crossed = extents.merged
    crossings.sort { $0.x < $1.x }
    var insides: [LineSlot] = []
    var (winding, next) = (0, 0)
    for (slot, following) in zip(crossed, crossed.dropFirst()) {
      while next < crossings.count, crossings[next].x <= slot.right {
        winding += crossings[next].winding
        next += 1
      }
      let isInside = rule == .nonZero ? winding != 0 : winding % 2 != 0
      if isInside { insides.append(LineSlot(left: slot.right, right: following.left)) }
    }
    return (crossed, insides)
  }
}

extension PathEdge {
  /// The x of an edge that is not level at a y between its ends.
  fileprivate func x(atY y: Double) -> Double {
    if y == from.y { return from.x }
    if y == to.y { return to.x }
    return from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y)
  }
}

extension Point {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}

extension [LineSlot] {
  /// The union as intervals that do not meet, from the left.
  var merged: [LineSlot] {
    var result: [LineSlot] = []
    for slot in sorted(by: { $0.left < $1.left }) {
      if let last = result.last, slot.left <= last.right {
        result[result.count - 1].right = Swift.max(last.right, slot.right)
      } else {
        result.append(slot)
      }
    }
    return result
  }

  /// The parts that no interval of `others` covers; the intervals of `others` must be merged.
  func without(_ others: [LineSlot]) -> [LineSlot] {
    var result: [LineSlot] = []
    for slot in self {
      var left = slot.left
      for other in others {
        if other.right <= left { continue }
        if other.left >= slot.right { break }
        if other.left > left { result.append(LineSlot(left: left, right: other.left)) }
        left = Swift.max(left, other.right)
      }
      if left < slot.right { result.append(LineSlot(left: left, right: slot.right)) }
    }
    return result
  }

  /// The parts between two x.
  func clamped(from left: Double, to right: Double) -> [LineSlot] {
    compactMap { slot in
      let part = LineSlot(left: Swift.max(slot.left, left), right: Swift.min(slot.right, right))
      return part.left < part.right ? part : nil
    }
  }
}
