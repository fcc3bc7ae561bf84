// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry

/// The layout of the boxes of one outermost container: layers to a tree of boxes, and its frames to
/// the layers.
@MainActor
enum BoxPass {
  /// Lays out an outermost container.
  static func run(_ top: Layer) {
    top.box.isPassNeeded = false
    top.box.passCount += 1
    let (plan, frames): (BoxPlan, BoxFrames)
    do {
      (plan, frames) = try layOut(top)
      top.box.error = nil
    } catch {
      top.box.error = error
      return
    }
    apply(frames, to: plan)
  }

  private static func layOut(_ top: Layer) throws -> (BoxPlan, BoxFrames) {
    let plan = try BoxPlan(of: top)
    let size = top.bounds.size
    for (box, _) in plan.contents { plan.layers[box].state.extras?.box?.error = nil }
    do {
      return (plan, try plan.tree.layout(width: size.width, height: size.height))
    } catch let error as BoxLayoutError {
      throw error
    } catch {
      // Some contents cannot be measured.
      let plan = try BoxPlan(of: top) { CheckedContent($0) }
      let frames = try plan.tree.layout(width: size.width, height: size.height)
      for (box, content) in plan.contents {
        guard let error = (content as? CheckedContent)?.error else { continue }
        plan.layers[box].box.error = error
      }
      return (plan, frames)
    }
  }

  /// Gives the layers their frames, the outer ones first.
  private static func apply(_ found: BoxFrames, to plan: BoxPlan) {
    let top = plan.layers[0]
    // What had no box before has nothing to begin an animation with.
    var appeared: Set<ObjectIdentifier> = []
    for (number, layer) in plan.layers.enumerated() {
      if let box = layer.state.extras?.box {
        if number > 0 { box.isPassNeeded = false }
        if box.isNone != box.wasNone {
          box.wasNone = box.isNone
          if Transaction.mayFindActions { appeared.insert(ObjectIdentifier(layer)) }
        }
      }
      if number == 0 { continue }
      let frame = found.frames[number]
      if !layer.differs(from: frame) { continue }
      if Transaction.mayFindActions, layer.isNewInFrames || layer.isInside(appeared, upTo: top) {
        Transaction.withoutLayout { layer.fill(frame) }
      } else {
        layer.fill(frame)
      }
    }
    for (box, _) in plan.contents {
      let room = found.rooms[box]
      let size = box == 0 ? top.bounds.size : found.frames[box].size
      plan.layers[box].takeBoxInsets(
        room == .zero && size == .zero
          ? .zero
          : BoxSides(
            top: room.minY, right: max(0, size.width - room.maxX),
            bottom: max(0, size.height - room.maxY), left: room.minX))
    }
  }
}

extension Layer {
  /// Lays out the boxes from this layer down, if it is an outermost container.
  func layOutBoxes() {
    guard hasBoxLayout, boxContainer == nil else {
      // Its container has come since it was marked.
      state.extras?.box?.isPassNeeded = false
      return boxesChanged()
    }
    BoxPass.run(self)
  }

  /// Takes the room of padding and border; another one needs a display.
  func takeBoxInsets(_ insets: BoxSides<Double>) {
    if insets == boxInsets { return }
    box.insets = insets
    if needsDisplayOnBoundsChange { setNeedsDisplay() }
  }

  /// Whether the layer has another frame before its transform.
  fileprivate func differs(from frame: Rect) -> Bool {
    bounds.size != frame.size || position != place(of: frame)
  }

  /// Makes the layer fill a rectangle before its transform; the origin of its bounds stays.
  fileprivate func fill(_ frame: Rect) {
    let bounds = bounds
    if bounds.size != frame.size { self.bounds = Rect(origin: bounds.origin, size: frame.size) }
    let position = place(of: frame)
    if self.position != position { self.position = position }
  }

  private func place(of frame: Rect) -> Point {
    let anchor = anchorPoint
    return Point(
      x: frame.minX + anchor.x * frame.width, y: frame.minY + anchor.y * frame.height)
  }

  /// Whether no frame of a host has shown the layer in its place.
  fileprivate var isNewInFrames: Bool { showingHost == nil }

  /// Whether the layer is one of some, or lies in one.
  fileprivate func isInside(_ layers: Set<ObjectIdentifier>, upTo top: Layer) -> Bool {
    if layers.isEmpty { return false }
    var layer: Layer? = self
    while let current = layer {
      if layers.contains(ObjectIdentifier(current)) { return true }
      if current === top { return false }
      layer = current.superlayer
    }
    return false
  }
}
