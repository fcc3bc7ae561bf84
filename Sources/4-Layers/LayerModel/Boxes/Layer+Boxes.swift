// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import BoxTrees

/// A layer whose layout places its sublayers as boxes: every ``Layer``.
///
/// It is a protocol so that a subclass of ``Layer`` may have a property `layout` of its own. Text
/// layers do: `label.layout` is the lines of the text, and `label.layout = BoxLayout(…)` sets the
/// layout of the box.
@MainActor
public protocol BoxContainer: AnyObject {}

extension Layer: BoxContainer {}

extension BoxContainer where Self: Layer {
  /// How the layer lays out its sublayers, by the words of CSS's flexbox, grid and block; `nil`,
  /// the default, for sublayers that are placed by hand.
  ///
  /// ```swift
  /// card.layout = BoxLayout(.column, gap: 8, padding: 16)
  /// card.sublayers = [title, text]
  /// title.layoutItem?.margin.bottom = 4
  /// ```
  ///
  /// A layer with a layout is a container, and its sublayers are its items; an item with a layout
  /// is a container, too. The outermost container keeps the size of its ``Layer/bounds``. All
  /// layers below it get their bounds and ``Layer/position`` before displays, once in each turn of
  /// the main queue in which something has changed that their boxes depend on. Displays, animations
  /// and `layoutSublayers()` follow as if these had been set by hand. Frames are those before
  /// transforms. The origin of a container's bounds scrolls its items, as in any layer.
  ///
  /// On a layer with a text, or without sublayers, the layout sets padding and border; a text is
  /// set in the room that is left. If `display` is `none`, the layer is neither drawn nor hit,
  /// whatever ``Layer/isHidden`` is, and all layers below it have a size of zero.
  ///
  /// The property has no key for access by name, since its words are values of Swift.
  public var layout: BoxLayout? {
    get { state.extras?.box?.layout }
    set {
      let old = state.extras?.box?.layout
      if newValue == old { return }
      // The outermost container is marked before and after the change, which may make another one
      // the outermost.
      boxesChanged()
      box.layout = newValue
      boxesChanged()
      if newValue?.direction != old?.direction { markOutermostBoxes() }
      if newValue == nil {
        // Sublayers that are containers have become outermost containers.
        for sublayer in sublayers where sublayer.hasBoxLayout { sublayer.boxesChanged() }
        if boxContainer == nil { takeBoxInsets(.zero) }
      }
      if (newValue?.display == BoxLayout.Display.none) != (old?.display == BoxLayout.Display.none) {
        dropNode()
      }
      fillHost()
    }
  }

  /// How the layer lies in its container; by default as large as its contents. `nil` for a layer
  /// that keeps its frame, out of the flow.
  ///
  /// The item has no effect if the superlayer has no ``layout``, or if the layer is a mask. The
  /// layout replaces an item's bounds and position; its ``Layer/autoresizingMask`` has no effect.
  public var layoutItem: BoxItem? {
    get {
      guard let box = state.extras?.box else { return BoxItem() }
      return box.item
    }
    set {
      if newValue == layoutItem { return }
      boxesChanged()
      box.item = newValue
      boxesChanged()
    }
  }

  /// What went wrong in the last layout of boxes; `nil` if nothing did.
  ///
  /// At an outermost container: why its boxes were refused (`BoxLayoutError`: they lie too deep, or
  /// a grid has too many tracks); all frames stay as they are. At a layer whose contents could not
  /// be measured: why (`ShapingError`, `FontError`); it counts as empty.
  public var layoutError: (any Error)? { state.extras?.box?.error }

  /// The room that padding and border of the layout took from the bounds, in points, in the last
  /// layout of boxes; zero for layers without contents. A layer that overrides
  /// ``Layer/makeBoxContent(cancellation:)`` draws its content within these insets.
  public var boxInsets: BoxSides<Double> { state.extras?.box?.insets ?? .zero }

  /// Marks the boxes around the layer as out of date, since the size of its contents has changed:
  /// they are laid out in the next turn of the main queue. Only layers that override
  /// ``Layer/makeBoxContent(cancellation:)`` need to call it.
  ///
  /// - Complexity: O(containers around).
  public func setNeedsBoxLayout() { boxesChanged() }
}
