// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import TextRuntime

/// Where files are read: a few serial queues, each with a thread of its own while it has work.
///
/// Reads block, so they run neither on the threads of tasks nor on those of global queues, which are
/// as few as the processors: a file system that hangs holds up reads alone.
final class FileQueues: Sendable {
  /// The queues of all loaders and caches.
  static let shared = FileQueues(count: 4)

  private let queues: [DispatchQueue]
  /// The blocks that wait or run, of each queue.
  private let counts: Mutex<[Int]>

  init(count: Int) {
    queues = (0..<count).map { DispatchQueue(label: "ImageLoading.files.\($0)", qos: .utility) }
    counts = Mutex(Array(repeating: 0, count: count))
  }

  /// Runs a block on the queue that has the fewest.
  func async(_ body: @escaping @Sendable () -> Void) {
    let index = counts.withLock { counts in
      let index = counts.indices.min { counts[$0] < counts[$1] } ?? 0
      counts[index] += 1
      return index
    }
    queues[index].async {
      body()
      self.counts.withLock { $0[index] -= 1 }
    }
  }
}
