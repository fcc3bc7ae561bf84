// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextAnalysis
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// Which parts of vertical text stand upright. Sources: UTR #50; CSS Writing Modes 4, 5.1.
@Suite struct VerticalDivisionTests {
  @Test func mixed() throws {
    #expect(try Vertical.runs("縦abc書") == ["縦|", "abc-", "書|"])
    #expect(try Vertical.runs("2024年5月") == ["2024-", "年|", "5-", "月|"])
    #expect(try Vertical.runs("「縦」、ー〜") == ["「縦」、ー〜|"])
    #expect(try Vertical.runs("ＡＢ㌔") == ["ＡＢ㌔|"])
    #expect(try Vertical.runs("ｶﾅ", language: "") == ["ｶﾅ-"])
  }

  @Test func byHand() throws {
    #expect(try Vertical.runs("縦ab書") { $0.textOrientation = .sideways } == ["縦ab書-"])
    #expect(try Vertical.runs("縦ab書") { $0.textOrientation = .upright } == ["縦ab書|"])
  }

  /// Brackets without vertical form are turned (class `Tr`), commas stay upright (class `Tu`).
  @Test func transformedCharactersByFont() throws {
    let font = try BundledFonts.face("NotoSansCJK-Common.otf").font()
    func form(_ scalar: Unicode.Scalar) throws -> Bool {
      try font.hasVerticalForm(of: #require(font.glyph(for: scalar)))
    }
    #expect(try form("「") && form("ー") && form("、"))
    #expect(try !form("縦"))
    #expect(font.verticalFeature == nil)
    let plain = try BundledFonts.face("NotoSansSymbols-Regular.ttf").font()
    #expect(try !plain.hasVerticalForm(of: #require(plain.glyph(for: "\u{2329}"))))
    let fonts = try BundledFonts.collection(of: ["NotoSansSymbols-Regular.ttf"])
    #expect(try Vertical.runs(Vertical.text("\u{2329}⚠", fonts: fonts)) == ["\u{2329}-", "⚠|"])
  }

  @Test func clusters() throws {
    // The mark stands as its letter, which decides; a mark that encloses makes it upright.
    #expect(try Vertical.runs("か\u{3099}a\u{301}") == ["か\u{3099}|", "a\u{301}-"])
    #expect(VerticalOrientation(ofCluster: Array("a\u{20DD}".utf16).span, 0..<2) == .upright)
    #expect(VerticalOrientation(ofCluster: Array("a\u{301}".utf16).span, 0..<2) == .rotated)
    #expect(try Vertical.runs("👩‍🚀🇩🇪1\u{FE0F}\u{20E3}") == ["👩‍🚀🇩🇪1\u{FE0F}\u{20E3}|"])
  }

  @Test func invisibleCharacters() throws {
    #expect(try Vertical.runs("縦\u{2060}書\u{200B}き") == ["縦\u{2060}書\u{200B}き|"])
    #expect(try Vertical.runs("ab\u{AD}c縦") == ["ab\u{AD}c-", "縦|"])
    // Spaces are turned: they are as wide as in horizontal text.
    #expect(try Vertical.runs("縦 書") == ["縦|", " -", "書|"])
    #expect(try Vertical.runs("縦　書") == ["縦　書|"])
  }

  @Test func marksInAnotherFontStandAsTheirLetters() throws {
    // No font has both.
    let shaped = try Vertical.text("縦\u{951}a\u{951}")
    #expect(shaped.paragraphs[0].runs.count == 4)
    #expect(Vertical.runs(shaped) == ["縦\u{951}|", "a\u{951}-"])
  }

  @Test func rightToLeft() throws {
    #expect(try Vertical.runs("السلام 縦") == ["السلام -1", "縦|2"])
    // Upright letters run from left to right, and do not join.
    let upright = try Vertical.text("بب", language: "") { $0.textOrientation = .upright }
    #expect(Vertical.runs(upright) == ["بب|"])
    #expect(upright.paragraphs[0].baseLevel == 0)
    let run = upright.paragraphs[0].runs[0]
    #expect(run.glyph(at: 0) == run.glyph(at: 1))
    #expect(UInt32(run.glyph(at: 0)) == run.font.glyph(for: "ب"))
    #expect(
      try Vertical.runs("אב", direction: .rightToLeft) { $0.textOrientation = .upright } == ["אב|"])
    // Letter spacing applies to letters that do not join.
    let spaced = try Vertical.text("بب", language: "") {
      $0.textOrientation = .upright
      $0.letterSpacing = 3
    }
    #expect(abs(spaced.paragraphs[0].runs[0].width - run.width - 6) < 0.01)
    // An emoji in a paragraph from right to left.
    #expect(try Vertical.runs("ש😀") == ["ש-1", "😀|1"])
  }

  @Test func lineSeparators() throws {
    let shaped = try Vertical.text("אב\u{2028}גד") { $0.textOrientation = .upright }
    #expect(shaped.paragraphs.map(\.baseLevel) == [0, 0])
    #expect(shaped.paragraphs.allSatisfy { $0.runs.allSatisfy { $0.isUpright && $0.level == 0 } })
    let mixed = try Vertical.text("אב\u{2028}縦")
    #expect(mixed.paragraphs.map(\.baseLevel) == [1, 1])
  }

  @Test func tabsAndEmptyText() throws {
    #expect(try Vertical.runs("縦\t書") == ["縦|", "\t-", "書|"])
    #expect(try Vertical.text("縦\t書").paragraphs[0].hasTabs)
    #expect(try Vertical.text("").paragraphs[0].runs.isEmpty)
    #expect(try Vertical.text("縦\n\n書\n").paragraphs.count == 3)
  }

  /// A box stands upright: along the line it is as long as it is high.
  @Test func attachments() throws {
    var text = AttributedText("縦")
    text.append(TextAttachment(.reserved(""), size: Size(width: 30, height: 12)))
    let shaped = try ShapedText(text, fonts: .embedded, isVertical: true)
    let run = try #require(shaped.paragraphs[0].runs.last)
    #expect(run.kind == .attachment && run.isUpright && run.width == 12)
  }

  /// Many changes of orientation, in paragraphs that take several batches.
  @Test func manyChanges() throws {
    let string = String(repeating: "縦a", count: 3000)
    let shaped = try Vertical.text(string)
    let runs = shaped.paragraphs[0].runs
    #expect(runs.count == 6000)
    #expect(runs.enumerated().allSatisfy { $1.isUpright == ($0 % 2 == 0) })
    #expect(runs.enumerated().allSatisfy { $1.textRange == TextRange($0, $0 + 1) })
  }
}
