// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import TextShaping
@testable import TextTypesetting

/// U+2028 ends a line and no paragraph.
@Suite struct LineSeparatorTests {
  private static func layout(
    _ string: String, _ paragraph: ParagraphStyle = .default, width: Double? = 400
  ) throws -> TextLayout {
    try TextLayout(
      AttributedText(string, style: TextStyle(paragraph: paragraph)),
      in: TextContainer(width: width), fonts: Fixture.fonts)
  }

  @Test func spacingAndIndentsAreThoseOfParagraphs() throws {
    var style = ParagraphStyle()
    (style.lineSpacing, style.spacingBefore, style.spacingAfter) = (3, 50, 70)
    (style.firstLineIndent, style.startIndent) = (20, 5)
    let soft = try Self.layout("one\u{2028}two\nthree", style)
    let hard = try Self.layout("one\ntwo\nthree", style)
    #expect(soft.lines.map(\.origin.x) == [25, 5, 25])
    #expect(hard.lines.map(\.origin.x) == [25, 25, 25])
    let height = soft.lines[0].height
    #expect(soft.lines[1].origin.y == height + 3)
    #expect(hard.lines[1].origin.y == height + 3 + 70 + 50)
    #expect(soft.lines[2].origin.y == soft.lines[1].origin.y + height + 3 + 70 + 50)
    #expect(soft.lines[0].isHardBreak)
    #expect(soft.lines.map(\.range) == [TextRange(0, 4), TextRange(4, 8), TextRange(8, 13)])
    // Wrapped lines after a separator are not first lines either.
    let narrow = try Self.layout("one\u{2028}two words", style, width: 50)
    #expect(narrow.lines.dropFirst().allSatisfy { $0.origin.x == 5 } && narrow.lines.count > 2)
  }

  @Test func theStyleIsThatOfTheParagraphsFirstCharacter() throws {
    var text = AttributedText("one\u{2028}two\nthree")
    text.updateParagraphs(TextRange(4, 7)) { $0.alignment = .right }
    let layout = try TextLayout(
      text, in: TextContainer(width: 400), fonts: Fixture.fonts)
    #expect(layout.lines.map(\.origin.x) == [0, 0, 0])
  }

  @Test func directionAndEmbeddingsGoOnOverASeparator() throws {
    // The first strong character decides for all lines, also from a later one.
    let found = try Self.layout("1\u{2028}שלום\u{2028}abc\nabc")
    #expect(found.lines.map(\.baseLevel) == [1, 1, 1, 0])
    #expect(found.lines[0].origin.x > 300 && found.lines[2].origin.x > 300)
    // An override that begins before the separator.
    let override = try Self.layout("a\u{202E}bc\u{2028}de\u{202C}f")
    let levels = override.shaped.paragraphs[1].runs.map(\.level)
    #expect(levels == [1, 0])
  }

  @Test(arguments: ["a\u{2028}", "a\u{2028}\n", "\u{2028}", "\u{2028}\u{2028}b", "\n\u{2028}a"])
  func emptyLines(_ string: String) throws {
    let soft = try Self.layout(string)
    let hard = try Self.layout(string.replacing("\u{2028}", with: "\n"))
    #expect(soft.lines.map(\.frame) == hard.lines.map(\.frame))
    #expect(soft.lines.map(\.range) == hard.lines.map(\.range))
  }

  @Test func oneParagraphForCarets() throws {
    let text = AttributedText("ab\u{2028}cd\nef")
    let document = TextDocument(text, width: 300, fonts: Fixture.fonts)
    #expect(document.paragraphCount == 2)
  }
}
