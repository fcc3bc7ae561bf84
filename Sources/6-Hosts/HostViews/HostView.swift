// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import LayerModel

/// A rectangle of a window that owns a layer and takes events: the counterpart of `UIView`.
///
/// The view stays the delegate of its layer. Geometry and look are those of the layer, to which the
/// properties here are forwarded. Nothing is drawn, and no memory taken, unless a subclass
/// overrides ``drawing()`` or the layer has contents of its own; the drawing stays until
/// ``setNeedsDisplay()``, or until bounds or scale change.
///
/// ```swift
/// final class LayerLabel: HostView {
///   override class func makeLayer() -> Layer { TextLayer() }
///   var label: TextLayer? { layer as? TextLayer }
/// }
/// ```
///
/// A ``HostWindow`` shows a view: it gives it the window's size and scale.
@MainActor
open class HostView {
  /// The layer; its delegate is this view.
  public final let layer: Layer
  /// The view that this one lies in.
  public private(set) final weak var superview: HostView?
  /// The views inside, from back to front.
  public private(set) final var subviews: [HostView] = []
  /// The window that shows the view, through the views above it.
  public final var window: HostWindow? { superview?.window ?? shownBy }
  /// The window whose content the view is; `nil` for other views.
  weak var shownBy: HostWindow? {
    didSet { if shownBy !== oldValue { windowChanged() } }
  }

  /// Makes the layer of a view of this class; by default a plain one.
  open class func makeLayer() -> Layer { Layer() }

  /// Creates a view.
  ///
  /// - Parameter frame: The rectangle in the view that it will lie in, in points.
  public init(frame: Rect = .zero) {
    layer = Self.makeLayer()
    precondition(layer.delegate == nil, "the layer of a view has no other delegate")
    layer.delegate = self
    layer.needsDisplayOnBoundsChange = true
    layer.frame = frame
  }

  /// Checks that a layer is this view's, and that the view is still its delegate.
  private func check(_ layer: Layer) {
    precondition(
      layer === self.layer && layer.delegate === self,
      "the delegate of a view's layer is the view, and stays it")
  }

  // MARK: Geometry, forwarded to the layer

  /// The rectangle in the superview: the box around the bounds under the transform. Setting it goes
  /// through the transform, too, as `Layer.frame` does.
  open var frame: Rect {
    get { layer.frame }
    set { layer.frame = newValue }
  }
  /// The rectangle in the view's own space.
  open var bounds: Rect {
    get { layer.bounds }
    set { layer.bounds = newValue }
  }
  /// The middle of the view in its superview, as long as the anchor point is the middle.
  open var center: Point {
    get { layer.position }
    set { layer.position = newValue }
  }
  /// The map that is applied to the view, about its anchor point.
  open var transform: Transform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }
  /// Device pixels per point. A window sets it for all of its views; a new value displays the
  /// layer.
  open var contentsScale: Double {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }

  // MARK: Look, forwarded to the layer

  /// The colour behind the contents: that of the layer.
  open var backgroundColor: Color? {
    get { layer.backgroundColor }
    set { layer.backgroundColor = newValue }
  }
  /// The opacity of the view with all inside, 0 to 1.
  open var alpha: Double {
    get { layer.opacity }
    set { layer.opacity = newValue }
  }
  /// Whether the view and all inside are not shown.
  open var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }
  /// Whether the layer fills its bounds with opaque pixels.
  open var isOpaque: Bool {
    get { layer.isOpaque }
    set { layer.isOpaque = newValue }
  }
  /// Whether all inside is cut off at the bounds.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  // MARK: Views inside

  /// Puts a view in front of the others.
  ///
  /// - Precondition: `view` is neither this view nor one around it.
  open func addSubview(_ view: HostView) { insertSubview(view, at: subviews.count) }

  /// Puts a view at a place among the others, from back to front.
  ///
  /// - Parameters:
  ///   - view: The view, which leaves the one that it lies in.
  ///   - index: The place, 0 … `subviews.count`.
  /// - Precondition: `view` is neither this view nor one around it.
  open func insertSubview(_ view: HostView, at index: Int) {
    var above: HostView? = self
    while let current = above {
      precondition(current !== view, "a view does not lie in itself")
      above = current.superview
    }
    let oldIndex = subviews.firstIndex { $0 === view }
    view.removeFromSuperview()
    let index = min(oldIndex.map { $0 < index ? index - 1 : index } ?? index, subviews.count)
    if index == subviews.count {
      layer.addSublayer(view.layer)
    } else {
      layer.insertSublayer(view.layer, below: subviews[index].layer)
    }
    subviews.insert(view, at: index)
    view.superview = self
    view.windowChanged()
  }

  /// Takes the view out of its superview.
  open func removeFromSuperview() {
    guard let above = superview else { return }
    superview = nil
    above.subviews.removeAll { $0 === self }
    layer.removeFromSuperlayer()
    windowChanged()
  }

  /// Called when the view is shown by another window, or by none; afterwards it is called for the
  /// views inside. Overrides call `super`, which takes the window's scale and displays the layer.
  open func didMoveToWindow() {
    guard let window else { return }
    contentsScale = window.scale
    layer.setNeedsDisplay()
  }

  private func windowChanged() {
    forAll { view in
      view.check(view.layer)
      view.didMoveToWindow()
    }
  }

  /// Calls a closure for this view and all inside, each before those in it.
  func forAll(_ body: (HostView) -> Void) {
    var views = [self]
    while let view = views.popLast() {
      body(view)
      views += view.subviews.reversed()
    }
  }

  // MARK: Layout

  /// Requests a layout in this turn of the main queue.
  open func setNeedsLayout() { layer.setNeedsLayout() }

  /// Lays out now if a layout is pending.
  open func layoutIfNeeded() { layer.layoutIfNeeded() }

  /// Places the views inside, or sets what depends on the size, such as the path of a shape layer.
  ///
  /// The layer's layout calls it: once in a turn in which a layout was requested, the size has
  /// changed, or a view was added, superviews first. If the layer is a `ScrollLayer`, it is also
  /// called when it was scrolled. The default does nothing.
  open func layoutSubviews() {}

  // MARK: Drawing

  /// Marks the drawing as out of date.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }

  /// Returns the drawing of the view, or `nil` for none, which costs no memory; the default is
  /// `nil`.
  ///
  /// It is called when the view is first shown by a window, and then for each display. The drawing
  /// is kept as a bitmap of `bounds.size` times `contentsScale`.
  open func drawing() -> LayerDrawing? { nil }

  // MARK: Events

  /// Returns the foremost view at a point of the superview's space: this one or one inside; `nil`
  /// if neither is there.
  open func hitTest(_ point: Point) -> HostView? {
    var hit = layer.hitTest(point)
    while let layer = hit {
      if let view = layer.delegate as? HostView { return view }
      hit = layer.superlayer
    }
    return nil
  }

  /// Handles an event of a pointer, in the view's space.
  ///
  /// - Returns: Whether the event was used; otherwise it is passed to the superview. The view that
  ///   used `down` receives all events up to `up` or `cancel`, wherever the pointer is.
  open func pointer(_ event: PointerEvent) -> Bool { false }

  /// Handles a turn of the wheel, in the view's space. Returns whether the event was used;
  /// otherwise it is passed to the superview.
  open func wheel(_ event: WheelEvent) -> Bool { false }
}

extension HostView: LayerDelegate {
  /// Returns the view's drawing.
  public func drawing(for layer: Layer) -> LayerDrawing? {
    check(layer)
    return drawing()
  }

  /// Places the views inside.
  public func layoutSublayers(of layer: Layer) {
    check(layer)
    layoutSubviews()
  }

  /// Returns the layer's own action inside `Transaction.animate`, and none outside, whatever the
  /// layer's host has as a default: setting a property of a view does not animate, as in UIKit.
  public func action(for layer: Layer, forKey key: String) -> LayerAction? {
    Transaction.isInAnimation ? nil : .null
  }
}
