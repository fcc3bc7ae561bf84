// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// An absolute box with its container, which may lie deeper than its containing block.
struct HoistedBox {
  let box: Int
  let container: Int
  /// The size of the container with padding and border.
  let size: Size
  let basisWidth: Double?
  /// The place of the box in the flow of a block, below the top of the container.
  let top: Double?
  /// The place of the box in lines, from the upper left corner of the container.
  let point: Point?
  /// The corner of the container in the containing block.
  var offset = Point.zero
  /// Whether the box reaches to the left of ``point``, and above it; `nil` for the direction of the
  /// container.
  var reaches: (left: Bool, up: Bool)?
}

/// Where absolute boxes without insets lie: CSS Position 3, §4.1.
extension LayoutPass {
  /// The static position of a box in its container.
  struct StaticPlace {
    let box: Int
    let container: Int
    let size: Size
    let edges: Edges
    let border: Edges
    let isRightToLeft: Bool
    let top: Double?
    let point: Point?
    let reachesUp: Bool
    let offset: Point
    /// Whether the container is not the containing block, or the box lies in lines.
    let isHoisted: Bool
  }

  func stillPlace(_ box: HoistedBox, in outer: Int) -> StaticPlace {
    StaticPlace(
      box: box.box, container: box.container, size: box.size,
      edges: edges(of: box.container, basis: box.basisWidth),
      border: border(of: box.container, basis: box.basisWidth),
      isRightToLeft: box.reaches?.left ?? boxes[box.container].isRightToLeft, top: box.top,
      point: box.point, reachesUp: box.reaches?.up ?? false,
      offset: box.offset, isHoisted: box.container != outer || box.point != nil)
  }

  /// The part of the containing block that a box without insets does not reach along x.
  func unreachable(
    _ still: StaticPlace, border: Edges, width: Double, isRightToLeft: Bool
  ) -> Double {
    if still.isHoisted {
      let (left, right) = isRightToLeft ? (border.end, border.start) : (border.start, border.end)
      if still.isRightToLeft {
        let place = still.point?.x ?? still.size.width - still.edges.start
        return width - right - still.offset.x - place
      }
      return still.offset.x + (still.point?.x ?? still.edges.start) - left
    }
    let offset = stillOffset(of: still.box, in: still.container, alongX: true, free: 2)
    let before = still.edges.start - still.border.start
    let after = still.edges.end - still.border.end
    return offset == 0 ? before : offset == 2 ? after : 2 * max(before, after)
  }

  /// Where the margin box of a box begins along x, from the start edge of its container.
  func stillStart(_ still: StaticPlace, size: Double) -> Double {
    if let point = still.point {
      return still.isRightToLeft ? still.size.width - point.x : point.x
    }
    let (edges, border, width) = (still.edges, still.border, still.size.width)
    return self.still(
      size, from: edges.start, to: width - edges.end,
      in: border.start..<max(border.start, width - border.end),
      isSafe: isSafe(still.box, in: still.container, alongX: true)
    ) { stillOffset(of: still.box, in: still.container, alongX: true, free: $0) }
  }

  /// Where the margin box of a box begins along y, from the top of its container.
  func stillTop(_ still: StaticPlace, size: Double, alignment: BoxAlignment) -> Double {
    if let point = still.point { return still.reachesUp ? point.y - size : point.y }
    let (edges, border, height) = (still.edges, still.border, still.size.height)
    let padding = border.top..<max(border.top, height - border.bottom)
    if let line = still.top {
      // In a block the static position is a line without height, at which the box is aligned.
      return self.still(size, from: line, to: line, in: padding, isSafe: alignment.isSafe) {
        Distribution.selfOffset(
          BoxAlignment(alignment.position), free: $0, isReversed: false, isRightToLeft: nil,
          isSelfRightToLeft: false)
      }
    }
    return self.still(
      size, from: edges.top, to: height - edges.bottom, in: padding,
      isSafe: isSafe(still.box, in: still.container, alongX: false)
    ) { stillOffset(of: still.box, in: still.container, alongX: false, free: $0) }
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
  func isSafe(_ child: Int, in box: Int, alongX: Bool) -> Bool {
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

  /// Where a box without insets lies: where it would lie as the only item of a flex container
  /// (Flexbox 1, §4.1), and at the start in blocks.
  func stillOffset(of child: Int, in box: Int, alongX: Bool, free: Double) -> Double {
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
