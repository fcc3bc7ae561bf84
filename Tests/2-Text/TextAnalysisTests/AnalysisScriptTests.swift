// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import SystemConcurrency
import Testing
import TextModel

@testable import TextAnalysis

@Suite struct AnalysisScriptTests {
  /// Each run as `tag:end`.
  private func scripts(_ string: String) throws -> String {
    let text = Array(string.utf16)
    let graphemes = try GraphemeBreaks.resolve(text.span)
    let runs = try ScriptRuns.resolve(text.span, graphemes: graphemes)
    return zip(runs.scripts, runs.ends).map { "\($0):\($1)" }.joined(separator: " ")
  }

  @Test func latin() throws {
    #expect(try scripts("") == "")
    #expect(try scripts("Hello, 1") == "Latn:8")
    #expect(try scripts("12 + 3") == "Zyyy:6")
    #expect(try scripts("é, ü") == "Latn:4")
  }

  @Test func neutralsFollowTheirContext() throws {
    #expect(try scripts("abc где") == "Latn:4 Cyrl:7")
    #expect(try scripts("12 где") == "Cyrl:6")
    #expect(try scripts("abc, مرحبا. x") == "Latn:5 Arab:12 Latn:13")
  }

  @Test func marksFollowTheirBase() throws {
    #expect(try scripts("a\u{301}б\u{301}") == "Latn:2 Cyrl:4")
    // A dotted circle with a Devanagari vowel sign is Devanagari.
    #expect(try scripts("a\u{25CC}\u{93F}") == "Latn:1 Deva:3")
  }

  @Test func bracketsMatch() throws {
    #expect(try scripts("a(б)в") == "Latn:2 Cyrl:3 Latn:4 Cyrl:5")
    #expect(try scripts("(a)б") == "Latn:3 Cyrl:4")
    #expect(try scripts("a〈б\u{232A}в") == "Latn:2 Cyrl:3 Latn:4 Cyrl:5")
  }

  /// Source: UAX #24, 5.2: paired punctuation. An apostrophe closes nothing.
  @Test func quotationMarksMatch() throws {
    #expect(try scripts("a “漢” b") == "Latn:3 Hani:4 Latn:7")
    #expect(try scripts("漢“a”字") == "Hani:2 Latn:3 Hani:5")
    #expect(try scripts("漢‘a’字") == "Hani:2 Latn:3 Hani:5")
    #expect(try scripts("漢‘it’s’字") == "Hani:2 Latn:6 Hani:8")
    #expect(try scripts("“漢”a") == "Hani:3 Latn:4")
    #expect(try scripts("漢a”b“字") == "Hani:1 Latn:5 Hani:6")
    #expect(try scripts("б“(a”в)г") == "Cyrl:3 Latn:4 Cyrl:8")
  }

  @Test func extensions() throws {
    // U+30FC belongs to both kana, U+0964 to most Indic scripts, U+3001 to none of Latin's.
    #expect(try scripts("あーアー") == "Hira:2 Kana:4")
    #expect(try scripts("क। ক।") == "Deva:3 Beng:5")
    #expect(try scripts("日本、x") == "Hani:3 Latn:4")
    #expect(try scripts("x、x") == "Latn:3")
  }

  @Test func supplementaryCharacters() throws {
    #expect(try scripts("𐤀𐤁a𠀀") == "Phnx:4 Latn:5 Hani:7")
    #expect(try scripts("👩‍🚀") == "Zyyy:5")
  }

  /// Runs end at cluster boundaries, and none is common unless the whole text is.
  @Test func randomText() throws {
    var random = AnalysisRandom(13)
    for _ in 0..<2000 {
      let text = AnalysisSamples.text(&random, length: 1 + random.below(60))
      let graphemes = try GraphemeBreaks.resolve(text.span)
      let runs = try ScriptRuns.resolve(text.span, graphemes: graphemes)
      #expect(runs.ends.last == Int32(text.count))
      var before: Int32 = 0
      var last: FontTag?
      for (end, script) in zip(runs.ends, runs.scripts) {
        #expect(end > before)
        #expect(graphemes.isBoundary(Int(end)))
        #expect(script != last)
        if runs.count > 1 { #expect(script != ScriptRuns.common) }
        before = end
        last = script
      }
    }
  }

  @Test func hostileTextIsLinear() throws {
    let many = 300_000
    for pattern: [UInt16] in [[0x28], [0x5D, 0x28], [0x301], [0x3001], [0x61, 0x431]] {
      let text = (0..<many).map { pattern[$0 % pattern.count] }
      let polls = PollCounter()
      let graphemes = GraphemeBreaks(length: many, flags: [])
      _ = try ScriptRuns.resolve(
        text.span, graphemes: graphemes, cancellation: Cancellation(poll: { polls.increment() }))
      #expect(polls.value > 4)
    }
  }
}

@Suite struct AnalysisEmojiTests {
  private func presentation(_ string: String) -> EmojiPresentation {
    let text = Array(string.utf16)
    return EmojiScanner.presentation(ofCluster: text.span)
  }

  @Test func clusters() {
    #expect(presentation("a") == .unspecified)
    #expect(presentation("1") == .unspecified)
    #expect(presentation("☺") == .unspecified)
    #expect(presentation("☺\u{FE0F}") == .emoji)
    #expect(presentation("☺\u{FE0E}") == .text)
    #expect(presentation("😀") == .emoji)
    #expect(presentation("😀\u{FE0E}") == .text)
    #expect(presentation("1\u{FE0F}\u{20E3}") == .emoji)
    #expect(presentation("1\u{20E3}") == .unspecified)
    #expect(presentation("☝🏽") == .emoji)
    #expect(presentation("👩‍🚀") == .emoji)
    #expect(presentation("❤‍🔥") == .emoji)
    #expect(presentation("🇩🇪") == .emoji)
    #expect(presentation("🏴󠁧󠁢󠁳󠁣󠁴󠁿") == .emoji)
    #expect(presentation("a\u{FE0F}") == .unspecified)
    #expect(presentation("क्‍ष") == .unspecified)
  }

  @Test func runs() throws {
    let text = Array("a😀👩‍🚀b☺\u{FE0E}".utf16)
    let runs = try EmojiScanner.resolve(
      text.span, graphemes: GraphemeBreaks.resolve(text.span))
    #expect(runs.ends == [1, 8, 9, 11])
    #expect(runs.presentations == [.unspecified, .emoji, .unspecified, .text])
    let latin = Array("plain text".utf16)
    let none = try EmojiScanner.resolve(
      latin.span, graphemes: GraphemeBreaks.resolve(latin.span))
    #expect(none.ends.isEmpty)
  }

  /// Every sequence of the Unicode files is one cluster with emoji presentation.
  @Test(.enabled(if: UnicodeData.isPresent, UnicodeData.missing)) func unicodeSequences() throws {
    var cases = 0
    for (number, line) in try UnicodeData.lines("emoji/emoji-test.txt") {
      let fields = line.split(separator: ";")
      let status = fields[1].drop { $0 == " " }
      if status == "unqualified" { continue }
      let scalars = fields[0].split(separator: " ").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      var string = ""
      string.unicodeScalars.append(contentsOf: scalars)
      if status == "component" && scalars.count == 1 && presentation(string) != .emoji { continue }
      cases += 1
      #expect(presentation(string) == .emoji, "line \(number)")
      #expect(try TextSegmenter.breaks(.grapheme, in: Array(string.utf16)).count == 2)
    }
    #expect(cases > 3000)
  }

  @Test(.enabled(if: UnicodeData.isPresent, UnicodeData.missing)) func variationSequences() throws {
    for (number, line) in try UnicodeData.lines("emoji/emoji-variation-sequences.txt") {
      let fields = line.split(separator: ";")
      var string = ""
      for word in fields[0].split(separator: " ") {
        if let scalar = UInt32(word, radix: 16).flatMap(Unicode.Scalar.init) {
          string.unicodeScalars.append(scalar)
        }
      }
      let expected: EmojiPresentation = fields[1].contains("emoji") ? .emoji : .text
      #expect(presentation(string) == expected, "line \(number)")
    }
  }
}
