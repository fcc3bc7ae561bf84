// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
import LayerCompositing

/// Drawing a tree into a context, without a host.
extension Layer {
  /// Draws the layer and all below it into a context, now. The user space of the context is the
  /// space of the layer's bounds: its position and transform are ignored.
  ///
  /// Everything that is out of date is first laid out and displayed on the main queue, also in an
  /// ``AsyncLayer``. Animations are ignored, as in Core Animation: properties have the values that
  /// were set. Films and particles are drawn at the present time of the clock, and a ``TiledLayer``
  /// with its loaded tiles.
  ///
  /// ```swift
  /// var context = try GraphicsContext(size: layer.bounds.size, scale: 2)
  /// try layer.render(in: &context)
  /// let picture = context.makeBitmap()
  /// ```
  ///
  /// - Parameter context: A context of the format `rgba8`; its transform and clip apply.
  /// - Throws: `GraphicsError` for too many copies of layers or if there is no memory, or an error
  ///   that the drawing of vector contents threw. If the drawing of a layer's bitmap fails, nothing
  ///   is thrown: the layer keeps its old contents, and has the error as ``drawingError``.
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
      if layer.isHidden || layer.isWithoutBox { continue }
      layer.displayNow()
      layers += layer.sublayers
      if let mask = layer.mask { layers.append(mask) }
    }
  }
}
