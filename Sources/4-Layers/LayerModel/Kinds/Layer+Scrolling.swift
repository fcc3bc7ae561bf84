// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import LayerCompositing

/// Scrolling of the layer around, and the visible part of a layer.
extension Layer {
  /// Scrolls the nearest ``ScrollLayer``, this layer or one above, so that a point of this layer's
  /// space comes to its top left corner, as ``ScrollLayer/scroll(to:)-(Point)`` does.
  ///
  /// Nothing happens without such a layer, and where the conversion to it has no result.
  ///
  /// - Complexity: O(depth of the tree).
  public func scroll(_ point: Point) {
    guard let above = scrollLayer, let point = convert(point, to: above) else { return }
    above.scroll(to: point)
  }

  /// Scrolls the nearest ``ScrollLayer``, this layer or one above, by the least distance that makes
  /// a rectangle of this layer's space visible there, as ``ScrollLayer/scroll(to:)-(Rect)`` does.
  ///
  /// Nothing happens without such a layer, and where the conversion to it has no result.
  ///
  /// - Complexity: O(depth of the tree).
  public func scrollRectToVisible(_ rect: Rect) {
    guard let above = scrollLayer, let rect = convert(rect, to: above) else { return }
    above.scroll(to: rect)
  }

  /// The part of the bounds that is not clipped by layers above with `masksToBounds`, such as
  /// scroll layers; empty if all of it is clipped, or if it cannot be converted to one of them.
  ///
  /// A clip that is rotated relative to this layer counts as its bounding box. Rounded corners,
  /// masks, opacity and the edges of the frame are ignored.
  ///
  /// - Complexity: O(depth of the tree × clips above).
  public var visibleRect: Rect {
    var visible = bounds
    var next = superlayer
    while let layer = next, !visible.isEmpty {
      if layer.masksToBounds, !layer.isSpace {
        guard let clip = convert(layer.bounds, from: layer) else { return .zero }
        visible = visible.intersection(clip)
      }
      next = layer.superlayer
    }
    return visible.isEmpty ? .zero : visible
  }

  /// The nearest scroll layer: this one, or one above.
  private var scrollLayer: ScrollLayer? {
    var next: Layer? = self
    while let layer = next {
      if let found = layer as? ScrollLayer { return found }
      next = layer.superlayer
    }
    return nil
  }
}
