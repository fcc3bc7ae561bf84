// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
public import CanvasGeometry
public import LayerCompositing
public import SystemLanes

/// Composes a frame of a tree of layers each time that the tree has changed.
///
/// The host takes the tree at the end of a turn of the main queue, once all displays of the turn
/// have started, so all changes of a turn are in one frame. Frames are composed on lanes; what has
/// not changed since the last frame is not painted again. One frame is composed at a time, and
/// meanwhile the newest tree waits. A blocked main queue delays changes, but stops no lane.
///
/// While animations run, there are ``preferredFramesPerSecond`` frames a second, at the times of
/// the ``clock`` and without the main queue; at other times nothing runs. Frames that a slow
/// machine cannot compose are skipped, so that animations keep their speed. If a clock is set back,
/// the frame does not change until the tree does, or until the clock reaches the time of the frame
/// that was scheduled.
///
/// A host that is released publishes nothing more, and its sequences end.
@MainActor
public final class LayerHost {
  /// The root of the tree; the picture is the space that its `position` lies in.
  public let root: Layer
  /// The size of the picture, in points.
  ///
  /// A new size also resizes a root with a ``BoxContainer/layout`` that filled the picture, from
  /// its upper left corner, or has no size. Other roots keep their size.
  public var size: Size {
    didSet {
      if size == oldValue { return }
      fillPicture(from: oldValue)
      treeChanged()
    }
  }
  /// Device pixels per point.
  public var scale: Double { didSet { if scale != oldValue { treeChanged() } } }
  /// The colour behind the root; `nil` for transparent.
  public var background: Color? { didSet { if background != oldValue { treeChanged() } } }

  /// The clock of animations; a frame shows the tree at its time.
  public let clock: any LayerClock
  /// The most frames a second while something moves, 1 to 240; 60 by default.
  public var preferredFramesPerSecond: Int {
    get { Int(composer.framesPerSecond) }
    set { composer.framesPerSecond = Double(max(1, min(240, newValue))) }
  }

  /// Whether properties of layers that no view owns are animated when they are set outside of
  /// `Transaction.animate`, as in Core Animation: for a quarter of a second with the default curve,
  /// or as ``Layer/action(forKey:)`` says. `false` by default, unlike in Core Animation.
  ///
  /// A layer is animated once a frame of the host has shown it in its place, so setting up a new
  /// layer, or one that was removed and is added again, is not animated. Pictures that are drawn
  /// otherwise (`render(in:)`, transitions) do not count as frames.
  /// `Transaction.setDisableActions(_:)` switches it off for a while, `actions` for a property.
  /// The layer of a view is animated in `Transaction.animate` only, as in UIKit.
  ///
  /// It is off because a server, a test or an export needs the next frame to show the values that
  /// were set, without waiting for animations.
  public var implicitAnimations = false {
    didSet { countImplicitAnimations() }
  }
  /// Whether `Transaction.implicitHosts` counts the host.
  private var isCountedAsImplicit = false

  /// The last frame that reached the main queue; `nil` before the first. ``frames`` may be ahead of
  /// it.
  public private(set) var frame: Frame?
  /// The error of the last tree that was taken; `nil` if it gave a frame or changed no pixel. After
  /// an error the last frame stays; the next change of the tree is composed again.
  public private(set) var frameError: (any Error)?

  private(set) var loop = FrameLoop()
  private var kept: RenderTree?
  /// The number of trees that hosts have taken.
  private(set) static var treeCount = 0
  /// The value of ``treeCount`` when this host last took a tree; `nil` before that.
  private(set) var lastTree: Int?
  private let composer: FrameComposer
  private let subscribers: Subscribers<Frame>
  private let errorSubscribers = Subscribers<any Error>()
  /// Called once a tree that has changed is composed, or has failed, also if no pixel differs from
  /// the frame before; not after a frame of motion.
  package var didComposeTree: (@MainActor () -> Void)?
  /// The calls of ``currentFrame()``.
  var currentFrameWaiters = CurrentFrameWaiters()
  private var waiters: [UInt64: (Result<Frame, any Error>) -> Void] = [:]
  private var lastWaiter: UInt64 = 0
  /// The tiled layers that the last frame shows.
  var tiled: [ObjectIdentifier: TiledLayerLink] = [:]
  /// The layers with animations that have begun in this host's tree, by their identities.
  var animated: [LayerID: Weak<Layer>] = [:]
  /// The call of the clock for the end of the next animation.
  var endingCall: ScheduledCall?

  /// Creates a host, which composes a first frame at the end of the turn.
  ///
  /// - Parameters:
  ///   - root: The root of the tree.
  ///   - size: The size of the picture, in points.
  ///   - scale: Device pixels per point.
  ///   - background: The colour behind the root.
  ///   - clock: The clock of animations.
  ///   - lanes: The lanes on which frames are composed.
  ///   - implicitAnimations: Whether changes are animated outside of `Transaction.animate`; see
  ///     ``implicitAnimations``.
  /// - Precondition: No other host has this root.
  public init(
    root: Layer, size: Size, scale: Double = 1, background: Color? = nil,
    clock: any LayerClock = SystemClock.shared, lanes: RenderLanes = .shared,
    implicitAnimations: Bool = false
  ) {
    precondition(root.state.extras?.host == nil, "a layer is the root of one host at a time")
    (self.root, self.size, self.scale, self.background) = (root, size, scale, background)
    self.clock = clock
    self.implicitAnimations = implicitAnimations
    let (subscribers, inbox) = (Subscribers<Frame>(replaysLast: true), FrameInbox())
    self.subscribers = subscribers
    composer = FrameComposer(on: lanes, clock: clock) { event in
      if case .composed(let frame) = event { subscribers.yield(frame) }
      inbox.put(event)
    }
    inbox.host = self
    root.extras.host = self
    fillPicture(from: size)
    countImplicitAnimations()
    treeChanged()
  }

  /// Ends the sequences, leaves the animations to another host, and cancels the tiles. A frame that
  /// is being composed is not published.
  deinit {
    composer.isRunning = false
    endingCall?.cancel()
    if isCountedAsImplicit {
      DisplayCoordinator.main.enqueue {
        MainActor.assumeIsolated { Transaction.implicitHosts -= 1 }
      }
    }
    if !animated.isEmpty {
      DisplayCoordinator.main.enqueue { [animated] in
        MainActor.assumeIsolated {
          for entry in animated.values { entry.object?.renewAnimations() }
        }
      }
    }
    if !tiled.isEmpty {
      DisplayCoordinator.main.enqueue { [tiled] in
        MainActor.assumeIsolated {
          for link in tiled.values {
            if let layer = link.layer, layer.host == nil { layer.take(visible: nil, zoom: 1) }
          }
        }
      }
    }
    subscribers.finish()
    errorSubscribers.finish()
  }

  /// The frames: the last one first, if there is one, then each later one.
  ///
  /// A sequence buffers one element; a newer frame replaces one that was not consumed. It ends when
  /// the host is closed or released. Each access starts a sequence of its own.
  public var frames: AsyncStream<Frame> {
    loop.isClosed ? .finished : subscribers.sequence(first: nil, buffering: 1)
  }

  /// The errors of frames that fail from now on; see ``frameError``.
  ///
  /// A sequence buffers the newest 16 elements. It ends as ``frames`` do.
  public var frameErrors: AsyncStream<any Error> {
    loop.isClosed ? .finished : errorSubscribers.sequence(first: nil, buffering: 16)
  }

  /// Whether changes are held back. While suspended, no tree is taken; afterwards the changes are
  /// in one frame. A frame under way is published.
  public var isSuspended: Bool {
    get { loop.isSuspended }
    set {
      step(newValue ? .suspended : .resumed)
      updateMotion()
    }
  }

  /// Whether animations cause no frames, for example while no viewer is connected. Changes of the
  /// tree are still composed, with animations at the clock's time. See ``currentFrame()``.
  public var isMotionPaused = false { didSet { if isMotionPaused != oldValue { updateMotion() } } }

  private func updateMotion() {
    composer.isRunning = !loop.isSuspended && !loop.isClosed && !isMotionPaused
  }

  private func countImplicitAnimations() {
    let counts = implicitAnimations && !loop.isClosed
    if counts == isCountedAsImplicit { return }
    isCountedAsImplicit = counts
    Transaction.implicitHosts += counts ? 1 : -1
  }

  /// Composes no further frame and ends the sequences; the last frame stays.
  public func close() {
    step(.closed)
    composer.isRunning = false
    countImplicitAnimations()
    endAnimations()
    take([])
    subscribers.finish()
    errorSubscribers.finish()
    resumeWaiters(with: .failure(CancellationError()))
    cancelCurrentFrames()
    if root.state.extras?.host === self { root.extras.host = nil }
  }

  /// Returns the frame that shows the tree with all its displays: once no display of its layers is
  /// pending or under way. Displays of other trees are not waited for.
  ///
  /// A suspended host waits until it is resumed.
  ///
  /// - Throws: The error of the frame, or at once `CancellationError` when the task is cancelled or
  ///   the host is closed.
  public func settledFrame() async throws -> Frame {
    if loop.isClosed { throw CancellationError() }
    lastWaiter += 1
    let id = lastWaiter
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        whenSettled(id) { continuation.resume(with: $0) }
      }
    } onCancel: {
      DisplayCoordinator.main.enqueue {
        MainActor.assumeIsolated {
          self.waiters.removeValue(forKey: id)?(.failure(CancellationError()))
        }
      }
    }
  }
}

// MARK: - Frames

extension LayerHost {
  /// Notes a change of the tree.
  func treeChanged() { step(.changed) }

  /// Takes the tree if it has changed.
  func turnEnded() { step(.turnEnded) }

  private func step(_ event: FrameLoop.Event) {
    let effect = loop.step(event)
    currentFrameWaiters.follow(effect)
    switch effect {
    case .none: break
    case .schedule: LayerTurn.main.addEnd(of: self)
    case .compose: composer.compose(tree)
    case .keep: kept = tree
    case .composeKept: if let tree = kept.take() { composer.compose(tree) }
    case .drop: kept = nil
    }
    if loop.isIdle { LayerTurn.main.checkWaitingHosts() }
  }

  private var tree: RenderTree {
    begin(LayerTurn.main.takeAnimations(of: self))
    Self.treeCount += 1
    lastTree = Self.treeCount
    return RenderTree(root: root.node, size: size, scale: scale, background: background)
  }

  /// Handles the events of the composer: the newest frame, then the others in order.
  func take(_ frame: Frame?, _ events: [FrameEvent]) {
    if let frame, !loop.isClosed { self.frame = frame }
    for event in events {
      switch event {
      case .composed: break
      case .shows(let demands): take(demands)
      case .stopped(let error): fail(error)
      case .ended(let result): frameEnded(result)
      }
    }
  }

  private func frameEnded(_ result: Result<Frame?, any Error>) {
    switch result {
    case .success: if !loop.isClosed { frameError = nil }
    case .failure(let error): fail(error)
    }
    finishCurrentFrame(result)
    step(.frameEnded)
    if !loop.isClosed { didComposeTree?() }
  }

  private func fail(_ error: any Error) {
    if loop.isClosed { return }
    frameError = error
    errorSubscribers.yield(error)
  }
}

// MARK: - Settled frames

extension LayerHost {
  /// Ends the calls of ``settledFrame()`` if the tree has settled; at the end of a turn.
  ///
  /// - Returns: Whether some are left.
  func resumeWaiters() -> Bool {
    if waiters.isEmpty { return false }
    guard loop.isIdle else { return true }
    switch pendingWork {
    case .none: break
    case .displaying: return true
    case .scheduled:
      LayerTurn.main.checkWaitingHosts()
      return true
    }
    if let frameError {
      resumeWaiters(with: .failure(frameError))
    } else if let frame {
      resumeWaiters(with: .success(frame))
    }
    return !waiters.isEmpty
  }

  /// Calls a closure once, with what ``settledFrame()`` returns or throws.
  func whenSettled(_ id: UInt64, _ body: @escaping (Result<Frame, any Error>) -> Void) {
    waiters[id] = body
    LayerTurn.main.addWaiting(self)
  }

  private func resumeWaiters(with result: Result<Frame, any Error>) {
    let resumed = waiters
    waiters = [:]
    for waiter in resumed.values { waiter(result) }
  }

  private enum PendingWork {
    case none
    /// Displays are under way, and the end of each is reported.
    case displaying
    /// Layouts or displays are due in the next turn.
    case scheduled
  }

  /// What is left to do before the tree has settled; O(layers of the tree).
  private var pendingWork: PendingWork {
    var (work, layers) = (PendingWork.none, [root])
    while let layer = layers.popLast() {
      if layer.isTurnPending { return .scheduled }
      if layer.isDisplaying { work = .displaying }
      layers += layer.sublayers
      if let mask = layer.mask { layers.append(mask) }
    }
    return work
  }
}

extension Layer {
  /// Whether the layer is laid out or displayed in the next turn.
  fileprivate var isTurnPending: Bool {
    if LayerTurn.main.isScheduled,
      state.isLayoutNeeded || state.isDisplayNeeded || needsBoxPass
    {
      return true
    }
    return isDisplayScheduled
  }
}

extension AsyncStream {
  /// A sequence without elements.
  fileprivate static var finished: AsyncStream { AsyncStream { $0.finish() } }
}
