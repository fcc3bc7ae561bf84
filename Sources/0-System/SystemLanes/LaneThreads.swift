// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemConcurrency

/// The serial queues of lanes. Each has a thread of its own while it has work, and for five
/// seconds afterwards.
///
/// Without a target, a serial queue gets a thread whenever it needs one, however many others are
/// busy. An idle lane waits on its thread. If it gave the thread back whenever it ran out of work,
/// libdispatch would start another one each time that the lane is woken before the first counts as
/// idle: beside busy loops a process had twice as many threads as lanes.
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
  /// Signalled once each time that a lane with a thread is woken. That is done under the lock of
  /// `slots`, under which a thread also decides to leave, so no wake-up is lost.
  private let signals: [DispatchSemaphore]
  private let slots: Mutex<[Slot]>

  /// Creates the queues of lanes; threads begin with work.
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
      if slots[lane].hasThread { signals[lane].signal() }
      return exchange(&slots[lane].hasThread, with: true)
    }
    if !hasThread { queues[lane].async { self.serve(lane) } }
  }

  /// Gives the threads of idle lanes back, once no lane can be woken any more.
  func end() {
    slots.withLock { slots in
      for (slot, signal) in zip(slots, signals) where slot.hasThread { signal.signal() }
    }
  }

  private func serve(_ lane: Int) {
    repeat { drain(lane) } while isWoken(lane)
  }

  /// Runs a lane until it sleeps. A function of its own, at whose end the lanes may be freed.
  private func drain(_ lane: Int) {
    slots.withLock { $0[lane].woken.take() }?.drain(lane)
  }

  /// Waits for the next work of a lane; `false` if its thread is to be given back.
  private func isWoken(_ lane: Int) -> Bool {
    let isLate = signals[lane].wait(timeout: .now() + Self.idleTime) == .timedOut
    return slots.withLock { slots in
      if slots[lane].woken == nil {
        slots[lane].hasThread = false
        return false
      }
      // Woken between the end of the wait and here: the signal is there.
      if isLate { signals[lane].wait() }
      return true
    }
  }
}
