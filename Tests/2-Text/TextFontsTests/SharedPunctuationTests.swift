// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextDefaultFonts
import TextModel
import TextTestSupport

@testable import TextFonts

/// Punctuation that Latin shares with Chinese and Japanese has the font of the letters beside it.
struct SharedPunctuationTests {
  private static let marks = "·–—―‖‘’“”‥…‧⋯⸺"

  /// The font of a mark beside Han, as the last part of its file's name; nil where it is the usual.
  private func font(
    _ fonts: FontCollection, _ mark: Unicode.Scalar, _ language: String, families: [String] = [],
    givenFont: Int? = nil
  ) throws -> String? {
    var descriptor = FontDescriptor(families: families)
    descriptor.givenFont = givenFont
    let cascade = fonts.cascade(for: descriptor, language: language)
    guard let index = try cascade.hanIndex(ofMark: mark.value, .never) else { return nil }
    return cascade.font(at: index).face.fileName.split(separator: "/").last.map(String.init)
  }

  /// The marks of GB/T 15834, CNS 11643 and JIS X 4051 that have no wide character of their own.
  @Test func theMarks() {
    let all = (0...0xFFFF).filter { SharedPunctuation.number(of: UInt16($0)) != nil }
    #expect(all == Self.marks.unicodeScalars.map { Int($0.value) }.sorted())
    let numbers = all.compactMap { SharedPunctuation.number(of: UInt16($0)) }
    #expect(Set(numbers) == Set(0..<SharedPunctuation.count))
    let text = Array("ab漢“c".utf16)
    #expect(SharedPunctuation.first(in: text.span, 0..<5) == 3)
    #expect(SharedPunctuation.first(in: text.span, 0..<3) == 3)
    #expect(SharedPunctuation.first(in: text.span, 4..<5) == 5)
  }

  @Test(arguments: ["zh-Hans", "zh-Hant", "zh-HK", "ja", "ko", "", "en"])
  func theEmbeddedFontHasThem(language: String) throws {
    for mark in Self.marks.unicodeScalars {
      #expect(try font(.embedded, mark, language) == "NotoSansCJK-Common.otf")
    }
    for family in ["sans-serif", "serif"] {
      #expect(try font(.embedded, "“", language, families: [family]) == "NotoSansCJK-Common.otf")
    }
  }

  /// As in browsers, a family that is named comes before any other.
  @Test func aFontThatIsAskedForKeepsItsMarks() throws {
    #expect(try font(.embedded, "“", "zh", families: ["Noto Serif"]) == nil)
    #expect(try font(.embedded, "“", "zh", families: ["Arial"]) == nil)
    let source = try FontSource(FontFile(path: BundledFonts.path("NotoSans-Regular.ttf")))
    let given = FontCollection(
      given: [source], defaultFonts: DefaultFonts.all,
      includesSystemFonts: false)
    #expect(try font(given, "“", "zh") == nil)
    let none = FontCollection(
      defaultFonts: [DefaultFont(source, role: .sansSerif)],
      includesSystemFonts: false)
    #expect(try font(none, "“", "zh") == nil)
  }

  @Test func languages() {
    for (language, expected) in [
      ("zh", true), ("zh-Hant-TW", true), ("yue", true), ("ja", true), ("ko-KR", true),
      ("en", false), ("", false), ("vi", false),
    ] {
      #expect(
        FontCollection.embedded.cascade(for: FontDescriptor(), language: language).writesHan
          == expected)
    }
  }
}
