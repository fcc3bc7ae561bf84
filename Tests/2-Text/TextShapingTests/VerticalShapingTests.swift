// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// Upright runs beside HarfBuzz itself (`PlainRun`, which is what `hb-shape` does), and beside
/// lines that `hb-shape --direction=ttb` of HarfBuzz 6.0 wrote.
@Suite struct VerticalShapingTests {
  private static let cjk = "NotoSansCJK-Common.otf"

  private static func font(_ name: String) throws -> Font {
    try BundledFonts.face(name).font()
  }

  private func only(_ string: String, _ name: String) throws -> ShapedRun {
    let shaped = try Vertical.text(string, fonts: BundledFonts.collection(of: [name]))
    let runs = shaped.paragraphs[0].runs
    #expect(runs.count == 1)
    return runs[0]
  }

  // MARK: - Beside HarfBuzz

  @Test(arguments: ["「縦書き」。", "ー、〜（）…？", "東京ばんざい", "가나다라", "　あっぁ", "か\u{3099}け"])
  func uprightRunsAreHarfBuzzs(_ string: String) throws {
    let font = try Self.font(Self.cjk)
    let fonts = try BundledFonts.collection(of: [Self.cjk])
    for run in try Vertical.text(
      string, fonts: fonts, { $0.textSpacingTrim = .spaceAll }
    ).paragraphs[0].runs where run.isUpright {
      let part = Array(
        String(decoding: Array(string.utf16)[run.textRange.range], as: UTF16.self)
          .unicodeScalars.map(\.value))
      var options = PlainRun.Options()
      options.direction = .topToBottom
      options.script = "\(run.script)"
      options.language = "ja"
      let expected = try PlainRun(part, font: font, options: options)
      #expect(
        (0..<run.glyphCount).map { UInt32(run.glyph(at: $0)) } == expected.glyphs.map(\.id))
      #expect(
        (0..<run.glyphCount).map { Int(run.advance(at: $0)) }
          == expected.glyphs.map { -64 * $0.advanceY })
      #expect(
        (0..<run.glyphCount).map { Int(run.offset(at: $0).x) } == expected.glyphs.map(\.offsetX))
      #expect(
        (0..<run.glyphCount).map { Int(run.offset(at: $0).y) } == expected.glyphs.map(\.offsetY))
    }
  }

  /// `hb-shape --direction=ttb --no-glyph-names --language=ja NotoSansCJK-Common.otf 「縦書文」`
  @Test func aRecordedLine() throws {
    #expect(
      Vertical.line(try only("「縦書文」", Self.cjk))
        == "17858=0@-500,-880+0,-1000|9826=1@-500,-880+0,-1000|5906=2@-500,-880+0,-1000|"
        + "5659=3@-500,-880+0,-1000|17859=4@-500,-880+0,-1000")
  }

  @Test func widthsAreAlongTheLine() throws {
    let run = try only("縦書文", Self.cjk)
    #expect(run.totalAdvance == 3 * 64 * 1000)
    #expect(run.width == 48)
    #expect(run.width(of: 0..<2) == 32)
    #expect(run.horizontalScale == 1)
    let paragraph = try Vertical.text("縦書き文").paragraphs[0]
    let breaks = paragraph.breaks
    #expect((0..<breaks.count).map { breaks.advance(at: $0) } == [16, 32, 48, 64])
  }

  // MARK: - Fonts without vertical metrics

  /// Each glyph takes ascent and descent, and its origin is the ascent below the pen: one baseline
  /// for all.
  @Test func fallbackMetrics() throws {
    let shaped = try Vertical.text("Áxg", language: "") { $0.textOrientation = .upright }
    let run = try #require(shaped.paragraphs[0].runs.first)
    let metrics = run.font.metrics
    #expect(run.isUpright && run.glyphCount == 3)
    for i in 0..<3 {
      let glyph = UInt32(run.glyph(at: i))
      #expect(Double(run.advance(at: i)) == 64 * (metrics.ascent - metrics.descent))
      #expect(Int(run.offset(at: i).x) == -(run.font.advance(of: glyph) / 2))
      #expect(Double(run.offset(at: i).y) == -metrics.ascent)
    }
  }

  /// In a font with `vmtx` and without `VORG` the origin is the ink's upper edge and the bearing;
  /// without `vert`, `vrt2` gives the forms, but for letters that are upright by hand.
  @Test func bearingsAndOlderForms() throws {
    let font = try BundledFonts.testFace("VerticalForms.ttf").font()
    #expect(font.verticalFeature == 0x7672_7432)
    let fonts = try FontCollection(
      given: [FontSource(FontFile(path: BundledFonts.testPath("VerticalForms.ttf")))],
      includesSystemFonts: false)
    let mixed = try Vertical.text("漢「", fonts: fonts).paragraphs[0].runs
    #expect(mixed.map(\.isUpright) == [true])
    // As hb-shape --direction=ttb --features=vrt2 writes it.
    #expect(Vertical.line(mixed[0]) == "1=0@-500,-930+0,-1000|3=1@-500,-820+0,-500")
    let upright = try Vertical.text("漢「", fonts: fonts) { $0.textOrientation = .upright }
    #expect(
      Vertical.line(upright.paragraphs[0].runs[0])
        == "1=0@-500,-930+0,-1000|2=1@-500,-800+0,-1000")
  }

  /// A mark that `GPOS` attaches stays at its letter.
  @Test func attachedMarks() throws {
    let upright = try #require(
      Vertical.text("x\u{301}", language: "") { $0.textOrientation = .upright }
        .paragraphs[0].runs.first)
    let plain = try #require(
      ShapedText(AttributedText("x\u{301}"), fonts: .embedded).paragraphs[0].runs.first)
    #expect(upright.glyphCount == 2 && plain.glyphCount == 2)
    // From the letter's origin to the mark's.
    let pen = Int32(upright.advance(at: 0) / 64)
    #expect(
      upright.offset(at: 1).x - upright.offset(at: 0).x
        == plain.offset(at: 1).x + plain.advance(at: 0) / 64)
    #expect(upright.offset(at: 1).y - pen - upright.offset(at: 0).y == plain.offset(at: 1).y)
  }

  // MARK: - Turned runs

  @Test(arguments: ["office Vertical", "السلام عليكم", "ᠮᠣᠩᠭᠣᠯ", "हिन्दी"])
  func turnedRunsAreHorizontal(_ string: String) throws {
    let shaped = try Vertical.text(string, language: "")
    #expect(shaped.isVertical)
    let plain = try ShapedText(AttributedText(string), fonts: .embedded)
    #expect(!plain.isVertical)
    #expect(description(shaped) == description(plain))
    #expect(shaped.paragraphs[0].runs.allSatisfy { !$0.isUpright })
  }

  // MARK: - Spacing

  @Test func spacing() throws {
    let run = try #require(
      Vertical.text("縦書文") { $0.letterSpacing = 2 }.paragraphs[0].runs.first)
    #expect(run.width == 54)
    let words = try #require(
      Vertical.text("x x") {
        $0.textOrientation = .upright
        $0.wordSpacing = 5
      }.paragraphs[0].runs.first)
    let plain = try #require(
      Vertical.text("x x") { $0.textOrientation = .upright }.paragraphs[0].runs.first)
    #expect(abs(words.width - plain.width - 5) < 0.01)
  }

  /// Under an odd level glyphs stand in visual order, and letter spacing is above them.
  @Test func oddLevels() throws {
    let rlo = "\u{202E}縦書文\u{202C}"
    let plain = try #require(
      Vertical.text(rlo).paragraphs[0].runs.first { $0.isUpright })
    #expect(plain.level == 1)
    #expect((0..<3).map { plain.cluster(at: $0) } == [3, 2, 1])
    #expect(plain.width == 48)
    let spaced = try #require(
      Vertical.text(rlo) { $0.letterSpacing = 1 }.paragraphs[0].runs.first { $0.isUpright })
    #expect(spaced.width == 51)
    #expect(spaced.offset(at: 0).y == plain.offset(at: 0).y - 63)
  }

  /// `vhal` halves the second of two adjacent marks, and marks at the ends of lines.
  @Test func trimmedMarks() throws {
    let fonts = try BundledFonts.collection(of: [Self.cjk])
    let run = try #require(
      Vertical.text("漢」「漢", fonts: fonts).paragraphs[0].runs.first)
    #expect((0..<4).reduce(0) { $0 + run.advance(at: $1) } == 64 * 3500)
    #expect(!run.isSafeToBreak(at: 2))
    let all = try #require(
      Vertical.text("漢」「漢", fonts: fonts) { $0.textSpacingTrim = .spaceAll }
        .paragraphs[0].runs.first)
    #expect(all.totalAdvance == 64 * 4000)
    // A style that sets heights itself is left alone.
    let own = try Vertical.text("漢」「漢", fonts: fonts) { $0.features = [FontFeature("vpal", 0)] }
    #expect(own.paragraphs[0].advance == 64)
    let breaks = try Vertical.text("漢」漢", fonts: fonts).paragraphs[0].breaks
    #expect(breaks.trimmed(at: 0) == breaks.advance(at: 0) - 8)
  }

  // MARK: - Parts

  @Test func partsAreShapedAlike() throws {
    let shaped = try Vertical.text("縦書文「文」")
    let paragraph = shaped.paragraphs[0]
    let run = paragraph.runs[0]
    let part = try shaped.reshape(run, TextRange(1, 3), in: paragraph)
    #expect(part.isUpright)
    #expect(part.totalAdvance == 64 * 2000)
    #expect(part.offset(at: 0).y == run.offset(at: 1).y)
  }

  @Test func chunksLookAsOnePiece() throws {
    let string = String(repeating: "縦書きの「文章」、ー", count: 300)
    let whole = try Vertical.text(
      string, environment: ShapingEnvironment(chunkLength: 1 << 20, words: nil))
    let chunks = try Vertical.text(
      string, environment: ShapingEnvironment(chunkLength: 96, words: nil))
    #expect(glyphs(chunks) == glyphs(whole))
    #expect(glyphs(whole).count == 3000)
  }

  /// Caches of words and paragraphs hold horizontal text alone.
  @Test func cachesAreLeftOut() throws {
    let string = "縦 office 書"
    let environment = ShapingEnvironment(words: .shared, paragraphs: .shared)
    let horizontal = try shaped(AttributedText(string), .embedded, environment)
    let vertical = try description(Vertical.text(string, environment: environment))
    #expect(try description(Vertical.text(string)) == vertical)
    #expect(try shaped(AttributedText(string), .embedded, environment) == horizontal)
    #expect(vertical != horizontal)
  }

  @Test func tokens() throws {
    let shaped = try Vertical.text("縦書きabc")
    let runs = shaped.paragraphs[0].runs
    let ellipsis = try shaped.shapeToken(Array("…".utf16), like: runs[0])
    #expect(ellipsis.map(\.isUpright) == [false])
    let mixed = try shaped.shapeToken(Array("字-".utf16), style: runs[0].style, level: 0)
    #expect(mixed.map(\.isUpright) == [true, false])
    var style = runs[0].style
    style.textOrientation = .upright
    #expect(
      try shaped.shapeToken(Array("-".utf16), style: style, level: 0).map(\.isUpright) == [true])
  }

  @Test func missingCharacters() throws {
    let fonts = try BundledFonts.collection(of: [Self.cjk])
    let shaped = try Vertical.text("縦\u{E123}書", fonts: fonts)
    #expect(shaped.missing.map(\.range) == [TextRange(1, 2)])
    #expect(shaped.paragraphs[0].advance == 48)
  }
}
