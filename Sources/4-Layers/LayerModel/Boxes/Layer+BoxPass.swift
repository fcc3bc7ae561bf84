// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
package import BoxTrees
import CanvasGeometry
import LayerCompositing
import SystemConcurrency
import SystemLanes

extension Layer: @MainActor BoxSource {
  package typealias Sublayer = Layer

  package var boxLayout: BoxLayout? { state.extras?.box?.layout }

  package func boxItem(isRoot: Bool) -> BoxItem { state.extras?.box?.item ?? Self.automaticItem }

  private static let automaticItem = BoxItem()

  package func forEachInFlow(_ body: (Layer) throws -> Void) rethrows {
    for sublayer in children?.sublayers ?? [] where sublayer.isInFlow { try body(sublayer) }
  }
}

/// Layers in the order of their boxes, each before its sublayers; and the contents of boxes, each
/// with the number of its box.
private typealias LayersOfBoxes = (
  layers: [Layer], contents: [(box: Int, content: any BoxContent)]
)

extension Layer {
  /// Lays out the boxes from this layer down, if it is an outermost container.
  func layOutBoxes() {
    state.extras?.box?.isPassNeeded = false
    // The layer may have got a container since it was marked; that container lays it out.
    guard hasBoxLayout, boxContainer == nil else { return boxesChanged() }
    box.passCount += 1
    do {
      let (boxes, frames) = try boxesAndFrames()
      box.error = nil
      apply(frames, to: boxes)
    } catch {
      box.error = error
    }
  }

  private func boxesAndFrames() throws -> (LayersOfBoxes, BoxFrames) {
    let (tree, boxes) = try makeBoxes { $0 }
    for (number, _) in boxes.contents { boxes.layers[number].state.extras?.box?.error = nil }
    do {
      return (boxes, try tree.layout(width: bounds.width, height: bounds.height))
    } catch let error as BoxLayoutError {
      throw error
    } catch {
      // Measuring failed: the layout is repeated with contents that count as empty if they fail.
      let (tree, boxes) = try makeBoxes { CheckedContent($0) }
      let frames = try tree.layout(width: bounds.width, height: bounds.height)
      for (number, content) in boxes.contents {
        guard let error = (content as? CheckedContent)?.error else { continue }
        boxes.layers[number].box.error = error
      }
      return (boxes, frames)
    }
  }

  /// Makes the boxes of the layer and of all in it.
  ///
  /// - Parameter measured: Returns the content that is measured in place of a given one.
  private func makeBoxes(
    _ measured: (any BoxContent) -> any BoxContent
  ) throws -> (tree: BoxTree, boxes: LayersOfBoxes) {
    var boxes: LayersOfBoxes = ([], [])
    let tree = try BoxTree(of: self, direction: directionAround, cancellation: .never) {
      layer, content in
      let content = content.map(measured)
      if let content { boxes.contents.append((boxes.layers.count, content)) }
      boxes.layers.append(layer)
      return content
    }
    return (tree, boxes)
  }

  /// Gives the layers their frames, the outer ones first.
  private func apply(_ found: BoxFrames, to boxes: LayersOfBoxes) {
    // Layers that had no box before have no frame from which an animation could begin.
    var appeared: Set<ObjectIdentifier> = []
    for (number, layer) in boxes.layers.enumerated() {
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
      if Transaction.mayFindActions,
        layer.isNewInFrames || layer.isInside(appeared, upTo: self)
      {
        Transaction.withoutLayout { layer.fill(frame) }
      } else {
        layer.fill(frame)
      }
    }
    for (box, _) in boxes.contents {
      let room = found.rooms[box]
      let size = box == 0 ? bounds.size : found.frames[box].size
      boxes.layers[box].takeBoxInsets(
        room == .zero && size == .zero
          ? .zero
          : BoxSides(
            top: room.minY, right: max(0, size.width - room.maxX),
            bottom: max(0, size.height - room.maxY), left: room.minX))
    }
  }

  /// The size of the layer's boxes in a room, found on a lane.
  func boxSize(thatFits size: Size) async throws -> Size {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      let tree = try BoxTree(
        of: self, direction: directionAround, cancellation: Cancellation(flag: flag))
      return try await boxLanes.perform { cancellation in
        try tree.size(in: size, cancellation: cancellation)
      }
    } onCancel: {
      flag.set()
    }
  }

  /// Sets the room that padding and border take, in points. A change may need a new display.
  func takeBoxInsets(_ insets: BoxSides<Double>) {
    if insets == boxInsets { return }
    box.insets = insets
    if needsDisplayOnBoundsChange { setNeedsDisplay() }
  }

  /// Whether the layer's frame before its transform differs from a frame.
  fileprivate func differs(from frame: Rect) -> Bool {
    bounds.size != frame.size || position != frame.point(at: anchorPoint)
  }

  /// Makes the layer fill a rectangle before its transform, without a change of its bounds' origin.
  fileprivate func fill(_ frame: Rect) {
    let bounds = bounds
    if bounds.size != frame.size { self.bounds = Rect(origin: bounds.origin, size: frame.size) }
    let position = frame.point(at: anchorPoint)
    if self.position != position { self.position = position }
  }

  /// Whether no frame of a host has shown the layer in its present place.
  fileprivate var isNewInFrames: Bool { showingHost == nil }

  /// Whether the layer, or a layer above it up to `top`, is among some layers.
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

extension BoxTree {
  /// The size of the root in a room, in points; a side that is infinite, zero or negative is
  /// unbounded.
  ///
  /// The width is that of the contents without breaks, at most that of the room; the height is that
  /// of the contents at this width, at most that of the room.
  fileprivate func size(in room: Size, cancellation: Cancellation) throws -> Size {
    var size = try layout(width: nil, height: nil, cancellation: cancellation).frames[0].size
    if room.width > 0, size.width > room.width {
      let bound = try layout(width: room.width, height: nil, cancellation: cancellation)
      size = bound.frames[0].size
    }
    if room.height > 0 { size.height = min(size.height, room.height) }
    return size
  }
}
