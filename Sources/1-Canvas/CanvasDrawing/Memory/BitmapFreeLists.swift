// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The free lists of one pool, among which threads are divided by their numbers.
final class BitmapFreeLists: Sendable {
  let memory: BitmapMemory
  /// Indexed by `ThreadNumber` modulo ``count``. Few threads run at a time, and the smallest
  /// numbers are given out first, so they rarely share a list.
  private let lists: [BitmapFreeList]
  /// The number of lists, a power of two.
  private static let count = 16
  /// Held while a buffer moves between lists, and while the ledgers are added up.
  private let transfers = Mutex(())

  init(memory: BitmapMemory) {
    self.memory = memory
    lists = (0..<Self.count).map { _ in BitmapFreeList(memory: memory) }
    for list in lists { list.join(self) }
  }

  var own: BitmapFreeList {
    lists[ThreadNumber.current & (Self.count - 1)]
  }

  /// Whether a running thread uses a list.
  private static func isInUse(_ index: Int) -> Bool {
    stride(from: index, to: ThreadNumber.limit, by: count).contains(where: ThreadNumber.isTaken)
  }

  /// The sum of all lists' ledgers.
  var ledger: BitmapPool.Ledger {
    transfers.withLock { _ in
      var sum = BitmapPool.Ledger()
      for list in lists {
        let ledger = list.ledger
        sum.created += ledger.created
        sum.freed += ledger.freed
        sum.reused += ledger.reused
        sum.pooled += ledger.pooled
        sum.live += ledger.live
        sum.pooledBytes += ledger.pooledBytes
        sum.liveBytes += ledger.liveBytes
      }
      return sum
    }
  }

  func drain() { for list in lists { list.drain() } }

  /// Frees all idle buffers; buffers that return later are freed at once.
  func close() { for list in lists { list.close() } }

  /// Moves an idle buffer from another list to a list.
  ///
  /// - Parameters:
  ///   - index: The smallest size class that fits.
  ///   - isShort: Whether buffers of running threads may be taken too; otherwise only those of
  ///     ended threads.
  func move(near index: Int, to list: BitmapFreeList, isShort: Bool) -> PooledBuffer? {
    transfers.withLock { _ in
      for (number, other) in lists.enumerated() where other !== list {
        guard isShort || !Self.isInUse(number), let buffer = other.giveAway(near: index)
        else { continue }
        list.adopt(buffer)
        return buffer
      }
      return nil
    }
  }

  /// Returns to the pool the capacity that lists have claimed and do not use.
  func reclaimCapacity() { for list in lists { list.unclaimSpare() } }
}
