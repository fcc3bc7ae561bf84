// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// An LRU cache of finished answers by their entity tags, up to a number of bytes.
final class PictureCache: Sendable {
  private let table: Mutex<LRUTable<String, ServiceAnswer>>

  init(bytes: Int) { table = Mutex(LRUTable(capacity: bytes)) }

  func answer(_ tag: String) -> ServiceAnswer? { table.withLock { $0.use(tag) } }

  func keep(_ answer: ServiceAnswer, _ tag: String) {
    let left = table.withLock { table in
      table.insert(answer, for: tag, cost: answer.body.count + 512)
    }
    // The evicted answers are released outside the lock.
    _ = left
  }
}
