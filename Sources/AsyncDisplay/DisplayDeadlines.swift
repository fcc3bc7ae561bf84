// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

/// The deadlines of an owner's displays, on the commit queue.
///
/// An owner needs one timer however many displays it has: a timer that fires sees which displays are due, and sets
/// the next one if others wait. A timer cannot be taken back, so a deadline before the next timer sets another; that
/// one fires when half of the time to the next has gone, or earlier, so that there are never more than a few.
final class DisplayDeadlines {
  private struct Deadline {
    let generation: UInt64
    let time: UInt64
  }

  /// Of displays under way, of which an owner has two at most.
  private var pending: [Deadline] = []
  /// When the timers fire that were set and have not fired, the next one last.
  private var timers: [UInt64] = []

  /// Adds a deadline.
  func add(_ generation: UInt64, at time: UInt64) {
    pending.append(Deadline(generation: generation, time: time))
  }

  /// Forgets displays that have ended.
  func keep(_ isUnderWay: (UInt64) -> Bool) { pending.removeAll { !isUnderWay($0.generation) } }

  /// Takes the displays that are due, the oldest first.
  func takeDue(at now: UInt64) -> [UInt64] {
    let due = pending.filter { $0.time <= now }
    pending.removeAll { $0.time <= now }
    return due.map(\.generation)
  }

  /// A timer has fired.
  func timerFired(_ time: UInt64) {
    if let index = timers.lastIndex(of: time) { timers.remove(at: index) }
  }

  /// When a timer is to fire that the caller sets now; `nil` if none is needed.
  func setTimer(at now: UInt64) -> UInt64? {
    guard let due = pending.map({ max($0.time, now) }).min() else { return nil }
    var time = due
    if let next = timers.last {
      if next <= due { return nil }
      time = min(due, now + (max(next, now) - now) / 2)
    }
    timers.append(time)
    return time
  }
}

extension DisplayOwner {
  /// Ends a display that was just accepted as failed, unless it has ended when its time is over.
  func watch(_ generation: UInt64, _ deadline: Duration) {
    let (seconds, attoseconds) = deadline.components
    // Beyond a century nothing is waited for.
    let nanoseconds = min(max(0, seconds), 1 << 32) * 1_000_000_000 + attoseconds / 1_000_000_000
    let now = coordinator.commitQueue.now
    let deadlines = state.value.deadlines ?? DisplayDeadlines()
    state.value.deadlines = deadlines
    deadlines.add(generation, at: now + UInt64(max(0, nanoseconds)))
    setTimer(deadlines, at: now)
  }

  private func setTimer(_ deadlines: DisplayDeadlines, at now: UInt64) {
    deadlines.keep { state.value.cycle.machine.isUnderWay($0) }
    guard let time = deadlines.setTimer(at: now) else { return }
    // (Not held: a deadline may be as far as an hour.)
    let reference = UnheldReference(self)
    coordinator.commitQueue.enqueue(afterNanoseconds: time - now) {
      reference.object?.timerFired(time)
    }
  }

  private func timerFired(_ time: UInt64) {
    guard let deadlines = state.value.deadlines else { return }
    deadlines.timerFired(time)
    let now = coordinator.commitQueue.now
    // (What user code that is told so displays has a timer of its own.)
    for generation in deadlines.takeDue(at: now) {
      apply(step(.expire(generation: generation)))
    }
    setTimer(deadlines, at: now)
  }
}
