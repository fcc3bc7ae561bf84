// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
package import TextGraphics
import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// Frees what has been given up: old layouts, and bitmap memory that its pool does not keep.
///
/// A serial queue of low priority. What waits, or is being freed, is bounded in bytes: over the bound things are freed
/// where they are given up, so that a starved release queue cannot hold memory without limit.
public final class ReleaseQueue: Sendable {
  /// The release queue that is used unless another is named.
  public static let shared = ReleaseQueue()

  private enum Content: Sendable {
    case object(HandedReference<any AnyObject & Sendable>)
    case buffer(ReleasedBuffer)

    func free() {
      switch self {
      case .object(let object): _ = object.take()
      case .buffer(let buffer): buffer.free()
      }
    }
  }

  private struct Item: Sendable {
    let content: Content
    let byteCount: Int
  }

  private struct State {
    var items: [Item] = []
    /// The bytes of the items, and of what is being freed.
    var byteCount = 0
    var isScheduled = false
    var oldest: UInt64 = 0
  }

  /// What is freed before room is made for it, in bytes: the lock is not taken for each.
  private static let few = 64 << 10

  /// The most bytes that may wait or be under way.
  public let capacity: Int
  private let queue: DispatchQueue
  private let state = Mutex(State())
  private let inlineCount = Atomic<Int>(0)
  private let lag = Mutex(LatencyHistogram())

  /// Creates a release queue.
  ///
  /// - Parameters:
  ///   - capacity: The most bytes that may wait or be under way.
  ///   - target: Where it runs.
  public init(capacity: Int = 32 << 20, target: DispatchQueue = .global(qos: .utility)) {
    self.capacity = capacity
    queue = DispatchQueue(label: "AsyncDisplay.release", target: target)
  }

  /// The bytes that wait or are being freed.
  public var pendingByteCount: Int { state.withLock { $0.byteCount } }

  /// How often something was freed where it was given up, because the bound was reached.
  public var inlineReleaseCount: Int { inlineCount.load(ordering: .relaxed) }

  /// The time that things waited, in nanoseconds; one sample for each batch, of its oldest member.
  public var lagHistogram: LatencyHistogram { lag.withLock { $0 } }

  /// Gives up an object: the last reference that the caller holds is dropped later.
  ///
  /// - Parameters:
  ///   - object: What is given up.
  ///   - byteCount: About how much memory it holds; less than nothing counts as nothing, and what is more than
  ///     ``capacity`` is freed at once, as if the queue were full.
  public func release<Object: Sendable>(_ object: consuming Object, byteCount: Int) {
    var object: Object? = consume object
    var reference = Self.box(&object)
    release(&reference, byteCount: byteCount)
  }

  /// Gives up an object that the caller holds there and nowhere else: a turn that is quick would leave a copy of the reference,
  /// and with it the object, to whoever made one.
  func release(_ object: inout (any AnyObject & Sendable)?, byteCount: Int) {
    guard let handed = Self.hand(&object) else { return }
    give(.object(handed), byteCount: max(0, byteCount))
  }

  // What is never inlined holds nothing any more when it returns; elsewhere the compiler may keep copies as long as it likes.

  @inline(never)
  private static func hand(
    _ object: inout (any AnyObject & Sendable)?
  ) -> HandedReference<any AnyObject & Sendable>? {
    object.take().map { HandedReference($0) }
  }

  /// What is no object lies in one then, which may be sent as well as what it holds.
  @inline(never)
  private static func box<Object: Sendable>(
    _ object: inout Object?
  ) -> (any AnyObject & Sendable)? {
    object.take().map { unsafe unsafeBitCast($0 as AnyObject, to: (any AnyObject & Sendable).self) }
  }

  /// Frees a buffer that its pool does not keep.
  package func release(_ buffer: ReleasedBuffer) {
    give(.buffer(buffer), byteCount: buffer.byteCount)
  }

  /// Frees, on the caller, all that waits.
  public func drain() { free(take(isTurn: false)) }

  /// Returns when all that was given up before is freed, also what a turn of the queue has taken.
  func empty() async {
    drain()
    await withCheckedContinuation { done in queue.async { done.resume() } }
    // What was freed may have given up other things.
    drain()
  }

  private func give(_ content: Content, byteCount: Int) {
    let now = DispatchTime.now().uptimeNanoseconds
    let (fits, schedules) = state.withLock { state in
      // (What waits is never less than nothing, nor more than the capacity: no number is too large for this.)
      if byteCount > capacity - state.byteCount { return (false, false) }
      if state.items.isEmpty { state.oldest = now }
      state.items.append(Item(content: content, byteCount: byteCount))
      state.byteCount += byteCount
      defer { state.isScheduled = true }
      return (true, !state.isScheduled)
    }
    if schedules { queue.async { self.free(self.take(isTurn: true)) } }
    if !fits {
      inlineCount.wrappingAdd(1, ordering: .relaxed)
      content.free()
    }
  }

  private func take(isTurn: Bool) -> [Item] {
    let (items, oldest) = state.withLock { state in
      let items = state.items
      state.items = []
      if isTurn { state.isScheduled = false }
      return (items, state.oldest)
    }
    if !items.isEmpty {
      let waited = DispatchTime.now().uptimeNanoseconds &- oldest
      lag.withLock { $0.record(waited) }
    }
    return items
  }

  private func free(_ items: [Item]) {
    var freed = 0
    for (index, item) in items.enumerated() {
      item.content.free()
      freed += item.byteCount
      if freed >= Self.few || index == items.count - 1 {
        state.withLock { $0.byteCount -= freed }
        freed = 0
      }
    }
  }
}
