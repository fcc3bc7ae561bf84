// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
public import Synchronization

/// The properties of one character that the analysis reads, packed into one word.
@usableFromInline package struct CharacterTraits {
  @usableFromInline var bits: UInt32

  @inlinable @inline(__always) init(bits: UInt32) { self.bits = bits }

  /// The character's bidi class; the numbers are ICU's `UCharDirection`.
  @inlinable @inline(__always) package var bidiClass: UInt8 {
    UInt8(truncatingIfNeeded: bits & 0x1F)
  }
  /// The character's script; the numbers are ICU's `UScriptCode`.
  @inlinable @inline(__always) package var script: UInt8 { UInt8(truncatingIfNeeded: bits >> 5) }
  /// Whether the Script_Extensions property differs from the Script property.
  @inline(__always) package var hasScriptExtensions: Bool { bits & 1 << 13 != 0 }
  /// Whether the character is an opening or closing bracket by the property
  /// Bidi_Paired_Bracket_Type.
  @inline(__always) var isBracket: Bool { bits & 3 << 14 != 0 }
  @inline(__always) var isOpeningBracket: Bool { bits & 1 << 14 != 0 }
  @inline(__always) var isEmoji: Bool { bits & 1 << 16 != 0 }
  @inline(__always) package var hasEmojiPresentation: Bool { bits & 1 << 17 != 0 }
  @inline(__always) package var isEmojiModifier: Bool { bits & 1 << 18 != 0 }
  @inline(__always) var isEmojiModifierBase: Bool { bits & 1 << 19 != 0 }
  @inline(__always) var isExtendedPictographic: Bool { bits & 1 << 20 != 0 }
  /// The properties that the rules of line breaking read.
  @inline(__always) var lineBreakElement: LineBreakElement {
    LineBreakElement(code: UInt8(truncatingIfNeeded: bits >> 21 & 0x3F | (bits >> 25 & 0x40)))
  }
  /// Whether the character's general category is L or N.
  @inlinable @inline(__always) package var isLetterOrNumber: Bool { bits & 1 << 27 != 0 }
  /// Whether the character's general category is M.
  @inlinable @inline(__always) package var isMark: Bool { bits & 1 << 28 != 0 }
  /// Whether the character is *plain*: a grapheme cluster always begins between two plain
  /// characters, and only attached and non-plain characters can continue the cluster of a plain
  /// one.
  @inline(__always) package var isPlainInClusters: Bool { bits & 3 << 29 == 0 }
  /// Whether the character belongs to the grapheme cluster of any plain character before it.
  @inlinable @inline(__always) package var isAttachedInClusters: Bool { bits & 1 << 29 != 0 }
}

/// The traits of all characters, in pages of 128 that are computed from ICU on first use.
///
/// A look-up is two loads without a lock. To compute all pages at once would take tens of
/// milliseconds, and a text reads only a few. There are at most 8,704 pages, 4.5 MB, which live as
/// long as the process.
@safe @usableFromInline
package struct CharacterTable: Sendable {
  @usableFromInline package static let shared = CharacterTable()

  @usableFromInline typealias Page = UnsafeMutablePointer<UInt32>
  // unsafe: an array would be slower, since all threads would share its reference count and each
  // look-up would check bounds. The entries are atomic; pages are constant once published, and
  // never freed.
  @usableFromInline nonisolated(unsafe) let pages: UnsafeMutablePointer<Atomic<UInt>>

  private init() {
    let count = 0x110000 >> 7
    // unsafe: memory of `count` entries, all initialized here.
    let pages = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for i in 0..<count { unsafe (pages + i).initialize(to: Atomic(0)) }
    unsafe self.pages = pages
  }

  /// The traits of a code point below 0x110000, surrogates included.
  @inlinable @inline(__always)
  package subscript(_ c: UInt32) -> CharacterTraits {
    // unsafe: the innermost loops read this without bounds checks; code points are below 0x110000.
    let address = unsafe pages[Int(c >> 7)].load(ordering: .acquiring)
    let page = unsafe Page(bitPattern: address) ?? compute(page: Int(c >> 7))
    return CharacterTraits(bits: unsafe page[Int(c & 127)])
  }

  /// Computes a page and publishes it, or returns the one that another thread published first.
  @inline(never) @usableFromInline
  func compute(page number: Int) -> Page {
    // unsafe: 128 words, all initialized before other threads see the address.
    let page = Page.allocate(capacity: 128)
    LineBreakElement.forEach(inPage: UInt32(number * 128)) { i, element in
      unsafe (page + i).initialize(to: Self.traits(Int32(number * 128 + i), element))
    }
    let (exchanged, original) = unsafe pages[number].compareExchange(
      expected: 0, desired: UInt(bitPattern: page), ordering: .acquiringAndReleasing)
    guard !exchanged, let published = unsafe Page(bitPattern: original) else { return unsafe page }
    unsafe page.deallocate()
    return unsafe published
  }

  /// Values of ICU's `UProperty`.
  private enum Property {
    static let emoji: Int32 = 57
    static let emojiPresentation: Int32 = 58
    static let emojiModifier: Int32 = 59
    static let emojiModifierBase: Int32 = 60
    static let extendedPictographic: Int32 = 64
  }

  private static func traits(_ c: Int32, _ element: LineBreakElement) -> UInt32 {
    func flag(_ property: Int32, _ bit: UInt32) -> UInt32 {
      ctext_icu_has_property(c, property) ? 1 << bit : 0
    }
    var bits = UInt32(truncatingIfNeeded: ctext_icu_bidi_class(c)) & 0x1F
    bits |= (UInt32(truncatingIfNeeded: ctext_icu_script(c)) & 0xFF) << 5
    if ctext_icu_has_script_extensions(c) { bits |= 1 << 13 }
    bits |= (UInt32(truncatingIfNeeded: ctext_icu_bracket_type(c)) & 3) << 14
    bits |= flag(Property.emoji, 16) | flag(Property.emojiPresentation, 17)
    bits |= flag(Property.emojiModifier, 18) | flag(Property.emojiModifierBase, 19)
    bits |= flag(Property.extendedPictographic, 20)
    bits |= UInt32(element.lineClass) << 21 | (element.isWide ? 1 << 31 : 0)
    // Values of ICU's UCharCategory: 1 to 5 are letters, 6 to 8 combining marks, 9 to 11 numbers.
    let category = ctext_icu_general_category(c)
    if (category >= 1 && category <= 5) || (category >= 9 && category <= 11) { bits |= 1 << 27 }
    if category >= 6 && category <= 8 { bits |= 1 << 28 }
    // Values of ICU's UGraphemeClusterBreak.
    switch ctext_icu_grapheme_break_class(c) {
    // The classes Extend, SpacingMark and ZWJ are attached, except a virama (combining class 9),
    // which may join the consonants on both sides.
    case 3, 10, 17: bits |= ctext_icu_combining_class(c) == 9 ? 1 << 30 : 1 << 29
    // The class Other is plain, except a pictograph, which may be joined to others, and a
    // surrogate, which may be half of a pictograph.
    case 0
    where !ctext_icu_has_property(c, Property.extendedPictographic) && c & 0x1FF800 != 0xD800:
      break
    // The classes LV and LVT of Hangul syllables are plain.
    case 6, 7: break
    default: bits |= 1 << 30
    }
    return bits
  }
}
