// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasDrawing
import CanvasGeometry
import LayerCompositing

/// The changes that make boxes out of date. Each marks the outermost container, which is laid out
/// as a whole, since one size in it may change all others. A layout sets no size of an outermost
/// container, so it does not mark its own container again.
extension Layer {
  /// Marks the boxes that this layer's box lies in as out of date.
  package final func boxesChanged() {
    guard LayerBoxState.isUsed, let top = outermostBox else { return }
    top.markBoxes()
  }

  private func markBoxes() {
    let box = box
    if box.isPassNeeded { return }
    box.isPassNeeded = true
    LayerTurn.main.addBoxes(of: self)
  }

  /// Marks the outermost containers among this layer and all below it, since the direction of
  /// writing around them may have changed.
  ///
  /// - Complexity: O(layers below); O(1) in programs that name no direction.
  func markOutermostBoxes() {
    guard LayerBoxState.isDirectionUsed else { return }
    if children == nil {
      if hasBoxLayout, boxContainer == nil { markBoxes() }
      return
    }
    var layers = [self]
    while let layer = layers.popLast() {
      if layer.hasBoxLayout, layer.boxContainer == nil { layer.markBoxes() }
      layers += layer.sublayers
      if let mask = layer.mask { layers.append(mask) }
    }
  }

  /// Notes that a sublayer was added.
  func boxesChanged(adding layer: Layer) {
    guard LayerBoxState.isUsed else { return }
    if hasBoxLayout { boxesChanged() }
    layer.markOutermostBoxes()
  }

  /// Notes that this layer has left a superlayer.
  func boxesChanged(leaving old: Layer?) {
    guard LayerBoxState.isUsed else { return }
    if let old, old.hasBoxLayout { old.boxesChanged() }
    // This layer may have become an outermost container.
    if hasBoxLayout { boxesChanged() }
  }

  /// Notes a new size of the bounds.
  func sizeOfBoxChanged() {
    if hasBoxLayout, boxContainer == nil { boxesChanged() }
  }

  /// The bitmap that was assigned to `contents` as the contents of a box; `nil` without one.
  var imageBox: ImageBox? {
    guard showsImages, case .bitmap(let bitmap) = state.contents else { return nil }
    let scale = contentsScale > 0 ? contentsScale : 1
    return ImageBox(
      Size(width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale))
  }

  /// Makes a change that may replace the layer's image or change the size of the image in points.
  @inline(__always)
  final func changeImage(_ body: () -> Void) {
    if !LayerBoxState.isUsed { return body() }
    let old = imageBox
    body()
    let new = imageBox
    if old?.size != new?.size { boxesChanged() }
  }
}

extension LayerHost {
  /// Makes a root with a layout as large as the picture, if the root filled the picture before or
  /// has no size.
  ///
  /// - Parameter old: The size of the picture before.
  func fillPicture(from old: Size) {
    let (bounds, anchor) = (root.bounds, root.anchorPoint)
    let filled = Point(x: anchor.x * old.width, y: anchor.y * old.height)
    guard root.hasBoxLayout,
      bounds.size == .zero || bounds.size == old && root.position == filled
    else { return }
    if bounds.size != size { root.bounds = Rect(origin: bounds.origin, size: size) }
    let position = Point(x: anchor.x * size.width, y: anchor.y * size.height)
    if root.position != position { root.position = position }
  }
}

extension Layer {
  /// Gives a root layer that has a layout but no size the size of its host's picture.
  func fillHost() {
    if bounds.size == .zero, let host = state.extras?.host { host.fillPicture(from: host.size) }
  }
}
