// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import LayerCompositing
import SystemConcurrency
import SystemLanes

/// The end of an animation. It is reported exactly once: when the animation ends or is removed, or
/// when its layer is released.
final class AnimationEnd: Sendable {
  private let counts: [AnimationCount]
  private let isTold = Mutex(false)

  /// - Parameter counts: The counts that the end is reported to.
  init(_ counts: [AnimationCount]) {
    self.counts = counts
    for count in counts { count.add() }
  }

  /// Tells the end; a second call does nothing.
  ///
  /// - Parameter isFinished: Whether the animation has run to its end.
  func tell(isFinished: Bool) {
    if isTold.withLock({ exchange(&$0, with: true) }) { return }
    for count in counts { count.end(isFinished: isFinished) }
  }

  deinit { tell(isFinished: false) }
}

/// Animations with one completion, which is called on the main queue after the last one's end.
final class AnimationCount: Sendable {
  private struct State {
    var open = 0
    var isFinished = true
    var completion: (@MainActor @Sendable (Bool) -> Void)?
  }

  private let state: Mutex<State>

  /// - Parameter completion: Receives whether all animations have run to their ends.
  init(_ completion: @escaping @MainActor @Sendable (Bool) -> Void) {
    state = Mutex(State(completion: completion))
  }

  func add() { state.withLock { $0.open += 1 } }

  func end(isFinished: Bool) {
    let done = state.withLock { state -> (@MainActor @Sendable () -> Void)? in
      state.open -= 1
      state.isFinished = state.isFinished && isFinished
      guard state.open == 0, let completion = state.completion.take() else { return nil }
      let isFinished = state.isFinished
      return { completion(isFinished) }
    }
    if let done { DisplayCoordinator.main.commitQueue.enqueue { MainActor.assumeIsolated(done) } }
  }
}

/// An animation of a layer.
struct LayerAnimationEntry {
  let key: String
  var animation: LayerAnimation
  /// Seconds from the next frame to the start of the animation; `nil` once it has begun, and for
  /// one that begins at a time of its own.
  var delay: Double?
  /// Whether no host has begun it yet.
  var isNew = true
  /// Whether it is removed at its end.
  let isRemovedAtEnd: Bool
  let end: AnimationEnd?

  /// The animation for nodes. Before it has begun, it shows its start value.
  var presentedAnimation: LayerAnimation {
    if delay == nil { return animation }
    var waiting = animation
    waiting.timing.begin = .greatestFiniteMagnitude
    waiting.timing.fill = waiting.timing.fill.coversAfter ? .both : .backwards
    return waiting
  }
}
