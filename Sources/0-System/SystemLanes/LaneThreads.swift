// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemConcurrency

/// The serial queues of lanes. Each has a thread of its own while it has work, and for five
/// seconds afterwards.
///
/// The queues have no target, so each gets a thread whenever it has work, however many other
/// threads are busy. A lane that runs out of work keeps its thread and waits on it. If it returned,
/// libdispatch would start a second thread whenever the lane is woken before the first one counts
/// as idle; a busy process then had twice as many threads as lanes.
final class LaneThreads: Sendable {
  private struct Slot: Sendable {
    /// Whether a thread runs the lane or waits for its next work.
    var hasThread = false
    /// The lanes, kept alive from the time that one is woken until it has run out of work.
    var woken: RenderLanes?
  }

  /// The time that an idle lane keeps its thread.
  private static let idleTime = DispatchTimeInterval.seconds(5)

  private let queues: [DispatchQueue]
  /// Signalled once each time that a lane with a thread is woken. No wake-up is lost: `woken` is
  /// set under the lock of `slots`, and a thread decides to end under the same lock.
  private let signals: [DispatchSemaphore]
  private let slots: Mutex<[Slot]>

  /// Creates the queues of lanes. A thread is started when a lane first has work.
  init(count: Int, qualityOfService: DispatchQoS, key: DispatchSpecificKey<Int>) {
    queues = (0..<count).map { lane in
      let queue = DispatchQueue(label: "AsyncDisplay.lane.\(lane)", qos: qualityOfService)
      queue.setSpecific(key: key, value: lane)
      return queue
    }
    signals = (0..<count).map { _ in DispatchSemaphore(value: 0) }
    slots = Mutex(Array(repeating: Slot(), count: count))
  }

  /// Runs a lane that sleeps.
  func wake(_ lane: Int, of lanes: RenderLanes) {
    let hasThread = slots.withLock { slots in
      slots[lane].woken = lanes
      return exchange(&slots[lane].hasThread, with: true)
    }
    // The thread is woken outside the lock, since it takes the lock as soon as it runs.
    if hasThread { signals[lane].signal() } else { queues[lane].async { self.serve(lane) } }
  }

  /// Ends the threads of idle lanes, once no lane can be woken any more.
  func end() {
    slots.withLock { slots in
      for (slot, signal) in zip(slots, signals) where slot.hasThread { signal.signal() }
    }
  }

  private func serve(_ lane: Int) {
    repeat { drain(lane) } while isWoken(lane)
  }

  /// Runs a lane until it sleeps. A function of its own, so that the lanes may be freed when it
  /// returns.
  private func drain(_ lane: Int) {
    slots.withLock { $0[lane].woken.take() }?.drain(lane)
  }

  /// Waits for the next work of a lane; `false` if its thread should end.
  private func isWoken(_ lane: Int) -> Bool {
    let isLate = signals[lane].wait(timeout: .now() + Self.idleTime) == .timedOut
    let goesOn = slots.withLock { slots in
      slots[lane].hasThread = slots[lane].woken != nil
      return slots[lane].hasThread
    }
    // The lane was woken after the wait had timed out: the signal that belongs to it, already sent
    // or about to be sent, is taken here.
    if goesOn, isLate { signals[lane].wait() }
    return goesOn
  }
}
