// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextModel

@Suite("AttributedString in and out")
struct AttributedStringBridgeTests {
  @Test("Attributes become columns, offsets are UTF-16 whatever the script")
  func conversion() throws {
    var string = AttributedString("añ")
    var emoji = AttributedString("😀")
    emoji.foregroundColor = .white
    emoji.fontSize = 30
    var tail = AttributedString("漢z")
    tail.underline = TextDecoration()
    tail.tracking = 2
    tail.kern = 7
    tail.languageIdentifier = "ja"
    string += emoji
    string += tail
    let text = AttributedText(string)
    #expect(text.string == "añ😀漢z")
    #expect(text.length == 6)
    #expect(text.paint.ends == [2, 4, 6])
    #expect(text.paint.values[1].color == .white)
    #expect(text.paint.values[2].underline == TextDecoration())
    #expect(text.shaping.ends == [2, 4, 6])
    #expect(text.shaping.values[1].size == 30)
    #expect(text.shaping.values[2].letterSpacing == 2)
    #expect(text.shaping.values[2].language == "ja")
    #expect(text.paragraphs.count == 1)
  }

  @Test("Attributes that are not set come from the base style")
  func base() {
    let style = TextStyle(family: "Serif", size: 33, color: .white, alignment: .center)
    var string = AttributedString("plain ")
    var piece = AttributedString("set")
    piece.baselineOffset = 4
    piece.fontVariations = [FontVariation(tag: FontTag("wght")!, value: 700)]
    string += piece
    let text = AttributedText(string, style: style)
    #expect(text.shaping.values[0] == style.shaping)
    #expect(text.paragraphs.values == [style.paragraph])
    #expect(text.paint.values == [style.paint])
    #expect(text.shaping.values[1].baselineOffset == 4)
    #expect(text.shaping.values[1].size == 33)
    #expect(text.shaping.values[1].font.families == ["Serif"])
    #expect(text.shaping.values[1].font.variations.count == 1)
  }

  @Test("Every attribute is read")
  func everyAttribute() {
    var string = AttributedString("x")
    string.font = FontDescriptor(families: ["A"], weight: 700)
    string.fontSize = 11
    string.fontFeatures = [FontFeature(tag: FontTag("smcp")!)]
    string.foregroundColor = .white
    string.backgroundColor = .black
    string.kern = 3
    string.wordSpacing = 5
    string.strikethrough = TextDecoration(color: .white)
    string.language = "de"
    string.paragraphStyle = ParagraphStyle(alignment: .end)
    let text = AttributedText(string)
    let shaping = text.shaping.values[0]
    #expect(shaping.font == FontDescriptor(families: ["A"], weight: 700))
    #expect(shaping.size == 11)
    #expect(shaping.features.count == 1)
    #expect(shaping.letterSpacing == 3)
    #expect(shaping.wordSpacing == 5)
    #expect(shaping.language == "de")
    #expect(text.paint.values[0].background == TextBackground(.black))
    #expect(text.paint.values[0].strikethrough?.color == .white)
    #expect(text.paragraphs.values[0].alignment == .end)
  }

  @Test("Empty and plain strings")
  func plain() {
    #expect(AttributedText(AttributedString()) == AttributedText())
    #expect(AttributedText(AttributedString("naïve 😀")) == AttributedText("naïve 😀"))
  }

  @Test("There and back again gives the same text")
  func roundTrip() {
    var text = AttributedText("one ", style: TextStyle(size: 12))
    text.append("два 😀 ", style: TextStyle(size: 20, weight: 700, color: .white))
    text.append("שלוש", style: TextStyle(size: 20, alignment: .center))
    #expect(AttributedText(AttributedString(text)) == text)
  }

  @Test("Properties of shaping that have no attribute go there and back in one")
  func everyProperty() {
    for (property, field) in zip(StyleProperty.allCases, ShapingStyle.Fields.fields) {
      guard let field else { continue }
      // All others have their defaults.
      var style = Self.shaping
      if case .length = property.styleForm { style.update { field.set(3.0, in: &$0) } }
      style.update { fields in
        for (other, field) in zip(StyleProperty.allCases, ShapingStyle.Fields.fields)
        where other != property { field?.reset(&fields) }
      }
      var plain = style
      plain.update { field.reset(&$0) }
      #expect(style != plain, "\(property)")
      let text = AttributedText("a", style: TextStyle(shaping: style))
      #expect(AttributedText(AttributedString(text)) == text, "\(property)")
    }
    let text = AttributedText("a", style: TextStyle(shaping: Self.shaping))
    #expect(AttributedText(AttributedString(text)) == text)
    // Attributes are changes to the style of the whole text, and to the one that they stand beside.
    var string = AttributedString("ab")
    string.fontSize = 9
    let upon = AttributedText(string, style: TextStyle(shaping: Self.shaping))
    var expected = Self.shaping
    expected.size = 9
    #expect(upon.shaping.values == [expected])
    string.shapingStyle = Self.shaping
    #expect(AttributedText(string).shaping.values == [expected])
  }

  private static let shaping: ShapingStyle = {
    var style = ShapingStyle(
      font: FontDescriptor(
        families: ["A"], weight: 650, slant: .oblique, stretch: 80,
        variations: [FontVariation("wght", 600)], givenFont: 2),
      size: 17.5, features: [FontFeature("smcp")], language: "sr", letterSpacing: 0.5,
      wordSpacing: 1.5, baselineOffset: -2, textSpacingTrim: .spaceAll)
    (style.textOrientation, style.textCombine) = (.upright, .digits(3))
    style.scriptPosition = .superscript
    (style.letterCase, style.smallCapitals) = (.uppercase, .ofSmallLetters)
    style.makesSmallCapitals = false
    style.emphasis = EmphasisMark(.sesame, isFilled: false, position: .under)
    (style.autospace, style.textWrap) = (.ideographNumeric, .noWrap)
    style.isolation = .rightToLeft
    (style.font.instance, style.font.opticalSizing) = ("Bold", .none)
    return style
  }()
}
