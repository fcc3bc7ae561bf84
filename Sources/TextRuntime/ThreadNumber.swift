// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Small numbers for the threads that are alive, so that each finds a place of its own in a short table.
///
/// A thread has its number from its first question to its end; then the next new thread takes it over, and with it
/// what lies at its places.
package enum ThreadNumber {
  /// Numbers lie below it. Where more threads ask, several have the same.
  package static let limit = 64

  /// The calling thread's number.
  package static var current: Int {
    guard let key = key.value else { return shared }
    let mark = unsafe UInt(bitPattern: pthread_getspecific(key))
    return mark > 0 ? (Int(mark) - 1) & (limit - 1) : claim(key)
  }

  /// Whether a thread that is alive has this number to itself.
  package static func isTaken(_ number: Int) -> Bool {
    taken.load(ordering: .relaxed) & 1 << UInt64(number) != 0
  }

  /// A bit for each number that a thread has to itself.
  private static let taken = Atomic<UInt64>(0)

  /// Where a thread keeps its number, plus 1; plus ``limit`` where it shares it. Nothing if the system has no room.
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

  /// A number that the calling thread always has, and perhaps others.
  private static var shared: Int {
    #if canImport(Glibc)
      let thread = UInt(pthread_self())
    #else
      let thread = unsafe UInt(bitPattern: pthread_self())
    #endif
    // Threads lie some pages apart: the product's upper bits differ.
    let mixed = UInt64(truncatingIfNeeded: thread >> 6) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 58)
  }
}
