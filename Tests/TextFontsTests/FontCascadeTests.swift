// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
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

  @Test func whatIsMissingIsSaid() throws {
    #expect(try name("\u{E000}") == "missing NotoSans-Regular")
    let none = FontCollection(includesSystemFonts: false).cascade(for: FontDescriptor())
    #expect(throws: FontError.self) { try none.primary }
  }
}
