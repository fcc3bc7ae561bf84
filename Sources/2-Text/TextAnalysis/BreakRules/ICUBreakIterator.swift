// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU

/// An ICU break iterator. It has state and no lock: only one thread may use it at a time.
@safe
final class ICUBreakIterator {
  // unsafe, here and below: ICU's handle is opened in `init`, closed in `deinit` and never handed
  // out.
  private let handle: OpaquePointer

  /// Opens the iterator of a locale.
  ///
  /// - Parameter locale: ICU's identifier.
  /// - Returns: `nil` where ICU has no data.
  init?(_ kind: BreakRules.Kind, locale: String) {
    guard let handle = unsafe ctext_icu_break_open(kind.rawValue, locale) else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe ctext_icu_break_close(handle) }

  /// Calls a closure with each boundary above 0, in ascending order, until it returns false.
  ///
  /// ICU cannot be interrupted within a text, so callers divide long texts into short ones.
  /// - Returns: False where ICU cannot read the text.
  func forEachBoundary(in text: Span<UInt16>, _ body: (Int) -> Bool) -> Bool {
    // unsafe: ICU keeps the pointer, but reads through it only inside this closure.
    unsafe text.withUnsafeBufferPointer { units in
      guard unsafe ctext_icu_break_set_text(handle, units.baseAddress, Int32(units.count)) else {
        return false
      }
      while true {
        let boundary = unsafe ctext_icu_break_next(handle)
        if boundary < 0 || !body(Int(boundary)) { return true }
      }
    }
  }

  /// The rule status of the boundary that was found last.
  var status: Int32 { unsafe ctext_icu_break_status(handle) }

  /// The compiled rules in ICU's binary format; empty on failure.
  func compiledRules() -> [UInt8] {
    let length = unsafe max(0, ctext_icu_break_rules(handle, nil, 0))
    var bytes = [UInt8](repeating: 0, count: Int(length))
    if length > 0, unsafe ctext_icu_break_rules(handle, &bytes, length) != length { return [] }
    return bytes
  }
}
