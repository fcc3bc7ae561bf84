// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// CSS `word-break`, which ICU 72 lacks. Source: CSS Text 3, section 5.2.
enum WordBreakTailoring {
  /// The line break classes that the tailorings distinguish; the numbers are ICU's `ULineBreak`.
  private enum LineClass {
    static let ambiguous: UInt8 = 1
    static let alphabetic: UInt8 = 2
    static let combiningMark: UInt8 = 9
    static let ideographic: UInt8 = 14
    static let numeric: UInt8 = 19
    static let complexContext: UInt8 = 24
    static let h2: UInt8 = 31
    static let h3: UInt8 = 32
    static let jl: UInt8 = 33
    static let jt: UInt8 = 34
    static let jv: UInt8 = 35
    static let conditionalJapaneseStarter: UInt8 = 37
    static let hebrewLetter: UInt8 = 38
    static let zwj: UInt8 = 42
  }

  /// The text for `break-all`: each letter, digit and character of the classes AL, NU and SA
  /// becomes an ideograph of the same length, so that the rules break between them.
  ///
  /// - Throws: `CancellationError`.
  static func replacingLetters(
    of text: Span<UInt16>, _ cancellation: Cancellation
  ) throws -> [UInt16] {
    var result = try [UInt16](repeating: 0x4E00, count: text.count, cancellation)
    var units = result.mutableSpan
    let table = CharacterTable.shared
    var poller = CancellationPoller(cancellation)
    var i = 0
    while i < text.count {
      try poller.count()
      let (scalar, length) = decodeScalar(text, at: i)
      let isIdeograph = isIdeographInBreakAll(table[scalar])
      if length == 2 {
        // U+20000 or the character.
        units[i] = isIdeograph ? 0xD840 : text[i]
        units[i + 1] = isIdeograph ? 0xDC00 : text[i + 1]
      } else if !isIdeograph {
        units[i] = text[i]
      }
      i += length
    }
    return result
  }

  private static func isIdeographInBreakAll(_ traits: CharacterTraits) -> Bool {
    if traits.isMark { return false }
    switch traits.lineBreakClass {
    case LineClass.alphabetic, LineClass.hebrewLetter, LineClass.numeric,
      LineClass.complexContext, LineClass.ambiguous:
      return true
    case LineClass.h2, LineClass.h3, LineClass.jl, LineClass.jv, LineClass.jt:
      return false
    default:
      return traits.isLetterOrNumber
        && traits.lineBreakClass != LineClass.conditionalJapaneseStarter
    }
  }

  /// Removes the opportunities that `keep-all` forbids: between two letters or digits, except those
  /// that a dictionary found.
  ///
  /// - Throws: `CancellationError`.
  static func keepWords(
    of text: Span<UInt16>, _ flags: inout [UInt8], _ cancellation: Cancellation
  ) throws {
    let table = CharacterTable.shared
    var base = CharacterTraits(bits: 0)
    var hasBase = false
    var poller = CancellationPoller(cancellation)
    var i = 0
    while i < text.count {
      try poller.count()
      let (scalar, length) = decodeScalar(text, at: i)
      let traits = table[scalar]
      let lineClass = traits.lineBreakClass
      if hasBase, flags[i] == LineBreaks.allowed, isWordCharacter(base), isWordCharacter(traits),
        !(base.lineBreakClass == LineClass.complexContext
          && lineClass == LineClass.complexContext)
      {
        flags[i] = LineBreaks.none
      }
      // Marks stay with their base.
      if !hasBase || !(lineClass == LineClass.combiningMark || lineClass == LineClass.zwj) {
        base = traits
        hasBase = true
      }
      i += length
    }
  }

  private static func isWordCharacter(_ traits: CharacterTraits) -> Bool {
    switch traits.lineBreakClass {
    case LineClass.alphabetic, LineClass.hebrewLetter, LineClass.numeric, LineClass.ambiguous,
      LineClass.ideographic, LineClass.complexContext, LineClass.h2, LineClass.h3, LineClass.jl,
      LineClass.jv, LineClass.jt, LineClass.conditionalJapaneseStarter:
      return true
    default: return traits.isLetterOrNumber
    }
  }
}
