// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel

/// The letters that characters of a text show in another case, by the rules of a language.
///
/// Characters are mapped one after the other, since a letter depends on those around it: sigma at
/// the end of a word, a Greek vowel behind an accent, the beginning of a word. Each keeps its place
/// in the text, however many letters it shows.
///
/// Source: Unicode, `UnicodeData.txt` and `SpecialCasing.txt`; CSS Text 3, 2.1; for Greek capitals
/// and the Dutch ij the rules of ICU.
package struct LetterCaseMapper {
  /// The languages with rules of their own.
  private enum Rules {
    case common
    case turkic
    case lithuanian
    case greek
    case dutch
  }

  private let letterCase: LetterCase
  private let rules: Rules
  /// Whether the next letter begins a word.
  package var isWordStart = true
  /// Whether the Dutch letter before is an i that begins a word.
  private var isAfterDutchI = false
  /// Whether the Greek vowel before has an accent, which its capital loses.
  private var isAfterAccent = false

  /// - Parameter language: A BCP 47 tag; empty means undetermined.
  package init(_ letterCase: LetterCase, language: String) {
    self.letterCase = letterCase
    rules =
      switch language.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
      case "tr", "az": .turkic
      case "lt": .lithuanian
      case "el": .greek
      case "nl": .dutch
      default: .common
      }
  }

  /// How far back the beginning of a word is looked for, in code units.
  private static let longestWord = 256

  /// The offset from which a text is to be mapped so that a later offset is mapped as within the
  /// whole text: the beginning of its word, or some way into a very long one.
  package static func contextStart(of offset: Int, in text: Span<UInt16>) -> Int {
    var start = offset
    while start > 0, offset - start < longestWord {
      let unit = text[start - 1]
      if unit == 0x20 || unit == 0x09 || unit == 0xA0 || unit == 0x3000 { break }
      start -= 1
    }
    if start > 0, start < text.count, text[start] & 0xFC00 == 0xDC00 { start -= 1 }
    return start
  }

  /// Calls a function with each character of a range, and with the letters that it shows; `nil` if
  /// it stays.
  ///
  /// A lone surrogate is U+FFFD.
  ///
  /// - Parameter text: The text, of which a letter's neighbours are read beyond the range, too.
  /// - Complexity: O(range)
  package mutating func map(
    _ text: Span<UInt16>, _ range: Range<Int>,
    _ body: (_ place: Range<Int>, _ written: Unicode.Scalar, _ shown: String?) throws -> Void
  ) rethrows {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (scalar, count) = Self.scalar(text, at: offset)
      let shown = shown(scalar, text, offset, offset + count)
      try body(offset..<offset + count, scalar, shown)
      offset += count
    }
  }

  /// The text with its letters in another case.
  package mutating func mapped(_ string: String) -> String {
    var result = ""
    let units = Array(string.utf16)
    map(units.span, 0..<units.count) { _, written, shown in
      if let shown { result += shown } else { result.unicodeScalars.append(written) }
    }
    return result
  }

  private static func scalar(
    _ text: Span<UInt16>, at offset: Int
  ) -> (scalar: Unicode.Scalar, count: Int) {
    let unit = UInt32(text[offset])
    if unit & 0xFC00 == 0xD800, offset + 1 < text.count, text[offset + 1] & 0xFC00 == 0xDC00 {
      let low = UInt32(text[offset + 1]) & 0x3FF
      return (Unicode.Scalar(0x10000 + ((unit & 0x3FF) << 10 | low)) ?? "\u{FFFD}", 2)
    }
    return (Unicode.Scalar(unit) ?? "\u{FFFD}", 1)
  }

  private static func scalar(_ text: Span<UInt16>, before offset: Int) -> Unicode.Scalar? {
    guard offset > 0 else { return nil }
    let isPair =
      offset > 1 && text[offset - 1] & 0xFC00 == 0xDC00 && text[offset - 2] & 0xFC00 == 0xD800
    return scalar(text, at: offset - (isPair ? 2 : 1)).scalar
  }

  private static func scalar(_ text: Span<UInt16>, from offset: Int) -> Unicode.Scalar? {
    offset < text.count ? scalar(text, at: offset).scalar : nil
  }

  /// - Returns: `nil` if the character stays.
  private mutating func shown(
    _ scalar: Unicode.Scalar, _ text: Span<UInt16>, _ start: Int, _ end: Int
  ) -> String? {
    switch letterCase {
    case .asWritten:
      noteWord(scalar)
      return nil
    case .uppercase:
      noteWord(scalar)
      return uppercase(scalar, text, start, end)
    case .lowercase:
      noteWord(scalar)
      return lowercase(scalar, text, start, end)
    case .capitalize: return capital(scalar)
    }
  }

  private mutating func noteWord(_ scalar: Unicode.Scalar) {
    if !scalar.isMark { isWordStart = !scalar.isLetterOrNumber }
  }

  // MARK: Capitals of words

  private mutating func capital(_ scalar: Unicode.Scalar) -> String? {
    if scalar.isMark { return nil }
    defer {
      let isApostrophe = scalar == "'" || scalar == "\u{2019}"
      if scalar.isLetterOrNumber {
        isWordStart = false
      } else if isApostrophe, !isWordStart {
        // Within a word an apostrophe begins none.
      } else if scalar.properties.isWhitespace || scalar.isPunctuation {
        isWordStart = true
      }
    }
    let isDutchJ = isAfterDutchI && scalar == "j"
    isAfterDutchI = false
    guard isWordStart, scalar.isLetterOrNumber else { return isDutchJ ? "J" : nil }
    if rules == .turkic, scalar == "i" { return "\u{130}" }
    isAfterDutchI = rules == .dutch && (scalar == "i" || scalar == "I")
    return scalar.changed(scalar.properties.titlecaseMapping)
  }

  // MARK: All letters

  private mutating func uppercase(
    _ scalar: Unicode.Scalar, _ text: Span<UInt16>, _ start: Int, _ end: Int
  ) -> String? {
    switch rules {
    case .turkic where scalar == "i": return "\u{130}"
    case .lithuanian where scalar == "\u{307}":
      // The dot that small letters keep under an accent is none of the capitals.
      let before = Self.scalar(text, before: start)
      return before?.properties.isSoftDotted == true ? "" : nil
    case .greek: return greekCapital(scalar, text, start, end)
    default: return scalar.changed(scalar.properties.uppercaseMapping)
    }
  }

  private func lowercase(
    _ scalar: Unicode.Scalar, _ text: Span<UInt16>, _ start: Int, _ end: Int
  ) -> String? {
    let next = Self.scalar(text, from: end)
    switch scalar {
    case "\u{3A3}":
      let isLast = next.map { !$0.properties.isAlphabetic } ?? true
      let isFirst =
        Self.scalar(text, before: start).map { !$0.properties.isAlphabetic } ?? true
      return isLast && !isFirst ? "\u{3C2}" : "\u{3C3}"
    case "I" where rules == .turkic: return next == "\u{307}" ? "i" : "\u{131}"
    case "\u{130}" where rules == .turkic: return "i"
    case "\u{307}" where rules == .turkic:
      return Self.scalar(text, before: start) == "I" ? "" : nil
    case "\u{CC}" where rules == .lithuanian: return "i\u{307}\u{300}"
    case "\u{CD}" where rules == .lithuanian: return "i\u{307}\u{301}"
    case "\u{128}" where rules == .lithuanian: return "i\u{307}\u{303}"
    case "I" where rules == .lithuanian, "J" where rules == .lithuanian,
      "\u{12E}" where rules == .lithuanian:
      let isAccented = next?.properties.canonicalCombiningClass == .above
      return scalar.properties.lowercaseMapping + (isAccented ? "\u{307}" : "")
    default: return scalar.changed(scalar.properties.lowercaseMapping)
    }
  }

  /// Greek capitals have no accents but for that of the word ή; the diaeresis stays, and replaces
  /// an accent on the vowel before.
  private mutating func greekCapital(
    _ scalar: Unicode.Scalar, _ text: Span<UInt16>, _ start: Int, _ end: Int
  ) -> String? {
    guard let (base, hasAccent) = Self.greekVowel(scalar) else {
      // Combining accents follow their letters.
      switch scalar.value {
      case 0x300, 0x301, 0x313, 0x314, 0x342:
        isAfterAccent = true
        let before = Self.scalar(text, before: start)
        return before.flatMap { Self.greekVowel($0) } == nil ? nil : ""
      default:
        isAfterAccent = false
        return scalar.changed(scalar.properties.uppercaseMapping)
      }
    }
    defer { isAfterAccent = hasAccent }
    func isLetter(_ scalar: Unicode.Scalar?) -> Bool { scalar?.properties.isAlphabetic ?? false }
    if base == "\u{397}", hasAccent, !isLetter(Self.scalar(text, before: start)),
      !isLetter(Self.scalar(text, from: end))
    {
      return scalar.changed("\u{389}")
    }
    if isAfterAccent, base == "\u{399}" || base == "\u{3A5}" {
      return base == "\u{399}" ? "\u{3AA}" : "\u{3AB}"
    }
    return scalar.changed(base)
  }

  /// The capital of a Greek vowel, without an accent, and whether there was one.
  private static func greekVowel(_ scalar: Unicode.Scalar) -> (String, hasAccent: Bool)? {
    switch scalar.value {
    case 0x3B1, 0x391: ("\u{391}", false)
    case 0x3AC, 0x386, 0x1F00...0x1F0F, 0x1F70, 0x1F71, 0x1FB6, 0x1FBA, 0x1FBB: ("\u{391}", true)
    case 0x3B5, 0x395: ("\u{395}", false)
    case 0x3AD, 0x388, 0x1F10...0x1F1D, 0x1F72, 0x1F73, 0x1FC8, 0x1FC9: ("\u{395}", true)
    case 0x3B7, 0x397: ("\u{397}", false)
    case 0x3AE, 0x389, 0x1F20...0x1F2F, 0x1F74, 0x1F75, 0x1FC6, 0x1FCA, 0x1FCB: ("\u{397}", true)
    case 0x3B9, 0x399: ("\u{399}", false)
    case 0x3AF, 0x38A, 0x1F30...0x1F3F, 0x1F76, 0x1F77, 0x1FD6, 0x1FDA, 0x1FDB: ("\u{399}", true)
    case 0x390, 0x3CA, 0x3AA, 0x1FD2, 0x1FD3, 0x1FD7: ("\u{3AA}", false)
    case 0x3BF, 0x39F: ("\u{39F}", false)
    case 0x3CC, 0x38C, 0x1F40...0x1F4D, 0x1F78, 0x1F79, 0x1FF8, 0x1FF9: ("\u{39F}", true)
    case 0x3C5, 0x3A5: ("\u{3A5}", false)
    case 0x3CD, 0x38E, 0x1F50...0x1F5F, 0x1F7A, 0x1F7B, 0x1FE6, 0x1FEA, 0x1FEB: ("\u{3A5}", true)
    case 0x3B0, 0x3CB, 0x3AB, 0x1FE2, 0x1FE3, 0x1FE7: ("\u{3AB}", false)
    case 0x3C9, 0x3A9: ("\u{3A9}", false)
    case 0x3CE, 0x38F, 0x1F60...0x1F6F, 0x1F7C, 0x1F7D, 0x1FF6, 0x1FFA, 0x1FFB: ("\u{3A9}", true)
    default: nil
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrNumber: Bool {
    properties.isAlphabetic || properties.numericType != nil
  }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  fileprivate var isPunctuation: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }

  /// A mapping of the character; `nil` if it is the character itself.
  fileprivate func changed(_ mapping: String) -> String? {
    let scalars = mapping.unicodeScalars
    return scalars.count == 1 && scalars.first == self ? nil : mapping
  }
}
