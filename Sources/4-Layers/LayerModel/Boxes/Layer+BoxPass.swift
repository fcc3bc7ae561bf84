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

/// The boxes of an outermost container and of all in it, and their layers.
@MainActor
private struct BoxesOfLayers {
  let tree: BoxTree
  /// The layers, by the numbers of their boxes: a layer before those in it.
  private(set) var layers: [Layer] = []
  /// What the layers hold, by the numbers of their boxes.
  private(set) var contents: [(box: Int, content: any BoxContent)] = []

  /// - Parameter checked: Makes contents of others; used once some have thrown.
  init(
    of top: Layer, checked: (any BoxContent) -> any BoxContent = { $0 }
  ) throws {
    var (layers, contents) = ([Layer](), [(box: Int, content: any BoxContent)]())
    tree = try BoxTree(of: top, direction: top.directionAround, cancellation: .never) {
      layer, content in
      let content = content.map(checked)
      if let content { contents.append((layers.count, content)) }
      layers.append(layer)
      return content
    }
    (self.layers, self.contents) = (layers, contents)
  }

  /// Lays the boxes out in the bounds of the outermost container.
  func layOut() throws -> BoxFrames {
    let size = layers[0].bounds.size
    return try tree.layout(width: size.width, height: size.height)
  }

  /// Gives the layers their frames, the outer ones first.
  func apply(_ found: BoxFrames) {
    // What had no box before has nothing to begin an animation with.
    var appeared: Set<ObjectIdentifier> = []
    for (number, layer) in layers.enumerated() {
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
        layer.isNewInFrames || layer.isInside(appeared, upTo: layers[0])
      {
        Transaction.withoutLayout { layer.fill(frame) }
      } else {
        layer.fill(frame)
      }
    }
    for (box, _) in contents {
      let room = found.rooms[box]
      let size = box == 0 ? layers[0].bounds.size : found.frames[box].size
      layers[box].takeBoxInsets(
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
    state.extras?.box?.isPassNeeded = false
    // Its container may have come since it was marked.
    guard hasBoxLayout, boxContainer == nil else { return boxesChanged() }
    box.passCount += 1
    do {
      let (boxes, frames) = try boxesAndFrames()
      box.error = nil
      boxes.apply(frames)
    } catch {
      box.error = error
    }
  }

  private func boxesAndFrames() throws -> (BoxesOfLayers, BoxFrames) {
    let boxes = try BoxesOfLayers(of: self)
    for (number, _) in boxes.contents { boxes.layers[number].state.extras?.box?.error = nil }
    do {
      return (boxes, try boxes.layOut())
    } catch let error as BoxLayoutError {
      throw error
    } catch {
      // Some contents cannot be measured.
      let boxes = try BoxesOfLayers(of: self) { CheckedContent($0) }
      let frames = try boxes.layOut()
      for (number, content) in boxes.contents {
        guard let error = (content as? CheckedContent)?.error else { continue }
        boxes.layers[number].box.error = error
      }
      return (boxes, frames)
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

  /// Takes the room of padding and border; another one needs a display.
  func takeBoxInsets(_ insets: BoxSides<Double>) {
    if insets == boxInsets { return }
    box.insets = insets
    if needsDisplayOnBoundsChange { setNeedsDisplay() }
  }

  /// Whether the layer has another frame before its transform.
  fileprivate func differs(from frame: Rect) -> Bool {
    bounds.size != frame.size || position != frame.point(at: anchorPoint)
  }

  /// Makes the layer fill a rectangle before its transform; the origin of its bounds stays.
  fileprivate func fill(_ frame: Rect) {
    let bounds = bounds
    if bounds.size != frame.size { self.bounds = Rect(origin: bounds.origin, size: frame.size) }
    let position = frame.point(at: anchorPoint)
    if self.position != position { self.position = position }
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
