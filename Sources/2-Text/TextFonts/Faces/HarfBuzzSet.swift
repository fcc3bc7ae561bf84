// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz

/// A set of numbers of HarfBuzz's: characters, glyphs or lookups. Empty where memory is short.
///
/// The corresponding HarfBuzz type is `hb_set_t`.
@safe package struct HarfBuzzSet: ~Copyable {
  /// HarfBuzz's set; valid as long as this value.
  package let handle: OpaquePointer?

  // Where memory is short, HarfBuzz returns its inert empty set, on which all calls are safe.
  package init() { unsafe handle = hb_set_create() }

  deinit { unsafe hb_set_destroy(handle) }

  /// Adds a number.
  borrowing func insert(_ number: UInt32) { unsafe hb_set_add(handle, number) }

  /// The least number above another; `nil` if there is none.
  ///
  /// - Parameter number: A number; `UInt32.max` for the first one of the set.
  package borrowing func next(after number: UInt32) -> UInt32? {
    var number = number
    return unsafe hb_set_next(handle, &number) != 0 ? number : nil
  }

  /// The numbers up to a bound, ascending.
  package borrowing func numbers(upTo bound: UInt32 = .max) -> [UInt32] {
    var numbers: [UInt32] = []
    var last = UInt32.max
    while let next = next(after: last), next <= bound {
      numbers.append(next)
      last = next
    }
    return numbers
  }

  /// Calls a function with the first and the last number of each range, ascending.
  borrowing func forEachRange(_ body: (_ first: UInt32, _ last: UInt32) -> Void) {
    var (first, last) = (UInt32.max, UInt32.max)
    while unsafe hb_set_next_range(handle, &first, &last) != 0 { body(first, last) }
  }
}
