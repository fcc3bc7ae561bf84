// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// Characters side by side in the room of one. Source: CSS Writing Modes 4, 9.1.
@Suite struct CombinedTextTests {
  private func digits(_ string: String, _ most: Int = 2) throws -> [String] {
    try Vertical.runs(string) { $0.textCombine = .digits(most) }
  }

  private func all(_ string: String, language: String = "ja") throws -> ShapedRun {
    let shaped = try Vertical.text(string, language: language) { $0.textCombine = .all }
    #expect(shaped.paragraphs[0].runs.count == 1)
    let run = shaped.paragraphs[0].runs[0]
    #expect(run.isCombined && run.isUpright && run.textRange.end == string.utf16.count)
    return run
  }

  /// The ink and the pen of a run's glyphs, in em: the edges left, right, top and bottom, from the
  /// middle of the square.
  private func box(_ run: ShapedRun) -> (left: Double, right: Double, base: [Double]) {
    let em = Double(run.font.unitsPerEm)
    var (left, right) = (Double.infinity, -Double.infinity)
    var base: [Double] = []
    for i in 0..<run.glyphCount {
      let glyph = UInt32(run.glyph(at: i))
      let x = Double(run.offset(at: i).x) / em
      left = min(left, x)
      right = max(right, x + Double(run.font.advance(of: glyph)) / em * run.horizontalScale)
      base.append(Double(run.offset(at: i).y) / em + (i == 0 ? 0 : -1) + 0.5)
    }
    return (left, right, base)
  }

  // MARK: - Which characters

  @Test func sequencesOfDigits() throws {
    #expect(try digits("20年12月5日") == ["20=", "年|", "12=", "月|", "5=", "日|"])
    #expect(try digits("2024年12") == ["2024-", "年|", "12="])
    #expect(try digits("2024年123", 4) == ["2024=", "年|", "123="])
    #expect(try digits("a12b") == ["a-", "12=", "b-"])
    #expect(try digits("１２") == ["１２|"])
    #expect(try digits("12\u{301}") == ["12\u{301}-"])
    #expect(try digits("12", 9) == ["12="])
    #expect(try digits("12345", 9) == ["12345-"])
  }

  @Test func wholeSpans() throws {
    #expect(try Vertical.runs("AM10") { $0.textCombine = .all } == ["AM10="])
    let long = String(repeating: "x", count: TextLimits.combinedLength)
    #expect(try Vertical.runs(long) { $0.textCombine = .all } == [long + "="])
    #expect(try Vertical.runs(long + "x") { $0.textCombine = .all } == [long + "x-"])
    #expect(try Vertical.runs("a\tb") { $0.textCombine = .all } == ["a\tb-"])
    let lines = try Vertical.text("ab\u{2028}cd") { $0.textCombine = .all }
    #expect(lines.paragraphs.map { $0.runs.map(\.isCombined) } == [[true], [true]])
    // No font has both.
    #expect(try Vertical.runs("a漢ش") { $0.textCombine = .all }.allSatisfy { !$0.hasSuffix("=") })
    // Several scripts in one font.
    #expect(try Vertical.runs("か漢") { $0.textCombine = .all } == ["か漢="])
  }

  @Test func neighbours() throws {
    var text = AttributedText("第", style: TextStyle())
    var style = TextStyle()
    style.shaping.textCombine = .all
    text.append(AttributedText("12", style: style))
    text.append(AttributedText("回", style: TextStyle()))
    let shaped = try ShapedText(text, fonts: .embedded, isVertical: true)
    #expect(Vertical.runs(shaped) == ["第|", "12=", "回|"])
    // Without effect in horizontal text.
    let plain = try ShapedText(text, fonts: .embedded)
    #expect(plain.paragraphs[0].runs.allSatisfy { !$0.isCombined && !$0.isUpright })
  }

  // MARK: - Places

  @Test func oneClusterOfOneEm() throws {
    let run = try all("12")
    #expect(run.width == 16)
    #expect(run.glyphCount == 2)
    #expect(run.advance(at: 0) == Int32(run.font.unitsPerEm * 64) && run.advance(at: 1) == 0)
    #expect(run.cluster(at: 1) == 0)
    #expect(!run.isSafeToBreak(at: 1))
  }

  @Test func centred() throws {
    let run = try all("i1", language: "")
    #expect(run.horizontalScale == 1)
    let box = box(run)
    #expect(abs(box.left + box.right) < 0.002)
    // The ascent and the descent are as far from the edges of the square.
    let metrics = run.font.metrics
    let em = Double(run.font.unitsPerEm)
    for base in box.base {
      #expect(abs(base + (metrics.ascent + metrics.descent) / 2 / em) < 0.002)
    }
  }

  @Test func compressed() throws {
    let run = try all("ABCDE", language: "")
    #expect(run.horizontalScale < 0.5)
    let box = box(run)
    #expect(abs(box.left + 0.55) < 0.004 && abs(box.right - 0.55) < 0.004)
    #expect(run.width == 16)
  }

  /// Noto Sans CJK has half-width digits.
  @Test func narrowForms() throws {
    let fonts = try BundledFonts.collection(of: ["NotoSansCJK-Common.otf"])
    func run(_ string: String) throws -> ShapedRun {
      try Vertical.text(string, fonts: fonts) { $0.textCombine = .all }.paragraphs[0].runs[0]
    }
    let two = try run("１２")
    #expect(two.horizontalScale == 1)
    #expect((0..<2).allSatisfy { two.font.advance(of: UInt32(two.glyph(at: $0))) == 500 })
    #expect(two.offset(at: 0).x == -500 && two.offset(at: 1).x == 0)
    #expect(try run("１２３４").horizontalScale < 0.3)
  }

  @Test func spacing() throws {
    let shaped = try Vertical.text("12") {
      $0.textCombine = .all
      $0.letterSpacing = 4
    }
    #expect(shaped.paragraphs[0].runs[0].width == 20)
  }

  // MARK: - Lines

  @Test func noBreaksInside() throws {
    let shaped = try Vertical.text("a b") { $0.textCombine = .all }
    let breaks = shaped.paragraphs[0].breaks
    #expect((0..<breaks.count).map { breaks.offset(at: $0) } == [3])
    let date = try Vertical.text("年12月") { $0.textCombine = .digits(2) }.paragraphs[0].breaks
    #expect((0..<date.count).map { date.advance(at: $0) } == [16, 32, 48])
  }

  @Test func levels() throws {
    // Combined text counts as an object, and runs from left to right inside.
    let shaped = try Vertical.text("אב") { $0.textCombine = .all }
    #expect(shaped.paragraphs[0].baseLevel == 0)
    let run = shaped.paragraphs[0].runs[0]
    #expect(run.isCombined && run.offset(at: 0).x < run.offset(at: 1).x)
    #expect(
      try Vertical.runs("ש12ש", language: "") { $0.textCombine = .digits(2) }
        == ["ש-1", "12=1", "ש-1"])
  }

  @Test func partsAreCombinedToo() throws {
    let shaped = try Vertical.text("123") { $0.textCombine = .digits(3) }
    let paragraph = shaped.paragraphs[0]
    let part = try shaped.reshape(paragraph.runs[0], TextRange(0, 2), in: paragraph)
    #expect(part.isCombined && part.width == 16 && part.glyphCount == 2)
  }

  @Test func tokensAreNotCombined() throws {
    let shaped = try Vertical.text("12") { $0.textCombine = .all }
    let token = try shaped.shapeToken(Array("...".utf16), like: shaped.paragraphs[0].runs[0])
    #expect(token.map(\.isCombined) == [false])
  }

  @Test func tooManyParts() throws {
    let string = String(repeating: "1 ", count: 100_000)
    let shaped = try Vertical.text(string) { $0.textCombine = .digits(2) }
    #expect(shaped.paragraphs[0].runs.count == 200_000)
  }
}
