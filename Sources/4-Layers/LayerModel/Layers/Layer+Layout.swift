// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

extension Layer {
  /// Marks the layout as out of date: ``layoutSublayers()`` is called once in the next turn of the
  /// main queue, however often it was invalidated.
  ///
  /// As in Core Animation, a new size of ``bounds`` and a new sublayer do this; a new origin of the
  /// bounds, position or transform does not. A ``ScrollLayer`` is laid out when it scrolls as well,
  /// as `UIScrollView` is.
  public func setNeedsLayout() {
    if state.isLayoutNeeded { return }
    state.isLayoutNeeded = true
    LayerTurn.main.addLayout(of: self)
  }

  /// Whether the layout is out of date.
  public var needsLayout: Bool { state.isLayoutNeeded }

  /// Lays out now: finds the highest layer whose layout is out of date, among this one and those
  /// above it, and lays out everything below that layer, boxes included.
  ///
  /// - Complexity: O(invalidated layers · depth of the tree).
  public func layoutIfNeeded() {
    var (top, layer) = (self, self)
    while let above = layer.superlayer {
      if above.needsLayout || above.needsBoxPass { top = above }
      layer = above
    }
    LayerTurn.main.layOut(below: top)
  }

  /// Resizes the sublayers, and marks the layout as out of date; also the contents, if
  /// ``Layer/needsDisplayOnBoundsChange`` is set.
  func sizeChanged(from old: Size) {
    if children != nil { resizeSublayers(withOldSize: old) }
    setNeedsLayout()
    if LayerBoxState.isUsed { sizeOfBoxChanged() }
    if needsDisplayOnBoundsChange { setNeedsDisplay() }
  }

  /// Calls ``layoutSublayers()``. The layout counts as up to date during the call and after it,
  /// also if the call invalidated it.
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
