// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import AsyncDisplay
public import LayerRendering
public import TextGraphics
public import TextModel

/// A rectangle with contents, a node in a tree of layers.
///
/// The model is Core Animation's: `bounds` lies in the layer's own space, `position` in that of its
/// superlayer, and `contents` is a bitmap that stays until it is replaced. A layer is used on the
/// main actor only.
///
/// A layer is the face of a value: each change drops the `RenderNode` that was made of it, and
/// those of the layers above, and the next ``node`` reuses all others. A ``LayerHost`` composes the
/// pictures of a tree.
@MainActor
open class Layer {
  /// One struct, so that a display pays for one exclusivity check.
  struct State {
    var properties = LayerProperties()
    var needsDisplayOnBoundsChange = false
    var isDisplayNeeded = false
    var isLayoutNeeded = false
    var contents = LayerContents.none
    /// The link of the superlayer; `nil` at the root of a tree.
    var superlink: SuperlayerLink?
    /// The place among the sublayers of the superlayer, as its `LayerFamily` counts.
    var place = 0
    /// The value made of this layer and those below, unless something there has changed since. No
    /// layer above has one if this one has none.
    var node: RenderNode?
    /// The sublayers and the mask; `nil` without any.
    var family: LayerFamily?
    /// What few layers have.
    var extras: LayerExtras?
  }

  final var state = State()
  /// The identity of the layer in trees of nodes and in reports.
  public final let id = LayerID()

  /// Creates a layer without extent and contents.
  public init() {}

  // MARK: Properties

  /// All properties with which the layer is drawn. Setting them sets each one that differs.
  public final var properties: LayerProperties {
    get { state.properties }
    set { assign(newValue) }
  }

  /// Changes properties: the one way in which they change.
  @inline(__always)
  final func change(_ body: (inout LayerProperties) -> Void) {
    if Transaction.animation != nil { return changeAnimated(body) }
    if state.change(body) { dropNode() }
  }

  /// The layer's rectangle in its own space, in points, y-down.
  ///
  /// A rectangle with a negative width or height becomes the same one with positive ones. Any other
  /// value may be set; a size that cannot be drawn leaves the layer without contents. A new size
  /// resizes the sublayers by their ``autoresizingMask``, and needs a layout.
  open var bounds: Rect {
    get { state.properties.bounds }
    set {
      let new = newValue.standardized
      var old = new.size
      change {
        old = $0.bounds.size
        $0.bounds = new
      }
      if old != new.size { sizeChanged(from: old) }
    }
  }
  /// The place of the anchor point in the superlayer's space, in points.
  open var position: Point {
    get { state.properties.position }
    set { change { $0.position = newValue } }
  }
  /// The point of the bounds that lies at `position` and about which `transform` acts, as fractions
  /// of width and height: (0, 0) is the top left corner, (1, 1) the bottom right one.
  open var anchorPoint: Point {
    get { state.properties.anchorPoint }
    set { change { $0.anchorPoint = newValue } }
  }
  /// The number of device pixels per point of the contents; a new value needs a display.
  open var contentsScale: Double {
    get { state.properties.contentsScale }
    set {
      var isChanged = false
      change {
        isChanged = newValue != $0.contentsScale
        $0.contentsScale = newValue
      }
      if isChanged { setNeedsDisplay() }
    }
  }
  /// Whether the layer fills its bounds with opaque pixels. A drawing of an opaque layer begins
  /// with its `backgroundColor` on white; a new value takes effect with the next display.
  open var isOpaque: Bool {
    get { state.properties.isOpaque }
    set { change { $0.isOpaque = newValue } }
  }
  /// The colour behind the contents; `nil` for none. Each frame draws it, so a new value needs no
  /// display, except under the drawing of an opaque layer, which begins with it on white.
  open var backgroundColor: Color? {
    get { state.properties.backgroundColor }
    set { change { $0.backgroundColor = newValue } }
  }
  /// Whether the layer and its sublayers are left out of the picture.
  open var isHidden: Bool {
    get { state.properties.isHidden }
    set { change { $0.isHidden = newValue } }
  }
  /// Whether a new size of `bounds` needs a display.
  open var needsDisplayOnBoundsChange: Bool {
    get { state.needsDisplayOnBoundsChange }
    set { state.needsDisplayOnBoundsChange = newValue }
  }

  // MARK: Contents

  /// The bitmap that the layer shows.
  open var contents: Bitmap? {
    get { state.contents.image }
    set { replaceContents(with: LayerContents(newValue)) }
  }

  /// A drawing that the layer shows instead of a bitmap: each frame repeats it at its own scale and
  /// under its own transform. Setting it replaces `contents`, and is replaced by them.
  public final var vectorContents: (any VectorContents)? {
    get {
      guard case .vector(let vector) = state.contents else { return nil }
      return vector.contents
    }
    set {
      if newValue == nil, vectorContents == nil { return }
      replaceContents(with: newValue.map { .vector(VectorBox($0)) } ?? .none)
    }
  }

  /// The colour of contents in the format `alpha8` where their coverage is full; `nil` for black.
  open var contentsTint: Color? {
    get { state.extras?.contentsTint }
    set {
      if newValue == state.extras?.contentsTint { return }
      extras.contentsTint = newValue
      dropNode()
    }
  }

  /// The result of the last display, as long as the layer shows its bitmap; `nil` for a bitmap that
  /// was assigned, for a placeholder, and for a layer without contents.
  package final var committedContents: DisplayContents? {
    guard case .display(let contents) = state.contents else { return nil }
    return contents
  }

  /// Assigns the bitmap of a display to `contents`, and keeps the rest of the result with it unless
  /// an override of `contents` has assigned another bitmap.
  final func commit(_ new: DisplayContents) {
    contents = new.image
    if state.contents.image?.id == new.image.id { replaceContents(with: .display(new)) }
  }

  /// The old contents are released after the access: a `deinit` may run there and use the layer.
  final func replaceContents(with new: consuming LayerContents) {
    var old = new
    if state.exchangeContents(with: &old) { dropNode() }
    (consume old).recycle()
  }

  // MARK: Layout

  /// Places the sublayers, or sets what depends on the size; called once in a turn of the main
  /// queue in which the layer was invalidated, before displays, and those of superlayers first.
  ///
  /// The default implementation asks the ``delegate``. Overrides need not call `super`.
  open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

  /// Resizes the sublayers after a new size of the bounds, before any layout; by default each by
  /// ``resize(withOldSuperlayerSize:)``.
  ///
  /// - Parameter size: The size before.
  open func resizeSublayers(withOldSize size: Size) {
    for sublayer in sublayers { sublayer.resize(withOldSuperlayerSize: size) }
  }

  /// Resizes the layer after a new size of its superlayer; by default as its ``autoresizingMask``
  /// says.
  ///
  /// - Parameter size: The size of the superlayer before.
  open func resize(withOldSuperlayerSize size: Size) { autoresize(from: size) }

  // MARK: Hit tests

  /// Whether a point of the layer's space lies in its bounds.
  open func contains(_ point: Point) -> Bool { bounds.contains(point) }

  // MARK: Displaying

  /// Marks the contents as out of date; they are displayed at the end of the turn of the main
  /// queue.
  open func setNeedsDisplay() { markDirty(nil) }

  /// Marks a part of the contents as out of date: the next drawing is clipped to it, and the other
  /// pixels stay.
  ///
  /// All is drawn in an ``AsyncLayer``, and where no earlier drawing has the same bounds,
  /// `contentsScale` and background under an opaque drawing.
  ///
  /// - Parameter rect: The part, in the layer's space.
  open func setNeedsDisplay(_ rect: Rect) { markDirty(rect) }

  /// Whether the contents are out of date.
  open var needsDisplay: Bool { state.isDisplayNeeded }

  /// Whether contents are on their way, made elsewhere than on the main queue: a host's
  /// ``LayerHost/settledFrame()`` waits for them. `false` unless a subclass says otherwise.
  ///
  /// A subclass that overrides it calls ``displayDidEnd()`` when it has become `false`.
  open var isDisplaying: Bool { false }

  /// Displays the layer if its contents are out of date.
  open func displayIfNeeded() {
    if !state.isDisplayNeeded { return }
    // Before an override of `display()`, which need not do it.
    state.isDisplayNeeded = false
    display()
  }

  /// Brings the contents up to date, now.
  ///
  /// An override sets `contents` itself. The default implementation asks, until one of them
  /// answers: the delegate's ``LayerDelegate/display(_:)``, ``drawing()``, and the delegate's
  /// ``LayerDelegate/drawing(for:)-(Layer)``. Without an answer the contents stay, and no memory is
  /// taken.
  open func display() {
    let dirty = takeDirtyRect()
    if delegate?.display(self) ?? false { return }
    if let drawing = drawing() ?? delegate?.drawing(for: self) { draw(drawing, in: dirty) }
  }

  /// Returns a drawing of the contents, or `nil` to leave them; the default is `nil`.
  ///
  /// It draws into a bitmap of the size of `bounds` times `contentsScale`, in the layer's space.
  open func drawing() -> LayerDrawing? { nil }
}

/// A drawing of a layer's contents; runs at once, on the main queue.
public typealias LayerDrawing = @MainActor (inout GraphicsContext) throws -> Void

// One function each, so that a change pays for one exclusivity check.
extension Layer.State {
  /// Changes properties.
  ///
  /// - Returns: Whether there is a node, which is out of date.
  @inline(__always)
  mutating func change(_ body: (inout LayerProperties) -> Void) -> Bool {
    body(&properties)
    return node != nil
  }

  /// Puts other contents in place of the present ones.
  ///
  /// - Returns: Whether there is a node, which is out of date.
  mutating func exchangeContents(with other: inout LayerContents) -> Bool {
    swap(&contents, &other)
    return node != nil
  }
}
