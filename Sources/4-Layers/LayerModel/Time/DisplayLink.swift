// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
import SystemConcurrency

/// Calls an action for each frame: 60 times a second, or as often as
/// ``preferredFramesPerSecond`` says.
///
/// ```swift
/// DisplayLink.onMain { link in hand.angle = angle(at: link.timestamp) }
/// ```
///
/// The counterpart of `CADisplayLink`, but not tied to a screen. Frames have even distances from
/// the time at which the link was added, resumed, or given another rate: the k-th is k / rate
/// seconds later, however late earlier calls were, so the times do not drift.
///
/// One call is queued or runs at a time. If the clock, the queue or the action is late, frames are
/// skipped; a call that begins late is for the newest frame.
///
/// A link that was added to a queue is retained until ``invalidate()``, paused or not, as a run
/// loop would. If nothing else refers to it, call `link.invalidate()` in the action. All functions
/// may be called on any thread, and take constant time beside that of the clock.
public final class DisplayLink: Sendable {
  fileprivate struct State {
    var action: (@Sendable (DisplayLink) -> Void)?
    var queue: DispatchQueue?
    /// The link itself, which is retained from its first queue until it is invalidated.
    var kept: DisplayLink?
    var isPaused = false
    var preferredFramesPerSecond = 0
    /// The frames since the link was added, resumed, or given another rate; `nil` while none come.
    var phase: FramePhase?
    /// The number of the phase; calls that were scheduled in earlier phases are not made.
    var epoch = 0
    /// The clock's call for the next frame.
    var wake: ScheduledCall?
    /// The frame whose call is on the queue and has not begun.
    var queuedFrame: Int?
    var isCalling = false
    var timestamp = 0.0
    var targetTimestamp = 0.0
    var duration = 0.0
    var lateFrames = 0

    var framesPerSecond: Int { preferredFramesPerSecond == 0 ? 60 : preferredFramesPerSecond }
  }

  /// A frame for which the clock calls back.
  fileprivate struct Wake {
    let epoch: Int
    let frame: Int
    let time: Double
  }

  private let clock: any LayerClock
  private let state: Mutex<State>

  /// The highest rate, in frames a second.
  package static let maximumFramesPerSecond = 240

  /// Creates a link, which calls nothing until it is added to a queue.
  ///
  /// - Parameters:
  ///   - clock: Where the times come from.
  ///   - action: What is called for each frame, with the link, on the link's queue. It is released
  ///     when the link is invalidated.
  public init(
    clock: any LayerClock = SystemClock.shared,
    _ action: @escaping @Sendable (_ link: DisplayLink) -> Void
  ) {
    self.clock = clock
    state = Mutex(State(action: action))
  }

  deinit { state.withLock { $0.wake.take() }?.cancel() }

  /// Creates a link, and adds it to the main queue.
  ///
  /// - Parameters:
  ///   - clock: Where the times come from.
  ///   - action: What is called for each frame, with the link, on the main actor.
  /// - Returns: The link, which lives until it is invalidated.
  @discardableResult
  public static func onMain(
    clock: any LayerClock = SystemClock.shared,
    _ action: @escaping @MainActor (_ link: DisplayLink) -> Void
  ) -> DisplayLink {
    let link = DisplayLink(clock: clock) { link in
      MainActor.assumeIsolated { action(link) }
    }
    link.add(to: .main)
    return link
  }

  /// Begins the calls, on a queue; the first is one frame from now.
  ///
  /// The counterpart of `add(to:forMode:)`, without modes. A link has one queue: adding it again
  /// moves it, and restarts the frames. The link is retained until ``invalidate()``; after that,
  /// this does nothing. With a manual clock and a queue on another thread, let the queue finish
  /// after each frame: of several frames in one advance, most are late.
  ///
  /// - Parameter queue: A serial queue, such as the main queue.
  public func add(to queue: DispatchQueue) {
    beginPhase { state in
      state.queue = queue
      state.kept = self
      return true
    }
  }

  /// Ends the calls for good, and releases the action and the link.
  ///
  /// If this is called on the link's queue, no call begins afterwards. If it is called elsewhere, a
  /// call that is under way may finish.
  public func invalidate() {
    // The call, the action and the link are freed after the lock is released.
    let (wake, action, kept) = state.withLock { state in
      state.endPhase()
      state.queue = nil
      return (state.wake.take(), state.action.take(), state.kept.take())
    }
    wake?.cancel()
    withExtendedLifetime((action, kept)) {}
  }
}

// MARK: - Frames

extension DisplayLink {
  /// The time of the frame that is being called, or was last, in seconds of the clock; zero before
  /// the first.
  ///
  /// Not the time at which the call began, which is somewhat later: what moves is drawn for the
  /// frame's time.
  public var timestamp: Double { state.withLock { $0.timestamp } }

  /// The time of the frame after the one of ``timestamp``, in seconds of the clock; zero before the
  /// first.
  public var targetTimestamp: Double { state.withLock { $0.targetTimestamp } }

  /// The seconds between frames at the last call; zero before the first.
  public var duration: Double { state.withLock { $0.duration } }

  /// How many frames were skipped because the clock, the queue or the action was late.
  ///
  /// Frames that pass while paused are not among them.
  package var lateFrames: Int { state.withLock { $0.lateFrames } }

  /// Whether no calls are made; `false` at first.
  ///
  /// If a call is queued but has not begun when the link is paused, it is not made and counts as
  /// late. After resuming the frames begin anew: the first comes one frame later.
  public var isPaused: Bool {
    get { state.withLock { $0.isPaused } }
    set {
      beginPhase { state in
        if state.isPaused == newValue { return false }
        state.isPaused = newValue
        return true
      }
    }
  }

  /// Frames a second, from 1 to 240; zero, the default, for 60.
  ///
  /// Numbers beyond these are brought to the nearest. With another rate the frames begin anew at
  /// the last frame. The counterpart of `preferredFramesPerSecond`, and of a
  /// `preferredFrameRateRange` of one rate.
  public var preferredFramesPerSecond: Int {
    get { state.withLock { $0.preferredFramesPerSecond } }
    set {
      let rate = min(max(newValue, 0), Self.maximumFramesPerSecond)
      beginPhase(atLastFrame: true) { state in
        let old = state.framesPerSecond
        state.preferredFramesPerSecond = rate
        return state.framesPerSecond != old
      }
    }
  }

  /// Begins the frames anew after a change, or ends them if the link is paused or on no queue.
  ///
  /// - Parameters:
  ///   - atLastFrame: Whether they begin at the last frame that has passed, not now.
  ///   - change: Makes the change; returns whether there was one.
  private func beginPhase(atLastFrame: Bool = false, _ change: (inout State) -> Bool) {
    let now = clock.now
    let (old, wake): (ScheduledCall?, Wake?) = state.withLock { state in
      guard state.action != nil, change(&state) else { return (nil, nil) }
      let last = state.phase.map { $0.time(of: $0.next - 1) }
      state.endPhase()
      if !state.isPaused, state.queue != nil {
        let start = atLastFrame ? last ?? now : now
        state.phase = FramePhase(start: start, framesPerSecond: state.framesPerSecond)
        state.phase?.skipFrames(to: now)
      }
      return (state.wake.take(), state.nextWake)
    }
    old?.cancel()
    if let wake { schedule(wake) }
  }

  private func schedule(_ wake: Wake) {
    let call = clock.schedule(at: wake.time) { [weak self] in self?.frameCame(wake) }
    // If the frame has come already, the next one may be scheduled: then this call is cancelled.
    let isNext = state.withLock { state in
      guard state.epoch == wake.epoch, state.phase?.next == wake.frame else { return false }
      state.wake = call
      return true
    }
    if !isNext { return call.cancel() }
    // A manual clock that has passed this time meanwhile would not call before its next advance, so
    // the call is made here.
    if wake.time <= clock.now { call.perform() }
  }

  /// Queues the call of a frame; called by the clock.
  private func frameCame(_ wake: Wake) {
    let now = clock.now
    let (queue, next): (DispatchQueue?, Wake?) = state.withLock { state in
      guard state.epoch == wake.epoch, state.phase?.next == wake.frame else { return (nil, nil) }
      let isFirst = state.takeFrame(at: now)
      return (isFirst ? state.queue : nil, state.nextWake)
    }
    if let next { schedule(next) }
    queue?.async { [weak self] in self?.call(wake.epoch) }
  }

  private func call(_ epoch: Int) {
    let action = state.withLock { $0.beginCall(epoch) }
    guard let action else { return }
    action(self)
    state.withLock { $0.isCalling = false }
  }
}

extension DisplayLink.State {
  /// The next frame; `nil` while none come.
  fileprivate var nextWake: DisplayLink.Wake? {
    phase.map { .init(epoch: epoch, frame: $0.next, time: $0.time(of: $0.next)) }
  }

  /// Ends the frames; a call that has not begun is not made.
  fileprivate mutating func endPhase() {
    phase = nil
    epoch += 1
    if queuedFrame.take() != nil { addLateFrames(1) }
  }

  private mutating func addLateFrames(_ count: Int) {
    lateFrames += min(count, .max - lateFrames)
  }

  /// Takes the newest frame.
  ///
  /// - Returns: Whether a call has to be queued for it.
  fileprivate mutating func takeFrame(at now: Double) -> Bool {
    guard let (frame, skipped) = phase?.takeFrame(at: now) else { return false }
    let isQueued = queuedFrame != nil
    addLateFrames(isQueued || isCalling ? skipped + 1 : skipped)
    if !isCalling { queuedFrame = frame }
    return !isQueued && !isCalling
  }

  /// Begins the call of the queued frame.
  ///
  /// - Returns: The action to call; `nil` if the frames have begun anew meanwhile.
  fileprivate mutating func beginCall(_ epoch: Int) -> (@Sendable (DisplayLink) -> Void)? {
    guard epoch == self.epoch, let phase, let frame = queuedFrame.take() else { return nil }
    isCalling = true
    timestamp = phase.time(of: frame)
    targetTimestamp = phase.time(of: frame + 1)
    duration = phase.duration
    return action
  }
}
