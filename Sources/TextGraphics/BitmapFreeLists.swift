// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

import struct Synchronization.AtomicLazyReference

/// The free lists of one pool, one for each thread number.
final class BitmapFreeLists: Sendable {
  let memory: BitmapMemory
  /// Indexed by `ThreadNumber`; a list is made when its thread first takes memory.
  private let lists = InlineArray<64, AtomicLazyReference<BitmapFreeList>> { _ in
    AtomicLazyReference()
  }
  /// Held while a buffer moves between lists, and while the ledgers are added up.
  private let transfers = Mutex(())

  init(memory: BitmapMemory) {
    self.memory = memory
    precondition(ThreadNumber.limit <= lists.count, "more thread numbers than free lists")
  }

  /// The calling thread's list.
  var own: BitmapFreeList {
    let number = ThreadNumber.current
    return lists[number].load() ?? makeList(number)
  }

  @inline(never)
  private func makeList(_ number: Int) -> BitmapFreeList {
    lists[number].storeIfNil(BitmapFreeList(memory: memory, siblings: self))
  }

  private func forEachList(_ body: (BitmapFreeList) -> Void) {
    for number in lists.indices {
      if let list = lists[number].load() { body(list) }
    }
  }

  /// The sum of all lists' ledgers.
  var ledger: BitmapPool.Ledger {
    transfers.withLock { _ in
      var sum = BitmapPool.Ledger()
      forEachList { list in
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

  /// Frees all idle buffers.
  func drain() { forEachList { $0.drain() } }

  /// Frees all idle buffers; buffers that return later are freed at once.
  func close() { forEachList { $0.close() } }

  /// Moves an idle buffer from another list to a list.
  ///
  /// - Parameters:
  ///   - index: The smallest size class that fits.
  ///   - isShort: Whether buffers of running threads may be taken too; otherwise only those of
  ///     ended threads.
  func move(near index: Int, to list: BitmapFreeList, isShort: Bool) -> PooledBuffer? {
    transfers.withLock { _ in
      for number in lists.indices {
        guard let other = lists[number].load(), other !== list,
          isShort || !ThreadNumber.isTaken(number), let buffer = other.giveAway(near: index)
        else { continue }
        list.adopt(buffer)
        return buffer
      }
      return nil
    }
  }

  /// Returns to the pool the capacity that lists have claimed and do not use.
  func reclaimCapacity() { forEachList { $0.unclaimSpare() } }
}
