// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import Testing
import TextModel

@testable import TextAnalysis

/// UAX #14, revision 53 (Unicode 16.0), whatever ICU is loaded. Expected opportunities follow from
/// the text of the rules; those of quotation marks are Chromium's as well.
@Suite struct LineBreakRulesTests {
  /// The text with `|` at each opportunity but the last.
  private func divided(
    _ text: String, _ locale: String = "", _ strictness: LineBreakStrictness = .auto
  ) throws -> String {
    let units = Array(text.utf16)
    let breaks = try TextSegmenter.lineBreaks(
      in: units, locale: locale, strictness: strictness
    ).breaks
    var (result, start) = ("", 0)
    for end in breaks {
      result += (start > 0 ? "|" : "") + String(decoding: units[start..<end], as: UTF16.self)
      start = end
    }
    return result
  }

  @Test(arguments: [
    // LB15a, LB15b: a space within guillemets is no opportunity, one around them is.
    "Il |dit |« oui » |(non) |et |« peut-|être » |[sic].", "« Bonjour », |dit-|il",
    "(« a ») |b", "a |« b", "a » |b",
    // LB19: marks of neither kind bind on both sides, initial ones behind, final ones before.
    "”Ja” |(nej) |’kanske’ |[så]", "a\"b\"c", "x“y”z", "Das |„Wort“ |da.", "»Wort« |da",
    // LB19a: between wide characters they bind on one side alone.
    "他|说|“你|好”|然|后|‘再|见’|就", "使|用“ABC”软|件|和|“漢|字”|功|能“x”，", "第|“一”|章：|“二”|节",
    "（“甲”）|“乙”，|‘丙’。", "«日|本»", "日|«本»|語",
    // LB15c, LB15d: a sign before a number after a space begins it.
    "a |.5 |b", "a .b", "a ,", "1 |,5",
    // LB20a: a hyphen that begins a word; U+2010 as well.
    "-a", "a |-b", "a |‐b", "a-|b", "a |-5", "\u{A0}-a",
    // LB21a: hyphens between Hebrew letters divide, before others they do not.
    "א-|ב", "א-ab", "א‐5", "א־|ב", "א–\u{A0}ב", "א/ב",
    // LB25: numbers whole, and signs that stand by words.
    "$(12)", "$|(a)", "$(.5)", "(12)%", "(a)|%", "1/2", "a/|2", "1,2.3/4", "a,5", "12)€", "-5",
    "5%",
    "%5", "$-5",
    // LB28a: aksaras.
    "ᬅ᭄ᬅ", "ᬅ|ᬅ", "ᯀᯀ᯲", "𑀃𑀅", "◌᭄ᬅ",
    // LB30: brackets that are not wide.
    "a(b)c", "日|(本)", "a|（b）|c",
    // LB30a: pairs.
    "🇩🇪|🇫🇷|🇮", "🇩\u{200D}🇪|🇫🇷",
    // LB8, LB8a, LB9, LB10.
    "a\u{200B}|b", "a\u{200B} |b", "👩\u{200D}👩", "a |\u{301}b",
  ])
  func rules(_ expected: String) throws {
    // By scalars: a mark behind `|` is no character of its own.
    let scalars = expected.unicodeScalars.filter { $0 != "|" }
    let found = try divided(String(String.UnicodeScalarView(scalars)))
    #expect(Array(found.unicodeScalars) == Array(expected.unicodeScalars))
  }

  /// `“ ”` are brackets in Chinese, and in Japanese and Korean where the style asks for rules that
  /// are not strict. Source: Chromium 156.
  @Test func chineseQuotationMarks() throws {
    let (plain, brackets) = ("用“ABC”软", "用|“ABC”|软")
    for (locale, strictness, expected) in [
      ("zh-Hans", LineBreakStrictness.auto, brackets), ("zh-Hant", .auto, brackets),
      ("zh-HK", .normal, brackets), ("zh", .loose, brackets), ("zh", .strict, plain),
      ("yue", .auto, brackets), ("ja", .auto, plain), ("ja", .normal, brackets),
      ("ja", .strict, plain), ("ko", .auto, plain), ("ko", .loose, brackets),
      ("en", .auto, plain), ("en", .loose, plain), ("", .auto, plain), ("zhx", .auto, plain),
    ] {
      #expect(try divided(plain, locale, strictness) == expected, "\(locale) \(strictness)")
    }
    #expect(try divided("“一”“二”‘三’", "zh") == "“一”|“二”‘三’")
    #expect(try divided("“一”“二”‘三’", "ja") == "“一”“二”‘三’")
    #expect(try divided("a“好”b", "zh") == "a“好”|b")
  }

  /// `‘ ’` as well, where an ideograph stands outside of them: else they are apostrophes. Source:
  /// CLREQ, 6.1.3, of opening and closing marks.
  @Test func chineseSingleQuotationMarks() throws {
    #expect(try divided("用‘ABC’软", "zh-Hans") == "用|‘ABC’|软")
    #expect(try divided("用‘ABC’软", "zh-Hans", .strict) == "用‘ABC’软")
    #expect(try divided("用‘ABC’软") == "用‘ABC’软")
    #expect(try divided("说don’t用", "zh-Hans") == "说|don’t|用")
    #expect(try divided("a‘好’b", "zh-Hans") == "a‘好’b")
  }

  /// Source: CSS Text 3, 5.3.
  @Test func strictness() throws {
    for (text, locale, strict, normal, loose) in [
      ("言っァ", "ja", "言っァ", "言|っ|ァ", "言|っ|ァ"),
      ("言っァ", "en", "言っァ", "言|っ|ァ", "言|っ|ァ"),
      ("々々", "ja", "々々", "々々", "々|々"), ("人々", "en", "人々", "人々", "人|々"),
      ("あ〜", "ja", "あ〜", "あ|〜", "あ|〜"), ("あ〜", "en", "あ〜", "あ〜", "あ〜"),
      ("あ！", "zh", "あ！", "あ！", "あ|！"), ("…‥", "de", "…‥", "…‥", "…|‥"),
      ("本‐", "ja", "本‐", "本‐", "本|‐"), ("本–", "ko", "本–", "本–", "本|–"),
      ("５％", "ja", "５％", "５％", "５|％"), ("￥本", "zh", "￥本", "￥本", "￥|本"),
    ] {
      #expect(try divided(text, locale, .strict) == strict, "\(locale)")
      #expect(try divided(text, locale, .normal) == normal, "\(locale)")
      #expect(try divided(text, locale, .loose) == loose, "\(locale)")
    }
  }

  /// What is strict allows nothing that is normal does not, and so on.
  @Test func strictnessNeverAllowsMore() throws {
    var random = AnalysisRandom(29)
    for round in 0..<(UnicodeData.isFull ? 20_000 : 1000) {
      let text = LineBreakReference.text(&random)
      let locale = random.pick(["", "en", "ja", "zh-Hans", "zh-Hant", "ko", "fr"])
      func breaks(_ strictness: LineBreakStrictness) throws -> Set<Int> {
        Set(try TextSegmenter.lineBreaks(in: text, locale: locale, strictness: strictness).breaks)
      }
      let (strict, normal, loose) = (try breaks(.strict), try breaks(.normal), try breaks(.loose))
      #expect(
        strict.isSubset(of: normal) && normal.isSubset(of: loose),
        "\(round) \(locale): \(AnalysisSamples.describe(text))")
    }
  }

  /// Random texts against the rules read one by one, each with a view of the whole text.
  @Test func agreesWithTheRulesOneByOne() throws {
    var random = AnalysisRandom(31)
    for round in 0..<(UnicodeData.isFull ? 200_000 : 4000) {
      let text = LineBreakReference.text(&random)
      let found = try TextSegmenter.lineBreaks(in: text).breaks
      let expected = LineBreakReference.breaks(text)
      if found != expected {
        Issue.record("\(round) \(AnalysisSamples.describe(text)): \(found), not \(expected)")
        return
      }
    }
  }

  /// The classes are ICU's but for those that later versions of Unicode changed.
  @Test func classesAreThoseOfUnicode() {
    // ULineBreak: numbers of the classes that both have under one name.
    let numbers: [Int32: UInt8] = [
      3: LineBreakClass.b2, 4: LineBreakClass.ba, 5: LineBreakClass.bb, 6: LineBreakClass.bk,
      7: LineBreakClass.cb, 8: LineBreakClass.cl, 9: LineBreakClass.cm, 10: LineBreakClass.cr,
      11: LineBreakClass.ex, 12: LineBreakClass.gl, 13: LineBreakClass.hy, 14: LineBreakClass.id,
      15: LineBreakClass.in, 16: LineBreakClass.is, 17: LineBreakClass.lf, 18: LineBreakClass.ns,
      19: LineBreakClass.nu, 20: LineBreakClass.op, 21: LineBreakClass.po, 22: LineBreakClass.pr,
      26: LineBreakClass.sp, 27: LineBreakClass.sy, 28: LineBreakClass.zw, 29: LineBreakClass.nl,
      30: LineBreakClass.wj, 31: LineBreakClass.h2, 32: LineBreakClass.h3, 33: LineBreakClass.jl,
      34: LineBreakClass.jt, 35: LineBreakClass.jv, 36: LineBreakClass.cp, 37: LineBreakClass.cj,
      38: LineBreakClass.hl, 39: LineBreakClass.ri, 40: LineBreakClass.eb, 41: LineBreakClass.em,
      42: LineBreakClass.zwj,
    ]
    var (same, other) = (0, 0)
    for c in UInt32(0)..<0x110000 {
      guard let expected = numbers[ctext_icu_line_break_class(Int32(c))] else { continue }
      var lineClass = CharacterTable.shared[c].lineBreakElement.lineClass
      if lineClass == LineBreakClass.idReserved { lineClass = LineBreakClass.id }
      if lineClass == LineBreakClass.hh { lineClass = LineBreakClass.ba }
      if lineClass == expected { same += 1 } else { other += 1 }
    }
    // Of 200,000 some hundreds have changed: scripts of aksaras most of all.
    #expect(same > 180_000 && other < 2000, "\(same), \(other)")
  }
}
