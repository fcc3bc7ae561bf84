// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
import TextModel

/// The floats that were placed before an inline formatting context, in line space from the corner at
/// which its first line begins; y runs in the direction in which lines follow each other.
///
/// A container with such a context sets its lines and floats by CSS 2.2, 9.5: a line lies in the one
/// place between the floats at its left and those at its right.
package struct FloatContext: Hashable, Sendable {
  /// A float.
  package struct Area: Hashable, Sendable {
    /// The margin box, whose sides may be below 0.
    package var rect: Rect
    /// Whether the float stands at the left end of lines.
    package var isAtLeft: Bool

    package init(_ rect: Rect, isAtLeft: Bool) { (self.rect, self.isAtLeft) = (rect, isAtLeft) }
  }

  /// The floats.
  package var areas: [Area]
  /// The y above which no further float stands. Source: CSS 2.2, 9.5.1, rules 5 and 6.
  package var lowestTop: Double

  package init(areas: [Area] = [], lowestTop: Double = -.infinity) {
    (self.areas, self.lowestTop) = (areas, lowestTop)
  }

  /// Whether a float lies beside a line. Source: CSS 2.2, 9.5, line boxes next to a float.
  private static func lies(_ area: Area, from top: Double, to bottom: Double) -> Bool {
    area.rect.minY < max(bottom, top) && area.rect.maxY > top
  }

  /// Whether floats lie beside a band, so that a line finds more room further down.
  func isNarrowed(from top: Double, to bottom: Double) -> Bool {
    areas.contains { Self.lies($0, from: top, to: bottom) }
  }

  /// The place between the floats that lie beside a band.
  func slot(from top: Double, to bottom: Double, in whole: LineSlot) -> LineSlot {
    var slot = whole
    for area in areas where Self.lies(area, from: top, to: bottom) {
      if area.isAtLeft {
        slot.left = max(slot.left, area.rect.maxX)
      } else {
        slot.right = min(slot.right, area.rect.minX)
      }
    }
    return slot
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
  /// - Returns: The margin box.
  mutating func place(
    _ size: Size, isAtLeft: Bool, clear: FloatClear, from top: Double, in whole: LineSlot
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
    areas.append(Area(rect, isAtLeft: isAtLeft))
    lowestTop = rect.minY
    return rect
  }
}
