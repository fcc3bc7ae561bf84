// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// Boxes that stand in lines: CSS 2.2, §9.4.2 and §10.8.
extension LayoutPass {
  /// A box in lines, with its size.
  private struct LineBox {
    let box: Int
    let margins: Margins
    let space: Space
    let height: Double
  }

  /// Lays out a box with lines.
  mutating func layOutLines(
    of box: Int, _ content: any LineContent, in space: Space, places: Bool
  ) throws -> Extent {
    let edges = edges(of: box, basis: space.basisWidth)
    let width = max(0, space.width - edges.inline)
    let isRightToLeft = boxes[box].isRightToLeft
    let basis = Basis(
      width: width,
      height: boxes[box].item.isAnonymous
        ? space.basisHeight : heightBounds(of: box, in: space, edges: edges).basis)
    var room = LineRoom(width: width)
    var inside: [LineBox] = []
    inside.reserveCapacity(children[box].count)
    for child in children[box] {
      var size = LineBoxSize(width: 0, height: 0)
      let line = try lineBox(child, basis: basis, isRightToLeft: isRightToLeft, &size)
      room.boxes.append(size)
      inside.append(line)
    }
    let isRoot = space.keepsMargins || boxes[box].isFlowRoot
    let corner = Point(
      x: floats.origin.x + (isRightToLeft ? edges.end : edges.start),
      y: floats.origin.y + edges.top)
    if usesFloats, !isRoot {
      room.floats = floats.areas.filter { $0.rect.maxY > corner.y }.map {
        FloatArea(
          rect: Rect(
            x: $0.rect.minX - corner.x, y: $0.rect.minY - corner.y, width: $0.rect.width,
            height: $0.rect.height), isLeft: $0.isLeft, box: $0.box)
      }
      room.lowestFloatTop = floats.lowestTop - corner.y
      room.leftFloatBottom = floats.leftBottom - corner.y
      room.rightFloatBottom = floats.rightBottom - corner.y
    }
    let lines: LinesOfBox
    if let known = setLines[box], known.room == room {
      lines = known.lines
    } else {
      lines = try content.setLines(in: room)
      setLines[box] = (room, lines)
    }
    var height = lines.height
    for (child, place) in zip(children[box].indices, lines.places) {
      let item = boxes[children[box][child]].item
      guard item.float != .none, item.position == .relative, let place else { continue }
      let (size, isLeft) = (room.boxes[child], item.float == .left)
      if isRoot {
        height = max(height, place.y + max(0, size.height))
      } else {
        if isLeft { floats.adjoining.left = true } else { floats.adjoining.right = true }
        floats.add(
          FloatArea(
            rect: Rect(
              x: corner.x + place.x, y: corner.y + place.y, width: max(0, size.width),
              height: max(0, size.height)), isLeft: isLeft, box: boxes[children[box][child]].caller)
        )
      }
    }
    let bounds = heightBounds(of: box, in: space, edges: edges, content: height + edges.block)
    var extent = Extent(height: bounds.used(content: height + edges.block))
    extent.contentHeight = height + edges.block
    let most = boxes[box].isClipped ? extent.height : .infinity
    extent.firstBaseline = lines.firstBaseline.map { min($0 + edges.top, most) }
    extent.lastBaseline = lines.lastBaseline.map { min($0 + edges.top, most) }
    extent.collapsesThrough =
      !lines.hasLines && !isRoot && extent.height == 0 && bounds.least == 0
      && (bounds.known ?? bounds.ratioHeight ?? 0) == 0
    if places {
      setRoom(of: box, in: space, height: extent.height)
      let left = isRightToLeft ? edges.end : edges.start
      var statics: [Int: Point] = [:]
      for (line, place) in zip(inside, lines.places) {
        guard let place else { continue }
        let corner = Point(x: left + place.x, y: edges.top + place.y)
        if boxes[line.box].item.position == .absolute {
          statics[line.box] = corner
        } else {
          try placeLineBox(line, at: corner, basis: basis, isRightToLeft: isRightToLeft)
        }
      }
      try placeAbsolutes(
        of: box, width: space.width, height: extent.height, basisWidth: space.basisWidth,
        points: statics)
    }
    return extent
  }

  private mutating func lineBox(
    _ child: Int, basis: Basis, isRightToLeft: Bool, _ size: inout LineBoxSize
  ) throws -> LineBox {
    guard isInFlow(child) else {
      return LineBox(
        box: child, margins: .none, space: Space(width: 0, height: .own), height: 0)
    }
    let margins = margins(of: child, basis: basis.width, isRightToLeft: isRightToLeft)
    let width = try self.width(
      of: child, available: (basis.width ?? 0) - margins.inline, basis: basis, auto: .fitContent)
    let space = Space(
      width: width, height: .own, basisWidth: basis.width, basisHeight: basis.height,
      keepsMargins: true)
    let extent = try measure(child, in: space)
    size = LineBoxSize(width: width + margins.inline, height: extent.height + margins.block)
    // The last line of a block is its baseline, unless the block cuts off its contents: §10.8.1.
    let isBlock = boxes[child].isBlock || boxes[child].content != nil
    let baseline =
      !isBlock ? extent.firstBaseline : boxes[child].isClipped ? nil : extent.lastBaseline
    size.baseline = baseline.map { $0 + margins.edges.top }
    return LineBox(box: child, margins: margins, space: space, height: extent.height)
  }

  /// - Parameter corner: The upper left corner of the margin box in the box of the lines.
  private mutating func placeLineBox(
    _ line: LineBox, at corner: Point, basis: Basis, isRightToLeft: Bool
  ) throws {
    guard isInFlow(line.box) else { return }
    try place(line.box, in: line.space)
    let edges = line.margins.edges
    frames[line.box] = Rect(
      x: corner.x + (isRightToLeft ? edges.end : edges.start), y: corner.y + edges.top,
      width: line.space.width, height: line.height)
    move(line.box, basis: basis, isRightToLeft: isRightToLeft)
  }

  /// The least and the greatest width of lines with boxes in them.
  mutating func lineContentWidths(
    of box: Int, _ content: any LineContent, height: Double?
  ) throws -> ContentWidths {
    let boxes = try children[box].map { child in
      guard isInFlow(child) else { return LineBoxWidths(least: 0, greatest: 0) }
      let wanted = try contribution(of: child, basisHeight: height)
      let margins = margins(of: child, basis: nil, isRightToLeft: false).inline
      return LineBoxWidths(least: wanted.least + margins, greatest: wanted.greatest + margins)
    }
    let (least, greatest) = try content.contentWidths(of: boxes)
    return ContentWidths(least: max(0, least), greatest: max(0, least, greatest))
  }
}
