// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import TextShaping

/// Between which characters there is space, by the classes of CSS Text 4, 8.3: ideographs (Han without
/// punctuation, kana, strokes), letters and marks (L, M) and digits (Nd) that are not wide. No fonts.
@Suite struct AutospaceRuleTests {
  private static func isSpaced(
    _ units: [UInt16], at offset: Int, _ autospace: TextAutospace = .normal,
    isVertical: Bool = false, isUpright: Bool = false
  ) -> Bool {
    AutospaceRule.isSpaced(
      units.span, offset, autospace, isVertical: isVertical, isUpright: isUpright)
  }

  /// Whether there is space before the last character.
  private static func isSpaced(
    _ string: String, _ autospace: TextAutospace = .normal, isVertical: Bool = false,
    isUpright: Bool = false
  ) -> Bool {
    let units = Array(string.utf16)
    let last = string.unicodeScalars.last.map { UTF16.width($0) } ?? 0
    return isSpaced(
      units, at: units.count - last, autospace, isVertical: isVertical, isUpright: isUpright)
  }

  private static let spaced: [String] = [
    // Radicals, 々, 〇, both ends of kana, prolonged sound, strokes, small katakana.
    0x2E80, 0x2F00, 0x3005, 0x3007, 0x3041, 0x3096, 0x3097, 0x309F, 0x30A1, 0x30FC, 0x30FF, 0x31C0,
    0x31F0, 0x31FF, 0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xF900, 0xFAD9, 0x20000, 0x2FA1D, 0x30000,
  ].map { String(Unicode.Scalar($0) ?? " ") }

  @Test(arguments: spaced)
  func ideographs(_ ideograph: String) {
    for letter in ["A", "z", "é", "я", "Ω", "ა", "ก", "अ", "𝐀", "𐐀"] {
      #expect(Self.isSpaced(ideograph + letter), "\(ideograph)\(letter)")
      #expect(Self.isSpaced(letter + ideograph), "\(letter)\(ideograph)")
      #expect(Self.isSpaced(ideograph + letter, .ideographAlpha))
      #expect(Self.isSpaced(letter + ideograph, .ideographAlpha))
      #expect(!Self.isSpaced(ideograph + letter, .ideographNumeric))
      #expect(!Self.isSpaced(letter + ideograph, .ideographNumeric))
      #expect(!Self.isSpaced(ideograph + letter, .none))
    }
    for digit in ["0", "9", "٣", "५", "𝟏"] {
      #expect(Self.isSpaced(ideograph + digit), "\(ideograph)\(digit)")
      #expect(Self.isSpaced(digit + ideograph), "\(digit)\(ideograph)")
      #expect(!Self.isSpaced(ideograph + digit, .ideographAlpha))
      #expect(!Self.isSpaced(digit + ideograph, .ideographAlpha))
      #expect(Self.isSpaced(ideograph + digit, .ideographNumeric))
      #expect(Self.isSpaced(digit + ideograph, .ideographNumeric))
    }
    for other in Self.spaced { #expect(!Self.isSpaced(ideograph + other), "\(ideograph)\(other)") }
  }

  /// Punctuation, symbols, spaces, wide letters, and letters that run from right to left.
  @Test(arguments: [
    0x20, 0x21, 0x2C, 0x5F, 0xA0, 0xA9, 0xBD, 0x2014, 0x2167, 0x2460, 0x2E7F, 0x3000, 0x3001,
    0x3002,
    0x3003, 0x300C, 0x301C, 0x3030, 0x3040, 0x30A0, 0x30FB, 0x3200, 0xAC00, 0x1100, 0xFF21, 0xFF11,
    0xFF71, 0xFF0C, 0x5D0, 0x627, 0x710, 0x1F600, 0x1E900,
  ])
  func others(_ value: UInt32) {
    let other = String(Unicode.Scalar(value) ?? " ")
    for beside in ["漢", "あ", "ア", "A", "1", "𠀀"] {
      #expect(!Self.isSpaced(beside + other), "\(beside)\(other)")
      #expect(!Self.isSpaced(other + beside), "\(other)\(beside)")
    }
  }

  /// Marks belong to the character before them.
  @Test(arguments: ["\u{300}", "\u{300}\u{301}", "\u{FE00}", "\u{E0100}", "\u{20DD}\u{300}"])
  func marks(_ marks: String) {
    #expect(Self.isSpaced("漢\(marks)A") && Self.isSpaced("A\(marks)漢"))
    #expect(Self.isSpaced("𠀀\(marks)A") && Self.isSpaced("𝐀\(marks)漢"))
    #expect(!Self.isSpaced("。\(marks)A") && !Self.isSpaced("!\(marks)漢"))
    #expect(!Self.isSpaced("漢\(marks)字") && !Self.isSpaced("A\(marks)B"))
  }

  /// Half a surrogate pair is no ideograph, and does not hide behind the one before it.
  @Test func loneSurrogates() {
    #expect(!Self.isSpaced([0x6F22, 0xDC00, 0x41], at: 2))
    #expect(!Self.isSpaced([0x6F22, 0xD840, 0x41], at: 2))
    #expect(!Self.isSpaced([0xDC00, 0x41], at: 1))
    #expect(!Self.isSpaced([0x41, 0xD840], at: 1))
    #expect(Self.isSpaced([0x6F22, 0xD840, 0xDC00, 0x41], at: 3))
    #expect(Self.isSpaced([0xDC00, 0xD840, 0xDC00, 0x41], at: 3))
  }

  /// In vertical lines letters that stand upright by themselves (UAX #50) are as ideographs.
  @Test func vertical() {
    #expect(Self.isSpaced("漢A", isVertical: true) && Self.isSpaced("1漢", isVertical: true))
    // Canadian syllabics stand upright.
    #expect(Self.isSpaced("漢ᐁ") && Self.isSpaced("ᐁ漢"))
    #expect(!Self.isSpaced("漢ᐁ", isVertical: true) && !Self.isSpaced("ᐁ漢", isVertical: true))
    #expect(!Self.isSpaced("漢A", isVertical: true, isUpright: true))
    #expect(!Self.isSpaced("1漢", isVertical: true, isUpright: true))
  }
}
