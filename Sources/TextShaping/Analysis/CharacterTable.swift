// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import Synchronization

/// What the analysis needs to know of one character, in one word.
struct CharacterTraits {
  var bits: UInt32

  /// Bidi class; the numbers are ICU's `UCharDirection`.
  @inline(__always) var bidiClass: UInt8 { UInt8(truncatingIfNeeded: bits & 0x1F) }
  /// Script; the numbers are ICU's `UScriptCode`.
  @inline(__always) var script: UInt8 { UInt8(truncatingIfNeeded: bits >> 5) }
  /// Whether the Script_Extensions property says more than the Script property.
  @inline(__always) var hasScriptExtensions: Bool { bits & 1 << 13 != 0 }
  /// An opening or closing bracket in the sense of UAX #9.
  @inline(__always) var isBracket: Bool { bits & 3 << 14 != 0 }
  @inline(__always) var isOpeningBracket: Bool { bits & 1 << 14 != 0 }
  @inline(__always) var isEmoji: Bool { bits & 1 << 16 != 0 }
  @inline(__always) var hasEmojiPresentation: Bool { bits & 1 << 17 != 0 }
  @inline(__always) var isEmojiModifier: Bool { bits & 1 << 18 != 0 }
  @inline(__always) var isEmojiModifierBase: Bool { bits & 1 << 19 != 0 }
  @inline(__always) var isExtendedPictographic: Bool { bits & 1 << 20 != 0 }
  /// Line break class; the numbers are ICU's `ULineBreak`.
  @inline(__always) var lineBreakClass: UInt8 { UInt8(truncatingIfNeeded: bits >> 21 & 0x3F) }
  /// A letter or a number: general categories L and N.
  @inline(__always) var isLetterOrNumber: Bool { bits & 1 << 27 != 0 }
  /// A mark: general category M.
  @inline(__always) var isMark: Bool { bits & 1 << 28 != 0 }
  /// Whether a grapheme cluster begins with it after any other plain character, and continues only with characters
  /// that are attached, or not plain.
  @inline(__always) var isPlainInClusters: Bool { bits & 3 << 29 == 0 }
  /// Whether it belongs to the grapheme cluster of any plain character before it.
  @inline(__always) var isAttachedInClusters: Bool { bits & 1 << 29 != 0 }
}

/// The traits of all characters: pages of 128, each computed from ICU when it is first asked for.
///
/// Building everything at once would cost tens of milliseconds; a text touches a few pages. Reading is
/// two loads and takes no lock.
@safe
struct CharacterTable: Sendable {
  static let shared = CharacterTable()

  private typealias Page = UnsafeMutablePointer<UInt32>
  // Lives as long as the process, so no reader can outlive a page. At most 8,704 pages, 4.5 MB.
  private nonisolated(unsafe) let pages: UnsafeMutablePointer<Atomic<UInt>>

  private init() {
    let count = 0x110000 >> 7
    let pages = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for i in 0..<count { unsafe (pages + i).initialize(to: Atomic(0)) }
    unsafe self.pages = pages
  }

  /// The traits of a code point below 0x110000; surrogates have traits too.
  @inline(__always)
  subscript(_ c: UInt32) -> CharacterTraits {
    let raw = unsafe pages[Int(c >> 7)].load(ordering: .acquiring)
    let page = unsafe Page(bitPattern: raw) ?? compute(page: Int(c >> 7))
    return CharacterTraits(bits: unsafe page[Int(c & 127)])
  }

  @inline(never)
  private func compute(page number: Int) -> UnsafeMutablePointer<UInt32> {
    let page = Page.allocate(capacity: 128)
    for i in 0..<128 {
      unsafe (page + i).initialize(to: Self.traits(Int32(number * 128 + i)))
    }
    let (exchanged, original) = unsafe pages[number].compareExchange(
      expected: 0, desired: UInt(bitPattern: page), ordering: .acquiringAndReleasing)
    if exchanged { return unsafe page }
    unsafe page.deallocate()
    guard let winner = unsafe Page(bitPattern: original) else { preconditionFailure("no page") }
    return unsafe winner
  }

  private static func traits(_ c: Int32) -> UInt32 {
    func flag(_ property: Int32, _ bit: UInt32) -> UInt32 {
      ctext_icu_has_property(c, property) ? 1 << bit : 0
    }
    var extensions = (Int32(0), Int32(0))
    let script = ctext_icu_script(c)
    let count = unsafe withUnsafeMutablePointer(to: &extensions) {
      unsafe $0.withMemoryRebound(to: Int32.self, capacity: 2) {
        unsafe ctext_icu_script_extensions(c, $0, 2)
      }
    }
    var bits = UInt32(truncatingIfNeeded: ctext_icu_bidi_class(c)) & 0x1F
    bits |= (UInt32(truncatingIfNeeded: script) & 0xFF) << 5
    if count != 1 || extensions.0 != script { bits |= 1 << 13 }
    bits |= (UInt32(truncatingIfNeeded: ctext_icu_bracket_type(c)) & 3) << 14
    bits |= flag(57, 16) | flag(58, 17) | flag(59, 18) | flag(60, 19) | flag(64, 20)
    bits |= (UInt32(truncatingIfNeeded: ctext_icu_line_break_class(c)) & 0x3F) << 21
    // UCharCategory: 1 to 5 are letters, 6 to 8 marks, 9 to 11 numbers.
    let category = ctext_icu_general_category(c)
    if (category >= 1 && category <= 5) || (category >= 9 && category <= 11) { bits |= 1 << 27 }
    if category >= 6 && category <= 8 { bits |= 1 << 28 }
    // UGraphemeClusterBreak.
    switch ctext_icu_grapheme_break_class(c) {
    // Extend, SpacingMark, ZWJ; but a virama may join consonants
    case 3, 10, 17: bits |= ctext_icu_combining_class(c) == 9 ? 1 << 30 : 1 << 29
    case 0 where !ctext_icu_has_property(c, 64) && c & 0x1FF800 != 0xD800:
      break  // Other, but for pictographs; a surrogate may be one
    case 6, 7: break  // LV, LVT
    default: bits |= 1 << 30
    }
    return bits
  }
}

/// The code point at an offset; a lone surrogate stands for itself.
///
/// - Returns: The code point, and the number of its code units.
@inline(__always)
func decodeScalar(
  _ text: UnsafeBufferPointer<UInt16>, at i: Int
) -> (value: UInt32, length: Int) {
  let unit = unsafe text[i]
  if unit & 0xFC00 == 0xD800, i + 1 < text.count {
    let next = unsafe text[i + 1]
    if next & 0xFC00 == 0xDC00 {
      return (0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(next & 0x3FF)), 2)
    }
  }
  return (UInt32(unit), 1)
}

/// The code point before an offset above 0; a lone surrogate stands for itself.
@inline(__always)
func decodeScalar(
  _ text: UnsafeBufferPointer<UInt16>, before i: Int
) -> (value: UInt32, length: Int) {
  let unit = unsafe text[i - 1]
  if unit & 0xFC00 == 0xDC00, i > 1 {
    let lead = unsafe text[i - 2]
    if lead & 0xFC00 == 0xD800 {
      return (0x10000 + (UInt32(lead & 0x3FF) << 10 | UInt32(unit & 0x3FF)), 2)
    }
  }
  return (UInt32(unit), 1)
}
