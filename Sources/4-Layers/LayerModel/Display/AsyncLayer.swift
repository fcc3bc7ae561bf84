// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncDisplay
public import CanvasDrawing
public import CanvasGeometry
public import SystemLanes

/// A layer whose contents are drawn on render lanes and committed on the main queue.
///
/// All invalidations in one turn of the main queue lead to one display at the end of the turn. A
/// display asks for a `DisplayTask`, draws it on a lane, and publishes the bitmap together with the
/// payload that the drawing returned. The tasks come from the ``displayDelegate``, or from a
/// subclass that overrides ``makeDisplayTask()``.
@MainActor
open class AsyncLayer: Layer {
  /// The options are one struct, so that a display pays for one exclusivity check.
  private struct Options {
    var displaysAsynchronously = true
    var displaysTrivialTasksAtOnce = true
    var wasUndrawable = false
    var contentsFormat = ContentsFormat.rgba8
    var contentsPolicy = ContentsPolicy.keepOld
    var supersedePolicy = SupersedePolicy.latestOnly
    var displayDeadline: Duration?
  }

  private var options = Options()

  open override class var keys: [LayerClassKey] {
    super.keys + [LayerClassKey("displaysAsynchronously", \AsyncLayer.displaysAsynchronously)]
  }

  /// The source of the display tasks, unless a subclass overrides ``makeDisplayTask()``; not
  /// retained.
  public weak var displayDelegate: (any AsyncLayerDelegate)?
  /// Whether drawing runs on a lane; otherwise it runs on the main queue, inside ``display()``.
  open var displaysAsynchronously: Bool {
    get { options.displaysAsynchronously }
    set { options.displaysAsynchronously = newValue }
  }
  /// The effect of a new display on one that is still being drawn.
  public var supersedePolicy: SupersedePolicy {
    get { options.supersedePolicy }
    set {
      options.supersedePolicy = newValue
      cycle.setPolicy(newValue)
    }
  }
  /// The pixel format of the contents; a new value needs a display.
  public var contentsFormat: ContentsFormat {
    get { options.contentsFormat }
    set {
      if newValue == options.contentsFormat { return }
      options.contentsFormat = newValue
      setNeedsDisplay()
    }
  }
  /// The contents shown while the next ones are drawn.
  public var contentsPolicy: ContentsPolicy {
    get { options.contentsPolicy }
    set { options.contentsPolicy = newValue }
  }
  /// The bitmap shown by the ``contentsPolicy`` `placeholder`.
  public var placeholder: Bitmap?
  /// Whether a task marked as trivial (its result is cached, or it is very small) is drawn at once
  /// on the main queue instead of on a lane.
  public var displaysTrivialTasksAtOnce: Bool {
    get { options.displaysTrivialTasksAtOnce }
    set { options.displaysTrivialTasksAtOnce = newValue }
  }
  /// The longest time that a display may take, from its start to its commit; after that it fails
  /// and the old contents stay. `nil` sets no limit.
  public var displayDeadline: Duration? {
    get { options.displayDeadline }
    set { options.displayDeadline = newValue }
  }

  package let coordinator: DisplayCoordinator
  private var madeCycle: DisplayCycle?
  /// The open sequences of ``commits``; `nil` until ``commits`` is first read.
  private(set) var subscribers: Subscribers<DisplayContents>?
  private var outcomeSubscribers: Subscribers<DisplayOutcome>?

  /// Creates a layer without extent and contents, displayed by `DisplayCoordinator.main`.
  public override convenience init() { self.init(coordinator: .main) }

  /// Creates a layer that another coordinator displays.
  ///
  /// `Transaction` covers the layers of `DisplayCoordinator.main` only. For a layer with another
  /// coordinator, use that coordinator's `group(_:)` and `flush()`.
  ///
  /// - Parameter coordinator: A coordinator that commits on the main queue.
  public init(coordinator: DisplayCoordinator) {
    self.coordinator = coordinator
    super.init()
    needsDisplayOnBoundsChange = true
  }

  deinit {
    madeCycle?.drop()
  }

  private var cycle: DisplayCycle {
    if let madeCycle { return madeCycle }
    let cycle = DisplayCycle(coordinator: coordinator, client: self)
    madeCycle = cycle
    return cycle
  }

  open override var bounds: Rect {
    didSet {
      // A display that failed because of the size is repeated as soon as the size can be drawn.
      if options.wasUndrawable, bounds.size.pixels(scale: contentsScale) != nil {
        setNeedsDisplay()
      }
    }
  }

  /// Whether the bitmap is filled with `backgroundColor`, composited over white, before drawing.
  open override var isOpaque: Bool {
    didSet { if isOpaque != oldValue { setNeedsDisplay() } }
  }

  /// The colour behind the contents, which each frame draws. The bitmap of an opaque layer is
  /// filled with it on white, so a new value displays the layer.
  open override var backgroundColor: Color? {
    didSet { if isOpaque, backgroundColor != oldValue { setNeedsDisplay() } }
  }

  /// The priority band in which displays wait for a lane; a new value also moves a display that is
  /// waiting.
  public var displayPriority: LanePriority {
    get { cycle.priority }
    set { cycle.priority = newValue }
  }

  /// Whether displays are held back. While suspended, nothing is displayed or committed;
  /// afterwards the layer is displayed once if it needs to be.
  public var isDisplaySuspended: Bool {
    get { cycle.isSuspended }
    set { if newValue { cycle.suspend() } else { cycle.resume() } }
  }

  /// The identifier of the layer in events sent to the coordinator's observer.
  package var displayCycleID: UInt64 { cycle.id }

  /// A counter that grows with each invalidation, display, clear and cancellation. Contents whose
  /// `generation` equals it are up to date.
  package var displayGeneration: UInt64 { cycle.generation }

  /// The lanes on which the layer is displayed.
  override var boxLanes: RenderLanes { coordinator.lanes }

  /// `false`: a bitmap that is assigned to `contents` is a placeholder for what the layer draws.
  override var showsImages: Bool { false }

  /// Whether a display has started and not ended.
  open override var isDisplaying: Bool { madeCycle?.isPending ?? false }

  /// Whether a display starts at the end of the turn.
  override var isDisplayScheduled: Bool { madeCycle?.isScheduled ?? false }

  /// Returns the task of the next display, or `nil` to clear the contents.
  ///
  /// It is called on the main queue at the start of each display, and takes there the snapshot that
  /// is drawn. The default implementation asks the ``displayDelegate``.
  open func makeDisplayTask() -> AnyDisplayTask? {
    guard let displayDelegate else { return nil }
    return task(of: displayDelegate)
  }

  private func task<D: AsyncLayerDelegate>(of delegate: D) -> AnyDisplayTask? {
    delegate.displayTask(for: self).map { AnyDisplayTask($0) }
  }

  /// Called on the main queue after new contents are shown, before `didDisplay` of their task, or
  /// with `nil` after the contents were cleared. Overrides call `super`.
  open func didCommit(_ contents: DisplayContents?) {
    displayDelegate?.layer(self, didCommit: contents)
  }

  // MARK: Displaying

  /// Marks the contents as out of date, cancels work for older contents, and schedules one display
  /// for the end of the turn of the main queue.
  open override func setNeedsDisplay() { cycle.setNeedsDisplay() }

  /// Marks all contents as out of date, as ``setNeedsDisplay()`` does: a display draws all of them.
  open override func setNeedsDisplay(_ rect: Rect) { setNeedsDisplay() }

  /// Whether the contents are out of date and no display is under way to replace them.
  open override var needsDisplay: Bool { cycle.needsDisplay }

  /// Starts a display now if the contents are out of date.
  open override func displayIfNeeded() { cycle.displayIfNeeded() }

  /// Starts a display now.
  open override func display() { cycle.display() }

  /// Brings the contents up to date before it returns.
  ///
  /// A drawing that has not started on a lane is drawn on the main queue. The call never waits for
  /// a lane and so cannot deadlock.
  public func displayAndWait() { cycle.displayAndWait() }

  override func displayAtOnce() { if needsDisplay || isDisplaying { displayAndWait() } }

  /// Cancels the display under way. The layer still needs display: ``displayIfNeeded()`` starts it
  /// again.
  public func cancelDisplay() { cycle.cancel() }

  // MARK: Commits

  /// The contents of the layer: those of the last display first, then those of each later commit.
  ///
  /// There is no first element for contents that no display made: after a clear, while a
  /// placeholder is shown, or when a bitmap was assigned to `contents`. A sequence buffers one
  /// element; newer contents replace one that was not consumed. Clears are not reported. The
  /// sequence ends when the layer is deallocated. Each access starts a sequence of its own.
  public var commits: AsyncStream<DisplayContents> {
    let open = subscribers ?? Subscribers()
    subscribers = open
    return open.sequence(first: committedContents, buffering: 1)
  }

  /// The end of the last display that has ended; `nil` before that.
  ///
  /// A failed display leaves the old contents in place, and ``needsDisplay`` is `false`: the
  /// display is not repeated by itself. The ``displayDelegate`` gets the error as well, and so do
  /// the ``displayOutcomes``.
  public private(set) var displayOutcome: DisplayOutcome?

  /// The ends of the displays: of the last one first, if there is one, then of each later one,
  /// shown or not.
  ///
  /// A sequence buffers the newest 64 elements. It ends when the layer is deallocated. Each access
  /// starts a sequence of its own.
  public var displayOutcomes: AsyncStream<DisplayOutcome> {
    let open = outcomeSubscribers ?? Subscribers()
    outcomeSubscribers = open
    return open.sequence(first: displayOutcome, buffering: 64)
  }
}

// The conformance holds on the main actor: the coordinator calls its clients on its commit queue,
// which is the main queue. The class itself declares ``AsyncLayer/didCommit(_:)``.
extension AsyncLayer: @MainActor DisplayClient {
  package func makeDisplayRequest() -> DisplayRequest {
    var task = makeDisplayTask()
    let options = options
    if !options.displaysTrivialTasksAtOnce { task?.isTrivial = false }
    var request = DisplayRequest(task: task, size: bounds.size, scale: contentsScale)
    request.isOpaque = isOpaque
    request.format =
      switch options.contentsFormat {
      case .automatic: nil
      case .rgba8: .rgba8
      case .alpha8: .alpha8
      }
    if isOpaque { request.backgroundColor = backgroundColor }
    request.isSynchronous = !displaysAsynchronously
    request.contentsPolicy = options.contentsPolicy
    request.deadline = options.displayDeadline
    let isUndrawable: Bool
    if case .drawable = request.geometry { isUndrawable = false } else { isUndrawable = true }
    if isUndrawable != options.wasUndrawable { self.options.wasUndrawable = isUndrawable }
    return request
  }

  package func show(_ update: DisplayUpdate) {
    switch update {
    case .contents(let new):
      commit(new)
      // Subscribers get the contents before `didCommit` runs, which may start another display.
      subscribers?.yield(new)
    case .cleared: contents = nil
    case .placeholder: contents = placeholder
    }
  }

  package func didDisplay(_ outcome: DisplayOutcome) {
    displayOutcome = outcome
    outcomeSubscribers?.yield(outcome)
    displayDelegate?.layer(self, didDisplay: outcome)
    LayerTurn.main.checkWaitingHosts()
  }
}
