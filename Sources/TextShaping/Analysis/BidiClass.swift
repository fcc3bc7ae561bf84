// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU

/// The bidi classes; the numbers are ICU's `UCharDirection`.
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

  /// LRE, RLE, LRO, RLO, PDF, BN.
  private static let removed: UInt32 =
    1 << 11 | 1 << 12 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 18
  private static let isolateControls: UInt32 = 1 << 19 | 1 << 20 | 1 << 21 | 1 << 22

  /// Whether rule X9 removes the character.
  @inline(__always)
  static func isRemoved(_ c: UInt8) -> Bool { removed & 1 << UInt32(c) != 0 }

  /// Whether rule L1 gives the paragraph's level to it at a line's end.
  @inline(__always)
  static func isResetAtLineEnd(_ c: UInt8) -> Bool {
    (removed | isolateControls | 1 << 7 | 1 << 8 | 1 << 9) & 1 << UInt32(c) != 0
  }

  /// Whether rules N1 and N2 treat it as neutral: B, S, WS, ON and the isolate controls.
  @inline(__always)
  static func isNeutral(_ c: UInt8) -> Bool {
    (isolateControls | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 10) & 1 << UInt32(c) != 0
  }

  /// LRI, RLI or FSI.
  @inline(__always)
  static func isIsolateInitiator(_ c: UInt8) -> Bool { c >= fsi && c <= rli }

  /// The closing bracket that an opening one pairs with, canonical equivalents made one.
  static func canonicalBracket(ofOpening c: UInt32) -> UInt32 {
    canonicalBracket(UInt32(truncatingIfNeeded: ctext_icu_paired_bracket(Int32(bitPattern: c))))
  }

  /// U+232A is canonically equivalent to U+3009; no other brackets have an equivalent.
  static func canonicalBracket(_ c: UInt32) -> UInt32 { c == 0x232A ? 0x3009 : c }

  /// A strong type in the sense of N0 to N2: numbers count as R.
  @inline(__always)
  static func strongType(_ type: UInt8) -> UInt8? {
    switch type {
    case l: return l
    case r, en, an: return r
    default: return nil
    }
  }
}
