// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerCompositing
import SystemConcurrency
import SystemLanes

/// A report of a composer of frames to its host, made on a lane.
enum FrameEvent: Sendable {
  /// A frame; reported before the next frame is begun.
  case composed(Frame)
  /// The visible parts of tiled layers, from this frame on.
  case shows([TileDemand])
  /// The composing of a given tree has ended, after its frame was reported; the frame is `nil` if
  /// no pixel differs from the frame before.
  case ended(Result<Frame?, any Error>)
  /// The error of a frame that an animation needed. Animations stop until the next tree.
  case stopped(any Error)
}

/// Composes the frames of one host on lanes, one at a time: a frame for each tree that it is given,
/// and while a tree is animated, a frame for each tick of the clock. The main queue is not needed.
///
/// A frame is planned on one lane and painted in bands by all lanes that are free. No lane waits
/// for another: the lane that paints the last band delivers the frame. Frames are not `RenderJob`s:
/// they start before displays, cannot be cancelled, and reuse the buffers of earlier frames.
final class FrameComposer: Sendable {
  private struct State {
    /// The last tree that was given.
    var tree: RenderTree?
    /// A tree that waits for the end of a frame of motion.
    var waiting: RenderTree?
    /// Whether a frame is under way.
    var isBusy = false
    /// Whether frames of motion are composed.
    var isRunning = true
    /// The call of the clock for the next frame of motion.
    var call: ScheduledCall?
    /// The number of frames that were begun. A call of the clock for an earlier one is ignored.
    var turn = 0
    /// The time of the last frame.
    var time = -Double.infinity
    var framesPerSecond = 60.0
    /// The visible parts of tiled layers in the last frame.
    var demands: [TileDemand] = []
  }

  private let lanes: RenderLanes
  private let clock: any LayerClock
  private let tell: @Sendable (FrameEvent) -> Void
  private let state = Mutex(State())
  /// The lane that plans or ends a frame takes the buffers out of the lock, since no lock may be
  /// held while contents are drawn.
  private let buffers = Mutex(FrameBuffers())

  /// - Parameter tell: The closure that receives each event, on a lane.
  init(
    on lanes: RenderLanes, clock: any LayerClock, tell: @escaping @Sendable (FrameEvent) -> Void
  ) {
    (self.lanes, self.clock, self.tell) = (lanes, clock, tell)
  }

  deinit { state.withLock { $0.call }?.cancel() }

  /// Composes a tree at the clock's time, and reports its end. The end of the tree that was given
  /// before must have been reported.
  func compose(_ tree: RenderTree) {
    let isFree = state.withLock { state in
      if state.isBusy {
        state.waiting = tree
        return false
      }
      state.isBusy = true
      return true
    }
    if isFree { begin(tree, isMotion: false) }
  }

  /// Whether frames of motion are composed.
  var isRunning: Bool {
    get { state.withLock { $0.isRunning } }
    set {
      let call = state.withLock { state in
        state.isRunning = newValue
        // The visible parts are reported anew: another host may have shown a tiled layer meanwhile.
        state.demands = []
        return newValue ? nil : state.call.take()
      }
      call?.cancel()
      if newValue { scheduleMotion() }
    }
  }

  /// The most frames of motion a second.
  var framesPerSecond: Double {
    get { state.withLock { $0.framesPerSecond } }
    set { state.withLock { $0.framesPerSecond = newValue } }
  }

  // MARK: Motion

  /// Asks the clock for the next frame of motion, if there is one to come and none is under way.
  private func scheduleMotion() {
    let (tree, last, interval, turn) = state.withLock { state in
      let isFree = state.isRunning && !state.isBusy
      return (isFree ? state.tree : nil, state.time, 1 / state.framesPerSecond, state.turn)
    }
    guard let tree else { return }
    let next = tree.root.nextChange(from: last)
    if next == .infinity { return }
    let time = max(next, last + interval, last.nextUp)
    // If the frame is late already, it is composed at once.
    if time <= clock.now { return tick(turn) }
    let call = clock.schedule(at: time) { [weak self] in self?.tick(turn) }
    // Another frame may have begun meanwhile, even through this call; then the call is cancelled.
    let unused = state.withLock { state in
      state.turn == turn && state.isRunning ? exchange(&state.call, with: call) : call
    }
    unused?.cancel()
    // A manual clock that has passed this time meanwhile would not call before its next advance, so
    // the tick is made here.
    if time <= clock.now { tick(turn) }
  }

  /// - Parameter turn: The number of frames begun when the tick was scheduled.
  private func tick(_ turn: Int) {
    let tree = state.withLock { state -> RenderTree? in
      guard state.turn == turn, state.isRunning, !state.isBusy, let tree = state.tree else {
        return nil
      }
      state.isBusy = true
      return tree
    }
    if let tree { begin(tree, isMotion: true) }
  }

  /// Ends a frame: the tree that waits is next, otherwise the clock's next tick.
  private func ended() {
    let next = state.withLock { state in
      let next = state.waiting.take()
      state.isBusy = next != nil
      return next
    }
    if let next { begin(next, isMotion: false) } else { scheduleMotion() }
  }

  // MARK: A frame

  private func begin(_ tree: RenderTree, isMotion: Bool) {
    var tree = tree
    tree.time = clock.now
    let begun = tree
    let old = state.withLock { state in
      (state.tree, state.time) = (begun, begun.time)
      state.turn += 1
      return state.call.take()
    }
    old?.cancel()
    lanes.runFrame { self.plan(begun, isMotion: isMotion) }
  }

  private func plan(_ tree: RenderTree, isMotion: Bool) {
    let planned = withBuffers { buffers in
      (job: try buffers.begin(tree), demands: buffers.tileDemands)
    }
    switch planned {
    case .failure(let error): end(.failure(error), isMotion: isMotion)
    case .success((let job, let demands)):
      let isNew = state.withLock { exchange(&$0.demands, with: demands) != demands }
      if isNew { tell(.shows(demands)) }
      guard let job else { return end(.success(nil), isMotion: isMotion) }
      for _ in 1..<max(1, min(lanes.count, job.bandCount)) {
        lanes.runFrame { self.paint(job, isMotion: isMotion) }
      }
      paint(job, isMotion: isMotion)
    }
  }

  private func paint(_ job: FrameJob, isMotion: Bool) {
    guard job.run() else { return }
    end(withBuffers { try $0.finish(job) }, isMotion: isMotion)
  }

  private func end(_ result: Result<Frame?, any Error>, isMotion: Bool) {
    if case .success(let frame?) = result { tell(.composed(frame)) }
    if !isMotion {
      tell(.ended(result))
    } else if case .failure(let error) = result {
      state.withLock { $0.tree = nil }
      tell(.stopped(error))
    }
    ended()
  }

  private func withBuffers<Value>(
    _ body: (inout FrameBuffers) throws -> Value
  ) -> Result<Value, any Error> {
    var taken = buffers.withLock { exchange(&$0, with: FrameBuffers()) }
    let result = Result { try body(&taken) }
    let changed = taken
    buffers.withLock { $0 = changed }
    return result
  }
}
