// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch

import struct Synchronization.Atomic

/// Frees large memory on a queue, so that the thread that releases it goes on at once: returning a
/// hundred megabytes to the system takes ten milliseconds.
///
/// At most ``capacity`` bytes wait. Beyond that, the caller frees its memory itself.
package enum LateRelease {
  /// The least memory that is freed on the queue, in bytes; freeing that much takes a few tenths of
  /// a millisecond.
  package static let leastByteCount = 2 << 20
  /// The most bytes that wait or are being freed.
  package static let capacity = 256 << 20

  private static let queue = DispatchQueue(
    label: "SystemConcurrency.release", target: .global(qos: .utility))
  private static let pending = Atomic<Int>(0)

  /// The bytes that wait or are being freed.
  package static var pendingByteCount: Int { pending.load(ordering: .relaxed) }

  /// Runs a function that frees memory: on the queue, or at once if too many bytes wait.
  ///
  /// - Parameters:
  ///   - byteCount: The memory that the function frees, in bytes.
  ///   - free: The function; any thread calls it.
  package static func perform(byteCount: Int, _ free: @escaping @Sendable () -> Void) {
    guard reserve(byteCount) else { return free() }
    queue.async {
      free()
      pending.subtract(byteCount, ordering: .relaxed)
    }
  }

  /// Releases a value: on the queue, or at once if it is small or too many bytes wait.
  ///
  /// - Parameters:
  ///   - value: The value. Its memory is freed only if the caller holds no other copy.
  ///   - byteCount: The memory that is freed with it, in bytes.
  package static func release<Value: Sendable>(_ value: consuming Value, byteCount: Int) {
    // A value that is not queued is released here, at the end of its scope.
    guard byteCount >= leastByteCount, reserve(byteCount) else { return }
    let held = Held(value)
    queue.async {
      held.value.withLock { $0 = nil }
      pending.subtract(byteCount, ordering: .relaxed)
    }
  }

  /// A value that the queue can release.
  private final class Held<Value: Sendable>: Sendable {
    let value: Mutex<Value?>
    init(_ value: consuming Value) { self.value = Mutex(value) }
  }

  /// Counts bytes as waiting, unless that would exceed ``capacity``.
  private static func reserve(_ byteCount: Int) -> Bool {
    let total = pending.add(byteCount, ordering: .relaxed).newValue
    if total <= capacity { return true }
    pending.subtract(byteCount, ordering: .relaxed)
    return false
  }
}
