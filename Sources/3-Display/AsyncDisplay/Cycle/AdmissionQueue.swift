// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemLanes

/// An object that waits for admission.
protocol AdmissionWaiter: AnyObject {
  /// The bytes that the object waits for; 0 if it no longer waits for any.
  var requestedByteCount: Int { get }
}

/// Admission control by bytes: a bound on the bitmaps of displays that wait for a lane, are being
/// drawn, or wait for their commit.
///
/// A display reserves its bytes before it is given to the lanes, so a lane never takes a display
/// for which there is no room. Over the bound it waits here, by priority. One display is always
/// admitted, however large.
///
/// Small bitmaps have a lower bound of their own. Otherwise lanes would draw far ahead of the
/// commit queue, each bitmap into memory that is in no processor cache.
///
/// Starvation is prevented by a bypass quota: displays that fit may pass one that does not, but
/// once they have taken `limit` bytes together, admission stops until the first waiter is served.
///
/// Used on the commit queue alone. All operations are O(1).
struct AdmissionQueue<Waiter: AdmissionWaiter> {
  /// The largest small bitmap, in bytes.
  private static var small: Int { 256 << 10 }

  /// The bound, in bytes.
  let limit: Int
  /// The bound on all small bitmaps together, in bytes.
  let smallLimit: Int
  /// The part of ``reserved`` that small bitmaps have.
  private var reservedSmall = 0
  /// The bytes that are reserved, of small and of large bitmaps.
  private(set) var reserved = 0
  /// The maximum of ``reserved``.
  private(set) var peak = 0
  private var waiters = PriorityBands<Waiter>()
  /// The bytes of displays that have passed waiters since a waiter was last admitted.
  private var bypassed = 0

  /// Creates an empty queue; by default without a bound of small bitmaps alone.
  init(limit: Int, smallLimit: Int = .max) {
    self.limit = max(0, limit)
    self.smallLimit = max(0, smallLimit)
  }

  var waitingCount: Int { waiters.count }

  /// Reserves bytes for a newcomer, if there is room and the bypass quota allows it.
  mutating func reserve(_ byteCount: Int) -> Bool {
    guard fits(byteCount) else { return false }
    if !waiters.isEmpty {
      if bypassed >= limit { return false }
      // Each display that passes uses up at least a 4096th of the quota, so that even a stream of
      // small ones cannot keep the first waiter from its turn.
      bypassed += byteCount + limit >> 12
    }
    reserveUnconditionally(byteCount)
    return true
  }

  /// Reserves bytes beyond the bound.
  mutating func reserveUnconditionally(_ byteCount: Int) {
    reserved += byteCount
    if byteCount <= Self.small { reservedSmall += byteCount }
    peak = max(peak, reserved)
  }

  /// Returns reserved bytes.
  mutating func release(_ byteCount: Int) {
    reserved -= byteCount
    if byteCount <= Self.small { reservedSmall -= byteCount }
    assert(reserved >= 0, "more bytes are released than were reserved")
  }

  /// Adds a waiter behind all others of its priority.
  ///
  /// - Returns: The slot of the waiter, valid until the waiter leaves the queue.
  mutating func append(_ waiter: Waiter, to priority: LanePriority) -> Int32 {
    waiters.append(waiter, to: priority)
  }

  mutating func remove(_ slot: Int32) { _ = waiters.remove(slot) }

  /// Changes the priority of a waiter, which is then behind all others of that priority.
  mutating func move(_ slot: Int32, to priority: LanePriority) {
    waiters.move(slot, to: priority)
  }

  /// Takes the first waiter, if there is room for it, and reserves its bytes.
  ///
  /// - Parameter isUnbounded: Whether the bound is ignored.
  mutating func admitFirst(isUnbounded: Bool = false) -> Waiter? {
    guard let first = waiters.first else { return nil }
    let byteCount = first.requestedByteCount
    if byteCount > 0 {
      guard isUnbounded || fits(byteCount) else { return nil }
      reserveUnconditionally(byteCount)
      bypassed = 0
    }
    return waiters.popFirst()
  }

  private func fits(_ byteCount: Int) -> Bool {
    if reserved == 0 { return true }
    if reserved + byteCount > limit { return false }
    return byteCount > Self.small || reservedSmall + byteCount <= smallLimit
  }
}
