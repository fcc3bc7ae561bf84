// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
import Dispatch
import SystemConcurrency
package import SystemLanes

import struct Synchronization.Atomic

/// Frees old layouts, and bitmap memory that its pool does not keep, on a serial queue of low
/// priority.
///
/// The bytes that wait or are being freed are bounded. Above the bound, memory is freed on the
/// caller's thread, so a starved release queue cannot hold memory without limit.
package final class ReleaseQueue: Sendable {
  /// The default release queue.
  package static let shared = ReleaseQueue()

  private struct Item: Sendable {
    var object: (any AnyObject & Sendable)?
    var buffer: SurplusBuffer?
    let byteCount: Int

    mutating func free() {
      object = nil
      buffer.take()?.free()
    }
  }

  private struct State {
    var items: [Item] = []
    /// The bytes of the items, and of those that are being freed.
    var byteCount = 0
    var isScheduled = false
    /// When the first of the items was added, in nanoseconds.
    var oldest: UInt64 = 0
  }

  /// Bytes that are freed between two updates of the byte count.
  private static let batchByteCount = 64 << 10

  /// The most bytes that may wait or be under way.
  package let capacity: Int
  private let queue: any SerialQueue
  private let state = Mutex(State())
  private let inlineCount = Atomic<Int>(0)
  private let lag = Mutex(LatencyHistogram())

  /// Creates a release queue.
  ///
  /// - Parameters:
  ///   - capacity: The most bytes that may wait or be under way.
  ///   - queue: The queue that it runs on; by default one of low priority. Each turn frees what was
  ///     released since the last one and ends, so it does not occupy a thread of a global queue for
  ///     long. (A queue without a target would get another thread from libdispatch whenever it is
  ///     woken before its last thread counts as idle.)
  package init(
    capacity: Int = 32 << 20,
    on queue: any SerialQueue = DispatchedQueue(
      DispatchQueue(label: "AsyncDisplay.release", target: .global(qos: .utility)))
  ) {
    self.capacity = capacity
    self.queue = queue
  }

  /// The bytes that wait or are being freed.
  package var pendingByteCount: Int { state.withLock { $0.byteCount } }

  /// The number of items that were freed on the caller's thread because the bound was reached.
  package var inlineReleaseCount: Int { inlineCount.load(ordering: .relaxed) }

  /// The time that items waited, in nanoseconds; one sample for each batch, of its oldest item.
  package var lagHistogram: LatencyHistogram { lag.withLock { $0 } }

  /// Frees an object later; any thread may call.
  ///
  /// - Parameters:
  ///   - object: The object, or a value that holds objects.
  ///   - byteCount: Its approximate memory. Negative numbers count as 0; more than ``capacity`` is
  ///     freed at once.
  package func release<Object: Sendable>(_ object: consuming Object, byteCount: Int) {
    var object: Object? = consume object
    var reference = Self.box(&object)
    release(&reference, byteCount: byteCount)
  }

  /// Frees the object in a variable later, and sets the variable to `nil`.
  ///
  /// The reference is moved, not copied: a copy that the compiler kept on the caller's stack could
  /// outlive a quick turn of the queue, and the object would be freed by the caller after all.
  func release(_ object: inout (any AnyObject & Sendable)?, byteCount: Int) {
    if object == nil { return }
    var item = Item(object: nil, byteCount: max(0, byteCount))
    Self.move(&object, into: &item)
    add(&item)
  }

  // `move` and `append` are never inlined, so that they leave no copy of the reference behind.

  @inline(never)
  private static func move(_ object: inout (any AnyObject & Sendable)?, into item: inout Item) {
    swap(&object, &item.object)
  }

  @inline(never)
  private static func append(_ item: inout Item, to items: inout [Item]) {
    items.append(Item(byteCount: item.byteCount))
    swap(&items[items.count - 1], &item)
  }

  /// Boxes a value that is no object; the box is as sendable as its content.
  @inline(never)
  private static func box<Object: Sendable>(
    _ object: inout Object?
  ) -> (any AnyObject & Sendable)? {
    object.take().map { unsafe unsafeBitCast($0 as AnyObject, to: (any AnyObject & Sendable).self) }
  }

  /// Frees a buffer that its pool does not keep.
  package func release(_ buffer: SurplusBuffer) {
    var item = Item(buffer: buffer, byteCount: buffer.byteCount)
    add(&item)
  }

  /// Frees everything that waits, on the caller's thread.
  package func drain() { free(take(isTurn: false)) }

  /// Returns when everything that was released before the call is freed.
  func empty() async {
    drain()
    await withCheckedContinuation { done in queue.enqueue { done.resume() } }
    // Freeing the objects may have released further ones.
    drain()
  }

  private func add(_ item: inout Item) {
    let now = queue.now
    let byteCount = item.byteCount
    let (fits, schedules) = state.withLock { state in
      // Neither side of the comparison can overflow: no byte count is negative, and the bytes that
      // wait never exceed `capacity`.
      if byteCount > capacity - state.byteCount { return (false, false) }
      if state.items.isEmpty { state.oldest = now }
      Self.append(&item, to: &state.items)
      state.byteCount += byteCount
      defer { state.isScheduled = true }
      return (true, !state.isScheduled)
    }
    if schedules { queue.enqueue { self.free(self.take(isTurn: true)) } }
    if !fits {
      inlineCount.wrappingAdd(1, ordering: .relaxed)
      item.free()
    }
  }

  private func take(isTurn: Bool) -> [Item] {
    let (items, oldest) = state.withLock { state in
      let items = exchange(&state.items, with: [])
      if isTurn { state.isScheduled = false }
      return (items, state.oldest)
    }
    if !items.isEmpty {
      let waited = queue.now &- oldest
      lag.withLock { $0.record(waited) }
    }
    return items
  }

  private func free(_ items: consuming [Item]) {
    var freed = 0
    for index in items.indices {
      items[index].free()
      freed += items[index].byteCount
      if freed >= Self.batchByteCount || index == items.count - 1 {
        state.withLock { $0.byteCount -= freed }
        freed = 0
      }
    }
  }
}
