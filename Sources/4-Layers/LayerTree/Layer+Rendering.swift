// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
import LayerRendering

/// Drawing a tree into a context, without a host.
extension Layer {
  /// Draws the layer and all below it into a context, now: in the space of its bounds, which is the
  /// context's user space, so position and transform of the layer itself do not count.
  ///
  /// What is out of date is laid out and displayed before, on the main queue, that of an
  /// ``AsyncLayer`` too. Animations are ignored, as Core Animation ignores them: the properties are
  /// drawn as they were set. Films and particles are drawn at the present time of the clock, a
  /// ``TiledLayer`` with the tiles that it has.
  ///
  /// ```swift
  /// var context = try GraphicsContext(size: layer.bounds.size, scale: 2)
  /// try layer.render(in: &context)
  /// let picture = context.makeBitmap()
  /// ```
  ///
  /// - Parameter context: A context of the format `rgba8`; its transform and clip apply.
  /// - Throws: `GraphicsError` for too many copies of layers or without memory, or an error of
  ///   contents that draw themselves. A drawing of a layer that fails throws nothing here: the
  ///   layer keeps its old contents, and the error.
  /// - Complexity: O(layers + pixels drawn).
  public func render(in context: inout GraphicsContext) throws {
    layoutIfNeeded()
    displayTree()
    let now = clock.now
    let still = node.still(at: superlayer?.localTime(at: now) ?? now, treeTime: now)
    try Compositor.draw(still, in: &context)
  }

  /// Brings the contents of the layer and all below it up to date.
  private func displayTree() {
    var layers = [self]
    while let layer = layers.popLast() {
      if layer.isHidden { continue }
      if let layer = layer as? AsyncLayer {
        if layer.needsDisplay || layer.isDisplaying { layer.displayAndWait() }
      } else {
        layer.displayIfNeeded()
      }
      layers += layer.sublayers
      if let mask = layer.mask { layers.append(mask) }
    }
  }
}
