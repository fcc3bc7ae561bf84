// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
public import LayerCompositing

/// Layers made from values.
extension Layer {
  /// Makes a tree of layers from nodes, for example those of a scene.
  ///
  /// Animations keep their times in the layer's own time, which the `timing` of layers above can
  /// move. They are not removed when they end.
  ///
  /// - Parameters:
  ///   - root: The node of the layer, with those below it.
  ///   - make: Makes a layer for a node, before its properties are set; `nil` for a plain one.
  /// - Returns: The layer for the root.
  /// - Complexity: O(nodes).
  public static func tree(
    of root: RenderNode, making make: (RenderNode) -> Layer? = { _ in nil }
  ) -> Layer {
    func layer(of node: RenderNode) -> Layer {
      let layer = make(node) ?? Layer()
      layer.take(node)
      return layer
    }
    let top = layer(of: root)
    var left = [(node: root, layer: top)]
    while let (node, above) = left.popLast() {
      let below = node.sublayers.map { (node: $0, layer: layer(of: $0)) }
      above.sublayers = below.map(\.layer)
      left += below
      if let mask = node.mask {
        let layer = layer(of: mask)
        above.mask = layer
        left.append((mask, layer))
      }
    }
    return top
  }

  /// Sets the properties, contents and animations from a node.
  private func take(_ node: RenderNode) {
    properties = node.properties
    if node.name != nil { name = node.name }
    switch node.contents {
    case .none: break
    case .vector(let drawing): vectorContents = drawing
    case .image(let image):
      if image.tint != .black { contentsTint = image.tint }
      if let size = image.drawnSize {
        let inputs = DrawnContents.Inputs(
          bounds: Rect(origin: .zero, size: size), scale: contentsScale)
        replaceContents(with: .drawing(DrawnContents(image.bitmap, from: inputs)))
      } else {
        contents = image.bitmap
      }
    }
    guard let motion = node.motion else { return }
    timing = motion.timing
    extras.animations = motion.animations.map { key, animation in
      LayerAnimationEntry(
        key: key, animation: animation, isNew: false, isRemovedAtEnd: false, end: nil)
    }
    extras.cachedMotion = nil
  }
}
