// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The driver of one lane: takes jobs and runs their steps.
///
/// A lane's Dispatch queue and the virtual executor of the tests step the same driver.
package struct LaneDriver {
  private enum State {
    /// Between two jobs.
    case ready
    case running(any LaneWork)
    /// Nothing was queued; the lane spins before its last look at the queue.
    case spinning
    case asleep
  }

  private let lanes: RenderLanes
  private let lane: Int
  private var state = State.ready

  /// Creates a driver for a lane that was woken.
  package init(_ lanes: RenderLanes, _ lane: Int) {
    self.lanes = lanes
    self.lane = lane
  }

  /// Whether the lane sleeps; it must be woken, and takes a new driver then.
  package var isAsleep: Bool {
    if case .asleep = state { return true }
    return false
  }

  /// Whether the lane has a job.
  package var isRunning: Bool {
    if case .running = state { return true }
    return false
  }

  /// Takes one step: a look at the queue, or a part of a job.
  ///
  /// - Returns: `false` at the end of a job, and when the lane sleeps.
  package mutating func step() -> Bool {
    switch state {
    case .ready: return take(maySpin: true)
    case .spinning:
      lanes.spinUntilQueued()
      return take(maySpin: false)
    case .running(let work):
      if work.step() { return true }
      state = .ready
      return false
    case .asleep: return false
    }
  }

  private mutating func take(maySpin: Bool) -> Bool {
    switch lanes.next(for: lane, maySpin: maySpin) {
    case .work(let work): state = .running(work)
    case .spin: state = .spinning
    case .sleep:
      state = .asleep
      return false
    }
    return true
  }
}
