// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyleSheets

/// The changes of letters by `text-transform`, from one piece of a text to the next (CSS Text 3,
/// §2.1; the rules of languages are those of Unicode's SpecialCasing and, of Greek, ICU's).
struct TextTransformer {
  /// Whether the next letter begins a word.
  private(set) var isWordStart = true

  mutating func beginWord() { isWordStart = true }

  mutating func apply(
    _ transform: StyleSheets.TextTransform, to string: String, language: String
  ) -> String {
    let language = language.prefix { $0 != "-" }.lowercased()
    var result = string
    switch transform.casing {
    case .none: break
    case .uppercase: result = Self.uppercase(string, language)
    case .lowercase: result = Self.lowercase(string, language)
    case .capitalize: result = capitalized(string, language)
    }
    if transform.isFullWidth { result = String(result.unicodeScalars.map(Self.fullWidth)) }
    if transform.isFullSizeKana { result = String(result.map { Self.fullSizeKana[$0] ?? $0 }) }
    if transform.casing != .capitalize, let last = string.last {
      isWordStart = !(last.isLetter || last.isNumber)
    }
    return result
  }

  private mutating func capitalized(_ string: String, _ language: String) -> String {
    var result = ""
    var isAfterDutchI = false
    for character in string {
      let isLetter = character.isLetter || character.isNumber
      if isLetter, isWordStart {
        result +=
          character == "i" && Self.isTurkic(language) ? "İ" : String(character).titlecased
        isAfterDutchI = language == "nl" && (character == "i" || character == "I")
      } else {
        result.append(isAfterDutchI && character == "j" ? "J" : character)
        isAfterDutchI = false
      }
      isWordStart =
        isLetter || character == "'" || character == "\u{2019}"
        ? false : character.isWhitespace || character.isPunctuation || isWordStart
    }
    return result
  }

  private static func isTurkic(_ language: String) -> Bool { language == "tr" || language == "az" }

  // MARK: Cases

  private static func uppercase(_ string: String, _ language: String) -> String {
    switch language {
    case "tr", "az": return string.replacing("i", with: "İ").uppercased()
    case "el": return greekUppercase(string)
    case "lt":
      // The dot that small letters keep under an accent is none of the capitals.
      return String(
        String.UnicodeScalarView(string.unicodeScalars.filter { $0 != "\u{307}" })
      ).uppercased()
    default: return string.uppercased()
    }
  }

  private static func lowercase(_ string: String, _ language: String) -> String {
    var result = ""
    let scalars = Array(string.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      switch scalar {
      case "Σ":
        let isLast = next.map { !$0.properties.isAlphabetic } ?? true
        let isFirst = index == 0 || !scalars[index - 1].properties.isAlphabetic
        result += isLast && !isFirst ? "ς" : "σ"
      case "I" where isTurkic(language): result += next == "\u{307}" ? "i" : "ı"
      case "İ" where isTurkic(language): result += "i"
      case "\u{307}" where isTurkic(language) && index > 0 && scalars[index - 1] == "I": break
      case "Ì" where language == "lt": result += "i\u{307}\u{300}"
      case "Í" where language == "lt": result += "i\u{307}\u{301}"
      case "Ĩ" where language == "lt": result += "i\u{307}\u{303}"
      case "I" where language == "lt", "J" where language == "lt", "Į" where language == "lt":
        result += scalar.properties.lowercaseMapping
        if let next, next.properties.canonicalCombiningClass == .above { result += "\u{307}" }
      default: result += scalar.properties.lowercaseMapping
      }
    }
    return result
  }

  /// Greek capitals have no accents but for that of the word ή; the diaeresis stays, and replaces
  /// an accent on the vowel before.
  private static func greekUppercase(_ string: String) -> String {
    var result = ""
    let scalars = Array(string.unicodeScalars)
    var isAfterAccent = false
    for (index, scalar) in scalars.enumerated() {
      guard let (base, hasAccent) = greek(scalar) else {
        // Combining accents follow their letters.
        if ["\u{300}", "\u{301}", "\u{313}", "\u{314}", "\u{342}"].contains(scalar) {
          isAfterAccent = true
        } else {
          result += scalar.properties.uppercaseMapping
          isAfterAccent = false
        }
        continue
      }
      func isLetter(_ index: Int) -> Bool {
        scalars.indices.contains(index) && scalars[index].properties.isAlphabetic
      }
      if base == "Η", hasAccent, !isLetter(index - 1), !isLetter(index + 1) {
        result += "Ή"
      } else if isAfterAccent, base == "Ι" || base == "Υ" {
        result += base == "Ι" ? "Ϊ" : "Ϋ"
      } else {
        result += base
      }
      isAfterAccent = hasAccent
    }
    return result
  }

  /// The capital of a Greek vowel, without an accent, and whether there was one.
  private static func greek(_ scalar: Unicode.Scalar) -> (String, hasAccent: Bool)? {
    switch scalar.value {
    case 0x3B1, 0x391: ("Α", false)
    case 0x3AC, 0x386, 0x1F00...0x1F0F, 0x1F70, 0x1F71, 0x1FB6, 0x1FBA, 0x1FBB: ("Α", true)
    case 0x3B5, 0x395: ("Ε", false)
    case 0x3AD, 0x388, 0x1F10...0x1F1D, 0x1F72, 0x1F73, 0x1FC8, 0x1FC9: ("Ε", true)
    case 0x3B7, 0x397: ("Η", false)
    case 0x3AE, 0x389, 0x1F20...0x1F2F, 0x1F74, 0x1F75, 0x1FC6, 0x1FCA, 0x1FCB: ("Η", true)
    case 0x3B9, 0x399: ("Ι", false)
    case 0x3AF, 0x38A, 0x1F30...0x1F3F, 0x1F76, 0x1F77, 0x1FD6, 0x1FDA, 0x1FDB: ("Ι", true)
    case 0x390, 0x3CA, 0x3AA, 0x1FD2, 0x1FD3, 0x1FD7: ("Ϊ", false)
    case 0x3BF, 0x39F: ("Ο", false)
    case 0x3CC, 0x38C, 0x1F40...0x1F4D, 0x1F78, 0x1F79, 0x1FF8, 0x1FF9: ("Ο", true)
    case 0x3C5, 0x3A5: ("Υ", false)
    case 0x3CD, 0x38E, 0x1F50...0x1F5F, 0x1F7A, 0x1F7B, 0x1FE6, 0x1FEA, 0x1FEB: ("Υ", true)
    case 0x3B0, 0x3CB, 0x3AB, 0x1FE2, 0x1FE3, 0x1FE7: ("Ϋ", false)
    case 0x3C9, 0x3A9: ("Ω", false)
    case 0x3CE, 0x38F, 0x1F60...0x1F6F, 0x1F7C, 0x1F7D, 0x1FF6, 0x1FFA, 0x1FFB: ("Ω", true)
    default: nil
    }
  }

  // MARK: Widths

  private static func fullWidth(_ scalar: Unicode.Scalar) -> Character {
    switch scalar.value {
    case 0x20: "\u{3000}"
    case 0x21...0x7E: Character(Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar)
    default: Character(scalar)
    }
  }

  private static let fullSizeKana = Dictionary(
    uniqueKeysWithValues: zip(
      "ぁぃぅぇぉゕゖっゃゅょゎァィゥェォヵヶッャュョヮㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｯｬｭｮ",
      "あいうえおかけつやゆよわアイウエオカケツヤユヨワクシストヌハヒフヘホムラリルレロｱｲｳｴｵﾂﾔﾕﾖ"))
}

extension String {
  /// The string with its first character in title case.
  fileprivate var titlecased: String {
    guard let first = unicodeScalars.first else { return self }
    return first.properties.titlecaseMapping + String(unicodeScalars.dropFirst())
  }
}
