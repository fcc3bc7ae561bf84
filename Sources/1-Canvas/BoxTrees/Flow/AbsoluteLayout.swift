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
  /// that they name.
  ///
  /// - Parameters:
  ///   - width: The width of the container with padding and border, in points.
  ///   - statics: The static positions of absolute boxes in a block, from the container's top edge.
  ///   - area: The area of a grid that a box names; `nil` for the padding box.
  mutating func placeAbsolutes(
    of box: Int, width: Double, height: Double, basisWidth: Double?, statics: [Int: Double] = [:],
    area: ((Int) -> GridArea)? = nil
  ) throws {
    let border = border(of: box, basis: basisWidth)
    let edges = edges(of: box, basis: basisWidth)
    let isRightToLeft = boxes[box].isRightToLeft
    for child in children[box]
    where boxes[child].item.position == .absolute && boxes[child].layout.display != .none {
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
      let isNatural = boxes[child].content?.hasNaturalSize == true

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
        let offset = stillOffset(of: child, in: box, alongX: true, free: 2)
        let before = edges.start - border.start
        let after = edges.end - border.end
        available -= offset == 0 ? before : offset == 2 ? after : 2 * max(before, after)
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
              item.justifySelf ?? BoxAlignment(boxes[box].layout.justifyItems.position),
              free: areaWidth - size - margins.inline, isReversed: false,
              isRightToLeft: isRightToLeft, isSelfRightToLeft: boxes[child].isRightToLeft)
        }
        return margins.edges.start
          + still(
            size + margins.inline, from: edges.start, to: width - edges.end,
            in: border.start..<max(border.start, width - border.end),
            isSafe: isSafe(child, in: box, alongX: true)
          ) { stillOffset(of: child, in: box, alongX: true, free: $0) }
      }
      let top = y.place(
        extent.height, alignment: alignY, isRightToLeft: nil, isSelfRightToLeft: false
      ) { size in
        let padding = border.top..<max(border.top, height - border.bottom)
        if let line = statics[child] {
          // In a block the static position is a line without height, at which the box is aligned.
          let alignment = BoxAlignment(alignY.position)
          return margins.edges.top
            + still(
              size + margins.block, from: line, to: line, in: padding, isSafe: alignY.isSafe
            ) {
              Distribution.selfOffset(
                alignment, free: $0, isReversed: false, isRightToLeft: nil,
                isSelfRightToLeft: false)
            }
        }
        if named != nil {
          return areaTop + margins.edges.top
            + Distribution.selfOffset(
              item.alignSelf ?? BoxAlignment(boxes[box].layout.alignItems.position),
              free: areaHeight - size - margins.block, isReversed: false,
              isRightToLeft: nil, isSelfRightToLeft: false)
        }
        return margins.edges.top
          + still(
            size + margins.block, from: edges.top, to: height - edges.bottom, in: padding,
            isSafe: isSafe(child, in: box, alongX: false)
          ) { stillOffset(of: child, in: box, alongX: false, free: $0) }
      }
      setFrame(
        of: child, start: start, top: top, width: usedWidth, height: extent.height,
        outer: width, isRightToLeft: isRightToLeft)
    }
  }

  /// Whether a box between two insets fills the room between them; a picture does so only with
  /// `stretch`.
  private func fills(_ alignment: BoxAlignment, isNatural: Bool) -> Bool {
    alignment.position == .stretch || alignment.position == .normal && !isNatural
  }

  /// The static position of a box without insets: where it begins, with its margins, in its
  /// container.
  ///
  /// - Parameters:
  ///   - size: The size of the box with its margins.
  ///   - start: The start of the room in which it is aligned.
  ///   - end: The end of that room.
  ///   - padding: The padding box of the container.
  ///   - isSafe: Whether a box that is too large begins at the start of the room that it may take.
  ///     That room is the largest part of the padding box in which the alignment puts the box at
  ///     the same place: CSS Position 3, §4.1.
  ///   - offset: Returns where the box begins in its room, given the room that it leaves free.
  private func still(
    _ size: Double, from start: Double, to end: Double, in padding: Range<Double>, isSafe: Bool,
    _ offset: (Double) -> Double
  ) -> Double {
    let place = start + offset(end - start - size)
    guard isSafe else { return place }
    switch offset(2) {
    case 0: return place
    case 2: return end - size < padding.lowerBound ? padding.lowerBound : place
    default:
      let middle = (start + end) / 2
      let half = min(middle - padding.lowerBound, padding.upperBound - middle)
      return size > 2 * half ? middle - half : place
    }
  }

  /// Whether a box without insets is aligned safely. As in browsers, only the box's own alignment
  /// counts, not that of its container.
  private func isSafe(_ child: Int, in box: Int, alongX: Bool) -> Bool {
    let layout = boxes[box].layout
    let item = boxes[child].item
    guard layout.display == .flex else { return item.justifySelf?.isSafe == true }
    let isMain = FlexAxes(layout).isRow == alongX
    return (isMain ? item.justifySelf : item.alignSelf)?.isSafe == true
  }

  /// How a box without insets is aligned: as the only item of a flex container, or of a grid.
  private func stillAlignment(of child: Int, in box: Int, alongX: Bool) -> BoxAlignment {
    let layout = boxes[box].layout
    let item = boxes[child].item
    guard layout.display == .flex else { return item.justifySelf ?? layout.justifyItems }
    if FlexAxes(layout).isRow == alongX { return layout.justifyContent }
    return item.alignSelf ?? layout.alignItems
  }

  /// Where a box without insets lies: where it would lie as the only item of a flex container (CSS
  /// Flexbox 1, §4.1), and at the start in blocks.
  private func stillOffset(of child: Int, in box: Int, alongX: Bool, free: Double) -> Double {
    let layout = boxes[box].layout
    let isRightToLeft = boxes[box].isRightToLeft
    var alignment = stillAlignment(of: child, in: box, alongX: alongX)
    alignment.isSafe = false
    guard layout.display == .flex else {
      guard alongX else { return 0 }
      return Distribution.selfOffset(
        alignment, free: free, isReversed: false, isRightToLeft: isRightToLeft,
        isSelfRightToLeft: boxes[child].isRightToLeft)
    }
    let axes = FlexAxes(layout)
    if axes.isRow == alongX {
      switch alignment.position {
      case .spaceBetween: alignment.position = .flexStart
      case .spaceAround, .spaceEvenly: alignment.position = .center
      default: break
      }
      let first = Distribution.places(
        alignment, free: free, count: 1, isReversed: axes.isMainReversed,
        isRightToLeft: alongX ? isRightToLeft : nil
      ).first
      return axes.isMainReversed ? free - first : first
    }
    return Distribution.selfOffset(
      alignment, free: free, isReversed: axes.isCrossReversed,
      isRightToLeft: alongX ? isRightToLeft : nil,
      isSelfRightToLeft: boxes[child].isRightToLeft)
  }
}

/// An area of a grid, in points from the start and the top of the container.
struct GridArea {
  var columns: Range<Double>
  var rows: Range<Double>
}
