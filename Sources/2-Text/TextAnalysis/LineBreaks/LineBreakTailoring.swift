// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The changes of the rules of UAX #14 for a language and a style. Each change gives some
/// characters another class.
///
/// The sources are CSS Text 3, 5.2 and 5.3, and for the characters ICU's rules `line_*.txt`, which
/// browsers use. An opportunity that a strict value allows is also allowed by the less strict
/// values.
struct LineBreakTailoring: OptionSet {
  let rawValue: UInt8

  /// Small kana have the class of ideographs, not of nonstarters.
  static let smallKana = LineBreakTailoring(rawValue: 1 << 0)
  /// Small kana are nonstarters, but are ideographs for the characters after them.
  static let strictKana = LineBreakTailoring(rawValue: 1 << 1)
  /// `“ ” ‘ ’` are brackets beside ideographs: opening ones end no line, closing ones begin none.
  static let quotes = LineBreakTailoring(rawValue: 1 << 2)
  /// Lines may begin with `〜` and `゠`.
  static let waveDash = LineBreakTailoring(rawValue: 1 << 3)
  /// Lines may begin with iteration marks, and end between leaders.
  static let loose = LineBreakTailoring(rawValue: 1 << 4)
  /// In Chinese, Japanese and Korean, lines may begin with hyphens, middle dots, full-width
  /// punctuation and postfixes, and end after prefixes.
  static let looseMarks = LineBreakTailoring(rawValue: 1 << 5)
  /// `word-break: break-all`: letters and digits have the class of ideographs.
  static let letters = LineBreakTailoring(rawValue: 1 << 6)

  /// The tailoring of a language that is given by a BCP 47 tag.
  static func of(
    language tag: String, _ strictness: LineBreakStrictness, _ wordBreak: WordBreak
  ) -> LineBreakTailoring {
    var result: LineBreakTailoring = wordBreak == .breakAll ? .letters : []
    let language = Language(tag)
    switch (strictness, language) {
    case (.auto, .other): break
    case (.auto, .chinese): result.insert(.quotes)
    case (.auto, _): result.insert(.smallKana)
    case (.strict, _): result.insert(.strictKana)
    case (.normal, .other): result.insert(.smallKana)
    case (.normal, _): result.formUnion([.smallKana, .quotes, .waveDash])
    case (.loose, .other): result.formUnion([.smallKana, .loose])
    case (.loose, _):
      result.formUnion([.smallKana, .quotes, .waveDash, .loose, .looseMarks])
    }
    return result
  }

  /// Whether a BCP 47 tag denotes Japanese.
  static func isJapanese(_ tag: String) -> Bool { Language(tag) == .japanese }

  /// The languages that have rules of their own, and `other` for all others.
  private enum Language {
    case chinese, japanese, korean, other

    init(_ tag: String) {
      // The lower-case letters of the first subtag, packed into one number.
      var letters = 0
      var count = 0
      for byte in tag.utf8 {
        if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || count > 3 { break }
        letters = letters << 8 | Int(byte | 0x20)
        count += 1
      }
      switch letters {
      case 0x6A61, 0x6A_706E: self = .japanese  // ja jpn
      case 0x6B6F, 0x6B_6F72: self = .korean  // ko kor
      case 0x7A68, 0x7A_686F, 0x63_6D6E, 0x79_7565, 0x6E_616E, 0x68_616B, 0x77_7575, 0x6C_7A68:
        self = .chinese  // zh zho cmn yue nan hak wuu lzh
      default: self = .other
      }
    }
  }

  /// The element of a character under this tailoring.
  func element(of scalar: UInt32, _ traits: CharacterTraits) -> LineBreakElement {
    let element = traits.lineBreakElement
    let lineClass = element.lineClass
    if contains(.letters), WordBreakTailoring.isIdeographInBreakAll(traits) {
      return LineBreakElement(code: LineBreakClass.id)
    }
    switch lineClass {
    case LineBreakClass.cj:
      if contains(.smallKana) { return element.with(LineBreakClass.id) }
      if contains(.strictKana) { return element.with(LineBreakClass.strictStarter) }
    case LineBreakClass.pi, LineBreakClass.pf:
      if contains(.quotes), let quote = Self.quote(scalar) { return element.with(quote) }
    case LineBreakClass.ns:
      if contains(.waveDash), scalar == 0x301C || scalar == 0x30A0 {
        return element.with(LineBreakClass.free)
      }
      if contains(.loose), Self.isIterationMark(scalar) { return element.with(LineBreakClass.free) }
      if contains(.looseMarks), Self.isLooseNonstarter(scalar) {
        return element.with(LineBreakClass.free)
      }
    case LineBreakClass.in:
      if contains(.loose) { return element.with(LineBreakClass.looseInseparable) }
    case LineBreakClass.ex:
      if contains(.looseMarks), scalar == 0xFF01 || scalar == 0xFF1F {
        return element.with(LineBreakClass.free)
      }
    case LineBreakClass.hh:
      if contains(.looseMarks) { return element.with(LineBreakClass.looseHyphen) }
    case LineBreakClass.ba:
      if contains(.looseMarks), scalar == 0x2013 { return element.with(LineBreakClass.looseDash) }
    case LineBreakClass.po:
      if contains(.looseMarks), Self.isLoosePostfix(scalar) {
        return element.with(LineBreakClass.loosePostfix)
      }
    case LineBreakClass.pr:
      if contains(.looseMarks), Self.isLoosePrefix(scalar) {
        return element.with(LineBreakClass.loosePrefix)
      }
    default: break
    }
    return element
  }

  private static func quote(_ scalar: UInt32) -> UInt8? {
    switch scalar {
    case 0x2018: LineBreakClass.openingSingleQuote
    case 0x2019: LineBreakClass.closingSingleQuote
    case 0x201C: LineBreakClass.openingQuote
    case 0x201D: LineBreakClass.closingQuote
    default: nil
    }
  }

  private static func isIterationMark(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3005, 0x303B, 0x309D, 0x309E, 0x30FD, 0x30FE: true
    default: false
    }
  }

  private static func isLooseNonstarter(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x203C, 0x2047, 0x2048, 0x2049, 0x30FB, 0xFF1A, 0xFF1B, 0xFF65: true
    default: false
    }
  }

  private static func isLoosePostfix(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xB0, 0x2030, 0x2032, 0x2033, 0x2035, 0x2103, 0x2109, 0xFE6A, 0xFF05, 0xFFE0: true
    default: false
    }
  }

  private static func isLoosePrefix(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA4, 0xB1, 0x20AC, 0x2116, 0xFE69, 0xFF04, 0xFFE1, 0xFFE5, 0xFFE6: true
    default: false
    }
  }
}
