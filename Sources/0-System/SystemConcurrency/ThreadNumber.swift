// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Small numbers for the live threads, used as indices of short tables.
///
/// A thread keeps its number from the first request to its end. Then a new thread reuses the
/// number, and with it the entries of the tables.
package enum ThreadNumber {
  /// The exclusive upper bound of numbers. With more live threads, several share one.
  package static let limit = 64

  package static var current: Int {
    guard let key = key.value else { return shared }
    let mark = unsafe UInt(bitPattern: pthread_getspecific(key))
    return mark > 0 ? (Int(mark) - 1) & (limit - 1) : claim(key)
  }

  /// Whether a live thread has this number for itself.
  package static func isTaken(_ number: Int) -> Bool {
    taken.load(ordering: .relaxed) & 1 << UInt64(number) != 0
  }

  /// A bit for each number that a live thread has for itself.
  private static let taken = Atomic<UInt64>(0)

  /// The key of the thread-specific data with a thread's number plus 1, or, if the number is
  /// shared, plus 1 and ``limit``. `nil` if the system has no free key.
  private static let key = Key()

  private struct Key {
    let value: pthread_key_t?

    init() {
      var key = pthread_key_t()
      let status = unsafe pthread_key_create(&key) { ThreadNumber.release(UInt(bitPattern: $0)) }
      value = status == 0 ? key : nil
    }
  }

  @inline(never)
  private static func claim(_ key: pthread_key_t) -> Int {
    var bits = taken.load(ordering: .relaxed)
    while bits != .max {
      let number = (~bits).trailingZeroBitCount
      let result = taken.compareExchange(
        expected: bits, desired: bits | 1 << UInt64(number), ordering: .acquiring)
      bits = result.original
      guard result.exchanged else { continue }
      if unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: number + 1)) == 0 {
        return number
      }
      release(UInt(number + 1))
      return number
    }
    let number = shared
    unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: number + 1 + limit))
    return number
  }

  private static func release(_ mark: UInt) {
    guard mark > 0, mark <= UInt(limit) else { return }
    taken.bitwiseAnd(~(1 << UInt64(mark - 1)), ordering: .releasing)
  }

  /// A number from the calling thread's identity, perhaps shared with other threads.
  private static var shared: Int {
    let thread = UInt(pthread_self())
    // Thread identities are multiples of a page apart, so their low bits hardly differ: the number
    // is taken from the upper bits of a product (multiplicative hashing).
    let mixed = UInt64(truncatingIfNeeded: thread >> 6) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 58)
  }
}
