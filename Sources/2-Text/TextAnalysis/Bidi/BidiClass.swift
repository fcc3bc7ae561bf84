// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU

/// The bidi classes under their names in UAX #9; the numbers are ICU's `UCharDirection`.
enum BidiClass {
  static let l: UInt8 = 0
  static let r: UInt8 = 1
  static let en: UInt8 = 2
  static let es: UInt8 = 3
  static let et: UInt8 = 4
  static let an: UInt8 = 5
  static let cs: UInt8 = 6
  static let b: UInt8 = 7
  static let s: UInt8 = 8
  static let ws: UInt8 = 9
  static let on: UInt8 = 10
  static let lre: UInt8 = 11
  static let lro: UInt8 = 12
  static let al: UInt8 = 13
  static let rle: UInt8 = 14
  static let rlo: UInt8 = 15
  static let pdf: UInt8 = 16
  static let nsm: UInt8 = 17
  static let bn: UInt8 = 18
  static let fsi: UInt8 = 19
  static let lri: UInt8 = 20
  static let rli: UInt8 = 21
  static let pdi: UInt8 = 22

  // Sets of classes: one bit for each class.

  /// The classes LRE, LRO, RLE, RLO and PDF.
  private static let embeddingControls: UInt32 = 1 << 11 | 1 << 12 | 1 << 14 | 1 << 15 | 1 << 16
  /// The classes FSI, LRI, RLI and PDI.
  private static let isolateControls: UInt32 = 1 << 19 | 1 << 20 | 1 << 21 | 1 << 22
  /// The classes of the embedding controls, and BN.
  private static let removed: UInt32 = embeddingControls | 1 << 18
  /// The classes of the isolate controls, and B, S and WS.
  private static let whiteSpace: UInt32 = isolateControls | 1 << 7 | 1 << 8 | 1 << 9

  /// Whether rule X9 removes a character.
  @inline(__always)
  static func isRemoved(_ type: UInt8) -> Bool { removed & 1 << UInt32(type) != 0 }

  /// Whether rule L1 resets a character at the end of a line to the paragraph's level.
  @inline(__always)
  static func isResetAtLineEnd(_ type: UInt8) -> Bool {
    (removed | whiteSpace) & 1 << UInt32(type) != 0
  }

  /// Whether a character is neutral in rules N1 and N2: B, S, WS, ON and the isolate controls.
  @inline(__always)
  static func isNeutral(_ type: UInt8) -> Bool {
    (whiteSpace | 1 << 10) & 1 << UInt32(type) != 0
  }

  /// Whether a class is B, an embedding control or an isolate control.
  @inline(__always)
  static func isSeparatorOrControl(_ type: UInt8) -> Bool {
    (embeddingControls | isolateControls | 1 << 7) & 1 << UInt32(type) != 0
  }

  /// Whether a class is LRI, RLI or FSI.
  @inline(__always)
  static func isIsolateInitiator(_ type: UInt8) -> Bool { type >= fsi && type <= rli }

  /// The direction of a strong type, or of a number, which rules N0 to N2 treat as R; else `nil`.
  @inline(__always)
  static func strongType(_ type: UInt8) -> UInt8? {
    switch type {
    case l: return l
    case r, en, an: return r
    default: return nil
    }
  }

  /// The type of the direction of an embedding level: L for even levels, R for odd ones.
  @inline(__always)
  static func direction(ofLevel level: UInt8) -> UInt8 { level & 1 == 0 ? l : r }

  /// The levels that rules I1 and I2 add for a resolved type: L, R, or a number.
  @inline(__always)
  static func implicitRise(_ type: UInt8, at level: UInt8) -> UInt8 {
    switch type {
    case l: return level & 1
    case r: return 1 - level & 1
    default: return 2 - level & 1
    }
  }

  /// The closing bracket of an opening bracket, in canonical form.
  static func canonicalBracket(ofOpening c: UInt32) -> UInt32 {
    canonicalBracket(UInt32(truncatingIfNeeded: ctext_icu_paired_bracket(Int32(bitPattern: c))))
  }

  /// The canonical equivalent of a closing bracket. Only U+232A has one: U+3009.
  static func canonicalBracket(_ c: UInt32) -> UInt32 { c == 0x232A ? 0x3009 : c }
}
