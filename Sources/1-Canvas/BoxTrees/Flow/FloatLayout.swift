// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// The result of measuring a box beside floats.
struct MeasuredBesideFloats {
  let space: Space
  let before: FloatContext
  let result: Extent
  let after: FloatContext
}

/// Floats, and blocks beside them: CSS 2.2, §9.5.
extension LayoutPass {
  /// Whether the layout of a box depends on floats around it, or adds floats to them.
  func liesBesideFloats(_ box: Int, in space: Space) -> Bool {
    usesFloats && !space.keepsMargins && !boxes[box].isFlowRoot
      && (hasFloats[box] || !floats.areas.isEmpty)
  }

  /// Measures a box whose layout depends on floats or adds to them.
  mutating func measureBesideFloats(_ box: Int, in space: Space) throws -> Extent {
    // Lines keep their own last result.
    if boxes[box].hasLines { return try arrange(box, in: space, places: false) }
    let before = floats
    var known = page.besideFloats[box] ?? []
    if let same = known.first(where: { $0.space == space && $0.before == before }) {
      floats = same.after
      return same.result
    }
    let result = try arrange(box, in: space, places: false)
    known = page.besideFloats[box] ?? []
    if known.count >= 4 { known.removeFirst() }
    known.append(
      MeasuredBesideFloats(space: space, before: before, result: result, after: floats))
    page.besideFloats[box] = known
    return result
  }

  /// Lays out a float among blocks.
  ///
  /// - Parameter top: The height above which the float must not lie, from the top of the container.
  mutating func placeFloat(_ child: Int, top: Double, in container: inout BlockContainer) throws {
    let item = boxes[child].item
    let margins = margins(
      of: child, basis: container.width, isRightToLeft: container.isRightToLeft)
    let width = try self.width(
      of: child, available: container.width - margins.inline, basis: container.basis,
      auto: .fitContent)
    let space = Space(
      width: width, height: .own, basisWidth: container.width,
      basisHeight: container.basis.height, keepsMargins: true)
    let extent = container.places ? try place(child, in: space) : try measure(child, in: space)
    let origin = floats.origin
    let isLeft = item.float == .left
    let corner = floats.place(
      width: width + margins.inline, height: extent.height + margins.block, isLeft: isLeft,
      top: max(origin.y + top, floats.bottom(item.clear)), left: origin.x + container.left,
      right: origin.x + container.left + container.width, box: boxes[child].caller)
    if container.flow.isOpen {
      if isLeft { floats.adjoining.left = true } else { floats.adjoining.right = true }
    }
    guard container.places else { return }
    let left = container.isRightToLeft ? margins.edges.end : margins.edges.start
    frames[child] = Rect(
      x: corner.x - origin.x + left, y: corner.y - origin.y + margins.edges.top, width: width,
      height: extent.height)
  }

  /// Lays out a block beside floats, or with floats in it.
  ///
  /// The place of such a block decides its layout, but depends on the margins in it. They are
  /// foreseen; where that was wrong, the block is laid out once more.
  mutating func blockBesideFloats(
    _ child: Int, margins: Margins, in container: inout BlockContainer
  ) throws -> PlacedBlock {
    let clear = boxes[child].item.clear
    let clearance = clear == .none ? -.infinity : floats.bottom(clear) - floats.origin.y
    let hadAdjoining = floats.hasAdjoining(clear)
    /// Whether a block at the top of its container has clearance: then its margin does not join
    /// that of the container. Floats that lie as high as the container, whose margin is not
    /// decided, always make clearance.
    func closes(_ flow: BlockFlow, _ strut: MarginStrut) -> Bool {
      guard clear != .none, flow.isOpen else { return false }
      let natural = floats.open.base + flow.joined(floats.open.margins, margins, strut).sum
      return hadAdjoining || clearance + floats.origin.y > natural
    }
    if boxes[child].isFlowRoot {
      let isForced = closes(container.flow, MarginStrut())
      if isForced { container.flow.close() }
      return try rootBesideFloats(
        child, margins: margins, clearance: clearance, isForced: isForced, in: &container)
    }
    let width = try self.width(
      of: child, available: container.width - margins.inline, basis: container.basis, auto: .fill)
    let start = container.edges.start + autoMargin(margins, free: container.width - width)
    let left = container.isRightToLeft ? container.outer - start - width : start
    let space = Space(
      width: width, height: .own, basisWidth: container.width,
      basisHeight: container.basis.height)
    let (before, origin, hoistedCount) = (floats, floats.origin, hoisted.count)
    var strut = foreseenMargins(of: child, width: container.width).margins
    var tries = 0
    while true {
      floats = before
      func top(
        _ strut: MarginStrut
      ) -> (flow: BlockFlow, place: Double, isCleared: Bool, isForced: Bool) {
        var flow = container.flow
        let isForced = closes(flow, strut)
        if isForced { flow.close() }
        let natural = isForced ? flow.bottom : flow.top(margins, strut)
        return (flow, max(natural, clearance), isForced || clearance > natural, isForced)
      }
      let (flow, place, isCleared, isForced) = top(strut)
      hoisted.removeLast(hoisted.count - hoistedCount)
      if !flow.isOpen {
        floats.adjoining = (false, false)
        floats.open.base = isCleared ? origin.y + place : origin.y + flow.bottom
        floats.open.margins = isCleared ? MarginStrut() : flow.margin
      } else {
        floats.open.margins.add(flow.margin)
      }
      if !isForced { floats.open.margins.add(margins.edges.top) }
      floats.origin = Point(x: origin.x + left, y: origin.y + place)
      let inner =
        container.places ? try self.place(child, in: space) : try measure(child, in: space)
      floats.origin = origin
      floats.open = before.open
      tries += 1
      if tries < 5 {
        let found = top(inner.topMargin)
        if found.place != place || found.isCleared != isCleared || found.isForced != isForced {
          strut = inner.topMargin
          leadingMargins[child] = (strut, inner.collapsesThrough)
          continue
        }
      }
      container.flow = flow
      if isCleared {
        container.flow.add(inner, margins: margins, clearedTo: place)
      } else {
        _ = container.flow.add(inner, margins: margins)
      }
      return PlacedBlock(extent: inner, start: start, top: place, width: width)
    }
  }

  /// Lays out a block formatting context beside floats: its border box must not overlap the margin
  /// boxes of floats, so it becomes narrower or lies below them.
  private mutating func rootBesideFloats(
    _ child: Int, margins: Margins, clearance: Double, isForced: Bool,
    in container: inout BlockContainer
  ) throws -> PlacedBlock {
    let origin = floats.origin
    func fit(_ pass: inout LayoutPass, from top: Double) throws -> PlacedBlock {
      var y = top
      var bottom = top
      while true {
        let (low, high) = pass.roomForRoot(
          margins, top: origin.y + y, bottom: origin.y + bottom, in: container)
        let width = try pass.width(
          of: child, available: max(0, high - low), basis: container.basis, auto: .fill)
        let edges = pass.floats.edges(top: origin.y + y, bottom: origin.y + bottom)
        let left = origin.x + container.left
        let room = min(edges.right, left + container.width) - max(edges.left, left)
        if edges.left > edges.right || room < container.width && width > max(0, room) + 1e-6,
          let next = pass.floats.nextBottom(below: origin.y + y)
        {
          (y, bottom) = (next - origin.y, next - origin.y)
          continue
        }
        let space = Space(
          width: width, height: .own, basisWidth: container.width,
          basisHeight: container.basis.height)
        let inner = try pass.measure(child, in: space)
        let end = y + inner.height
        if end > bottom,
          pass.roomForRoot(margins, top: origin.y + y, bottom: origin.y + end, in: container)
            != (low, high)
        {
          bottom = end
          continue
        }
        let free = high - low - width
        let isStart = container.isRightToLeft ? high : low
        let share = max(0, free)
        var x = container.isRightToLeft ? isStart - width : isStart
        if margins.isStartAuto || margins.isEndAuto {
          let before = margins.isStartAuto ? margins.isEndAuto ? share / 2 : share : 0
          x += container.isRightToLeft ? -before : before
        }
        x -= origin.x
        return PlacedBlock(
          extent: inner, start: container.isRightToLeft ? container.outer - x - width : x,
          top: y, width: width)
      }
    }
    let natural = container.flow.top(margins, MarginStrut())
    var block = try fit(
      &self, from: max(clearance, isForced ? container.flow.bottom : natural))
    let isPushed = isForced || block.top > natural || separated[child] == container.width
    if isPushed, container.flow.isOpen {
      // Below floats the margin of the block does not join that of the container.
      separated[child] = container.width
      container.flow.close()
      block = try fit(&self, from: max(clearance, container.flow.bottom))
    }
    if container.places {
      let space = Space(
        width: block.width, height: .own, basisWidth: container.width,
        basisHeight: container.basis.height)
      try place(child, in: space)
    }
    if isPushed {
      container.flow.add(block.extent, margins: margins, clearedTo: block.top)
    } else {
      _ = container.flow.add(block.extent, margins: margins)
    }
    return block
  }

  /// The left and right edges between which the border box of a block formatting context lies.
  /// Floats overlap its margins.
  private func roomForRoot(
    _ margins: Margins, top: Double, bottom: Double, in container: BlockContainer
  ) -> (Double, Double) {
    let left = floats.origin.x + container.left
    let right = left + container.width
    let edges = floats.edges(top: top, bottom: bottom)
    let (leftMargin, rightMargin) =
      container.isRightToLeft
      ? (margins.edges.end, margins.edges.start) : (margins.edges.start, margins.edges.end)
    let (low, high) = (left + leftMargin, right - rightMargin)
    guard edges.left > left || edges.right < right else { return (low, high) }
    // As in browsers, negative margins reach beyond the container only where there are no floats.
    return (max(low, left, edges.left), min(high, right, edges.right))
  }

  /// The margins of the first boxes in a block that join its own, before it is laid out.
  private func foreseenMargins(
    of box: Int, width: Double
  ) -> (margins: MarginStrut, collapsesThrough: Bool) {
    if let known = leadingMargins[box] { return known }
    var strut = MarginStrut()
    guard !boxes[box].isFlowRoot, !boxes[box].hasContent else { return (strut, false) }
    let edges = edges(of: box, basis: width)
    guard edges.top == 0 else { return (strut, false) }
    var floats = false
    for child in children[box] where isInFlow(child) {
      if boxes[child].item.float != .none {
        floats = true
        continue
      }
      if floats, boxes[child].item.clear != .none { return (strut, false) }
      let margins = margins(of: child, basis: width, isRightToLeft: false)
      strut.add(margins.edges.top)
      let inner = foreseenMargins(of: child, width: width)
      strut.add(inner.margins)
      guard inner.collapsesThrough else { return (strut, false) }
      strut.add(margins.edges.bottom)
    }
    let item = boxes[box].item
    let isEmpty = { (length: BoxLength) in length.points(of: nil) ?? 0 == 0 }
    return (strut, edges.bottom == 0 && isEmpty(item.height) && isEmpty(item.minHeight))
  }
}
