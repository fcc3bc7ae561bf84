// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import BoxTrees
import SystemConcurrency

/// The layout and the item of a layer. Few layers have them, so they lie behind one reference.
@MainActor
final class LayerBoxState {
  /// Whether any layer of the program has a layout. Programs without boxes pay no more than a test
  /// of this flag.
  private(set) static var isUsed = false
  /// Whether any layout of the program names a direction of writing.
  private(set) static var isDirectionUsed = false

  var layout: BoxLayout? {
    didSet {
      hasLayout = layout != nil
      isNone = layout?.display == BoxLayout.Display.none
      if hasLayout { Self.isUsed = true }
      if layout?.direction != nil { Self.isDirectionUsed = true }
    }
  }
  /// `nil` for a layer that keeps its frame.
  var item: BoxItem? = BoxItem()
  /// Whether there is a layout; faster than reading ``layout``, which copies a large value.
  private(set) var hasLayout = false
  /// Whether the layout's `display` is `none`.
  private(set) var isNone = false
  /// The value of ``isNone`` when the layer was last laid out.
  var wasNone = false
  /// Whether the boxes from this outermost container down are out of date.
  var isPassNeeded = false
  /// The number of layouts from this outermost container down, for tests.
  var passCount = 0
  /// The room of padding and border in the last layout.
  var insets = BoxSides<Double>.zero
  var error: (any Error)?
}

extension Layer {
  /// The box, made at the first use.
  var box: LayerBoxState {
    if let box = extras.box { return box }
    let box = LayerBoxState()
    extras.box = box
    return box
  }

  /// Whether the layer has a layout.
  package var hasBoxLayout: Bool { state.extras?.box?.hasLayout ?? false }

  /// Whether the layer is not drawn since its `display` is `none`.
  var isWithoutBox: Bool { state.extras?.box?.isNone ?? false }

  /// Whether the layer is placed by a container around it, if there is one.
  var isInFlow: Bool {
    guard let box = state.extras?.box else { return true }
    return box.item != nil
  }

  /// Whether the layout places the sublayers; it does not place those of a text.
  var isBoxContainer: Bool {
    hasBoxLayout && makeBoxContent(cancellation: .never) == nil
  }

  /// The container that places the layer; `nil` for none.
  var boxContainer: Layer? {
    guard LayerBoxState.isUsed, isInFlow, let above = superlayer, above.isBoxContainer,
      above.children?.mask !== self
    else { return nil }
    return above
  }

  /// The outermost container whose layout places this layer; `nil` for a layer without a box.
  ///
  /// - Complexity: O(containers around).
  var outermostBox: Layer? {
    var found = hasBoxLayout ? self : nil
    var layer = self
    while let above = layer.boxContainer {
      found = above
      layer = above
    }
    return found
  }

  /// Whether the boxes from this outermost container down are out of date.
  var needsBoxPass: Bool { state.extras?.box?.isPassNeeded ?? false }

  /// The direction of writing that a layout of this layer inherits; `nil` for none.
  var directionAround: BoxLayout.Direction? {
    var layer = superlayer
    while let above = layer {
      if let direction = above.state.extras?.box?.layout?.direction { return direction }
      layer = above.superlayer
    }
    return nil
  }
}

extension BoxSides where Value == Double {
  /// No room on any side.
  package static var zero: BoxSides { BoxSides(Double.zero) }
}
