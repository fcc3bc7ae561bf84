// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextShaping
import TextTestSupport

@testable import CanvasGeometry
@testable import TextTypesetting

/// Letters that are shown in another case than that in which they are written: offsets stay those
/// of the text. Liberation Mono has no small capitals, Noto Sans has.
@Suite struct LetterCaseTests {
  private func text(
    _ string: String, family: String? = nil, _ change: (inout ShapingStyle) -> Void
  ) -> AttributedText {
    var style = TextStyle(family: family, size: 1000)
    change(&style.shaping)
    return AttributedText(string, style: style)
  }

  private static let mono = Result {
    try BundledFonts.collection(of: ["LiberationMono-Regular.ttf"])
  }

  private func glyphs(_ layout: TextLayout) -> [UInt16] {
    layout.lines.flatMap(\.runs).flatMap { run in run.glyphs.map { run.run.glyph(at: $0) } }
  }

  @Test("One letter may show two; the caret and the hit stand beside the one that is written")
  func offsets() throws {
    let layout = try TextLayout(
      text("Straße ab") { $0.letterCase = .uppercase }, fonts: Fixture.fonts)
    let capitals = try Fixture.layout("STRASSE AB")
    #expect(glyphs(layout) == glyphs(capitals))
    #expect(near(layout.lines[0].width, capitals.lines[0].width))
    #expect(layout.text.string == "Straße ab")
    let carets = layout.carets(inLine: 0)
    #expect(carets.map(\.offset) == Array(0...9))
    #expect(near(carets[4].x, try Fixture.width("STRA")))
    #expect(near(carets[5].x, try Fixture.width("STRASS")))
    let middle = Point(x: try Fixture.width("STRAS") + 100, y: 500)
    #expect(layout.position(at: middle).offset == 5)
    let quads = layout.rectangles(for: TextRange(4, 5))
    #expect(
      quads.count == 1 && near(quads[0].minX, carets[4].x) && near(quads[0].maxX, carets[5].x))
  }

  @Test("The language decides, and a line that is shaped again keeps its words")
  func languages() throws {
    var turkish = text("ilk ısı ilk") {
      $0.letterCase = .uppercase
      $0.language = "tr"
    }
    #expect(
      glyphs(try TextLayout(turkish, fonts: Fixture.fonts))
        == glyphs(try Fixture.layout("İLK ISI İLK")))
    turkish.updateShaping(turkish.range) { $0.letterCase = .capitalize }
    #expect(
      glyphs(try TextLayout(turkish, fonts: Fixture.fonts))
        == glyphs(try Fixture.layout("İlk Isı İlk")))
    // A break within the ligature of ﬃ shapes its parts again.
    let broken = text("effiffiffi") { $0.letterCase = .uppercase }
    let layout = try TextLayout(
      broken, in: TextContainer(width: 1500), fonts: Fixture.fonts)
    #expect(layout.lines.count > 2)
    #expect(glyphs(layout) == glyphs(try Fixture.layout("EFFIFFIFFI")))
  }

  @Test("A letter whose counterpart the font lacks stays")
  func missingCounterparts() throws {
    // Neither font has a capital of U+0250 in the subset; the letter itself is there.
    let fonts = try Self.mono.get()
    let plain = try TextLayout(text("\u{0138}") { _ in }, fonts: fonts)
    let upper = try TextLayout(text("\u{0138}") { $0.letterCase = .uppercase }, fonts: fonts)
    #expect(glyphs(plain) == glyphs(upper))
  }

  @Test("Small capitals are made of capitals where the font has none, in lines as high as others")
  func madeCapitals() throws {
    let fonts = try Self.mono.get()
    let plain = try TextLayout(text("ABC DEß") { _ in }, fonts: fonts)
    let layout = try TextLayout(
      text("Abc DEß") { $0.smallCapitals = .ofSmallLetters }, fonts: fonts)
    let runs = layout.lines[0].runs
    #expect(runs.map { $0.range.start } == [0, 1, 3, 6])
    #expect(runs.map(\.run.size) == [1000, 700, 1000, 700])
    #expect(glyphs(layout).prefix(6) == glyphs(plain).prefix(6))
    #expect(runs[3].glyphs.count == 2, "ß is two capitals")
    #expect(layout.lines[0].height == plain.lines[0].height)
    #expect(layout.lines[0].baseline == plain.lines[0].baseline)
    let small = try TextLayout(text("abc") { $0.smallCapitals = .ofSmallLetters }, fonts: fonts)
    #expect(small.lines[0].height == plain.lines[0].height)
    let all = try TextLayout(text("Ab 1") { $0.smallCapitals = .ofAllLetters }, fonts: fonts)
    #expect(all.lines[0].runs.map(\.run.size) == [700])
    let none = try TextLayout(
      text("Abc") {
        $0.smallCapitals = .ofSmallLetters
        $0.makesSmallCapitals = false
      }, fonts: fonts)
    #expect(none.lines[0].runs.map(\.run.size) == [1000])
    #expect(glyphs(none) == glyphs(try TextLayout(text("Abc") { _ in }, fonts: fonts)))
  }

  @Test("A combining mark is as small as its letter")
  func marks() throws {
    let layout = try TextLayout(
      text("Ae\u{301}E\u{301}") { $0.smallCapitals = .ofSmallLetters }, fonts: try Self.mono.get())
    #expect(layout.lines[0].runs.map { $0.range.start } == [0, 1, 3])
  }

  @Test("A font's own small capitals are taken")
  func ownCapitals() throws {
    let layout = try TextLayout(
      text("Abc") { $0.smallCapitals = .ofSmallLetters }, fonts: Fixture.fonts)
    let feature = try TextLayout(
      text("Abc") { $0.features = [FontFeature("smcp")] }, fonts: Fixture.fonts)
    #expect(layout.lines[0].runs.map(\.run.size) == [1000])
    #expect(glyphs(layout) == glyphs(feature))
    #expect(glyphs(layout) != glyphs(try Fixture.layout("Abc")))
  }

  @Test("Case and small capitals together: capitals of words are full, all others small")
  func together() throws {
    let layout = try TextLayout(
      text("ab cd") {
        $0.letterCase = .capitalize
        $0.smallCapitals = .ofSmallLetters
      }, fonts: try Self.mono.get())
    #expect(layout.lines[0].runs.map { $0.range.start } == [0, 1, 2, 4])
    let lower = try TextLayout(
      text("AB") {
        $0.letterCase = .lowercase
        $0.smallCapitals = .ofSmallLetters
      }, fonts: try Self.mono.get())
    #expect(lower.lines[0].runs.map(\.run.size) == [700])
  }
}
