// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextShaping

/// The place of a text that lies at a decimal tab stop: the decimal sign of its first number that
/// has one, else the end of its first number, else the end of the text.
///
/// Text behind a whole number, such as a percent sign, a currency or a bracket, lies behind the
/// stop, so that the digits of a column stand below each other.
struct DecimalPlace: Equatable {
  /// The offset of the sign, or the end.
  var offset: Int
  /// Whether the place is before the character at ``offset``; otherwise it is behind the preceding
  /// character.
  var isSign: Bool

  /// - Parameters:
  ///   - range: The range of the text in the paragraph.
  ///   - language: Gives the language at an offset, as a BCP 47 tag.
  /// - Throws: `CancellationError`.
  init(
    in text: ParagraphText, _ range: Range<Int>, language: (Int) -> String,
    _ cancellation: Cancellation
  ) throws {
    var wholeEnd: Int?
    var at = range.lowerBound
    while at < range.upperBound {
      if at & 0xFFF == 0xFFF { try cancellation.check() }
      guard let number = WrittenNumber(text, from: at, end: range.upperBound) else {
        at += 1
        continue
      }
      if let sign = number.decimalSign(DecimalSign(language: language(at))) {
        (offset, isSign) = (sign, true)
        return
      }
      // A whole number directly after a letter is part of a name, such as A4, and does not count.
      let follows = at > range.lowerBound && WrittenNumber.isLetter(text[at - 1])
      if wholeEnd == nil, !follows { wholeEnd = number.end }
      at = number.end
    }
    (offset, isSign) = (wholeEnd ?? range.upperBound, false)
  }
}

/// A number as it is written: digits of any script, and signs between them.
private struct WrittenNumber {
  private enum Sign {
    case point, comma
    /// The Arabic decimal separator, which stands for nothing else.
    case decimal
    /// An apostrophe or a space, which only group digits.
    case group
  }

  private var signs: [(sign: Sign, offset: Int)] = []
  /// The number of digits before the first sign, between two, and behind the last.
  private var digits: [Int] = []
  private var beginsWithZero = false
  /// The code unit after the number.
  private(set) var end: Int

  /// The number that begins at an offset; `nil` where none does.
  init?(_ text: ParagraphText, from start: Int, end limit: Int) {
    func isDigit(_ offset: Int) -> Bool { offset < limit && Self.isDigit(text[offset]) }
    func count(from offset: Int) -> Int {
      var next = offset
      while isDigit(next) { next += 1 }
      return next - offset
    }
    let first = count(from: start)
    if first == 0 {
      // A number such as `.5` begins with its sign.
      guard let sign = Self.sign(text[start]), sign != .group, isDigit(start + 1),
        start == 0 || !Self.isLetter(text[start - 1])
      else { return nil }
    }
    beginsWithZero = first > 0 && Self.isZero(text[start])
    digits = [first]
    end = start + first
    while end < limit, let sign = Self.sign(text[end]) {
      let next = count(from: end + 1)
      if next == 0 {
        // `9.–` has a dash in place of digits.
        guard sign != .group, end + 1 < limit, (0x2012...0x2014).contains(text[end + 1]) else {
          break
        }
      }
      // A space divides numbers unless it groups digits by three.
      if sign == .group, next != 3 || digits[digits.count - 1] > 3 { break }
      signs.append((sign, end))
      digits.append(next)
      end += 1 + next
    }
  }

  /// The offset of the decimal sign; `nil` for a whole number.
  ///
  /// If the signs do not fit the number's language, or the language is unknown, the last sign is
  /// the decimal sign, unless it occurs several times.
  func decimalSign(_ own: DecimalSign) -> Int? {
    if let last = signs.last(where: { $0.sign == .decimal }) { return last.offset }
    guard let last = signs.last(where: { $0.sign != .group }) else { return nil }
    let isOnce = signs.filter { $0.sign == last.sign }.count == 1
    let sign: Sign? =
      switch own {
      case .point: .point
      case .comma: .comma
      case .unknown: nil
      }
    if let sign, last.sign != sign, !signs.contains(where: { $0.sign == sign }), isGrouped {
      return nil
    }
    return isOnce ? last.offset : nil
  }

  /// Whether all signs group digits by three, or by two before the last three as in India.
  private var isGrouped: Bool {
    !beginsWithZero && (1...3).contains(digits[0]) && digits[digits.count - 1] == 3
      && digits.dropFirst().allSatisfy { (2...3).contains($0) }
  }

  private static func sign(_ unit: UInt16) -> Sign? {
    switch unit {
    case 0x2E, 0xFF0E: .point
    case 0x2C, 0xFF0C: .comma
    case 0x066B: .decimal
    case 0x20, 0x27, 0xA0, 0x066C, 0x2007, 0x2009, 0x2019, 0x202F: .group
    default: nil
    }
  }

  private static func isDigit(_ unit: UInt16) -> Bool {
    if unit < 0x80 { return unit >= 0x30 && unit <= 0x39 }
    return Unicode.Scalar(unit)?.properties.numericType == .decimal
  }

  private static func isZero(_ unit: UInt16) -> Bool {
    Unicode.Scalar(unit)?.properties.numericValue == 0
  }

  static func isLetter(_ unit: UInt16) -> Bool {
    Unicode.Scalar(unit)?.properties.isAlphabetic ?? false
  }
}

/// The sign before the fraction of a decimal number.
enum DecimalSign {
  case point
  case comma
  case unknown

  /// The sign of a language (BCP 47); unknown without a language, and for languages in which it
  /// depends on the digits.
  ///
  /// Source: CLDR 44, `numbers/symbols/decimal` of the number system `latn`.
  init(language: String) {
    let parts = language.lowercased().split { $0 == "-" || $0 == "_" }
    // A region has two letters or three digits (RFC 5646, 2.2.4).
    let region =
      parts.dropFirst().first { $0.count == 2 || $0.count == 3 && $0.allSatisfy(\.isNumber) }
      .map(String.init) ?? ""
    switch parts.first.map(String.init) ?? "" {
    case "", "und", "mul", "zxx", "ar", "ckb", "fa", "ks", "ps", "sd": self = .unknown
    case "de" where ["ch", "li"].contains(region): self = .point
    case "it" where region == "ch": self = .point
    case "es" where Self.spanishWithPoints.contains(region): self = .point
    case let own: self = Self.withCommas.contains(own) ? .comma : .point
    }
  }

  private static let spanishWithPoints: Set<String> = [
    "419", "br", "bz", "cu", "do", "gt", "hn", "mx", "ni", "pa", "pe", "pr", "sv", "us",
  ]

  private static let withCommas: Set<String> = [
    "af", "ast", "az", "be", "bg", "br", "bs", "ca", "ce", "cs", "da", "de", "dsb", "el", "es",
    "et", "eu", "fi", "fo", "fr", "fur", "fy", "gl", "hr", "hsb", "hu", "hy", "id", "is", "it",
    "jv", "ka", "kab", "kea", "kk", "kl", "ku", "ky", "lb", "ln", "lo", "lt", "lv", "mk", "nb",
    "nl", "nn", "no", "oc", "os", "pl", "pt", "ro", "ru", "rw", "sah", "sc", "scn", "se", "sk",
    "sl", "smn", "sq", "sr", "su", "sv", "szl", "tg", "tk", "tr", "tt", "uk", "uz", "vec", "vi",
    "wo",
  ]
}
