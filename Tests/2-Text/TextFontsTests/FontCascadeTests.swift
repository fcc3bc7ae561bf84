// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextAnalysis
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

struct FontCascadeTests {
  func name(
    _ text: String, _ presentation: EmojiPresentation = .unspecified, language: String = "",
    descriptor: FontDescriptor = FontDescriptor(), fonts: FontCollection = .embedded
  ) throws -> String {
    let cascade = fonts.cascade(for: descriptor, language: language)
    let (choice, reason) = try cascade.explain(
      Array(text.unicodeScalars), presentation: presentation)
    if reason == .missing { return "missing \(choice.font.face.postScriptName)" }
    #expect(choice.isCovered)
    return choice.font.face.postScriptName
  }

  @Test(arguments: [
    ("A", "NotoSans-Regular"), ("я", "NotoSans-Regular"), ("ع", "NotoSansArabic-Regular"),
    ("ש", "NotoSansHebrew-Regular"), ("नि", "NotoSansDevanagari-Regular"),
    ("ไ", "NotoSansThai-Regular"), ("한", "NotoSansCJKjp-Regular"), ("語", "NotoSansCJKjp-Regular"),
  ])
  func scriptsHaveTheirFont(text: String, font: String) throws {
    #expect(try name(text) == font)
  }

  @Test func emojiPresentationChoosesColour() throws {
    #expect(try name("👩‍🚀", .emoji) == "NotoColorEmoji")
    #expect(try name("#\u{FE0F}\u{20E3}", .emoji) == "NotoColorEmoji")
    #expect(try name("#\u{FE0E}", .text) == "NotoSans-Regular")
    #expect(try name("7") == "NotoSans-Regular")
    #expect(try !name("\u{2600}\u{FE0E}", .text).contains("Emoji"))
    #expect(try name("\u{2600}\u{FE0F}", .emoji) == "NotoColorEmoji")
  }

  @Test func styleAndFamilyChooseTheFace() throws {
    func face(_ d: FontDescriptor) throws -> String { try name("A", descriptor: d) }
    #expect(try face(FontDescriptor(weight: 700)) == "NotoSans-Bold")
    #expect(try face(FontDescriptor(weight: 600, slant: .italic)) == "NotoSans-BoldItalic")
    #expect(try face(FontDescriptor(weight: 500)) == "NotoSans-Regular")
    #expect(try face(FontDescriptor(families: ["serif"], slant: .oblique)) == "NotoSerif-Italic")
    #expect(try face(FontDescriptor(families: ["monospace"])) == "LiberationMono")
    #expect(try face(FontDescriptor(families: ["No Such", "noto  SERIF"])) == "NotoSerif-Regular")
  }

  /// The parts of a cluster as its characters and their fonts.
  private func parts(_ text: String, fonts: FontCollection = .embedded) throws -> [String] {
    let cascade = fonts.cascade(for: FontDescriptor())
    let scalars = text.unicodeScalars.map(\.value)
    var start = 0
    return try cascade.parts(of: scalars.span, presentation: .unspecified, .never).map { part in
      let name = cascade.font(at: part.index).face.postScriptName.split(separator: "-")[0]
      defer { start = part.end }
      return "\(part.end - start) \(name)"
    }
  }

  @Test func aMarkThatTheLettersFontLacksHasAFontOfItsOwn() throws {
    #expect(try parts("Ы\u{735}") == ["1 NotoSans", "1 NotoSansSyriac"])
    #expect(try parts("a\u{E34}") == ["1 NotoSans", "1 NotoSansThai"])
    #expect(try parts("x\u{951}") == ["1 NotoSans", "1 NotoSansDevanagari"])
    // A mark that the letter's font has stays with it, or goes back to it.
    #expect(try parts("x\u{301}\u{951}") == ["2 NotoSans", "1 NotoSansDevanagari"])
    #expect(
      try parts("x\u{951}\u{301}") == ["1 NotoSans", "1 NotoSansDevanagari", "1 NotoSans"])
    // Two marks of one font, invisible characters, and a mark that no font has.
    #expect(try parts("x\u{E34}\u{E48}") == ["1 NotoSans", "2 NotoSansThai"])
    #expect(try parts("x\u{200D}\u{E34}\u{200D}") == ["2 NotoSans", "2 NotoSansThai"])
    #expect(try parts("x\u{1AC1}") == ["2 NotoSans"])
    #expect(try parts("x\u{E34}\u{1AC1}") == ["1 NotoSans", "2 NotoSansThai"])
    // The letter is nowhere: its box is that of the first font.
    #expect(try parts("\u{E000}\u{E34}") == ["1 NotoSans", "1 NotoSansThai"])
    #expect(try parts("\u{200D}") == ["1 NotoSans"])
    #expect(try name("x\u{1AC1}") == "missing NotoSans-Regular")
    let cascade = FontCollection.embedded.cascade(for: FontDescriptor())
    let (choice, reason) = try cascade.explain(["a", "\u{E34}"])
    #expect(reason == .embedded && !choice.isCovered)
  }

  /// A mark that HarfBuzz composes with its letter needs no glyph of its own.
  @Test func composedLettersAreNotDivided() throws {
    var file = try PatchedFont("NotoSans-Regular.ttf")
    // a, á, but not U+0301.
    file.replace(
      "cmap",
      with: PatchedFont.characterMap(
        platform: 3, encoding: 1, [(0x61...0x62, glyph: 68), (0xE1...0xE1, glyph: 69)]))
    let source = try FontSource(FontFile(data: file.bytes))
    let fonts = try FontCollection(
      given: [source, FontSource(FontFile(path: BundledFonts.path("NotoSansHebrew-Regular.ttf")))],
      includesSystemFonts: false)
    #expect(try parts("a\u{301}", fonts: fonts) == ["2 NotoSans"])
    #expect(try parts("b\u{5B8}", fonts: fonts) == ["1 NotoSans", "1 NotoSansHebrew"])
    // Conjoining letters of Hangul, which no embedded font has.
    #expect(try parts("\u{1112}\u{1161}\u{11AB}") == ["3 NotoSansCJKjp"])
  }

  @Test func whatIsMissingIsSaid() throws {
    #expect(try name("\u{E000}") == "missing NotoSans-Regular")
    let none = FontCollection(includesSystemFonts: false).cascade(for: FontDescriptor())
    #expect(throws: FontError.self) { try none.primary }
  }
}
