// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// The floats of a block formatting context: CSS 2.2, §9.5. Places count from the upper left corner
/// of the box that makes the context.
package struct FloatContext: Equatable {
  /// The margin boxes of the floats, in order; their tops never rise.
  package private(set) var areas: [FloatArea] = []
  /// The areas beside which another float may still come: all others end above it.
  private var beside: [FloatArea] = []
  /// The lowest top of all floats.
  package private(set) var lowestTop = -Double.infinity
  /// The lowest edges of the floats at either side.
  package private(set) var leftBottom = -Double.infinity
  package private(set) var rightBottom = -Double.infinity
  /// The upper left corner of the box that is laid out.
  var origin = Point.zero
  /// Whether there are floats at either side that move with the box that is laid out, as margins
  /// that collapse with its own have not been decided yet.
  var adjoining = (left: false, right: false)
  /// The margins that join that of the box that is laid out, and the height from which they count.
  var open = (base: 0.0, margins: MarginStrut())

  package init() {}

  /// Creates a context of the floats beside lines, in the coordinates of the lines.
  package init(_ room: LineRoom) {
    (areas, beside) = (room.floats, room.floats)
    lowestTop = room.lowestFloatTop
    (leftBottom, rightBottom) = (room.leftFloatBottom, room.rightFloatBottom)
  }

  /// Whether a box is laid out alike in both contexts; the rest follows from the areas.
  package static func == (a: FloatContext, b: FloatContext) -> Bool {
    a.origin == b.origin && a.adjoining == b.adjoining && a.open == b.open && a.areas == b.areas
  }

  var bottom: Double { max(leftBottom, rightBottom) }

  /// The lower edge of the floats that a box clears.
  package func bottom(_ clear: BoxItem.Clear) -> Double {
    switch clear {
    case .none: -.infinity
    case .left: leftBottom
    case .right: rightBottom
    case .both: bottom
    }
  }

  func hasAdjoining(_ clear: BoxItem.Clear) -> Bool {
    switch clear {
    case .none: false
    case .left: adjoining.left
    case .right: adjoining.right
    case .both: adjoining.left || adjoining.right
    }
  }

  package mutating func add(_ area: FloatArea) {
    areas.append(area)
    beside.append(area)
    lowestTop = max(lowestTop, area.rect.minY)
    if area.isLeft {
      leftBottom = max(leftBottom, area.rect.maxY)
    } else {
      rightBottom = max(rightBottom, area.rect.maxY)
    }
  }

  /// The room between the floats of a band, within the edges of a container. Beside floats that are
  /// wider than the container the room has no width.
  package func room(
    top: Double, bottom: Double, left: Double, right: Double
  ) -> (left: Double, right: Double) {
    let edges = edges(top: top, bottom: bottom)
    let low = max(left, edges.left)
    return (low, max(low, min(right, edges.right)))
  }

  /// The edges of the floats of a band.
  func edges(top: Double, bottom: Double) -> (left: Double, right: Double) {
    var (low, high) = (-Double.infinity, Double.infinity)
    for area in areas where overlaps(area, top: top, bottom: bottom) {
      if area.isLeft {
        low = max(low, area.rect.maxX)
      } else {
        high = min(high, area.rect.minX)
      }
    }
    return (low, high)
  }

  private func overlaps(_ area: FloatArea, top: Double, bottom: Double) -> Bool {
    // As in browsers, floats without width narrow nothing, but those without height do.
    area.rect.maxY > top && (area.rect.minY < bottom || area.rect.minY <= top)
      && area.rect.width > 0
  }

  /// The least lower edge of the floats that reach below a height; `nil` if there is none.
  package func nextBottom(below top: Double) -> Double? {
    areas.lazy.map(\.rect).filter { $0.maxY > top && $0.width > 0 }.map(\.maxY).min()
  }

  /// Places a float as high as possible, and then as far to its side as possible: §9.5.1.
  ///
  /// - Parameters:
  ///   - top: The height above which the float must not lie.
  ///   - left: The left edge of the container's contents.
  ///   - right: The right edge of the container's contents.
  /// - Returns: The upper left corner of the float's margin box.
  package mutating func place(
    width: Double, height: Double, isLeft: Bool, top: Double, left: Double, right: Double,
    box: Int = -1
  ) -> Point {
    var y = max(top, lowestTop)
    // Most floats end above, and no later float lies higher, so that few are looked at again and
    // again.
    beside.removeAll { $0.rect.maxY <= y }
    var below = FloatContext()
    below.areas = beside
    var edges = below.edges(top: y, bottom: y)
    // A float that is wider than its container fits where there is no other float.
    let needed = min(max(0, width), max(0, right - left))
    while edges.left > edges.right
      || needed > max(0, min(right, edges.right) - max(left, edges.left)) + 1e-6,
      let next = below.nextBottom(below: y)
    {
      y = next
      below.areas.removeAll { $0.rect.maxY <= next }
      edges = below.edges(top: y, bottom: y)
    }
    let low = max(left, edges.left)
    let room = (left: low, right: max(low, min(right, edges.right)))
    let corner = Point(x: isLeft ? room.left : room.right - width, y: y)
    add(
      FloatArea(
        rect: Rect(
          x: isLeft ? room.left : room.right - max(0, width), y: y, width: max(0, width),
          height: max(0, height)), isLeft: isLeft, box: box))
    return corner
  }
}
