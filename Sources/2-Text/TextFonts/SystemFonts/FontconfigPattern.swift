// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig
import Glibc

/// A pattern of fontconfig: the properties of a face, or those that are asked for.
///
/// Only used under the lock of ``SystemFonts``. A pattern that belongs to a set is lent to a
/// closure and cannot be copied out of it.
@safe struct FontconfigPattern: ~Copyable {
  /// fontconfig's pattern; valid as long as this value.
  let handle: OpaquePointer
  private let isOwned: Bool

  /// Makes an empty pattern; `nil` where memory is short.
  init?() { unsafe self.init(FcPatternCreate(), isOwned: true) }

  /// - Parameters:
  ///   - handle: The pattern; the value is `nil` without one.
  ///   - isOwned: Whether the value takes ownership of a reference; if not, the pattern must
  ///     outlive the value.
  init?(_ handle: OpaquePointer?, isOwned: Bool) {
    guard let handle = unsafe handle else { return nil }
    unsafe self.handle = handle
    self.isOwned = isOwned
  }

  deinit { if isOwned { unsafe FcPatternDestroy(handle) } }

  /// Adds a string as the last value of a property.
  borrowing func add(_ value: String, to property: String) {
    unsafe FcPatternAddString(handle, property, value)
  }

  /// Adds a number as the last value of a property.
  borrowing func add(_ value: Double, to property: String) {
    unsafe FcPatternAddDouble(handle, property, value)
  }

  /// Adds an integer as the last value of a property.
  borrowing func add(_ value: Int32, to property: String) {
    unsafe FcPatternAddInteger(handle, property, value)
  }

  /// A string of a property, handed to `body` as UTF-8 without a final zero.
  ///
  /// - Returns: The result of `body`; `nil` where the property has no such string.
  borrowing func withString<R>(
    of property: String, at index: Int32 = 0, _ body: (Span<UInt8>) -> R
  ) -> R? {
    var text: UnsafeMutablePointer<FcChar8>?
    guard unsafe FcPatternGetString(handle, property, index, &text) == FcResultMatch,
      let text = unsafe text
    else { return nil }
    // The string belongs to the pattern, and ends with a zero.
    return body(
      unsafe Span(
        _unsafeStart: text,
        count: strlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))))
  }

  /// A string of a property; `nil` where the property has no such string.
  borrowing func string(of property: String, at index: Int32 = 0) -> String? {
    withString(of: property, at: index) { bytes in
      unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  borrowing func strings(of property: String) -> [String] {
    var strings: [String] = []
    while let string = string(of: property, at: Int32(strings.count)) { strings.append(string) }
    return strings
  }

  /// The strings of a property that are bound strongly: requested themselves, rather than added by
  /// a rule because they are similar to a requested one.
  borrowing func strongStrings(of property: String) -> [String] {
    var strings: [String] = []
    var i: Int32 = 0
    var value = unsafe FcValue()
    var binding = FcValueBindingWeak
    while unsafe FcPatternGetWithBinding(handle, property, i, &value, &binding) == FcResultMatch {
      if binding != FcValueBindingWeak, let text = string(of: property, at: i) {
        strings.append(text)
      }
      i += 1
    }
    return strings
  }

  /// The first integer of a property; `nil` where there is none.
  borrowing func integer(of property: String) -> Int32? {
    var value: Int32 = 0
    return unsafe FcPatternGetInteger(handle, property, 0, &value) == FcResultMatch ? value : nil
  }

  /// The first Boolean of a property; `nil` where there is none.
  borrowing func bool(of property: String) -> Bool? {
    var value: FcBool = 0
    return unsafe FcPatternGetBool(handle, property, 0, &value) == FcResultMatch
      ? value != 0 : nil
  }

  /// The number of values that a property has.
  borrowing func valueCount(of property: String) -> Int {
    var value = unsafe FcValue()
    var count: Int32 = 0
    while unsafe FcPatternGet(handle, property, count, &value) == FcResultMatch { count += 1 }
    return Int(count)
  }

  /// Hands the characters that a face maps to `body`; `nil` where the pattern does not have them.
  borrowing func withCharacters<R>(_ body: (borrowing FontconfigCharacters) -> R) -> R? {
    var set: OpaquePointer?
    guard unsafe FcPatternGetCharSet(handle, FC_CHARSET, 0, &set) == FcResultMatch,
      let set = unsafe set
    else { return nil }
    return body(unsafe FontconfigCharacters(set))
  }
}

/// A set of characters of fontconfig, lent by a ``FontconfigPattern``.
@safe struct FontconfigCharacters: ~Copyable {
  private let handle: OpaquePointer

  /// - Parameter handle: A set that outlives the value.
  init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  /// The address of the set. fontconfig stores equal sets of a cache once.
  var address: UInt { UInt(bitPattern: unsafe handle) }

  /// Calls `body` with the number of each block of 256 characters and its bits, ascending.
  borrowing func visitBlocks(_ body: (UInt16, SIMD8<UInt32>) -> Void) {
    var page = SIMD8<UInt32>()
    var next: FcChar32 = 0
    var isFirst = true
    while true {
      // fontconfig writes the 8 words of a page.
      let base = unsafe withUnsafeMutableBytes(of: &page) {
        let words = unsafe $0.assumingMemoryBound(to: FcChar32.self).baseAddress
        return unsafe isFirst
          ? FcCharSetFirstPage(handle, words, &next) : FcCharSetNextPage(handle, words, &next)
      }
      guard base < 0x110000 else { return }
      body(UInt16(base >> 8), page)
      isFirst = false
    }
  }
}

/// A set of patterns of fontconfig. Only used under the lock of ``SystemFonts``.
@safe struct FontconfigSet: ~Copyable {
  private let handle: UnsafeMutablePointer<FcFontSet>
  private let isOwned: Bool

  /// - Parameters:
  ///   - handle: The set; the value is `nil` without one.
  ///   - isOwned: Whether the value frees the set, else the set must outlive it.
  init?(_ handle: UnsafeMutablePointer<FcFontSet>?, isOwned: Bool) {
    guard let handle = unsafe handle else { return nil }
    unsafe self.handle = handle
    self.isOwned = isOwned
  }

  deinit { if isOwned { unsafe FcFontSetDestroy(handle) } }

  /// Calls `body` with each pattern, in order.
  borrowing func visit(_ body: (borrowing FontconfigPattern) -> Void) {
    for i in 0..<Int(unsafe handle.pointee.nfont) {
      if let pattern = unsafe FontconfigPattern(handle.pointee.fonts[i], isOwned: false) {
        body(pattern)
      }
    }
  }
}
