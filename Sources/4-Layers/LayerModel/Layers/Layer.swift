// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import AsyncDisplay
public import BoxTrees
public import CanvasDrawing
public import CanvasGeometry
public import LayerCompositing
public import SystemConcurrency
import SystemLanes

/// A rectangle with contents, a node in a tree of layers.
///
/// The model is Core Animation's: `bounds` lies in the layer's own space, `position` in that of its
/// superlayer, and `contents` is a bitmap that stays until it is replaced. A layer is used on the
/// main actor only.
///
/// Frames are not drawn from layers but from immutable nodes that are made of them. A change of a
/// layer drops its `RenderNode` and those of the layers above; the next ``node`` reuses all others.
/// A ``LayerHost`` composes the frames of a tree.
@MainActor
open class Layer {
  /// The state is one struct, so that a display pays for one exclusivity check.
  struct State {
    var properties = LayerProperties()
    var needsDisplayOnBoundsChange = false
    var isDisplayNeeded = false
    var isLayoutNeeded = false
    /// When the layer was added to its superlayer.
    var arrival = LayerArrival()
    var contents = LayerContents.none
    /// The link of the superlayer; `nil` at the root of a tree.
    var superlink: SuperlayerLink?
    /// The place among the sublayers of the superlayer, as its `LayerChildren` counts.
    var place = 0
    /// The node of this layer and those below; `nil` if something there has changed since it was
    /// made. Then no layer above has one.
    var node: RenderNode?
    /// The sublayers and the mask; `nil` without any.
    var children: LayerChildren?
    /// Properties that few layers have; `nil` until one of them is set.
    var extras: LayerExtras?
  }

  final var state = State()
  /// The identity of the layer in trees of nodes and in reports.
  public final let id = LayerID()

  /// Creates a layer without extent and contents.
  public init() {}

  // MARK: Properties

  /// All properties with which the layer is drawn. Setting them sets those that differ.
  public final var properties: LayerProperties {
    get { state.properties }
    set { assign(newValue) }
  }

  /// Changes properties, and runs the actions of the change.
  @inline(__always)
  final func change(_ body: (inout LayerProperties) -> Void) {
    if Transaction.mayFindActions { return changeAnimated(body) }
    changeNow(body)
  }

  /// Changes properties; every change of properties calls this function.
  @inline(__always)
  final func changeNow(_ body: (inout LayerProperties) -> Void) {
    if state.change(body) { dropNode() }
  }

  /// The layer's rectangle in its own space, in points, y-down.
  ///
  /// A rectangle with a negative width or height becomes the same one with positive ones. Any other
  /// value may be set; a size that cannot be drawn leaves the layer without contents. A new size
  /// resizes the sublayers by their ``Layer/autoresizingMask``, and needs a layout.
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
  /// The pixels of the contents per point; a new value needs a display.
  open var contentsScale: Double {
    get { state.properties.contentsScale }
    set {
      var isChanged = false
      changeImage {
        change {
          isChanged = newValue != $0.contentsScale
          $0.contentsScale = newValue
        }
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
  /// Whether the layer and its sublayers are not drawn.
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
    set {
      change("contents") {
        if let (layer, result) = Self.committing, layer === self, result.image.id == newValue?.id {
          replaceContents(with: .display(result))
        } else {
          replaceContents(with: LayerContents(newValue))
        }
      }
    }
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

  /// The result that ``commit(_:)`` is assigning, and the layer that it belongs to.
  private static var committing: (layer: Layer, result: DisplayContents)?

  /// Assigns the bitmap of a display to `contents`, once, and keeps the rest of the result with it.
  ///
  /// The assignment goes through overrides of `contents`, which only get the bitmap; the setter of
  /// this class then takes the whole result. The layer and the bitmap are compared, so another
  /// bitmap that an override or an action assigns meanwhile, here or to another layer, stays a
  /// plain bitmap. Commits may be nested: an inner one ends before the outer one continues.
  final func commit(_ new: DisplayContents) {
    let outer = exchange(&Self.committing, with: (self, new))
    contents = new.image
    Self.committing = outer
  }

  /// Replaces the contents. The old ones are released after the access, as their `deinit` may use
  /// the layer.
  final func replaceContents(with new: consuming LayerContents) {
    if LayerBoxState.isUsed {
      let size = imageBox?.size
      exchangeContents(with: new)
      if imageBox?.size != size { boxesChanged() }
      return
    }
    exchangeContents(with: new)
  }

  private func exchangeContents(with new: consuming LayerContents) {
    var old = new
    if state.exchangeContents(with: &old) { dropNode() }
    (consume old).recycle()
  }

  // MARK: Keys and actions

  /// The properties that this class stores itself, by name. A subclass adds rows to those of
  /// `super`; if two rows have one name, the last one is used.
  open class var keys: [LayerClassKey] { commonKeys }

  /// Returns what happens when a property changes; `nil` for nothing.
  ///
  /// Asked before the change, in a body of `Transaction.animate`, and for a layer that a host has
  /// shown whose ``LayerHost/implicitAnimations`` are on, but never where actions are disabled. The
  /// default implementation asks in this order, as in Core Animation, and the first answer counts:
  /// the delegate's ``LayerDelegate/action(for:forKey:)``, ``actions``, and
  /// ``defaultAction(forKey:)``. `LayerAction.null` ends the search with nothing.
  ///
  /// - Parameter key: The name of the property, without fields.
  open func action(forKey key: String) -> LayerAction? { foundAction(forKey: key) }

  /// Returns the action of a property that neither the delegate nor ``Layer/actions`` has one for.
  ///
  /// For properties that can be interpolated, that is an animation to the new value, with
  /// `Transaction.animationDuration()` and `Transaction.animationTimingFunction()`; for others
  /// `nil`. Core Animation also fades in new contents; here `actions["contents"] =
  /// .transition(.fade)` does, since contents come from lanes at any time.
  open class func defaultAction(forKey key: String) -> LayerAction? {
    guard LayerKey.named(key)?.isAnimatable ?? false else { return nil }
    return implicitAnimation(of: key)
  }

  /// The particles of an emitter, by whose keys they are read and set; `nil` for other layers.
  var particles: ParticleEmitter? {
    get { nil }
    set {}
  }

  /// Called when an animation has begun.
  ///
  /// - Parameter time: The layer's time.
  func animationBegan(_ entry: LayerAnimationEntry, at time: Double) {}

  /// Called when an animation was removed.
  func animationRemoved(_ entry: LayerAnimationEntry) {}

  /// Checks that an animation fits the layer.
  ///
  /// - Throws: `unknownKey`, `wrongType` or `notAnimatable`.
  final func check(_ animation: LayerAnimation) throws(LayerKeyError) {
    do {
      try animation.check(for: state.properties, emitter: particles)
    } catch {
      // The class keeps the property itself, outside of `LayerProperties`: it cannot be animated.
      guard error.code == .unknownKey, (try? value(forKeyPath: error.keyPath)) != nil else {
        throw error
      }
      throw LayerKeyError.notAnimatable(error.keyPath)
    }
  }

  /// The presented value at a key path, for properties that can be animated but are not part of
  /// `LayerProperties`, such as the colour and the size of text.
  ///
  /// - Parameter time: The layer's time.
  package func presentedValue(forKeyPath path: String, at time: Double) -> LayerValue? {
    node.presentedValueOfContents(path, at: time)
  }

  // MARK: Layout

  /// Places the sublayers, or sets properties that depend on the size. It is called once in each
  /// turn of the main queue in which the layer was invalidated, before displays, and after the
  /// layouts of superlayers.
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

  // MARK: Boxes

  /// Returns the contents that a layout of boxes measures in this layer; `nil` for a layer that is
  /// empty, or whose size comes from its sublayers.
  ///
  /// By default this is the bitmap that was assigned to `contents`, in its natural size (its pixels
  /// divided by `contentsScale`), if the layer lays out no sublayers; for a text layer it is the
  /// text. A drawing of a layer has the size of the bounds and no natural size, unless an override
  /// returns one. The sublayers of a layer with contents are placed by hand.
  ///
  /// Called on the main actor at each layout of the boxes around; the contents are measured there
  /// or, in ``size(thatFits:)``, on a lane. Call ``BoxContainer/setNeedsBoxLayout()`` when they
  /// change.
  ///
  /// - Parameter cancellation: To be polled while the contents are measured.
  open func makeBoxContent(cancellation: Cancellation) -> (any BoxContent)? {
    if let children, children.count > 0, hasBoxLayout { return nil }
    return imageBox
  }

  /// The lanes on which boxes are measured.
  var boxLanes: RenderLanes { .shared }

  /// Whether a bitmap that is assigned to `contents` is an image that has a size of its own.
  var showsImages: Bool { true }

  /// Measures the contents of the layer, on a lane.
  ///
  /// The result is the size of the boxes of a container with a ``BoxContainer/layout``, the natural
  /// size of an image, and the size of the bounds of a layer without contents. Measurements are
  /// kept: a container that is given the returned size is laid out without shaping any text again.
  /// So long texts can be kept off the main actor: the layout in a turn shapes there all texts that
  /// were not measured before, in some 10 to 100 µs for a short text.
  ///
  /// Cancelling the calling task cancels the measuring.
  ///
  /// - Parameter size: The room there is, in points; a side that is infinite, zero or negative is
  ///   unbounded.
  /// - Returns: The size in points: as wide as the contents without breaks, and as high as they are
  ///   at that width, but not larger than the room.
  /// - Throws: `BoxLayoutError`, `CancellationError`, or what the contents throw.
  open func size(thatFits size: Size) async throws -> Size {
    if !hasBoxLayout, makeBoxContent(cancellation: .never) == nil { return bounds.size }
    return try await boxSize(thatFits: size)
  }

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

  /// Whether contents are being made outside of the main queue. A host's
  /// ``LayerHost/settledFrame()`` waits for them. `false` unless a subclass overrides it.
  ///
  /// A subclass that overrides it calls ``displayDidEnd()`` when it has become `false`.
  open var isDisplaying: Bool { false }

  /// Whether a display starts at the end of the turn, without a call of the layer's turn.
  var isDisplayScheduled: Bool { false }

  /// Brings the contents up to date before it returns.
  func displayAtOnce() { displayIfNeeded() }

  /// Called when there is another ``Layer/delegate``.
  func delegateChanged() {}

  /// Displays the layer if its contents are out of date.
  open func displayIfNeeded() {
    if !state.isDisplayNeeded { return }
    // `isDisplayNeeded` is reset before the call, so that an override of `display()` need not do
    // it.
    state.isDisplayNeeded = false
    display()
  }

  /// Brings the contents up to date, now.
  ///
  /// An override sets `contents` itself. The default implementation asks in this order, until one
  /// returns something: the delegate's ``LayerDelegate/display(_:)``, ``drawing()``, and the
  /// delegate's ``LayerDelegate/drawing(for:)-(Layer)``. If none does, the contents stay as they
  /// are.
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

// Each change is one function, so that it pays for one exclusivity check.
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
