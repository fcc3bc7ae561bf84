// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextAnalysis
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

@Suite struct StyleFontsTests {
  private func fonts(_ style: ShapingStyle = ShapingStyle()) throws -> StyleFonts {
    try StyleFonts(StyleFonts.Key(style), fonts: .embedded)
  }

  private func name(_ fonts: StyleFonts, _ unit: UInt16) throws -> String {
    fonts.font(try fonts.slot(for: unit, .never)).face.postScriptName
  }

  @Test func unitsHaveTheFirstFontThatMapsThem() throws {
    let fonts = try fonts()
    #expect(try name(fonts, 0x61) == "NotoSans-Regular")
    #expect(try name(fonts, 0x5D0) == "NotoSansHebrew-Regular")
    #expect(try name(fonts, 0x905) == "NotoSansDevanagari-Regular")
    #expect(try name(fonts, 0x6F22) == "NotoSansCJKjp-Regular")
    // A lone surrogate is taken for U+FFFD.
    #expect(try name(fonts, 0xD800) == name(fonts, 0xFFFD))
  }

  /// Units displace each other in the table; the answer never is that of another unit.
  @Test func theTableAgreesWithTheCascade() throws {
    let fonts = try fonts()
    var compared = 0
    for _ in 0..<2 {
      for unit in stride(from: UInt16(0), to: 0x3100, by: 7) {
        let scalar = try #require(Unicode.Scalar(unit))
        let expected = try fonts.cascade.font(for: scalar, presentation: .unspecified).font
        let slot = try fonts.slot(for: unit, .never)
        #expect(fonts.font(slot) == expected, "U+\(String(unit, radix: 16))")
        #expect(fonts.isKnown(unit, in: slot))
        #expect(!fonts.isKnown(unit, in: slot + 1))
        compared += 1
      }
    }
    #expect(compared > 3000)
    #expect(!fonts.isKnown(0xFFFC, in: 0))
  }

  @Test func clustersHaveOneFont() throws {
    let fonts = try fonts()
    let scalars = ScratchBuffer<UInt32>(repeating: 0, capacity: ShapingScratch.longestCluster)
    func name(_ string: String, _ presentation: EmojiPresentation = .unspecified) throws -> String {
      let units = Array(string.utf16)
      let slot = try fonts.slot(for: units.span, presentation, scalars: scalars, .never)
      return fonts.font(slot).face.postScriptName
    }
    for _ in 0..<2 {
      #expect(try name("e\u{301}") == "NotoSans-Regular")
      #expect(try name("שׁ") == "NotoSansHebrew-Regular")
      #expect(try name("❤", .emoji) == "NotoColorEmoji")
      #expect(try name("❤", .text) != "NotoColorEmoji")
      #expect(try name("👩‍🚀", .emoji) == "NotoColorEmoji")
      #expect(try name("𝔸") == "NotoSansMath-Regular")
    }
  }

  @Test func fontsAreCopies() throws {
    let (one, other) = (try fonts(), try fonts())
    let slot = try one.slot(for: 0x61, .never)
    #expect(one.font(slot) == other.font(slot))
    #expect(one.font(slot) !== other.font(slot))
    #expect(one.font(slot) === one.font(slot))
  }

  @Test func letterSpacingSwitchesLigaturesOff() throws {
    var style = ShapingStyle()
    style.features = [FontFeature("smcp", 1)]
    let plain = try fonts(style)
    #expect(plain.switches == 0 && plain.features.map(\.value) == [1])
    style.letterSpacing = 1
    let spaced = try fonts(style)
    #expect(spaced.switches == 4)
    #expect(spaced.features.map(\.value) == [0, 0, 0, 0, 1])
    #expect(spaced.features.map(\.tag).contains(0x6C69_6761))
  }

  @Test func theKeyHoldsWhatChoosesFonts() {
    let style = ShapingStyle()
    func isSame(_ change: (inout ShapingStyle) -> Void) -> Bool {
      var changed = style
      change(&changed)
      return StyleFonts.Key(changed) == StyleFonts.Key(style)
    }
    #expect(isSame { $0.size = 99 })
    #expect(isSame { $0.wordSpacing = 2 })
    #expect(!isSame { $0.letterSpacing = 2 })
    #expect(!isSame { $0.language = "ja" })
    #expect(!isSame { $0.features = [FontFeature("smcp", 1)] })
    #expect(!isSame { $0.font = FontDescriptor(families: ["serif"]) })
  }

  /// Four contexts of a set are kept, and the oldest gives way to a fifth.
  @Test func contextsAreKeptInSets() throws {
    let workspace = ShapingWorkspace()
    let scratch = workspace.scratch
    workspace.styles.open(.embedded)
    let style = try workspace.styles.style(of: ShapingStyle().storage, .never)
    let rules = try style.context(
      font: style.primaryOrigin().font, script: ScriptRuns.latin, level: 0, scratch: scratch
    ).rules
    let fonts = try fonts()
    let places = (1...200).map { WordContext.Place(font: $0, script: 1, direction: 0) }
    for place in places { fonts.keep(WordContext(rules, place)) }
    // 32 sets of 4: full after so many, and the newest are there.
    let kept = places.filter { fonts.context(at: $0) != nil }
    #expect(kept.count > 100 && kept.count <= 128)
    #expect(fonts.context(at: places[199])?.place == places[199])
    #expect(fonts.context(at: WordContext.Place(font: 200, script: 1, direction: 1)) == nil)
    #expect(fonts.context(at: WordContext.Place(font: 200, script: 2, direction: 0)) == nil)
  }
}
