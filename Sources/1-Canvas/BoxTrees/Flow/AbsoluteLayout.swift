// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// Boxes out of the flow: CSS Position 3, §4.
extension LayoutPass {
  /// One axis of an absolute box.
  private struct Axis {
    /// The size of the containing box, and its start in the container.
    var room: Double
    var origin: Double
    /// Distances from the start and the end of the containing box; `nil` for `auto`.
    var start: Double?
    var end: Double?
    var startMargin: Double
    var endMargin: Double
    var isStartMarginAuto: Bool
    var isEndMarginAuto: Bool

    /// The room for the box with its margins.
    var available: Double { max(0, room - (start ?? 0) - (end ?? 0)) }
    var margins: Double { startMargin + endMargin }

    /// Where the box begins in the container.
    ///
    /// - Parameter still: Returns where a box of a given size would begin in the flow (its static
    ///   position), with its margin, in the container.
    func place(
      _ size: Double, alignment: BoxAlignment, isRightToLeft: Bool?, isSelfRightToLeft: Bool,
      still: (Double) -> Double
    ) -> Double {
      switch (start, end) {
      case (let start?, _?):
        let free = available - size - margins
        if isStartMarginAuto || isEndMarginAuto {
          // A box that is too wide begins at the start; one that is too high overflows at both
          // ends.
          let half = isRightToLeft == nil ? free / 2 : max(0, free) / 2
          let share = isStartMarginAuto ? (isEndMarginAuto ? half : free) : 0
          return origin + start + startMargin + share
        }
        let offset = Distribution.selfOffset(
          alignment, free: free, isReversed: false, isRightToLeft: isRightToLeft,
          isSelfRightToLeft: isSelfRightToLeft)
        var place = start + offset
        if free < 0, !alignment.isSafe, !alignment.isUnsafe, alignment.position != .normal {
          // A box that is too large is moved into the containing box if possible: Box Alignment 3,
          // §4.4.
          let low = min(0, start)
          place = max(low, min(place, max(room, start + available) - size - margins))
        }
        return origin + startMargin + place
      case (let start?, nil): return origin + start + startMargin
      case (nil, let end?): return origin + room - end - endMargin - size
      case (nil, nil): return still(size)
      }
    }
  }

  /// Places the absolute boxes of a container against its padding box; in a grid, against the lines
  /// that they name. If the container is no containing block, they wait for the one around it.
  ///
  /// - Parameters:
  ///   - width: The width of the container with padding and border, in points.
  ///   - statics: The static positions of absolute boxes in a block, from the container's top edge.
  ///   - points: The static positions of absolute boxes in lines, from the container's corner.
  ///   - area: The area of a grid that a box names; `nil` for the padding box.
  mutating func placeAbsolutes(
    of box: Int, width: Double, height: Double, basisWidth: Double?, statics: [Int: Double] = [:],
    points: [Int: Point] = [:], area: ((Int) -> GridArea)? = nil
  ) throws {
    let holds = boxes[box].item.isContainingBlock || box == 0
    let holdsFixed = boxes[box].item.holdsFixed || box == 0
    let size = Size(width: width, height: height)
    for child in children[box]
    where boxes[child].item.position == .absolute && boxes[child].layout.display != .none {
      let still = HoistedBox(
        box: child, container: box, size: size, basisWidth: basisWidth, top: statics[child],
        point: points[child])
      if holds, !boxes[child].item.isFixed || holdsFixed {
        try placeAbsolute(
          still, in: box, width: width, height: height, basisWidth: basisWidth, area: area)
      } else {
        hoisted.append(still)
      }
    }
  }

  /// Places absolute boxes that lie deeper in their containing block.
  mutating func placeHoisted(from mark: Int, in box: Int, _ space: Space, height: Double) throws {
    guard hoisted.count > mark, boxes[box].item.isContainingBlock || box == 0 else { return }
    let waiting = hoisted[mark...]
    hoisted.removeSubrange(mark...)
    for var still in waiting {
      if boxes[still.box].item.isFixed, !boxes[box].item.holdsFixed, box != 0 {
        hoisted.append(still)
        continue
      }
      if boxes[still.container].mode != .horizontal || boxes[box].contentMode != .horizontal {
        try placeTurned(still, in: box, space, height: height)
        continue
      }
      var container = still.container
      while container != box, let outer = boxes[container].container {
        still.offset.x += frames[container].minX
        still.offset.y += frames[container].minY
        container = outer
      }
      try placeAbsolute(
        still, in: box, width: space.width, height: height, basisWidth: space.basisWidth, area: nil)
      let frame = frames[still.box].origin
      frames[still.box].origin = Point(
        x: frame.x - still.offset.x, y: frame.y - still.offset.y)
    }
  }

  mutating func placeAbsolute(
    _ box: HoistedBox, in outer: Int, width: Double, height: Double, basisWidth: Double?,
    area: ((Int) -> GridArea)?
  ) throws {
    let border = border(of: outer, basis: basisWidth)
    let isRightToLeft = boxes[outer].isRightToLeft
    let child = box.box
    let still = stillPlace(box, in: outer)
    let item = boxes[child].item
    let named = area?(child)
    let inlineStart = named?.columns.lowerBound ?? border.start
    let inlineEnd = named?.columns.upperBound ?? max(inlineStart, width - border.end)
    let areaTop = named?.rows.lowerBound ?? border.top
    let areaBottom = named?.rows.upperBound ?? max(areaTop, height - border.bottom)
    let (areaWidth, areaHeight) = (inlineEnd - inlineStart, areaBottom - areaTop)
    let basis = Basis(width: areaWidth, height: areaHeight)
    let margins = margins(of: child, basis: basis.width, isRightToLeft: isRightToLeft)
    let (startInset, endInset) =
      isRightToLeft ? (item.inset.right, item.inset.left) : (item.inset.left, item.inset.right)
    let x = Axis(
      room: areaWidth, origin: inlineStart, start: startInset.points(of: basis.width),
      end: endInset.points(of: basis.width), startMargin: margins.edges.start,
      endMargin: margins.edges.end, isStartMarginAuto: margins.isStartAuto,
      isEndMarginAuto: margins.isEndAuto)
    let y = Axis(
      room: areaHeight, origin: areaTop, start: item.inset.top.points(of: basis.height),
      end: item.inset.bottom.points(of: basis.height), startMargin: margins.edges.top,
      endMargin: margins.edges.bottom, isStartMarginAuto: margins.isTopAuto,
      isEndMarginAuto: margins.isBottomAuto)
    let alignX = item.justifySelf ?? .normal
    let alignY = item.alignSelf ?? .normal
    let childEdges = self.edges(of: child, basis: basis.width)
    let isNatural = boxes[child].isNatural

    // A box between two insets fills the height, unless a ratio and a width decide its height.
    let own = ownHeight(of: child, basis: basis.height, edges: childEdges)
    let fillsY =
      item.height == .auto && y.start != nil && y.end != nil
      && fills(alignY, isNatural: isNatural)
    let fillsX =
      item.width == .auto && x.start != nil && x.end != nil
      && fills(alignX, isNatural: isNatural)
    let stretched =
      fillsY
      ? clampedHeight(
        max(0, y.available - y.margins), of: child, basis: basis.height, edges: childEdges) : nil
    var available = x.available - x.margins
    if x.start == nil, x.end == nil, named == nil {
      // Without insets the box may reach from its static position to the far edge, or, if it is
      // centred, to the nearer edge on both sides.
      available -= unreachable(still, border: border, width: width, isRightToLeft: isRightToLeft)
    }
    let usedWidth = try self.width(
      of: child, available: max(0, available), basis: basis,
      height: fillsX ? own : own ?? stretched,
      auto: fillsX ? isNatural ? .stretch : .fill : .fitContent)
    var space = Space(
      width: usedWidth, height: .own, basisWidth: basis.width, basisHeight: basis.height,
      keepsMargins: true)
    let hasRatio = boxes[child].ratio != nil
    if stretched != nil, !(hasRatio && (fillsX || item.width != .auto)) {
      let height = try clampedHeight(
        max(0, y.available - y.margins), of: child, width: usedWidth, basisWidth: basis.width,
        basis: basis.height, edges: childEdges)
      space.height = .fixed(height, isDefinite: true)
    }
    let extent = try place(child, in: space)
    let start = x.place(
      usedWidth, alignment: alignX, isRightToLeft: isRightToLeft,
      isSelfRightToLeft: boxes[child].isRightToLeft
    ) { size in
      if named != nil {
        // Without insets a box of a grid is aligned in its area.
        return inlineStart + margins.edges.start
          + Distribution.selfOffset(
            item.justifySelf ?? BoxAlignment(boxes[outer].layout.justifyItems.position),
            free: areaWidth - size - margins.inline, isReversed: false,
            isRightToLeft: isRightToLeft, isSelfRightToLeft: boxes[child].isRightToLeft)
      }
      let start = stillStart(still, size: size + margins.inline)
      guard still.isHoisted else { return margins.edges.start + start }
      let left = still.isRightToLeft ? still.size.width - start - size - margins.inline : start
      let moved = left + still.offset.x
      return margins.edges.start
        + (isRightToLeft ? width - moved - size - margins.inline : moved)
    }
    let top = y.place(
      extent.height, alignment: alignY, isRightToLeft: nil, isSelfRightToLeft: false
    ) { size in
      if named != nil {
        return areaTop + margins.edges.top
          + Distribution.selfOffset(
            item.alignSelf ?? BoxAlignment(boxes[outer].layout.alignItems.position),
            free: areaHeight - size - margins.block, isReversed: false,
            isRightToLeft: nil, isSelfRightToLeft: false)
      }
      return margins.edges.top + still.offset.y
        + stillTop(still, size: size + margins.block, alignment: alignY)
    }
    setFrame(
      of: child, start: start, top: top, width: usedWidth, height: extent.height,
      outer: width, isRightToLeft: isRightToLeft)
  }

  /// Whether a box between two insets fills the room between them; a picture does so only with
  /// `stretch`.
  private func fills(_ alignment: BoxAlignment, isNatural: Bool) -> Bool {
    alignment.position == .stretch || alignment.position == .normal && !isNatural
  }
}

/// An area of a grid, in points from the start and the top of the container.
struct GridArea {
  var columns: Range<Double>
  var rows: Range<Double>
}
