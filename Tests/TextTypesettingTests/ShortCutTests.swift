// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// What is set by a short cut is what is set without.
@Suite struct ShortCutTests {
  private static let words = [
    "a", "AV", "To", "office", "wrapping", "—", "(x)", "e\u{301}te\u{301}", "שלום", "بيت", "漢字",
    "10%", "fi",
    "hy\u{AD}phen", "…", "नमस्ते", "a.b", "\u{200B}", "ไทย",
  ]

  private func randomText(_ random: inout SeededGenerator) -> AttributedText {
    var text = AttributedText("")
    var paragraph = ParagraphStyle.default
    paragraph.alignment = TextAlignment.allCases.randomElement(using: &random) ?? .start
    paragraph.direction = TextDirection.allCases.randomElement(using: &random) ?? .auto
    if Int.random(in: 0..<4, using: &random) == 0 {
      paragraph.firstLineIndent = 300
      paragraph.endIndent = 200
      paragraph.lineHeight = .multiple(1.5)
      paragraph.lineSpacing = 7
      paragraph.spacingBefore = 3
    }
    if Int.random(in: 0..<3, using: &random) == 0 { paragraph.overflowWrap = .normal }
    let latinOnly = Bool.random(using: &random)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      var shaping = ShapingStyle(size: Bool.random(using: &random) ? 1000 : 700)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: shaping.letterSpacing = -900
      case 1: shaping.letterSpacing = 50
      case 2: shaping.wordSpacing = -1500
      case 3: shaping.baselineOffset = 100
      default: break
      }
      var string = ""
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        string += Self.words[Int.random(in: 0..<(latinOnly ? 7 : Self.words.count), using: &random)]
        if Int.random(in: 0..<4, using: &random) > 0 { string += " " }
        if Int.random(in: 0..<12, using: &random) == 0 { string += "\n" }
        if Int.random(in: 0..<20, using: &random) == 0 { string += "\t" }
      }
      text.append(string, style: TextStyle(shaping: shaping, paragraph: paragraph))
    }
    return text
  }

  private func expectSame(_ shaped: ShapedText, _ container: TextContainer, _ note: String) throws {
    let general = try Typesetter.set(shaped, in: container, takesShortCuts: false)
    let layout = try TextLayout(shaped, in: container)
    #expect(layout.size == general.size, "\(note)")
    #expect(layout.isTruncated == general.isTruncated, "\(note)")
    #expect(Array(layout.records) == Array(general.records), "\(note)")
    try #require(layout.specials.count == general.specials.count, "\(note)")
    for (a, b) in zip(layout.specials.joined(), general.specials.joined()) {
      #expect(a.kind == b.kind && a.level == b.level && a.glyphs == b.glyphs, "\(note)")
      #expect(a.range == b.range && a.width == b.width, "\(note)")
      #expect(
        a.glyphs.map { a.run.glyph(at: $0) } == b.glyphs.map { b.run.glyph(at: $0) }, "\(note)")
    }
  }

  @Test func shortCutsChangeNothing() throws {
    var random = SeededGenerator(seed: 11)
    var singles = 0
    for round in 0..<1000 {
      let text = randomText(&random)
      let shaped = try ShapedText(text, fonts: Fixture.fonts)
      let natural = try TextLayout(shaped).lines.map(\.width).max() ?? 0
      for _ in 0..<4 {
        var container = TextContainer()
        switch Int.random(in: 0..<4, using: &random) {
        case 0: break
        case 1: container.width = natural + Double(Int.random(in: -2...2, using: &random))
        default: container.width = Double(Int.random(in: 0...12_000, using: &random))
        }
        container.maximumLines = Int.random(in: 0...3, using: &random)
        if Int.random(in: 0..<4, using: &random) == 0 { container.height = 3000 }
        if Bool.random(using: &random) { container.truncation = .none }
        if try SingleLine(shaped, in: container) != nil { singles += 1 }
        try expectSame(
          shaped, container, "round \(round), \(container), \(text.string.debugDescription)")
      }
    }
    // The short way is taken where it is meant to be.
    #expect(singles > 60, "\(singles) single lines")
  }

  @Test func aPartThatIsWiderThanTheWholeIsNoSingleLine() throws {
    // Letters, then spaces that go back: the text as a whole is narrower than its first word.
    var shaping = ShapingStyle(size: 1000)
    shaping.wordSpacing = -2000
    let text = AttributedText("wide a a a a a a a.", style: TextStyle(shaping: shaping))
    let shaped = try ShapedText(text, fonts: Fixture.fonts)
    let whole = shaped.paragraphs[0].runs.reduce(0) { $0 + $1.width }
    let word = try Fixture.width("wide")
    try #require(whole < word)
    let container = TextContainer(width: (max(whole, 0) + word) / 2)
    #expect(try SingleLine(shaped, in: container) == nil)
    try expectSame(shaped, container, "")
  }

  @Test func theCacheOfEllipsesKeepsTheLastOnes() throws {
    let cache = ThreadEllipsisCache(capacity: 2)
    let shaped = try ShapedText(AttributedText("a"), fonts: Fixture.fonts)
    func runs(_ size: Double) throws -> [ShapedRun] {
      try cache.runs(of: [0x2026], style: ShapingStyle(size: size), level: 0, beside: shaped)
    }
    let first = try runs(10)
    #expect(try runs(10)[0] === first[0])
    #expect(try runs(11)[0] !== first[0])
    #expect(try runs(10)[0] === first[0])
    _ = try runs(12)
    #expect(try runs(10)[0] !== first[0])
    #expect(try runs(10)[0].width == first[0].width)
    let other = try cache.runs(of: [0x2E], style: ShapingStyle(size: 10), level: 0, beside: shaped)
    #expect(other[0].glyph(at: 0) != first[0].glyph(at: 0))
  }
}
