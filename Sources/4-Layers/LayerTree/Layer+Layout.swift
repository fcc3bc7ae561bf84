// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// Layout of sublayers.
extension Layer {
  /// Marks the layout as out of date: ``layoutSublayers()`` is called once in the next turn of the
  /// main queue, however often it was invalidated.
  ///
  /// As in Core Animation, a new size of ``bounds`` does this, of layers with sublayers and
  /// without, and so does a new sublayer; a new origin of the bounds, position or transform does
  /// not. A ``ScrollLayer`` is laid out as it scrolls, too, as `UIScrollView` is: what it shows has
  /// changed.
  public func setNeedsLayout() {
    if state.isLayoutNeeded { return }
    state.isLayoutNeeded = true
    LayerTurn.main.addLayout(of: self)
  }

  /// Whether the layout is out of date.
  public var needsLayout: Bool { state.isLayoutNeeded }

  /// Lays out now what is out of date below the highest layer above this one, or this one itself,
  /// whose layout is out of date.
  ///
  /// - Complexity: O(invalidated layers · depth of the tree).
  public func layoutIfNeeded() {
    var (top, layer) = (self, self)
    while let above = layer.superlayer {
      if above.needsLayout { top = above }
      layer = above
    }
    LayerTurn.main.layOut(below: top)
  }

  /// Does what a new size of the bounds needs.
  func sizeChanged(from old: Size) {
    if family != nil { resizeSublayers(withOldSize: old) }
    setNeedsLayout()
    if needsDisplayOnBoundsChange { setNeedsDisplay() }
  }

  /// Calls the layer's layout. It counts as up to date meanwhile, for sublayers that it lays out
  /// itself, and afterwards, whatever it has invalidated of its own.
  func layOut() {
    state.isLayoutNeeded = false
    layoutSublayers()
    state.isLayoutNeeded = false
  }

  /// Whether this is a layer or lies below it.
  func isInside(_ top: Layer) -> Bool {
    var layer: Layer? = self
    while let current = layer {
      if current === top { return true }
      layer = current.superlayer
    }
    return false
  }
}
