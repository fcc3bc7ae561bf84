// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import BoxTrees
import SystemConcurrency

/// The box of a layer: what few layers have, behind one reference of the extras.
@MainActor
final class LayerBoxState {
  /// Whether any layer of the program has a layout. Stored, so that layers of programs without
  /// boxes pay a single test.
  private(set) static var isUsed = false
  /// Whether any layout names a direction of writing.
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
  /// Whether there is a layout, which is large, and is not copied for this test.
  private(set) var hasLayout = false
  /// Whether the layout's `display` is `none`.
  private(set) var isNone = false
  /// Whether it was when the layer was last laid out.
  var wasNone = false
  /// Whether the boxes from this outermost container down are out of date.
  var isPassNeeded = false
  /// How often they were laid out, for tests.
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

  /// Whether the sublayers are laid out by the layout: not those of a text.
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

  /// The layer with whose boxes those of this one are laid out; `nil` for a layer without box.
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
