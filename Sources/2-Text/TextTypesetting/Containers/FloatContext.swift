// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
import TextModel

/// The floats that were placed before an inline formatting context, in line space from the corner
/// at which its first line begins; y runs in the direction in which lines follow each other.
///
/// A container with such a context sets its lines and floats by CSS 2.2, 9.5: a line lies in the
/// one place between the floats at its left and those at its right.
package struct FloatContext: Hashable, Sendable {
  /// A float.
  package struct Area: Hashable, Sendable {
    /// The margin box, whose sides may be below 0.
    package var rect: Rect
    /// Whether the float stands at the left end of lines.
    package var isAtLeft: Bool
    /// The corners of the area that lines keep clear of, within the margin box; empty for all of
    /// the box. Source: CSS Shapes 1, `shape-outside`.
    package var outline: [Point]

    package init(_ rect: Rect, isAtLeft: Bool, outline: [Point] = []) {
      (self.rect, self.isAtLeft, self.outline) = (rect, isAtLeft, outline)
    }

    /// The extent of the area beside a line; `nil` if it ends above the line or begins below.
    /// Source: CSS 2.2, 9.5, line boxes next to a float.
    fileprivate func extent(from top: Double, to bottom: Double) -> LineSlot? {
      let bottom = max(top, bottom)
      guard rect.minY < bottom, rect.maxY > top else { return nil }
      if outline.isEmpty { return LineSlot(left: rect.minX, right: rect.maxX) }
      let (upper, lower) = (max(top, rect.minY), min(bottom, rect.maxY))
      var extent: LineSlot?
      for (index, from) in outline.enumerated() {
        let to = outline[(index + 1) % outline.count]
        let (first, last) = from.y <= to.y ? (from, to) : (to, from)
        guard first.y < last.y, first.y < max(lower, upper), last.y > upper else { continue }
        for y in [max(first.y, upper), min(last.y, lower)] {
          let share = (y - first.y) / (last.y - first.y)
          let x = min(max(first.x + (last.x - first.x) * share, rect.minX), rect.maxX)
          extent = LineSlot(left: min(x, extent?.left ?? x), right: max(x, extent?.right ?? x))
        }
      }
      return extent
    }
  }

  /// The floats.
  package var areas: [Area]
  /// The outlines of floats in the text, by the offsets of their characters; points count from the
  /// upper left corner of the margin box.
  package var outlines: [Int: [Point]] = [:]
  /// The y above which no further float stands. Source: CSS 2.2, 9.5.1, rules 5 and 6.
  package var lowestTop: Double

  package init(areas: [Area] = [], lowestTop: Double = -.infinity) {
    (self.areas, self.lowestTop) = (areas, lowestTop)
  }

  /// Whether a float has an outline, beside which low lines find more room than high ones.
  var isShaped: Bool { areas.contains { !$0.outline.isEmpty } }

  /// Whether floats lie beside a band, so that a line finds more room further down.
  func isNarrowed(from top: Double, to bottom: Double) -> Bool {
    areas.contains { $0.extent(from: top, to: bottom) != nil }
  }

  /// The place between the floats that lie beside a band.
  func slot(from top: Double, to bottom: Double, in whole: LineSlot) -> LineSlot {
    var slot = whole
    for area in areas {
      guard let extent = area.extent(from: top, to: bottom) else { continue }
      if area.isAtLeft {
        slot.left = max(slot.left, extent.right)
      } else {
        slot.right = min(slot.right, extent.left)
      }
    }
    return slot
  }

  /// The next y at which a line may find more room: one point below where an outline lies beside
  /// it, which may leave other room everywhere; otherwise the next edge.
  func nextPlace(below top: Double, to bottom: Double) -> Double {
    let isShaped = areas.contains {
      !$0.outline.isEmpty && $0.extent(from: top, to: bottom) != nil
    }
    return min(nextEdge(below: top) ?? top + 1, isShaped ? top + 1 : .infinity)
  }

  /// The lower edge of a float that ends first below a y; `nil` if all end above.
  func nextEdge(below y: Double) -> Double? {
    areas.lazy.map(\.rect.maxY).filter { $0 > y }.min()
  }

  /// The y down to which no float lies; `y` itself if one lies there.
  func clearance(below y: Double) -> Double {
    areas.lazy.filter { $0.rect.maxY > y && $0.rect.height > 0 }
      .map { max(y, $0.rect.minY) }.min() ?? .infinity
  }

  /// The upper edge of a float that is cleared.
  private func top(_ clear: FloatClear) -> Double {
    let cleared = areas.lazy.filter { area in
      switch clear {
      case .none: false
      case .left: area.isAtLeft
      case .right: !area.isAtLeft
      case .both: true
      }
    }
    return cleared.map(\.rect.maxY).max() ?? -.infinity
  }

  /// Places a float as high, and as far at its side, as it can stand.
  ///
  /// Source: CSS 2.2, 9.5.1, the rules by their numbers.
  ///
  /// - Parameters:
  ///   - size: The size of the margin box along and across lines.
  ///   - top: The upper edge of the line that holds the float, or of the next one.
  ///   - whole: The extent of the container.
  ///   - offset: The offset of the float's character.
  /// - Returns: The margin box.
  mutating func place(
    _ size: Size, isAtLeft: Bool, clear: FloatClear, from top: Double, in whole: LineSlot,
    offset: Int
  ) -> Rect {
    // Rules 4, 5 and 6.
    var y = max(top, lowestTop, self.top(clear))
    var slot = whole
    while true {
      slot = whole
      // No earlier float begins below `y`.
      for area in areas where area.rect.maxY > y {
        if area.isAtLeft {
          slot.left = max(slot.left, area.rect.maxX)
        } else {
          slot.right = min(slot.right, area.rect.minX)
        }
      }
      // Rules 2, 3 and 7: a float that is too wide stands where no other is in its way.
      let isAlone = isAtLeft ? slot.right >= whole.right : slot.left <= whole.left
      let isFirst = isAtLeft ? slot.left <= whole.left : slot.right >= whole.right
      if slot.width + LineBreaker.tolerance >= size.width || isAlone && isFirst { break }
      // Rule 8.
      guard let next = nextEdge(below: y) else { break }
      y = next
    }
    // Rule 9.
    let x = isAtLeft ? slot.left : slot.right - size.width
    let rect = Rect(x: x, y: LineMetrics.exact(y), width: size.width, height: size.height)
    let outline = outlines[offset]?.map { Point(x: $0.x + rect.minX, y: $0.y + rect.minY) } ?? []
    areas.append(Area(rect, isAtLeft: isAtLeft, outline: outline))
    lowestTop = rect.minY
    return rect
  }
}
