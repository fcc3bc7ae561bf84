// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextAnalysis
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

@Suite struct ShaperTests {
  private static let latin = "office of affluent AVATARs, "
  private static let arabic = "السلام عليكم ورحمة الله "
  private static let devanagari = "क्षत्रिय हिन्दी में नमस्ते "

  private func shape(
    _ string: String, _ environment: ShapingEnvironment = ShapingEnvironment(words: nil),
    _ change: (inout ShapingStyle) -> Void = { _ in }
  ) throws -> ShapedText {
    var style = TextStyle()
    change(&style.shaping)
    return try ShapedText(
      AttributedText(string, style: style), fonts: .embedded, environment: environment)
  }

  private func run(_ string: String, _ change: (inout ShapingStyle) -> Void = { _ in }) throws
    -> ShapedRun
  {
    try #require(try shape(string, ShapingEnvironment(words: nil), change).paragraphs[0].runs.first)
  }

  // MARK: - Chunks

  @Test(arguments: [latin, arabic, devanagari, "fi", "לא "])
  func chunksLookAsOnePiece(_ string: String) throws {
    let long = String(repeating: string, count: 3000 / string.utf16.count)
    let whole = try shape(long, ShapingEnvironment(chunkLength: 1 << 20, words: nil))
    let chunks = try shape(long, ShapingEnvironment(chunkLength: 96, words: nil))
    #expect(glyphs(chunks) == glyphs(whole))
    #expect(glyphs(whole).count > 1000)
  }

  @Test func aRunIsAtMostSoLong() throws {
    let long = String(repeating: "漢", count: 70_000)
    let runs = try shape(long).paragraphs[0].runs
    #expect(runs.count > 1)
    #expect(runs.allSatisfy { $0.textRange.count <= ShapedRun.maximumLength })
    #expect(runs.reduce(0) { $0 + $1.glyphCount } == 70_000)
  }

  @Test func cutsAreBeforeWords() throws {
    let workspace = ShapingWorkspace()
    let scratch = workspace.scratch
    workspace.styles.open(.embedded)
    let style = try workspace.styles.style(of: ShapingStyle().storage, .never)
    func cut(_ string: String, limit: Int) throws -> Int? {
      let units = Array(string.utf16)
      let item = ShapingItem(
        start: 0, end: units.count, font: try style.primaryOrigin().font, style: style,
        script: ScriptRuns.latin, level: 0, kind: .text)
      return try ChunkShaper.closedCut(
        units.span, from: 0, limit: limit, item: item, scratch: scratch)
    }
    // HarfBuzz 10 tells of more beginnings that a rule may look over them, and then there is no
    // cut.
    let mayBeNone = Int(LibraryVersions.harfBuzz.split(separator: ".")[0]) ?? 0 >= 10
    let cuts = [
      try cut("one two three four five", limit: 10), try cut("one two  three four five", limit: 10),
    ]
    #expect(cuts == [8, 9] || mayBeNone && cuts == [nil, nil])
    // At most half of the part is given away.
    #expect(try cut("one twothreefourfivesix seven", limit: 20) == nil)
  }

  @Test func scriptsAreToldApart() throws {
    func tag(_ name: String) throws -> FontTag { try #require(FontTag(name)) }
    for name in ["Tibt", "Khmr", "Mymr", "Lana", "Java", "Bali"] {
      #expect(ScriptTraits.isSlow(try tag(name)))
    }
    for name in ["Arab", "Syrc", "Mong", "Nkoo", "Mand", "Adlm"] {
      #expect(ScriptTraits.isCursive(try tag(name)))
    }
    for name in ["Latn", "Deva", "Hebr", "Zyyy"] {
      #expect(try !ScriptTraits.isSlow(tag(name)) && !ScriptTraits.isCursive(tag(name)))
    }
    let table = CharacterTable.shared
    #expect(ChunkShaper.cost(of: 0x61, table) == 1 && ChunkShaper.cost(of: 0x6F22, table) == 1)
    #expect(ChunkShaper.cost(of: 0x301, table) == 4 && ChunkShaper.cost(of: 0x200D, table) == 12)
  }

  // MARK: - Spacing

  @Test func letterSpacingFollowsEveryCluster() throws {
    let plain = try run("ab c") { $0.features = [FontFeature("liga", 0)] }
    let spaced = try run("ab c") { $0.letterSpacing = 2 }
    #expect(plain.glyphCount == 4 && spaced.glyphCount == 4)
    for i in 0..<4 {
      let extra = Double(spaced.advance(at: i) - plain.advance(at: i)) * spaced.unit
      #expect(abs(extra - 2) < 0.001)
      #expect(spaced.glyph(at: i) == plain.glyph(at: i))
    }
    // No ligature is made of spaced letters.
    #expect(try run("fi").glyphCount == 1 || run("ffi").glyphCount < 3)
    #expect(try run("ffi") { $0.letterSpacing = 2 }.glyphCount == 3)
    // A mark is no cluster of its own.
    let marked = try run("x\u{323}y") { $0.letterSpacing = 2 }
    let unmarked = try run("x\u{323}y")
    #expect(abs(marked.width - unmarked.width - 4) < 0.001)
  }

  @Test func wordSpacingFollowsSpaces() throws {
    let plain = try run("a b\u{A0}c")
    let spaced = try run("a b\u{A0}c") { $0.wordSpacing = 3 }
    let extra = (0..<5).map {
      (Double(spaced.advance(at: $0) - plain.advance(at: $0)) * spaced.unit).rounded()
    }
    #expect(extra == [0, 3, 0, 3, 0])
  }

  @Test func spacingIsOnTheLeftOfRightToLeftText() throws {
    let plain = try run("שלום")
    let spaced = try run("שלום") { $0.letterSpacing = 2 }
    #expect(abs(spaced.width - plain.width - 8) < 0.001)
    for i in 0..<spaced.glyphCount {
      let moved = Double(spaced.offset(at: i).x - plain.offset(at: i).x) * spaced.scale
      #expect(abs(moved - 2) < 0.02)
    }
  }

  /// Nowhere in a run of such a script: after no letter, space, comma or digit.
  @Test(arguments: [
    "سلام", "سلام دنیا", "سلام، دنیا", "سلام ۱۲", "سَلامٌ \u{200C}دنیا", "ܫܠܡܐ ܫܠܡܐ", "ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ",
    "ߒߞߏ ߒߞߏ",
  ])
  func letterSpacingLeavesScriptsThatJoin(string: String) throws {
    let plain = try shape(string)
    let spaced = try shape(string) { $0.letterSpacing = 5 }
    for (a, b) in zip(plain.paragraphs[0].runs, spaced.paragraphs[0].runs) {
      let glyphs = [a, b].map { run in (0..<run.glyphCount).map { run.glyph(at: $0) } }
      #expect(glyphs[0] == glyphs[1], "\(string)")
      #expect(a.totalAdvance == b.totalAdvance, "\(string)")
    }
    // Words are spaced all the same, and so are letters of other scripts beside them.
    let words = try shape(string) { $0.wordSpacing = 3 }
    let spaces = Double(string.unicodeScalars.filter { $0 == " " }.count)
    #expect(abs(words.paragraphs[0].advance - plain.paragraphs[0].advance - 3 * spaces) < 0.1)
    let mixed = try shape(string + " ab") { $0.letterSpacing = 5 }.paragraphs[0].advance
    #expect(try abs(mixed - shape(string + " ab").paragraphs[0].advance - 10) < 0.1, "\(string)")
  }

  // MARK: - Tabs, parts, tokens

  @Test func tabsHaveAGlyphAndNoAdvance() throws {
    let text = try shape("a\t\tb")
    let tabs = text.paragraphs[0].runs[1]
    #expect(tabs.kind == .tab && tabs.glyphCount == 2 && tabs.totalAdvance == 0)
    #expect((0..<2).map { tabs.cluster(at: $0) } == [1, 2])
    #expect(text.paragraphs[0].hasTabs && text.missing.isEmpty)
    let reversed = try shape("א\t\tב").paragraphs[0].runs.first { $0.kind == .tab }
    let run = try #require(reversed)
    #expect(run.isRightToLeft && (0..<2).map { run.cluster(at: $0) } == [2, 1])
  }

  @Test func partsKeepTheirContext() throws {
    let text = try shape("سلام")
    let paragraph = text.paragraphs[0]
    let run = paragraph.runs[0]
    // The second letter stays in its medial form, which it has not alone.
    let part = try text.reshape(run, TextRange(1, 2), in: paragraph)
    let alone = try self.run("ل")
    #expect(part.textRange == TextRange(1, 2) && part.glyphCount >= 1)
    #expect(part.glyph(at: 0) != alone.glyph(at: 0))
    #expect(try text.reshape(run, run.textRange, in: paragraph) === run)
    // Beyond the run nothing is shaped.
    #expect(try text.reshape(run, TextRange(2, 99), in: paragraph).textRange == TextRange(2, 4))
  }

  @Test func tokensAreShapedLikeARun() throws {
    let text = try shape("word") { $0.size = 31 }
    let runs = try text.shapeToken(Array("…".utf16), like: text.paragraphs[0].runs[0])
    #expect(runs.count == 1 && runs[0].size == 31 && runs[0].level == 0)
    #expect(runs[0].font == text.paragraphs[0].runs[0].font && !runs[0].hasMissing)
    let mixed = try text.shapeToken(Array("a א".utf16), style: ShapingStyle(), level: 0)
    #expect(mixed.map(\.level).contains(1) && mixed.map(\.level).contains(0))
    let forced = try Shaper.shapeToken(
      Array("a".utf16), style: ShapingStyle(), level: 1, script: FontTag("Hebr"), fonts: .embedded)
    #expect(forced.map(\.level) == [1] && forced[0].script == FontTag("Hebr"))
  }

  // MARK: - Limits

  @Test(arguments: [0, -1, .nan, .infinity, TextLimits.fontSize * 2])
  func badSizesAreRefused(_ size: Double) {
    var text = AttributedText("good bad")
    text.updateShaping(TextRange(5, 8)) { $0.size = size }
    #expect {
      try ShapedText(text, fonts: .embedded)
    } throws: { error in
      let error = error as? ShapingError
      return error?.code == .badFontSize && error?.offset == 5
        && error?.description.hasPrefix("code unit 5: the font size ") == true
    }
  }

  @Test func missingCharactersAreReported() throws {
    let fonts = try BundledFonts.collection(of: ["NotoSans-Regular.ttf"])
    let text = try ShapedText(
      AttributedText("ab漢字漢 c\u{E000}\u{E001}"), fonts: fonts,
      environment: ShapingEnvironment(words: nil))
    #expect(text.missing.map(\.range) == [TextRange(2, 5), TextRange(7, 9)])
    #expect(text.missing[0].scalars == ["漢", "字"])
  }
  // MARK: - Letters and marks of different fonts

  @Test func aMarkFromAnotherFontIsNeitherABoxNorMissing() throws {
    for (string, fonts) in [
      ("Ы\u{735}", ["NotoSans-Regular", "NotoSansSyriac-Regular"]),
      ("a\u{E34}b", ["NotoSans-Regular", "NotoSansThai-Regular", "NotoSans-Regular"]),
      ("ax\u{951}", ["NotoSans-Regular", "NotoSansDevanagari-Regular"]),
      ("क\u{E34}", ["NotoSansDevanagari-Regular", "NotoSansThai-Regular"]),
      ("ש\u{E34}", ["NotoSansHebrew-Regular", "NotoSansThai-Regular"]),
    ] {
      let text = try shape(string)
      let runs = text.paragraphs[0].runs.sorted { $0.textRange.start < $1.textRange.start }
      #expect(runs.map(\.font.face.postScriptName) == fonts, "\(string)")
      #expect(text.missing.isEmpty && !runs.contains(where: \.hasMissing), "\(string)")
      // Each character has one glyph: no dotted circle stands for a letter.
      #expect(runs.reduce(0) { $0 + $1.glyphCount } == string.unicodeScalars.count, "\(string)")
      #expect(runs.map(\.textRange.count).reduce(0, +) == string.utf16.count)
    }
  }

  @Test func conjoiningLettersAreSyllables() throws {
    let text = try shape("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}")
    let runs = text.paragraphs[0].runs
    let whole = try run("한글")
    #expect(runs.count == 1 && text.missing.isEmpty)
    #expect((0..<2).map { runs[0].glyph(at: $0) } == (0..<2).map { whole.glyph(at: $0) })
  }

  @Test func onlyTheCharactersThatNoFontHasAreMissing() throws {
    let text = try shape("ax\u{1AC1} b\u{E34}\u{1AC1}")
    #expect(text.missing.map(\.range) == [TextRange(1, 3), TextRange(5, 7)])
    #expect(text.missing.allSatisfy { $0.scalars == ["\u{1AC1}"] })
    let letter = try shape("\u{E000}\u{E34}")
    #expect(letter.missing.map(\.range) == [TextRange(0, 1)])
    #expect(letter.missing[0].scalars == ["\u{E000}"])
  }

  /// The space comes after the mark, once, whether or not it is in the letter's font.
  @Test func letterSpacingFollowsAMarkOfAnotherFont() throws {
    let plain = try shape("x\u{951}y").paragraphs[0]
    let spaced = try shape("x\u{951}y") { $0.letterSpacing = 7 }.paragraphs[0]
    #expect(plain.runs.count == 3)
    let grown = zip(plain.runs, spaced.runs).map { ($1.width - $0.width).rounded() }
    #expect(grown == [0, 7, 7])
  }
}
