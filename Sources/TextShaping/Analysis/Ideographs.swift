// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

/// CSS `word-break`, which ICU 72 does not do. Source: CSS Text 3, section 5.2.
enum Ideographs {
  // ICU's ULineBreak numbers of the classes that the two values of `word-break` are about.
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

  /// `break-all`: a copy of the text in which letters, digits and all of classes AL, NU and SA are
  /// ideographs, unit for unit, so that the usual rules break between them.
  static func replacingLetters(
    of text: UnsafeBufferPointer<UInt16>, _ cancellation: Cancellation
  ) throws -> [UInt16] {
    var copy = try unsafe Array(text, cancellation)
    let table = CharacterTable.shared
    var i = 0
    var steps = 0
    while i < copy.count {
      steps += 1
      if steps & 0xFFF == 0 { try cancellation.check() }
      let (scalar, length) = unsafe decodeScalar(text, at: i)
      let traits = table[scalar]
      if breaksAll(traits) {
        if length == 1 {
          copy[i] = 0x4E00
        } else {
          copy[i] = 0xD840  // U+20000
          copy[i + 1] = 0xDC00
        }
      }
      i += length
    }
    return copy
  }

  private static func breaksAll(_ traits: CharacterTraits) -> Bool {
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

  /// `keep-all`: takes back the opportunities between two letters or digits, but for those that a
  /// dictionary found.
  static func keepWords(
    of text: UnsafeBufferPointer<UInt16>, _ flags: inout [UInt8], _ cancellation: Cancellation
  ) throws {
    let table = CharacterTable.shared
    var base = CharacterTraits(bits: 0)
    var hasBase = false
    var i = 0
    var steps = 0
    while i < text.count {
      steps += 1
      if steps & 0xFFF == 0 { try cancellation.check() }
      let (scalar, length) = unsafe decodeScalar(text, at: i)
      let traits = table[scalar]
      let lineClass = traits.lineBreakClass
      if hasBase, flags[i] == LineBreaks.allowed, isWord(base), isWord(traits),
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

  private static func isWord(_ traits: CharacterTraits) -> Bool {
    switch traits.lineBreakClass {
    case LineClass.alphabetic, LineClass.hebrewLetter, LineClass.numeric, LineClass.ambiguous,
      LineClass.ideographic, LineClass.complexContext, LineClass.h2, LineClass.h3, LineClass.jl,
      LineClass.jv, LineClass.jt, LineClass.conditionalJapaneseStarter:
      return true
    default: return traits.isLetterOrNumber
    }
  }
}
