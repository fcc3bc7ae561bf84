// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency

/// The layout of boxes one below another: CSS 2.2, §9.4.1, §10.3.3 and §10.6.3, and the
/// collapsing of their margins, §8.3.1. There are no floats and no lines among them.
extension LayoutPass {
  mutating func block(_ box: Int, in space: Space, places: Bool) throws -> Extent {
    let layout = boxes[box].layout
    let edges = edges(of: box, basis: space.basisWidth)
    let bounds = heightBounds(of: box, in: space, edges: edges)
    let isRightToLeft = boxes[box].isRightToLeft
    let width = max(0, space.width - edges.inline)
    let basis = Basis(width: width, height: bounds.basis)
    // The margins of children do not join those of a box that aligns or cuts off its contents.
    let joins =
      !space.keepsMargins && !boxes[box].isClipped && layout.alignContent.position == .normal
    var flow = BlockFlow(
      top: edges.top, joinsTop: joins && edges.top == 0,
      joinsBottom: joins && edges.bottom == 0 && bounds.known == nil && bounds.ratioHeight == nil)
    var extent = Extent(height: 0)
    var placed: [(box: Int, y: Double)] = []
    var statics: [Int: Double] = [:]
    for (number, child) in children[box].enumerated()
    where boxes[child].layout.display != .none {
      if number & 63 == 63 { try cancellation.check() }
      guard boxes[child].item.position == .relative else {
        if places { statics[child] = flow.nextTop }
        continue
      }
      let margins = margins(of: child, basis: width, isRightToLeft: isRightToLeft)
      let childWidth = try self.width(
        of: child, available: width - margins.inline, basis: basis, auto: .fill)
      let childSpace = Space(
        width: childWidth, height: .own, basisWidth: width, basisHeight: basis.height)
      let inner =
        places ? try place(child, in: childSpace) : try measure(child, in: childSpace)
      let y = flow.add(inner, margins: margins)
      if let baseline = inner.firstBaseline, extent.firstBaseline == nil {
        extent.firstBaseline = y + baseline
      }
      if let baseline = inner.lastBaseline { extent.lastBaseline = y + baseline }
      if places {
        placed.append((child, y))
        setFrame(
          of: child, start: edges.start + autoMargin(margins, free: width - childWidth), top: y,
          width: childWidth, height: inner.height, outer: space.width,
          isRightToLeft: isRightToLeft)
      }
    }
    flow.end(&extent)
    extent.contentHeight = flow.bottom + edges.bottom
    extent.height = bounds.used(content: extent.contentHeight)
    // If the box is higher or lower than its contents, the last margin joins no other.
    if extent.height != extent.contentHeight { extent.bottomMargin = MarginStrut() }
    if extent.height != 0 || bounds.least != 0 || (bounds.known ?? bounds.ratioHeight ?? 0) != 0 {
      extent.collapsesThrough = false
    }
    // `alignContent` aligns the contents as one box. As in browsers, contents that are too large
    // begin at the top, and `last baseline` counts as `start`.
    let free = max(0, extent.height - edges.bottom - flow.bottom)
    let (offset, _) = Distribution.places(
      layout.alignContent.position == .lastBaseline ? .start : layout.alignContent, free: free,
      count: 1, isReversed: false, isRightToLeft: nil)
    if offset != 0 {
      extent.firstBaseline = extent.firstBaseline.map { $0 + offset }
      extent.lastBaseline = extent.lastBaseline.map { $0 + offset }
    }
    if places {
      for (child, _) in placed {
        frames[child].origin.y += offset
        move(child, basis: basis, isRightToLeft: isRightToLeft)
      }
      try placeAbsolutes(
        of: box, width: space.width, height: extent.height, basisWidth: space.basisWidth,
        statics: statics.mapValues { $0 + offset })
    }
    return extent
  }

  /// Where a box begins in a line of its own: automatic margins take the free room.
  private func autoMargin(_ margins: Margins, free: Double) -> Double {
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

/// The heights of blocks and the margins between them, from the top down.
struct BlockFlow {
  /// Whether the first margin joins that of the box around.
  private let joinsTop: Bool
  /// Whether the last margin joins that of the box around.
  private let joinsBottom: Bool
  /// The lower edge of the last box whose margins do not collapse through it.
  private(set) var bottom: Double
  private var margin = MarginStrut()
  private var isAtTop = true
  private var topMargin = MarginStrut()

  init(top: Double, joinsTop: Bool, joinsBottom: Bool) {
    bottom = top
    self.joinsTop = joinsTop
    self.joinsBottom = joinsBottom
  }

  /// The top edge that the next box would have without a margin.
  var nextTop: Double { isAtTop && joinsTop ? bottom : bottom + margin.sum }

  /// Adds a box; returns its upper edge.
  mutating func add(_ box: Extent, margins: Margins) -> Double {
    margin.add(margins.edges.top)
    margin.add(box.topMargin)
    let top = nextTop
    guard !box.collapsesThrough else {
      margin.add(box.bottomMargin)
      margin.add(margins.edges.bottom)
      return top
    }
    if isAtTop, joinsTop { topMargin = margin }
    isAtTop = false
    bottom = top + box.height
    margin = box.bottomMargin
    margin.add(margins.edges.bottom)
    return top
  }

  /// Sets the margins that join those of the box around; the others are added to ``bottom``.
  mutating func end(_ extent: inout Extent) {
    if isAtTop, joinsTop {
      extent.topMargin = margin
      extent.collapsesThrough = joinsBottom
      return
    }
    extent.topMargin = topMargin
    if joinsBottom, !isAtTop {
      extent.bottomMargin = margin
    } else {
      bottom += margin.sum
    }
  }
}
