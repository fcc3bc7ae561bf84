// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import TextAnalysis
import TextModel

/// The rule that tells between which two characters `text-autospace` adds a space. Source: CSS Text
/// 4, 8.3.
enum AutospaceRule {
  /// A class of characters. Source: CSS Text 4, 8.3.
  enum Kind {
    case ideograph, letter, number, other
  }

  /// Whether there is a space before a code unit that is not the first.
  ///
  /// - Parameters:
  ///   - isVertical: Whether the text is vertical. Characters that stand upright by themselves then
  ///     get no space.
  ///   - isUpright: Whether all characters stand upright.
  static func isSpaced(
    _ text: Span<UInt16>, _ offset: Int, _ autospace: TextAutospace, isVertical: Bool,
    isUpright: Bool
  ) -> Bool {
    if isUpright { return false }
    let (first, second) = (text[offset - 1], text[offset])
    // Two quick answers for most text: there is no space between two characters below U+2E80,
    // unless the first is a combining mark, perhaps of an ideograph, nor between two plain
    // ideographs.
    if first < 0x2E80, second < 0x2E80,
      first < 0x300 || !CharacterTable.shared[UInt32(first)].isMark
    {
      return false
    }
    if isPlainIdeograph(first), isPlainIdeograph(second) { return false }
    let after = kind(of: decodeScalar(text, at: offset).value, isVertical: isVertical)
    if after == .other { return false }
    let before = kind(of: base(text, before: offset), isVertical: isVertical)
    switch (before, after) {
    case (.ideograph, .letter), (.letter, .ideograph): return autospace.spacesLetters
    case (.ideograph, .number), (.number, .ideograph): return autospace.spacesNumbers
    default: return false
    }
  }

  private static func isPlainIdeograph(_ unit: UInt16) -> Bool {
    unit >= 0x4E00 && unit < 0xA000 || unit >= 0x3041 && unit < 0x3097
  }

  /// The character before an offset, combining marks aside.
  private static func base(_ text: Span<UInt16>, before offset: Int) -> UInt32 {
    var i = offset
    let limit = max(0, offset - GraphemeBreaks.longestExamined)
    var scalar: UInt32 = 0
    while i > limit {
      i -= 1
      if i > limit, text[i] & 0xFC00 == 0xDC00, text[i - 1] & 0xFC00 == 0xD800 { i -= 1 }
      scalar = decodeScalar(text, at: i).value
      if !CharacterTable.shared[scalar].isMark || isKana(scalar) { break }
    }
    return scalar
  }

  /// Kana with their marks and signs, punctuation aside.
  private static func isKana(_ scalar: UInt32) -> Bool {
    scalar >= 0x3041 && scalar <= 0x30FF && scalar != 0x30A0 && scalar != 0x30FB
      || scalar >= 0x31C0 && scalar <= 0x31FF
  }

  /// The class of a character. Letters that run from right to left are in no class, since they are
  /// not beside the ideograph that they follow in the text.
  static func kind(of scalar: UInt32, isVertical: Bool) -> Kind {
    if isKana(scalar) { return .ideograph }
    let traits = CharacterTable.shared[scalar]
    // UCharCategory: 1 to 5 are letters, 6 to 8 marks, 9 decimal digits, 19 to 23 and 28 to 29
    // punctuation.
    let category = ctext_icu_general_category(Int32(truncatingIfNeeded: scalar))
    if traits.script == han {
      switch category {
      case 19...23, 28, 29: return .other
      default: return .ideograph
      }
    }
    guard category >= 1, category <= 9, !isWide(scalar) else { return .other }
    // UCharDirection: 1 and 13 are letters that run from right to left.
    if traits.bidiClass == 1 || traits.bidiClass == 13 { return .other }
    if isVertical {
      switch VerticalOrientation(of: scalar) {
      case .upright, .transformedOrUpright: return .other
      case .rotated, .transformedOrRotated: break
      }
    }
    return category == 9 ? .number : .letter
  }

  /// ICU's `USCRIPT_HAN`.
  private static let han: UInt8 = 17

  /// Whether East_Asian_Width is F, W or H, by block. Source: UAX #11.
  private static func isWide(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF01...0xFFEE, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
