// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch

import struct Synchronization.Atomic

/// Frees large memory on a queue, so that the thread that had it goes on at once: to give a hundred
/// megabytes back to the system takes ten milliseconds.
///
/// The bytes that wait are bounded. Above the bound, memory is freed by the caller.
package enum LateRelease {
  /// The least memory that is worth it, in bytes: to free it takes a few tenths of a millisecond.
  package static let leastByteCount = 2 << 20
  /// The most bytes that wait or are being freed.
  package static let capacity = 256 << 20

  private static let queue = DispatchQueue(
    label: "SystemConcurrency.release", target: .global(qos: .utility))
  private static let pending = Atomic<Int>(0)

  /// The bytes that wait or are being freed.
  package static var pendingByteCount: Int { pending.load(ordering: .relaxed) }

  /// Runs a function that frees memory, later or at once.
  ///
  /// - Parameters:
  ///   - byteCount: The memory that it frees.
  ///   - free: The function; any thread calls it.
  package static func perform(byteCount: Int, _ free: @escaping @Sendable () -> Void) {
    guard reserve(byteCount) else { return free() }
    queue.async {
      free()
      pending.subtract(byteCount, ordering: .relaxed)
    }
  }

  /// Lets go of a value, later or at once.
  ///
  /// - Parameters:
  ///   - value: The value, of which no other copy is left.
  ///   - byteCount: The memory that goes with it.
  package static func release<Value: Sendable>(_ value: consuming Value, byteCount: Int) {
    guard byteCount >= leastByteCount, reserve(byteCount) else { return }
    let held = Held(value)
    queue.async {
      held.value.withLock { $0 = nil }
      pending.subtract(byteCount, ordering: .relaxed)
    }
  }

  /// A value that can be let go of.
  private final class Held<Value: Sendable>: Sendable {
    let value: Mutex<Value?>
    init(_ value: consuming Value) { self.value = Mutex(value) }
  }

  /// Counts bytes, unless there would be too many.
  private static func reserve(_ byteCount: Int) -> Bool {
    let total = pending.add(byteCount, ordering: .relaxed).newValue
    if total <= capacity { return true }
    pending.subtract(byteCount, ordering: .relaxed)
    return false
  }
}
