// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemConcurrency

/// The queues on which files are read: a few serial ones, each with a thread of its own while it
/// has work.
///
/// Reads block, so they do not run on the threads of tasks or of global queues, of which there are
/// only as many as processors. A queue that becomes free takes the next read that waits, so a read
/// that hangs, for example on a network file system, delays no other while a queue is free.
final class FileQueues: Sendable {
  /// The queues of all loaders and caches.
  static let shared = FileQueues(count: 4)

  private struct State {
    var waiting: [@Sendable () -> Void] = []
    /// The index in `waiting` of the next block to run.
    var next = 0
    /// The indices of the queues that have no work.
    var idle: [Int]

    mutating func takeNext() -> (@Sendable () -> Void)? {
      guard next < waiting.count else { return nil }
      defer {
        next += 1
        // Blocks that have run are removed in batches, so that taking one costs O(1) on average.
        if next == waiting.count || next == 64 {
          waiting.removeFirst(next)
          next = 0
        }
      }
      return waiting[next]
    }
  }

  private let queues: [DispatchQueue]
  private let state: Mutex<State>

  init(count: Int) {
    queues = (0..<count).map { DispatchQueue(label: "ImageLoading.files.\($0)", qos: .utility) }
    state = Mutex(State(idle: Array(0..<count)))
  }

  /// Runs a block on the next queue that is free; blocks begin in the order of the calls.
  func async(_ body: @escaping @Sendable () -> Void) {
    let free = state.withLock { state in
      state.waiting.append(body)
      return state.idle.popLast()
    }
    if let free { queues[free].async { self.run(free) } }
  }

  /// Runs blocks until none waits.
  private func run(_ queue: Int) {
    while true {
      let body = state.withLock { state -> (@Sendable () -> Void)? in
        if let body = state.takeNext() { return body }
        state.idle.append(queue)
        return nil
      }
      guard let body else { return }
      body()
    }
  }
}
