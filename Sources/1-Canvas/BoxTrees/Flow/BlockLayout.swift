// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency

/// The layout of boxes one below another: CSS 2.2, §9.4.1, §10.3.3 and §10.6.3, and the
/// collapsing of their margins, §8.3.1.
extension LayoutPass {
  /// A box of blocks while they are laid out.
  struct BlockContainer {
    let box: Int
    let edges: Edges
    /// The width with padding and border, in points.
    let outer: Double
    let basis: Basis
    let isRightToLeft: Bool
    /// Whether frames are set.
    let places: Bool
    var flow: BlockFlow

    var width: Double { outer - edges.inline }
    /// The left edge of the contents.
    var left: Double { isRightToLeft ? edges.end : edges.start }
  }

  /// A block in its container.
  struct PlacedBlock {
    var extent: Extent
    /// The distance from the container's start edge.
    var start: Double
    var top: Double
    var width: Double
  }

  /// Lays out blocks.
  ///
  /// - Parameter column: The boxes of one flow of columns, and what percentages of heights refer to;
  ///   `nil` for all boxes in the box. Places in such a flow count from its own corner.
  mutating func block(
    _ box: Int, in space: Space, places: Bool,
    column: (boxes: ArraySlice<Int>, basisHeight: Double?)? = nil
  ) throws -> Extent {
    let layout = boxes[box].layout
    let edges = column == nil ? edges(of: box, basis: space.basisWidth) : Edges()
    let bounds = heightBounds(of: box, in: space, edges: edges)
    let isRightToLeft = boxes[box].isRightToLeft
    let width = max(0, space.width - edges.inline)
    let basis = Basis(
      width: width, height: column == nil ? bounds.basis : column?.basisHeight)
    // The margins of children do not join those of a box that aligns or cuts off its contents.
    let joins = !space.keepsMargins && !boxes[box].isFlowRoot
    let outerFloats = joins || !usesFloats ? nil : floats
    if outerFloats != nil { floats = FloatContext() }
    defer { if let outerFloats { floats = outerFloats } }
    var container = BlockContainer(
      box: box, edges: edges, outer: space.width, basis: basis, isRightToLeft: isRightToLeft,
      places: places,
      flow: BlockFlow(
        top: edges.top, joinsTop: joins && edges.top == 0,
        joinsBottom: joins && edges.bottom == 0 && bounds.known == nil
          && bounds.ratioHeight == nil,
        joinsThrough: joins && edges.bottom == 0
          && (bounds.known ?? bounds.ratioHeight ?? 0) == 0))
    var extent = Extent(height: 0)
    var placed: [(box: Int, y: Double)] = []
    var statics: [Int: Double] = [:]
    for (number, child) in (column?.boxes ?? children[box][...]).enumerated()
    where boxes[child].layout.display != .none {
      if number & 63 == 63 { try cancellation.check() }
      guard boxes[child].item.position == .relative else {
        if places { statics[child] = container.flow.nextTop }
        continue
      }
      if boxes[child].item.float != .none {
        let top = container.flow.nextTop
        try placeFloat(child, top: top, in: &container)
        if places { placed.append((child, top)) }
        continue
      }
      let margins = margins(of: child, basis: width, isRightToLeft: isRightToLeft)
      var block: PlacedBlock
      if usesFloats, hasFloats[child] || !floats.areas.isEmpty {
        block = try blockBesideFloats(child, margins: margins, in: &container)
      } else {
        let childWidth = try self.width(
          of: child, available: width - margins.inline, basis: basis, auto: .fill)
        let childSpace = Space(
          width: childWidth, height: .own, basisWidth: width, basisHeight: basis.height)
        let inner =
          places ? try place(child, in: childSpace) : try measure(child, in: childSpace)
        block = PlacedBlock(
          extent: inner, start: edges.start + autoMargin(margins, free: width - childWidth),
          top: container.flow.add(inner, margins: margins), width: childWidth)
      }
      let y = block.top
      if let baseline = block.extent.firstBaseline, extent.firstBaseline == nil {
        extent.firstBaseline = y + baseline
      }
      if let baseline = block.extent.lastBaseline { extent.lastBaseline = y + baseline }
      if places {
        placed.append((child, y))
        setFrame(
          of: child, start: block.start, top: y, width: block.width,
          height: block.extent.height, outer: space.width, isRightToLeft: isRightToLeft)
      }
    }
    container.flow.end(&extent)
    var bottom = max(container.flow.bottom, edges.top)
    // The floats of a block formatting context are part of its height: §10.6.7.
    if outerFloats != nil { bottom = max(bottom, floats.bottom) }
    extent.contentHeight = bottom + edges.bottom
    extent.height = bounds.used(content: extent.contentHeight)
    // If the box is higher or lower than its contents, the last margin joins no other.
    if extent.height != extent.contentHeight { extent.bottomMargin = MarginStrut() }
    if extent.height != 0 || bounds.least != 0 || (bounds.known ?? bounds.ratioHeight ?? 0) != 0 {
      extent.collapsesThrough = false
    }
    // `alignContent` aligns the contents as one box. As in browsers, contents that are too large
    // begin at the top, and `last baseline` counts as `start`.
    let free = max(0, extent.height - edges.bottom - bottom)
    // Cells are aligned by their table.
    let (offset, _) = Distribution.places(
      layout.alignContent.position == .lastBaseline || layout.display == .tableCell
        ? .start : layout.alignContent,
      free: free, count: 1, isReversed: false, isRightToLeft: nil)
    if offset != 0 {
      extent.firstBaseline = extent.firstBaseline.map { $0 + offset }
      extent.lastBaseline = extent.lastBaseline.map { $0 + offset }
    }
    if places {
      for (child, _) in placed {
        frames[child].origin.y += offset
        move(child, basis: basis, isRightToLeft: isRightToLeft)
      }
      guard column == nil else { return extent }
      try placeAbsolutes(
        of: box, width: space.width, height: extent.height, basisWidth: space.basisWidth,
        statics: statics.mapValues { $0 + offset })
    }
    return extent
  }

  /// Where a box begins in a line of its own: automatic margins take the free room.
  func autoMargin(_ margins: Margins, free: Double) -> Double {
    let left = max(0, free - margins.inline)
    if margins.isStartAuto, margins.isEndAuto { return left / 2 }
    return margins.edges.start + (margins.isStartAuto ? left : 0)
  }

  /// Moves a relative box by its insets: CSS Position 3, §3.2. If both are set, the inset at the
  /// start in the container's direction counts.
  mutating func move(_ box: Int, basis: Basis, isRightToLeft: Bool) {
    let inset = boxes[box].item.inset
    guard inset != BoxSides(.auto) else { return }
    let left = inset.left.points(of: basis.width)
    let right = inset.right.points(of: basis.width)
    let top = inset.top.points(of: basis.height)
    let bottom = inset.bottom.points(of: basis.height)
    let x = isRightToLeft ? right.map { -$0 } ?? left : left ?? right.map { -$0 }
    frames[box].origin.x += x ?? 0
    frames[box].origin.y += top ?? bottom.map { -$0 } ?? 0
  }
}
