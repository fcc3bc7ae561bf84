// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncDisplay
public import TextGraphics
public import TextModel

/// A layer whose contents are drawn on render lanes and committed on the main queue.
///
/// Any number of invalidations in one turn of the main queue give one display, at the end of the turn. A
/// display asks for a `DisplayTask`, draws it on a lane, and publishes bitmap and payload together. The
/// delegate, or a subclass that overrides ``makeDisplayTask()``, provides the tasks.
@MainActor
open class AsyncLayer: Layer {
  /// How the layer is displayed, as one value, for what `Layer` does so.
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
  /// That of the last commit.
  private var payload: (any AnyObject & Sendable)?

  /// Provides the display tasks, unless a subclass does.
  public weak var delegate: (any AsyncLayerDelegate)?
  /// Whether drawing runs on a lane; otherwise it runs on the main queue, inside ``display()``.
  open var displaysAsynchronously: Bool {
    get { options.displaysAsynchronously }
    set { options.displaysAsynchronously = newValue }
  }
  /// What a newer display does to one that is being drawn.
  public var supersedePolicy: SupersedePolicy {
    get { options.supersedePolicy }
    set {
      options.supersedePolicy = newValue
      owner.setPolicy(newValue)
    }
  }
  /// How the pixels of the contents are kept.
  public var contentsFormat: ContentsFormat {
    get { options.contentsFormat }
    set {
      if newValue == options.contentsFormat { return }
      options.contentsFormat = newValue
      setNeedsDisplay()
    }
  }
  /// What is shown while the next contents are drawn.
  public var contentsPolicy: ContentsPolicy {
    get { options.contentsPolicy }
    set { options.contentsPolicy = newValue }
  }
  /// What ``contentsPolicy`` `placeholder` shows.
  public var placeholder: Bitmap?
  /// Whether a task that says that it is trivial (cached, or very small) is drawn on the main queue at once
  /// instead of on a lane.
  public var displaysTrivialTasksAtOnce: Bool {
    get { options.displaysTrivialTasksAtOnce }
    set { options.displaysTrivialTasksAtOnce = newValue }
  }
  /// How long a display may take; then it fails and the old contents are kept. `nil` for any time.
  public var displayDeadline: Duration? {
    get { options.displayDeadline }
    set { options.displayDeadline = newValue }
  }

  package let coordinator: DisplayCoordinator
  private var madeOwner: DisplayOwner?
  private var subscribers: [UInt64: AsyncStream<DisplayContents>.Continuation] = [:]
  private var nextSubscriber: UInt64 = 0

  /// Creates a layer without extent and contents.
  public override convenience init() { self.init(coordinator: .main) }

  /// Creates a layer with a coordinator of its own choice.
  ///
  /// `Transaction` does not know the layer then, unless that is `DisplayCoordinator.main`: use the coordinator's
  /// `group(_:)` and `flush()`.
  ///
  /// - Parameter coordinator: Must commit on the main queue.
  public init(coordinator: DisplayCoordinator) {
    self.coordinator = coordinator
    super.init()
    needsDisplayOnBoundsChange = true
  }

  deinit {
    madeOwner?.drop()
    for subscriber in subscribers.values { subscriber.finish() }
  }

  private var owner: DisplayOwner {
    if let madeOwner { return madeOwner }
    let owner = DisplayOwner(coordinator: coordinator, client: self)
    madeOwner = owner
    return owner
  }

  open override var bounds: Rect {
    didSet {
      // What could not be drawn at the old size is displayed as soon as it can be.
      if options.wasUndrawable, bounds.size.pixels(scale: contentsScale) != nil {
        setNeedsDisplay()
      }
    }
  }

  /// Whether the bitmap is filled before the drawing: with `backgroundColor`, on white.
  open override var isOpaque: Bool {
    didSet { if isOpaque != oldValue { setNeedsDisplay() } }
  }

  /// What the bitmap of an opaque layer is filled with.
  open override var backgroundColor: Color? {
    didSet { if isOpaque, backgroundColor != oldValue { setNeedsDisplay() } }
  }

  /// The band in which displays wait for a lane; a change also moves one that waits.
  public var displayPriority: DisplayPriority {
    get { owner.priority }
    set { owner.priority = newValue }
  }

  /// While suspended, nothing is displayed or committed; at the end, one display if one is needed.
  public var isDisplaySuspended: Bool {
    get { owner.isSuspended }
    set { if newValue { owner.suspend() } else { owner.resume() } }
  }

  /// The number by which the coordinator's observer knows the layer.
  package var displayOwnerID: UInt64 { owner.id }

  /// The count of displays, invalidations, clears and cancels.
  public var displayGeneration: UInt64 { owner.generation }

  /// Whether a display is under way.
  public var isDisplaying: Bool { owner.isPending }

  /// Hands out the task of the next display; `nil` clears the contents. Asks the delegate; subclasses may
  /// override it. It is called on the main queue, where the snapshot for the drawing is taken.
  open func makeDisplayTask() -> AnyDisplayTask? {
    guard let delegate else { return nil }
    return task(of: delegate)
  }

  private func task<D: AsyncLayerDelegate>(of delegate: D) -> AnyDisplayTask? {
    delegate.displayTask(for: self).map { AnyDisplayTask($0) }
  }

  /// Called when new contents are shown, before `didDisplay` of their task, or when they were cleared
  /// (`nil`). Overriders call `super`.
  open func didCommit(_ contents: DisplayContents?) {
    delegate?.layer(self, didCommit: contents)
  }

  // MARK: Displaying

  /// Marks the contents as out of date; work for older contents is cancelled, and the layer is displayed
  /// once at the end of the turn of the main queue.
  open override func setNeedsDisplay() { owner.setNeedsDisplay() }

  /// Whether the contents are out of date and no display is under way for that.
  open override var needsDisplay: Bool { owner.needsDisplay }

  /// Starts a display now, if the contents are out of date.
  open override func displayIfNeeded() { owner.displayIfNeeded() }

  /// Starts a display now.
  open override func display() { owner.display() }

  /// Brings the contents up to date before it returns. It draws on the main queue what is not drawn yet
  /// and waits for no lane, so it cannot deadlock.
  public func displayAndWait() { owner.displayAndWait() }

  /// Calls a display off. The layer still needs display: ``displayIfNeeded()`` starts it again.
  public func cancelDisplay() { owner.cancel() }

  // MARK: Commits

  /// What the drawing returned that was committed last, if it is an object; `nil` since the contents were cleared.
  package var committedPayload: (any AnyObject & Sendable)? { payload }

  /// Whether the contents are the picture that was committed last: no placeholder, and nothing that was set since.
  package var showsCommitted: Bool {
    committedPicture != nil && contents?.id == committedPicture
  }

  /// The contents of this layer from now on, as they are shown. Contents that nobody has taken when newer
  /// ones are shown are skipped. The sequence ends with the layer.
  public var commits: AsyncStream<DisplayContents> {
    let id = nextSubscriber
    nextSubscriber += 1
    let (stream, continuation) = AsyncStream.makeStream(
      of: DisplayContents.self, bufferingPolicy: .bufferingNewest(1))
    subscribe(continuation, as: id)
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor [weak self] in self?.subscribe(nil, as: id) }
    }
    return stream
  }

  /// (The variable is only ever read and replaced: what changes in place is looked up among all accesses at each use.)
  private func subscribe(
    _ subscriber: AsyncStream<DisplayContents>.Continuation?, as id: UInt64
  ) {
    var all = subscribers
    all[id] = subscriber
    swap(&all, &subscribers)
  }

  fileprivate func makeRequest() -> DisplayRequest {
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

  fileprivate func take(_ update: DisplayUpdate) {
    switch update {
    case .contents(let new):
      contents = new.image
      // (Whoever sees contents being set may have set others.)
      committedPicture = new.image.id
      commit(new.drawnPayload.object)
      // First, for `didCommit` may display again.
      if !subscribers.isEmpty {
        for subscriber in subscribers.values { subscriber.yield(new) }
      }
    case .cleared:
      contents = nil
      commit(nil)
    case .placeholder:
      contents = placeholder
      commit(nil)
    }
  }

  private func commit(_ payload: (any AnyObject & Sendable)?) {
    // (The old one goes after the access.)
    var payload = payload
    swap(&payload, &self.payload)
  }

  fileprivate func tell(_ update: DisplayUpdate) {
    switch update {
    case .contents(let new): didCommit(new)
    case .cleared: didCommit(nil)
    case .placeholder: break
    }
  }
}

// The coordinator calls on its commit queue, which is the main queue.
extension AsyncLayer: @MainActor DisplayClient {
  package func prepareDisplay() -> DisplayRequest { makeRequest() }

  package func show(_ update: DisplayUpdate) { take(update) }

  package func didShow(_ update: DisplayUpdate) { tell(update) }
}
