// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import TextModel
import TextRuntime

/// Finds boundaries with ICU's own iterator, for rules in a format that ``RuleTable`` does not know.
///
/// A text goes to ICU in windows, since one call cannot be cancelled: each begins at a boundary, where every rule
/// starts afresh, and what is found close to its end is looked for again in the next. Only a stretch without any
/// boundary makes a window longer. Belongs to one caller.
@safe
final class IteratorBreaks {
  /// Units in one call.
  static let window = 2048
  /// How far from a window's end a boundary is trusted.
  static let margin = 256

  private let iterator: OpaquePointer?
  private var found: [(offset: Int, status: Int32)] = []
  private var index = 0

  init(_ rules: BreakRules) {
    unsafe iterator = ctext_icu_break_open(rules.kind.rawValue, rules.locale)
  }

  deinit { if let iterator = unsafe iterator { unsafe ctext_icu_break_close(iterator) } }

  /// The boundary after one that is below the end, and its rule status.
  ///
  /// - Throws: `CancellationError`.
  func next(
    after position: Int, in text: UnsafeBufferPointer<UInt16>, _ cancellation: Cancellation
  ) throws -> (offset: Int, status: Int32) {
    while index < found.count, found[index].offset <= position { index += 1 }
    if index < found.count { return found[index] }
    guard let iterator = unsafe iterator, let base = text.baseAddress else {
      return (text.count, 0)
    }
    var length = Self.window
    while true {
      try cancellation.check()
      let end = min(position + length, text.count)
      guard unsafe ctext_icu_break_set_text(iterator, base + position, Int32(end - position)) else {
        return (text.count, 0)
      }
      let trusted = end == text.count ? end : end - Self.margin
      found.removeAll(keepingCapacity: true)
      index = 0
      while true {
        let offset = unsafe ctext_icu_break_next(iterator)
        if offset < 0 || position + Int(offset) > trusted { break }
        found.append((position + Int(offset), unsafe ctext_icu_break_status(iterator)))
      }
      if let first = found.first { return first }
      if end == text.count { return (end, 0) }
      length *= 2
    }
  }
}
