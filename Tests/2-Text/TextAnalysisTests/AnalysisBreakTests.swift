// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import FoundationEssentials
import SystemConcurrency
import Testing
import TextModel

@testable import TextAnalysis

@Suite struct AnalysisBreakTests {
  private func compare(
    _ kind: TextSegmenter.Kind, _ number: Int32, _ tag: String, _ locale: String, seed: UInt64,
    rounds: Int, length: Int
  ) throws {
    var random = AnalysisRandom(seed)
    for round in 0..<rounds {
      let text = AnalysisSamples.text(&random, length: 1 + random.below(length))
      let expected = BreakOracle.boundaries(number, locale, text)
      let found = try TextSegmenter.breaks(kind, in: text, locale: tag)
      if found != [0] + expected.map(\.0) {
        Issue.record(
          """
          \(kind) \(locale) round \(round): \(AnalysisSamples.describe(text))
          \(found)
          \(expected)
          """)
        return
      }
    }
  }

  private let rounds = UnicodeData.isFull ? 20_000 : 400

  @Test func otherBoundariesAgreeWithICU() throws {
    for (tag, locale) in [("", "root"), ("sv", "sv"), ("ja", "ja"), ("el", "el")] {
      for (kind, number) in [
        (TextSegmenter.Kind.grapheme, Int32(0)), (.word, 1), (.sentence, 3),
      ] {
        try compare(kind, number, tag, locale, seed: 5, rounds: rounds, length: 80)
      }
    }
  }

  /// Dictionary stretches longer than a window, cut into windows, break where ICU breaks the whole.
  @Test func longDictionaryStretches() throws {
    let words: [[String]] = [
      ["ภาษา", "ไทย", "เป็น", "ที่", "มี", "ความ", "สำคัญ", "มาก", "ประเทศ", "กรุงเทพ", "ฯ", "กก"],
      ["ភាសា", "ខ្មែរ", "ជា", "របស់", "កម្ពុជា", "និង", "ប្រទេស"],
      ["ພາສາ", "ລາວ", "ເປັນ", "ປະເທດ", "ຂອງ", "ມີ"],
      ["မြန်မာ", "ဘာသာ", "စကား", "နိုင်ငံ", "တွင်", "သည်"],
    ]
    var random = AnalysisRandom(11)
    for language in words {
      for _ in 0..<(UnicodeData.isFull ? 40 : 2) {
        var text: [UInt16] = []
        while text.count < 20_000 {
          text += Array(random.pick(language).utf16)
          // Words that are in no dictionary; their marks stand behind letters of their script.
          if random.below(20) == 0 {
            for _ in 0..<random.below(8) {
              let unit = text[random.below(text.count)]
              if unit > 0x7F { text.append(unit) }
            }
          }
          if random.below(200) == 0 { text += Array("abc".utf16) }
        }
        let expected = BreakOracle.boundaries(2, "root", text).map(\.0)
        #expect(try TextSegmenter.breaks(.line, in: text) == expected)
      }
    }
  }

  /// Rules in an unknown format: the boundaries are those of ICU's own iterator.
  @Test func rulesOfAnotherFormat() throws {
    for (kind, number) in [
      (BreakRules.Kind.character, Int32(0)), (.word, 1), (.line, 2), (.sentence, 3),
    ] {
      let rules = BreakRules(bytes: [0xA0, 0xB1, 0, 0, 99], kind: kind, locale: "root")
      #expect(rules.table == nil)
      var random = AnalysisRandom(23)
      for length in [1, 80, 20_000] {
        for _ in 0..<(length < 100 ? 100 : 4) {
          let text = AnalysisSamples.text(&random, length: length)
          let expected = BreakOracle.boundaries(number, "root", text).map(\.0)
          let polls = PollCounter()
          var walker = BreakWalker(rules, Cancellation(poll: { polls.increment() }))
          var found: [Int] = []
          while let boundary = try walker.next(in: text.span) { found.append(boundary) }
          #expect(found == expected, "\(kind)")
          #expect(polls.value > text.count / 4096)
        }
      }
    }
  }

  @Test func terminators() throws {
    let text = Array("a\r\nb\u{85}c\u{2028}d\u{B}e\u{C}f\n".utf16)
    let lines = try TextSegmenter.lineBreaks(in: text)
    #expect(lines.breaks == [3, 5, 7, 9, 11, 13])
    #expect(lines.mandatory == lines.breaks)
    #expect(try TextSegmenter.lineBreaks(in: Array("a b".utf16)).mandatory == [])
    #expect(try TextSegmenter.breaks(.word, in: []) == [])
    var starts: [Int] = []
    var start = 0
    while start < text.count {
      start = ParagraphScanner.end(ofLineAt: start, in: text.span)
      starts.append(start)
    }
    #expect(ParagraphScanner.terminatorLength(text.span) == 1)
    #expect(ParagraphScanner.terminatorLength(text.span.extracting(..<3)) == 2)
    #expect(ParagraphScanner.terminatorLength(text.span.extracting(..<4)) == 0)
    #expect(starts == [3, 5, 7, 9, 11, 13])
  }

  @Test func wordBreak() throws {
    func breaks(_ string: String, _ wordBreak: WordBreak) throws -> [Int] {
      try TextSegmenter.lineBreaks(in: Array(string.utf16), wordBreak: wordBreak).breaks
    }
    #expect(try breaks("ab cd", .normal) == [3, 5])
    #expect(try breaks("ab cd", .breakAll) == [1, 3, 4, 5])
    #expect(try breaks("ab, c", .breakAll) == [1, 4, 5])
    #expect(try breaks("a\u{301}b", .breakAll) == [2, 3])
    #expect(try breaks("日本語", .normal) == [1, 2, 3])
    #expect(try breaks("日本語、文", .keepAll) == [4, 5])
    #expect(try breaks("한국어 말", .keepAll) == [4, 5])
    #expect(try breaks("ภาษาไทย", .keepAll) == [4, 7])
  }

  /// Between phrases in Japanese: as BudouX 0.10 divides these, which Chromium 156 does, too, but
  /// for some that it joins, as `今日は良い`.
  @Test(arguments: [
    "この|規則は|毎年|見直される|予定です。", "今日は|良い|天気ですね。|私の|名前は|中野です。", "東京都に|行く",
    "日本語の|文章を|改行する", "東京で|開かれた|会議",
    "国際連合は、|国際の|平和及び安全を|維持する|ために|設立された。", "人工知能が|文節を|見つけます",
    "大切な|お知らせです", "プライバシーポリシーを|見直しました",
    "アーカイブは|より|大きな|サイズの|整数を|持つ|マシンで|作成されました、|一部の|操作が|失敗する|可能性が|あります",
  ])
  func phrases(_ given: String) throws {
    func breaks(_ string: String, _ locale: String, _ wordBreak: WordBreak) throws -> [Int] {
      try TextSegmenter.lineBreaks(
        in: Array(string.utf16), locale: locale, wordBreak: wordBreak
      ).breaks
    }
    let text = given.filter { $0 != "|" }
    var due: [Int] = []
    for phrase in given.split(separator: "|") { due.append((due.last ?? 0) + phrase.utf16.count) }
    for locale in ["ja", "ja-JP", "JA", "ja_JP"] {
      #expect(try breaks(text, locale, .autoPhrase) == due)
    }
    for locale in ["", "zh", "en", "jab"] {
      #expect(try breaks(text, locale, .autoPhrase) == breaks(text, locale, .normal))
    }
    #expect(try breaks("some words", "ja", .autoPhrase) == [5, 10])
    #expect(try breaks("", "ja", .autoPhrase) == [])
  }

  /// Where Unicode 16 lets a line end at a soft hyphen in Hebrew: between Hebrew letters. Source:
  /// UAX #14 r53, LB21a.
  @Test(arguments: ["", "he", "yi"], LineBreakStrictness.allCases)
  func hebrewSoftHyphens(locale: String, strictness: LineBreakStrictness) throws {
    func breaks(_ string: String) throws -> [Int] {
      try TextSegmenter.lineBreaks(
        in: Array(string.utf16), locale: locale, strictness: strictness
      ).breaks
    }
    #expect(try breaks("שלום\u{AD}עולם") == [5, 9])
    #expect(try breaks("שָׁלוֹם\u{AD}עוֹלָם") == [8, 14])
    #expect(try breaks("בית\u{AD}ספר גדול") == [4, 8, 12])
    #expect(try breaks("ײַ\u{AD}ײ") == [3, 4])
    #expect(try breaks("\u{AD}ש") == [1, 2])
    #expect(try breaks("ש\u{AD}") == [2])
    // Before anything else none may end there.
    #expect(try breaks("ש\u{AD}a") == [3])
    // Beyond the stretch that is examined at once.
    let long = String(repeating: "ש", count: 40_000)
    #expect(try breaks(long + "\u{AD}" + long) == [40_001, 80_001])
    let edge = String(repeating: "ש", count: 16_384)
    #expect(try breaks(edge + "\u{AD}" + long) == [16_385, 56_385])
  }

  /// A language span has its own rules, also in the middle of a paragraph.
  @Test func languageSpans() throws {
    // A small kana may begin a line by the normal rules of ja, not by the root's strict ones.
    let text = Array("文ァ文ァ文ァ".utf16)
    let breaks = try LineBreaks.resolve(
      text.span, languages: [.init(end: 2, language: "en"), .init(end: 6, language: "ja")])
    #expect(breaks.flags == [0, 0, 1, 1, 1, 1, 1])
    let alternating = [UInt16](repeating: 0x61, count: 5000)
    let spans = (1...5000).map {
      LineBreaks.LanguageSpan(end: $0, language: $0 & 1 == 0 ? "ja" : "en")
    }
    let polls = PollCounter()
    _ = try LineBreaks.resolve(
      alternating.span, languages: spans, cancellation: Cancellation(poll: { polls.increment() }))
    #expect(polls.value > 0)
  }

  @Test func graphemes() throws {
    func boundaries(_ string: String) throws -> [Int] {
      let text = Array(string.utf16)
      let graphemes = try GraphemeBreaks.resolve(text.span)
      return (0...text.count).filter { graphemes.isBoundary($0) }
    }
    #expect(try boundaries("abc") == [0, 1, 2, 3])
    #expect(try boundaries("a\r\nb") == [0, 1, 3, 4])
    #expect(try boundaries("e\u{301}x") == [0, 2, 3])
    #expect(try boundaries("👩‍🚀a") == [0, 5, 6])
    #expect(try boundaries("🇩🇪🇫🇷") == [0, 4, 8])
    #expect(try boundaries("한") == [0, 1])
  }

  @Test func longClusters() throws {
    for length in Array(50..<90) + [1000, 4096] {
      var flags = [UInt8](repeating: 0, count: 2 * length + 4)
      for offset in [0, 1, length, 2 * length, 2 * length + 3] { flags[offset] = 1 }
      let breaks = GraphemeBreaks(length: flags.count - 1, flags: flags)
      for offset in 0..<2 * length + 3 {
        let expected = flags[(offset + 1)...].firstIndex(of: 1)
        #expect(breaks.next(after: offset) == expected)
      }
    }
  }

  @Test func pollsWithinLongParagraphs() throws {
    for pattern in ["a", "\u{301}", "(", "ก", "文", " "] {
      let text = [UInt16](repeating: Array(pattern.utf16)[0], count: 300_000)
      let polls = PollCounter()
      _ = try TextSegmenter.lineBreaks(
        in: text, cancellation: Cancellation(poll: { polls.increment() }))
      #expect(polls.value >= 5, "\(pattern)")
    }
  }

  /// The cases of the Unicode files at which ICU 72 itself departs from them, by line.
  private let known: [String: Set<Int>] = [
    "Word": [
      1253, 1254, 1267, 1268, 1283, 1284, 1285, 1286, 1287, 1288, 1289, 1290, 1291, 1292, 1712,
    ]
  ]

  /// Lines of Unicode 15.1's data that Unicode 16 has changed.
  private let laterVersion: [String: Set<Int>] = ["Word": [1715]]

  /// Lines of LineBreakTest.txt that Unicode 16.0 has changed, by the version of the file: spaces
  /// within quotation marks, numbers with a sign before them, hyphens before and between letters,
  /// aksaras, word joiners. ICU 77, which has Unicode 16.0, divides all of them as they are divided
  /// here.
  private let changedLines: [String: Set<Int>] = [
    "15.0": [
      2265, 2267, 2421, 2423, 2425, 2427, 2429, 2431, 2873, 2875, 4770, 4772, 4818, 4820, 7477,
      7514, 7515, 7519, 7520, 7576, 7577, 7578, 7579, 7580, 7581, 7583, 7584, 7585, 7586, 7587,
      7680,
    ],
    "15.1": [
      497, 499, 3233, 3235, 3413, 3415, 3417, 3419, 3421, 3423, 3541, 3543, 3561, 3563, 3565, 3567,
      3933, 3935, 5897, 5899, 10081, 10180, 10181, 10182, 10183, 10184, 10185, 10187, 10188, 10189,
      10190, 10191, 10284,
    ],
  ]

  @Test(.enabled(if: UnicodeData.isPresent, UnicodeData.missing)) func unicodeBreakTests() throws {
    for (kind, name) in [
      (TextSegmenter.Kind.grapheme, "Grapheme"), (.word, "Word"), (.sentence, "Sentence"),
      (.line, "Line"),
    ] {
      var cases = 0
      let changed = kind == .line ? changedLines[UnicodeData.version] ?? [] : []
      for (number, line) in try UnicodeData.lines("auxiliary/\(name)BreakTest.txt") {
        var text: [UInt16] = []
        var expected: [Int] = []
        for token in line.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
          if token == "÷" {
            expected.append(text.count)
          } else if token != "×", let c = UInt32(token, radix: 16) {
            text +=
              c > 0xFFFF
              ? [UInt16(0xD800 + (c - 0x10000) >> 10), UInt16(0xDC00 + (c - 0x10000) & 0x3FF)]
              : [UInt16(c)]
          }
        }
        cases += 1
        let found = try TextSegmenter.breaks(kind, in: text)
        if found != expected, known[name]?.contains(number) != true, !changed.contains(number),
          !(UnicodeData.isOlderThanICU && laterVersion[name]?.contains(number) == true)
        {
          Issue.record("\(name) line \(number): \(found), expected \(expected)")
        }
      }
      print("\(name)BreakTest: \(cases) cases")
    }
  }
}
