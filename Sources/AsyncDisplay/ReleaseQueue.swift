// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
import Synchronization
package import TextGraphics
import TextModel

/// Frees what has been given up: old layouts, and bitmap memory that its pool does not keep.
///
/// A serial queue of low priority. What waits is bounded in bytes: over the bound things are freed where
/// they are given up, so that a starved release queue cannot hold memory without limit.
public final class ReleaseQueue: Sendable {
  /// The release queue that is used unless another is named.
  public static let shared = ReleaseQueue()

  private enum Item: Sendable {
    case object(any Sendable)
    case buffer(ReleasedBuffer)
  }

  private struct State {
    var items: [Item] = []
    var byteCount = 0
    var isScheduled = false
    var oldest: UInt64 = 0
  }

  /// The most bytes that may wait.
  public let capacity: Int
  private let queue: DispatchQueue
  private let state = Guarded(State())
  private let inlineCount = Atomic<Int>(0)
  private let lag = Guarded(LatencyHistogram())

  /// Creates a release queue.
  ///
  /// - Parameters:
  ///   - capacity: The most bytes that may wait.
  ///   - target: Where it runs.
  public init(capacity: Int = 32 << 20, target: DispatchQueue = .global(qos: .utility)) {
    self.capacity = capacity
    queue = DispatchQueue(label: "AsyncDisplay.release", target: target)
  }

  /// The bytes that wait.
  public var pendingByteCount: Int { state.withLock { $0.byteCount } }

  /// How often something was freed where it was given up, because the bound was reached.
  public var inlineReleaseCount: Int { inlineCount.load(ordering: .relaxed) }

  /// The time that things waited, in nanoseconds; one sample for each batch, of its oldest member.
  public var lagHistogram: LatencyHistogram { lag.withLock { $0 } }

  /// Gives up an object: the last reference that the caller holds is dropped later.
  ///
  /// - Parameters:
  ///   - object: What is given up.
  ///   - byteCount: About how much memory it holds.
  public func release(_ object: consuming any Sendable, byteCount: Int) {
    give(.object(object), byteCount: byteCount)
  }

  /// Frees a buffer that its pool does not keep.
  package func release(_ buffer: ReleasedBuffer) {
    if !give(.buffer(buffer), byteCount: buffer.byteCount) { buffer.free() }
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

  @discardableResult
  private func give(_ item: Item, byteCount: Int) -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds
    let (fits, schedules) = state.withLock { state in
      guard state.byteCount + byteCount <= capacity else { return (false, false) }
      if state.items.isEmpty { state.oldest = now }
      state.items.append(item)
      state.byteCount += byteCount
      defer { state.isScheduled = true }
      return (true, !state.isScheduled)
    }
    if schedules { queue.async { self.free(self.take(isTurn: true)) } }
    if !fits { inlineCount.wrappingAdd(1, ordering: .relaxed) }
    return fits
  }

  private func take(isTurn: Bool) -> [Item] {
    let (items, oldest) = state.withLock { state in
      let items = state.items
      state.items = []
      state.byteCount = 0
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
    for item in items {
      switch item {
      case .object: break  // Dropped with the array.
      case .buffer(let buffer): buffer.free()
      }
    }
  }
}
