// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import TextAnalysis

/// Letters in another case. Expected: `SpecialCasing.txt` of Unicode and ICU's `u_strToUpper`,
/// `u_strToLower` and `u_strToTitle` with the language.
@Suite struct LetterCaseMapperTests {
  private func mapped(_ string: String, _ letterCase: LetterCase, _ language: String = "") -> String
  {
    var mapper = LetterCaseMapper(letterCase, language: language)
    return mapper.mapped(string)
  }

  @Test(arguments: [
    ("straße", "", "STRASSE"), ("ﬁne ŉ", "", "FINE ʼN"), ("ǆ ǰ", "", "Ǆ J̌"), ("iı", "", "II"),
    ("iı İ", "tr", "İI İ"), ("i", "az-Latn", "İ"), ("Μαΐου", "el", "ΜΑΪΟΥ"), ("ή", "el", "Ή"),
    ("καλή ή", "el-GR", "ΚΑΛΗ Ή"), ("ρολόι", "el", "ΡΟΛΟΪ"), ("α\u{301}λφα", "el", "ΑΛΦΑ"),
    ("ᾳ", "", "ΑΙ"), ("i\u{307}\u{300} ė", "lt", "I\u{300} Ė"), ("漢字 مرحبا", "", "漢字 مرحبا"),
    ("𐐨", "", "𐐀"),
  ])
  func capitals(_ string: String, _ language: String, _ expected: String) {
    let found = mapped(string, .uppercase, language)
    #expect(Array(found.unicodeScalars) == Array(expected.unicodeScalars), "\(found)")
  }

  @Test(arguments: [
    ("ΟΔΥΣΣΕΥΣ ΣΑΣ Σ", "el", "οδυσσευς σας σ"), ("Iİ", "tr", "ıi"), ("I\u{307}", "tr", "i"),
    ("İ", "", "i\u{307}"), ("Ì I\u{300}", "lt", "i\u{307}\u{300} i\u{307}\u{300}"),
    ("STRASSE", "de", "strasse"),
  ])
  func smallLetters(_ string: String, _ language: String, _ expected: String) {
    let found = mapped(string, .lowercase, language)
    #expect(Array(found.unicodeScalars) == Array(expected.unicodeScalars), "\(found)")
  }

  @Test(arguments: [
    ("it's a-b “quoted” d’or", "", "It's A-B “Quoted” D’or"),
    ("ijsland vijf", "nl", "IJsland Vijf"),
    ("ijsland", "", "Ijsland"), ("ǆabc ßa", "", "ǅabc Ssa"), ("istanbul", "tr", "İstanbul"),
    ("'hello' don't", "", "'Hello' Don't"), ("\u{2019}twas", "", "\u{2019}Twas"),
    ("όμικρον", "el", "Όμικρον"), ("5a b\u{301}c", "", "5a B\u{301}c"),
  ])
  func words(_ string: String, _ language: String, _ expected: String) {
    let found = mapped(string, .capitalize, language)
    #expect(Array(found.unicodeScalars) == Array(expected.unicodeScalars), "\(found)")
  }

  @Test("Each character keeps its place, and a part is mapped as within the whole text")
  func places() {
    let units = Array("a𐐨ß ΑΣ".utf16)
    var mapper = LetterCaseMapper(.uppercase, language: "")
    var found: [String] = []
    mapper.map(units.span, 0..<units.count) { place, written, shown in
      found.append("\(place.lowerBound)-\(place.upperBound) \(shown ?? "=")")
    }
    #expect(found == ["0-1 A", "1-3 𐐀", "3-4 SS", "4-5 =", "5-6 =", "6-7 ="])
    mapper = LetterCaseMapper(.lowercase, language: "")
    var last: String?
    mapper.map(units.span, 6..<7) { _, _, shown in last = shown }
    #expect(last == "ς", "the letters before the part count")
    let text = Array("one two".utf16)
    #expect(LetterCaseMapper.contextStart(of: 6, in: text.span) == 4)
    #expect(LetterCaseMapper.contextStart(of: 3, in: text.span) == 0)
  }

  @Test("A lone surrogate is a replacement character")
  func loneSurrogates() {
    let units: [UInt16] = [0xDC00, 0x61, 0xD800]
    var mapper = LetterCaseMapper(.uppercase, language: "")
    var found: [UInt32] = []
    mapper.map(units.span, 0..<3) { _, written, shown in
      found += (shown ?? String(written)).unicodeScalars.map(\.value)
    }
    #expect(found == [0xFFFD, 0x41, 0xFFFD])
  }
}
