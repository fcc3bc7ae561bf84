// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import TextModel
import TextRuntime

/// Finds the boundaries inside stretches of Thai, Lao, Khmer, Burmese (and for words Chinese and
/// Japanese) with ICU's dictionaries.
///
/// A long stretch goes to ICU in overlapping windows, since one call cannot be cancelled. ICU's
/// engines look a few words ahead of the word that they decide, so what they find well before a
/// window's end is what they find in the whole stretch; the next window begins there.
enum DictionaryBreaker {
  /// Units in one call: below half a millisecond.
  static let window = 1024
  /// How far from a window's end a boundary is trusted.
  static let margin = 256

  /// Appends the boundaries strictly inside `range`, a stretch without boundaries by the rules alone.
  static func appendBoundaries(
    in range: Range<Int>, of text: UnsafeBufferPointer<UInt16>, rules: BreakRules,
    to boundaries: inout [Int], cancellation: Cancellation
  ) throws {
    try pool.withScratch { (iterators: Iterators) throws in
      guard let iterator = unsafe iterators.iterator(for: rules) else { return }
      guard let base = text.baseAddress else { return }
      var start = range.lowerBound
      var length = window
      while start < range.upperBound {
        try cancellation.check()
        let end = min(start + length, range.upperBound)
        guard unsafe ctext_icu_break_set_text(iterator, base + start, Int32(end - start)) else {
          return
        }
        let isLast = end == range.upperBound
        let trusted = isLast ? end : end - margin
        var reached = start
        while true {
          let offset = unsafe ctext_icu_break_next(iterator)
          if offset < 0 { break }
          let boundary = start + Int(offset)
          if boundary >= range.upperBound || boundary > trusted { break }
          boundaries.append(boundary)
          reached = boundary
        }
        if isLast { break }
        if reached == start {
          length *= 2
        } else {
          start = reached
          length = window
        }
      }
    }
  }

  private static let pool = ScratchPool<Iterators> { Iterators() }

  /// The iterators of one caller, one for each set of rules that it met.
  @safe
  private final class Iterators {
    private var byRules: [ObjectIdentifier: OpaquePointer] = unsafe [:]

    func iterator(for rules: BreakRules) -> OpaquePointer? {
      let key = ObjectIdentifier(rules)
      if let known = unsafe byRules[key] { return unsafe known }
      guard let opened = unsafe ctext_icu_break_open(rules.kind.rawValue, rules.locale) else {
        return nil
      }
      unsafe byRules[key] = unsafe opened
      return unsafe opened
    }

    deinit {
      var rest = unsafe byRules
      while let (_, iterator) = unsafe rest.popFirst() {
        unsafe ctext_icu_break_close(iterator)
      }
    }
  }
}
