// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// Boxes whose lines run across those of their container: CSS Writing Modes 4, §7.3.
///
/// Such a box is two: the outer one lies in the axes of its container, and holds the inner one,
/// which has its contents in their own axes. Both have the same edges.
extension LayoutPass {
  /// Lays out an outer box: its height is the width of the inner one.
  mutating func orthogonal(_ box: Int, in space: Space, places: Bool) throws -> Extent {
    let height = try orthogonalHeight(of: box, in: space)
    let inner = Space(
      width: height,
      height: .fixed(space.width, isDefinite: boxes[box].item.width != .auto),
      basisWidth: space.basisWidth, keepsMargins: true)
    if places {
      let child = children[box][0]
      try place(child, in: inner)
      frames[child] = Rect(width: height, height: space.width)
    }
    var extent = Extent(height: height)
    extent.contentHeight = height
    return extent
  }

  /// The height of an outer box: its own, or as much as the lines in it want, but no more than the
  /// room that its container, or the whole picture, has.
  private mutating func orthogonalHeight(of box: Int, in space: Space) throws -> Double {
    // Where the container's height is not known, percentages refer to the whole picture.
    let whole = boxes[box].outerMode.isVertical ? limits.width : limits.height
    var space = space
    if space.basisHeight == nil, whole.isFinite { space.basisHeight = whole }
    let bounds = heightBounds(
      of: box, in: space, edges: edges(of: box, basis: space.basisWidth))
    if let known = bounds.known { return known }
    let child = children[box][0]
    let contents = try contentWidths(
      of: child, in: Basis(), height: nil, edges: edges(of: child, basis: space.basisWidth))
    if boxes[box].layout.display == .tableCell,
      let own = ownHeight(
        of: box, basis: space.basisHeight, edges: edges(of: box, basis: space.basisWidth))
    {
      return max(own, contents.least)
    }
    let margins = margins(of: box, basis: space.basisWidth, isRightToLeft: false).block
    let room = (space.basisHeight ?? .infinity) - margins
    let height = min(contents.greatest, max(contents.least, room))
    return min(max(height, bounds.least), max(bounds.least, bounds.greatest))
  }

  /// The widths of the contents of an outer box: the height of the inner one.
  mutating func orthogonalWidths(
    of box: Int, in basis: Basis, height: Double?
  ) throws -> ContentWidths {
    let edges = edges(of: box, basis: nil)
    var space = Space(width: 0, height: .own, basisHeight: basis.height)
    if let height { space.height = .fixed(height + edges.block, isDefinite: true) }
    let width = try orthogonalHeight(of: box, in: space)
    let extent = try measure(
      children[box][0], in: Space(width: width, height: .content, keepsMargins: true))
    let found = max(0, extent.height - edges.inline)
    return ContentWidths(least: found, greatest: found)
  }

  /// The size of a box as it is drawn.
  private func drawnSize(of box: Int) -> Size {
    guard let container = boxes[box].container else { return frames[box].size }
    return boxes[container].mode.turned(frames[box].size)
  }

  /// The frame of a box as it is drawn, from the corner of its container.
  private func drawnFrame(of box: Int, in size: Size) -> Rect {
    guard let container = boxes[box].container else { return frames[box] }
    return boxes[container].mode.drawn(frames[box], in: size)
  }

  /// All frames as they are drawn, for the boxes of the caller.
  func drawn(_ numbers: ContiguousArray<(outer: Int, inner: Int)>) -> BoxFrames {
    var found = BoxFrames(frames: [], rooms: [], lines: [:], tables: [:])
    var callers: [Int: Int] = [:]
    var isShown = ContiguousArray(repeating: true, count: boxes.count)
    for box in boxes.indices {
      let container = boxes[box].container
      isShown[box] =
        boxes[box].layout.display != .none && container.map { isShown[$0] } != false
        && !(container.map { boxes[$0].hasLines } == true && frames[box] == .zero)
    }
    for (number, (outer, inner)) in numbers.enumerated() {
      (callers[outer], callers[inner]) = (number, number)
      found.frames.append(
        isShown[outer]
          ? drawnFrame(of: outer, in: boxes[outer].container.map(drawnSize) ?? .zero) : .zero)
      found.rooms.append(
        rooms[inner] == .zero
          ? .zero : boxes[inner].mode.drawn(rooms[inner], in: drawnSize(of: inner)))
      found.lines[number] = setLines[inner]?.lines
    }
    for (number, (outer, inner)) in numbers.enumerated() {
      if let parts = parts[outer], let container = boxes[outer].container {
        let (mode, size) = (boxes[container].mode, drawnSize(of: container))
        found.parts[number] = parts.map {
          BoxPart(frame: mode.drawn($0.frame, in: size), start: $0.start)
        }
      }
      found.columns[number] = columnFrames[inner]?.map { row in
        row.map { boxes[inner].mode.drawn($0, in: drawnSize(of: inner)) }
      }
      guard var table = tableFrames[inner] else { continue }
      let (mode, size) = (boxes[inner].mode, drawnSize(of: inner))
      table.grid = mode.drawn(table.grid, in: size)
      for index in table.borders.indices {
        let border = table.borders[index]
        table.borders[index] = CollapsedBorder(
          rect: mode.drawn(border.rect, in: size), isVertical: border.isVertical != mode.isVertical,
          box: callers[border.box] ?? 0, side: mode.side(border.side))
      }
      found.tables[number] = table
    }
    return found
  }

  /// Places an absolute box whose containing block and container may have different axes.
  mutating func placeTurned(
    _ still: HoistedBox, in block: Int, _ space: Space, height: Double
  ) throws {
    let mode = boxes[block].contentMode
    let outer = Size(width: space.width, height: height)
    let size = mode.turned(outer)
    let inner = boxes[still.container].mode
    // The corner of the container, as it is drawn.
    var corner = Point.zero
    var container = still.container
    let drawn = container == block ? size : drawnSize(of: container)
    while container != block, let next = boxes[container].container {
      let origin = drawnFrame(of: container, in: next == block ? size : drawnSize(of: next)).origin
      corner = Point(x: corner.x + origin.x, y: corner.y + origin.y)
      container = next
    }
    // The place of the box in the flow, and a small box there.
    let edges = edges(of: still.container, basis: still.basisWidth)
    let isRightToLeft = boxes[still.container].isRightToLeft
    let start = isRightToLeft ? still.size.width - edges.start : edges.start
    let place = Point(
      x: still.point?.x ?? start, y: still.point?.y ?? still.top ?? edges.top)
    func moved(_ rect: Rect) -> Rect {
      let found = inner.drawn(rect, in: drawn)
      return mode.laidOut(
        Rect(
          x: found.minX + corner.x, y: found.minY + corner.y, width: found.width,
          height: found.height), in: size)
    }
    let point = moved(Rect(x: place.x, y: place.y, width: 0, height: 0)).origin
    let small = moved(
      Rect(x: isRightToLeft ? place.x - 1 : place.x, y: place.y, width: 1, height: 1))
    let turned = HoistedBox(
      box: still.box, container: block, size: outer, basisWidth: space.basisWidth, top: nil,
      point: point, reaches: (small.minX < point.x - 0.5, small.minY < point.y - 0.5))
    try placeAbsolute(
      turned, in: block, width: space.width, height: height, basisWidth: space.basisWidth,
      area: nil)
    let frame = mode.drawn(frames[still.box], in: size)
    frames[still.box] = inner.laidOut(
      Rect(
        x: frame.minX - corner.x, y: frame.minY - corner.y, width: frame.width,
        height: frame.height), in: drawn)
  }
}
