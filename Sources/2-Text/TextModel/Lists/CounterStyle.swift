// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The signs in which the numbers of a list are written.
///
/// A number that a style cannot write, such as 0 in ``lowerAlpha`` or 4000 in ``upperRoman``, is
/// written in ``decimal``.
///
/// Source: CSS Counter Styles 3, 6 and 7.
public enum CounterStyle: String, Hashable, Codable, Sendable, CaseIterable {
  /// 1, 2, 3.
  case decimal
  /// 01, 02, 03.
  case decimalLeadingZero
  /// a, b, c; after z come aa, ab, ac.
  case lowerAlpha
  /// A, B, C.
  case upperAlpha
  /// i, ii, iii, up to 3,999.
  case lowerRoman
  /// I, II, III, up to 3,999.
  case upperRoman
  /// α, β, γ.
  case lowerGreek
  /// The digits of Arabic.
  case arabicIndic
  /// The digits of Persian and Urdu.
  case persian
  /// The digits of Bengali.
  case bengali
  /// The digits of Hindi, Marathi and Nepali.
  case devanagari
  /// The digits of Gujarati.
  case gujarati
  /// The digits of Punjabi.
  case gurmukhi
  /// The digits of Kannada.
  case kannada
  /// The digits of Khmer.
  case khmer
  /// The digits of Lao.
  case lao
  /// The digits of Malayalam.
  case malayalam
  /// The digits of Burmese.
  case myanmar
  /// The digits of Tamil.
  case tamil
  /// The digits of Telugu.
  case telugu
  /// The digits of Thai.
  case thai
  /// The digits of Tibetan.
  case tibetan
  /// 一, 二, 三, with 〇 for 0, digit by digit.
  case cjkDecimal
  /// あ, い, う.
  case hiragana
  /// ア, イ, ウ.
  case katakana

  /// A number in these signs.
  public func string(_ number: Int) -> String {
    if let zero { return Self.digits(number) { Self.scalar(zero + UInt32($0)) } }
    switch self {
    case .decimalLeadingZero where number >= 0 && number < 10: return "0\(number)"
    case .lowerAlpha: return Self.letters(number, from: 0x61, to: 0x7A) ?? "\(number)"
    case .upperAlpha: return Self.letters(number, from: 0x41, to: 0x5A) ?? "\(number)"
    case .lowerRoman: return Self.roman(number)?.lowercased() ?? "\(number)"
    case .upperRoman: return Self.roman(number) ?? "\(number)"
    case .lowerGreek: return Self.letters(number, Array("αβγδεζηθικλμνξοπρστυφχψω")) ?? "\(number)"
    case .cjkDecimal: return Self.digits(number) { Array("〇一二三四五六七八九")[$0] }
    case .hiragana:
      return Self.letters(
        number, Array("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん"))
        ?? "\(number)"
    case .katakana:
      return Self.letters(
        number, Array("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン"))
        ?? "\(number)"
    default: return "\(number)"
    }
  }

  /// The text behind a number in a list that sets no suffix.
  var usualSuffix: String {
    switch self {
    case .cjkDecimal, .hiragana, .katakana: "、"
    default: "."
    }
  }

  /// The code point of digit 0, in a script whose ten digits are consecutive; `nil` for other
  /// styles.
  private var zero: UInt32? {
    switch self {
    case .arabicIndic: 0x660
    case .persian: 0x6F0
    case .devanagari: 0x966
    case .bengali: 0x9E6
    case .gurmukhi: 0xA66
    case .gujarati: 0xAE6
    case .tamil: 0xBE6
    case .telugu: 0xC66
    case .kannada: 0xCE6
    case .malayalam: 0xD66
    case .thai: 0xE50
    case .lao: 0xED0
    case .tibetan: 0xF20
    case .myanmar: 0x1040
    case .khmer: 0x17E0
    default: nil
    }
  }

  private static func scalar(_ value: UInt32) -> Character {
    Character(Unicode.Scalar(value) ?? "\u{FFFD}")
  }

  /// Source: CSS Counter Styles 3, 3.1.5, the system `numeric`.
  private static func digits(_ number: Int, _ digit: (Int) -> Character) -> String {
    String(
      "\(number)".map { sign in sign.wholeNumberValue.map { digit($0) } ?? sign })
  }

  private static func letters(_ number: Int, from first: UInt32, to last: UInt32) -> String? {
    letters(number, (first...last).map { scalar($0) })
  }

  /// Source: CSS Counter Styles 3, 3.1.4, the system `alphabetic`.
  private static func letters(_ number: Int, _ letters: [Character]) -> String? {
    guard number > 0 else { return nil }
    var (rest, signs) = (number, [Character]())
    while rest > 0 {
      rest -= 1
      signs.append(letters[rest % letters.count])
      rest /= letters.count
    }
    return String(signs.reversed())
  }

  private static func roman(_ number: Int) -> String? {
    guard number > 0, number < 4000 else { return nil }
    var (rest, signs) = (number, "")
    for (value, sign) in [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
      (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ] {
      while rest >= value {
        signs += sign
        rest -= value
      }
    }
    return signs
  }
}
