// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
public import CanvasGeometry
public import LayerModel
public import SystemLanes
internal import TextTypesetting

/// The receiver of a window's events: layers under the pointer, taps, new sizes, keys and the end.
@MainActor
public protocol HostWindowDelegate: AnyObject {
  /// The layer under the pointer, or the link, attachment or token of its text, has changed; `nil`
  /// if there is no layer.
  func window(_ window: HostWindow, pointerIsOver hit: HostHit?)
  /// A pointer went up on the layer, and the link or attachment, that it went down on, at most 8
  /// points away. Not called if a view used the pointer.
  func window(_ window: HostWindow, didTap hit: HostHit)
  /// The size or the scale of the window has changed; its ``HostWindow/contentView`` has them
  /// already.
  func windowDidResize(_ window: HostWindow)
  /// Handles a key that did not scroll. Returns whether the key was used.
  func window(_ window: HostWindow, key: KeyEvent) -> Bool
  /// The window system has closed the window.
  func windowDidClose(_ window: HostWindow)
}

extension HostWindowDelegate {
  /// Does nothing.
  public func window(_ window: HostWindow, pointerIsOver hit: HostHit?) {}
  /// Does nothing.
  public func window(_ window: HostWindow, didTap hit: HostHit) {}
  /// Does nothing.
  public func windowDidResize(_ window: HostWindow) {}
  /// Returns `false`.
  public func window(_ window: HostWindow, key: KeyEvent) -> Bool { false }
  /// Does nothing.
  public func windowDidClose(_ window: HostWindow) {}
}

/// A tree of layers or of views as a host shows it: in a browser's page, in a window of the
/// desktop, in a test.
///
/// The code that shows the window takes the frames of the ``host``, and passes events to
/// ``send(_:from:)``. Pointers touch the labels under them, whose links are highlighted; wheels,
/// fingers and keys scroll the layers of type `ScrollLayer`.
///
/// Several viewers may show one window. Each has pointers of its own; the size is common, and is
/// that of the viewer that was resized last.
@MainActor
public final class HostWindow {
  /// The effect of a new size of the host.
  public enum Sizing: Hashable, Sendable {
    /// The picture keeps its size. Its scale follows that of the host.
    case fixed
    /// The content is resized to fill the host.
    case filling
  }

  /// The host of the tree, whose root has the window's size; the content is its sublayer.
  public let host: LayerHost
  /// The effect of a new size of the host.
  public var sizing: Sizing
  /// Whether the scale stays as it is when a `resized` event has another one.
  public var keepsScale = false
  /// The receiver of events; not retained.
  public weak var delegate: (any HostWindowDelegate)?

  /// The size, in points.
  public var size: Size { host.size }
  /// Device pixels per point.
  public var scale: Double { host.scale }
  var root: Layer { host.root }

  /// The hits under the pointers, by viewer.
  var hovered: [Int: Hover] = [:]
  /// The layer or view that each pointer that is down went down on.
  var presses: [PointerKey: Press] = [:]
  /// The scroll layer that keys move.
  weak var scrolled: ScrollLayer?

  /// A pointer of one of the viewers of the window.
  struct PointerKey: Hashable {
    let source: Int
    let id: Int
  }

  struct Hover {
    weak var layer: Layer?
    let item: TextItem?
  }

  struct Press {
    let hit: HostHit
    /// The view that uses the pointer.
    let view: HostView?
    let start: Point
    var last: Point
    /// Whether the pointer scrolls.
    var isScrolling = false
    /// The layer that the pointer scrolled last.
    weak var scrolled: ScrollLayer?
  }

  /// The longest side that a window may have, in points.
  private static let largestSide = 16_384.0
  /// The most pointers of a viewer that are down at a time; further ones are ignored.
  static let pressLimit = 32

  /// Creates a window without content.
  ///
  /// - Parameters:
  ///   - size: The size, in points.
  ///   - scale: Device pixels per point.
  ///   - background: The colour behind the content.
  ///   - sizing: The effect of a new size of the host.
  ///   - clock: The clock of animations.
  ///   - lanes: The lanes on which frames are composed.
  public init(
    size: Size, scale: Double = 1, background: Color? = .white, sizing: Sizing = .filling,
    clock: any LayerClock = SystemClock.shared, lanes: RenderLanes = .shared
  ) {
    let root = Layer()
    root.frame = Rect(origin: .zero, size: size)
    host = LayerHost(
      root: root, size: size, scale: scale, background: background, clock: clock, lanes: lanes)
    self.sizing = sizing
  }

  // MARK: Content

  /// The layer that is shown. Its `contentsScale` stays as it is, unlike that of a view.
  public var content: Layer? {
    get { root.sublayers.first }
    set {
      contentView = nil
      show(newValue)
    }
  }

  /// The view that is shown, which fills the window and has its scale.
  public var contentView: HostView? {
    didSet {
      if oldValue === contentView { return }
      oldValue?.shownBy = nil
      show(contentView?.layer)
      contentView?.frame = Rect(origin: .zero, size: size)
      contentView?.shownBy = self
    }
  }

  private func show(_ layer: Layer?) {
    for key in presses.keys { cancel(key) }
    hovered = [:]
    root.sublayers = layer.map { [$0] } ?? []
  }

  /// Sets the size of the window, for example to that of new content. Sizes out of bounds are
  /// ignored.
  ///
  /// - Parameter size: In points, 1 to 16,384 a side.
  public func setSize(_ size: Size) {
    guard size.width >= 1, size.height >= 1, size.width <= Self.largestSide,
      size.height <= Self.largestSide, size != self.size
    else { return }
    host.size = size
    root.frame = Rect(origin: .zero, size: size)
    contentView?.frame = root.bounds
  }

  /// Sets the scale of the window and its views. A scale that is not above 0 and at most 16 is
  /// ignored.
  ///
  /// - Parameter scale: Device pixels per point.
  public func setScale(_ scale: Double) {
    guard scale > 0, scale <= 16, scale != self.scale else { return }
    host.scale = scale
    contentView?.forAll { $0.contentsScale = scale }
  }

  /// The hit at a point of the window, in points; `nil` if nothing is there.
  public func hit(at point: Point) -> HostHit? {
    guard point.x.isFinite, point.y.isFinite, let layer = root.hitTest(point), layer !== root else {
      return nil
    }
    return HostHit(layer, at: point, of: root)
  }

  // MARK: Events

  /// Handles an event. A pointer or wheel event with numbers that are not finite is ignored.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - source: The number of the viewer that the event comes from, if several show the window:
  ///     each has pointers of its own.
  public func send(_ event: HostEvent, from source: Int = 0) {
    switch event {
    case .pointer(let event):
      if event.location.x.isFinite, event.location.y.isFinite { pointer(event, source) }
    case .wheel(let event):
      if event.location.x.isFinite, event.location.y.isFinite { wheel(event) }
    case .key(let event): key(event)
    case .resized(let size, let scale): resize(size, scale)
    case .closed: delegate?.windowDidClose(self)
    }
  }

  /// Cancels the pointers of a viewer, for example when it disconnects: nothing is tapped.
  public func cancelPointers(from source: Int) {
    for key in presses.keys where key.source == source { cancel(key) }
    hovered[source] = nil
  }

  private func resize(_ size: Size, _ scale: Double) {
    let old = (self.size, self.scale)
    if !keepsScale { setScale(scale) }
    if sizing == .filling { setSize(size) }
    if old != (self.size, self.scale) { delegate?.windowDidResize(self) }
  }

  private func wheel(_ event: WheelEvent) {
    guard event.delta.width.isFinite, event.delta.height.isFinite,
      let hit = hit(at: event.location)
    else { return }
    for (view, point) in views(of: hit.layer, at: event.location) {
      var inside = event
      inside.location = point
      if view.wheel(inside) { return }
    }
    if let layer = HostScrolling.scroll(by: event.delta, from: hit.layer) { scrolled = layer }
  }

  private func key(_ event: KeyEvent) {
    let target = scrolled.flatMap { HostScrolling.isShown($0, in: root) ? $0 : nil }
    if let layer = target ?? HostScrolling.firstScrollLayer(below: root) {
      scrolled = layer
      if HostScrolling.scroll(layer, by: event) { return }
    }
    _ = delegate?.window(self, key: event)
  }

  /// The views from that of a layer up to the content, each with a point of the window converted to
  /// its space.
  func views(of layer: Layer, at point: Point) -> [(view: HostView, point: Point)] {
    var found: [(HostView, Point)] = []
    var next: Layer? = layer
    while let current = next {
      if let view = current.delegate as? HostView, let inside = current.convert(point, from: root) {
        found.append((view, inside))
      }
      next = current.superlayer
    }
    return found
  }
}
