// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import BoxTrees

/// What lays out the layers in it as boxes: every ``Layer``.
///
/// A protocol, so that a class of layers may have a property `layout` of its own, as text layers
/// have: of one, `label.layout` is the lines of its text, and `label.layout = BoxLayout(…)` sets
/// its box.
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
  /// A layer with a layout is a container, and its sublayers are items of it, those with a layout
  /// of their own containers again. The outermost container has the size of its ``Layer/bounds``;
  /// all below it get theirs, and their ``Layer/position``, once in a turn of the main queue in
  /// which something changed that their boxes depend on, and before displays. They are ordinary
  /// bounds and positions: displays, animations and `layoutSublayers()` follow as if they had been
  /// set by hand. Frames are those before transforms. Scrolling, by the origin of the bounds,
  /// moves what lies in a container as ever.
  ///
  /// On a layer that holds a text the layout gives its padding and border, and the text is set in
  /// the room that is left; on one without sublayers likewise. Under `display` `none` the layer is
  /// neither drawn nor hit, whatever ``Layer/isHidden`` says, and all below it have no size.
  ///
  /// A layout has no key: its words are values of Swift.
  public var layout: BoxLayout? {
    get { state.extras?.box?.layout }
    set {
      let old = state.extras?.box?.layout
      if newValue == old { return }
      // The container that the layer lies in, before and after: of an image with sublayers.
      boxesChanged()
      box.layout = newValue
      boxesChanged()
      if newValue?.direction != old?.direction { markOutermostBoxes() }
      if newValue == nil {
        // Containers below it are outermost ones now.
        for sublayer in sublayers where sublayer.hasBoxLayout { sublayer.boxesChanged() }
        if boxContainer == nil { takeBoxInsets(.zero) }
      }
      if (newValue?.display == BoxLayout.Display.none) != (old?.display == BoxLayout.Display.none) {
        dropNode()
      }
      fillHost()
    }
  }

  /// How the layer lies in a container around it; by default as large as its contents. `nil` for a
  /// layer that keeps its frame, out of the flow.
  ///
  /// It counts for nothing where the superlayer has no ``layout``, and for a mask. An item's own
  /// bounds and position are replaced; its ``Layer/autoresizingMask`` counts for nothing.
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
  /// layout of boxes. Only of layers that hold something; a ``Layer/makeBoxContent(cancellation:)``
  /// of a program's own is drawn within it.
  public var boxInsets: BoxSides<Double> { state.extras?.box?.insets ?? .zero }

  /// Marks the layer's contents as of another size: the boxes that it lies in are laid out in the
  /// next turn. For layers that override ``Layer/makeBoxContent(cancellation:)``; what the library
  /// measures itself is noticed.
  ///
  /// - Complexity: O(containers around).
  public func setNeedsBoxLayout() { boxesChanged() }
}
