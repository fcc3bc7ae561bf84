// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import FoundationEssentials
import Testing
import TextModel

/// Links, attachments, bindings and rare paint as attributes, and the coding of all attributes.
@Suite struct AttributeScopeTests {
  private typealias Key = AttributeScopes.TextAttributes

  static let shape = TextBoxShape(cornerRadius: 3, extent: .block)

  /// A string with every attribute of the scope, on one character each.
  static func everyAttribute() -> AttributedString {
    var string = AttributedString("")
    func add(_ change: (inout AttributedString) -> Void) {
      var piece = AttributedString("\u{FFFC}")
      change(&piece)
      string += piece
    }
    add { $0.font = FontDescriptor(families: ["A"], weight: 700) }
    add { $0.fontSize = 11 }
    add { $0.fontVariations = [FontVariation("wght", 650)] }
    add { $0.fontFeatures = [FontFeature("smcp")] }
    add { $0.foregroundColor = .white }
    add { $0.backgroundColor = .black }
    add { $0.background = TextBackground(.white, shape: shape) }
    add { $0.border = TextBorder(width: 2) }
    add { $0.kern = 3 }
    add { $0.tracking = 4 }
    add { $0.wordSpacing = 5 }
    add { $0.underline = TextDecoration(style: .wavy) }
    add { $0.overline = TextDecoration(style: .dotted) }
    add { $0.strikethrough = TextDecoration(color: .white) }
    add { $0.shadows = [TextShadow(color: .black)] }
    add { $0.stroke = TextStroke(width: 2) }
    add { $0.baselineOffset = 6 }
    add { $0.textSpacingTrim = .spaceAll }
    add { $0.language = "de" }
    add { $0.paragraphStyle = ParagraphStyle(alignment: .end) }
    add { $0.textLink = TextLink("u", highlight: TextHighlight(color: .white)) }
    add { $0.attachment = TextAttachment(.reserved("r"), plainText: "x") }
    add { $0.binding = TextBinding(plainText: "b") }
    add { $0.ruby = RubyText("r", position: .under, scale: 0.4) }
    add { $0.shapingStyle = ShapingStyle(size: 13, wordSpacing: 2) }
    return string
  }

  /// A value as the key of its attribute codes it.
  private struct Coded<Name: CodableAttributedStringKey>: Codable where Name.Value: Codable {
    let value: Name.Value

    init(_ value: Name.Value) { self.value = value }

    init(from decoder: any Decoder) throws { value = try Name.decode(from: decoder) }

    func encode(to encoder: any Encoder) throws { try Name.encode(value, to: encoder) }
  }

  @Test func everyAttributeIsCoded() throws {
    let string = Self.everyAttribute()
    var names: Set<String> = []
    func expectCoded<Name: CodableAttributedStringKey>(_ key: Name.Type) throws
    where Name.Value: Codable & Sendable {
      let values = string.runs.compactMap { $0[key] }
      #expect(values.count == 1, "\(key) has no value")
      for value in values {
        let json = try JSONEncoder().encode([Coded<Name>(value)])
        #expect(try JSONDecoder().decode([Coded<Name>].self, from: json)[0].value == value)
      }
      names.insert(Name.name)
    }
    try expectCoded(Key.Font.self)
    try expectCoded(Key.FontSize.self)
    try expectCoded(Key.FontVariations.self)
    try expectCoded(Key.FontFeatures.self)
    try expectCoded(Key.ForegroundColor.self)
    try expectCoded(Key.BackgroundColor.self)
    try expectCoded(Key.Background.self)
    try expectCoded(Key.Border.self)
    try expectCoded(Key.Kern.self)
    try expectCoded(Key.Tracking.self)
    try expectCoded(Key.WordSpacing.self)
    try expectCoded(Key.Underline.self)
    try expectCoded(Key.Overline.self)
    try expectCoded(Key.Strikethrough.self)
    try expectCoded(Key.Shadows.self)
    try expectCoded(Key.Stroke.self)
    try expectCoded(Key.BaselineOffset.self)
    try expectCoded(Key.SpacingTrim.self)
    try expectCoded(Key.Language.self)
    try expectCoded(Key.Paragraph.self)
    try expectCoded(Key.Link.self)
    try expectCoded(Key.Attachment.self)
    try expectCoded(Key.Binding.self)
    try expectCoded(Key.Ruby.self)
    try expectCoded(Key.Shaping.self)
    // No two keys have one name.
    #expect(names.count == 25 && string.runs.count == 25)
  }

  @Test func paintAndElementsAreRead() {
    let text = AttributedText(Self.everyAttribute())
    #expect(text.length == 25)
    func paint(_ offset: Int) -> PaintStyle { text.paint.value(at: offset) }
    func element(_ offset: Int) -> TextElement { text.elements.value(at: offset) }
    #expect(paint(5) == PaintStyle(background: TextBackground(.black)))
    #expect(paint(6) == PaintStyle(background: TextBackground(.white, shape: Self.shape)))
    #expect(paint(7) == PaintStyle(border: TextBorder(width: 2)))
    #expect(paint(12) == PaintStyle(overline: TextDecoration(style: .dotted)))
    #expect(paint(14) == PaintStyle(shadows: [TextShadow(color: .black)]))
    #expect(paint(15) == PaintStyle(stroke: TextStroke(width: 2)))
    let link = TextLink("u", highlight: TextHighlight(color: .white))
    #expect(element(20) == TextElement(link: link))
    #expect(
      element(21) == TextElement(attachment: TextAttachment(.reserved("r"), plainText: "x")))
    #expect(element(22) == TextElement(binding: TextBinding(plainText: "b")))
    #expect(element(23) == TextElement(ruby: RubyText("r", position: .under, scale: 0.4)))
    #expect((0..<20).allSatisfy { element($0).isNone })
    #expect(text.plainText(in: text.range) == "xb")
  }

  @Test func foundationsLinks() throws {
    let url = try #require(URL(string: "https://example.org/a?b"))
    var string = AttributedString("ab")
    string.link = url
    #expect(
      AttributedText(string).elements.values == [TextElement(link: TextLink(url.absoluteString))])
    // The link of this library takes precedence.
    string.textLink = TextLink("own", highlight: TextHighlight(color: .white))
    #expect(AttributedText(string)[link: TextRange(0, 1)]?.url == "own")
    var plain = AttributedString(AttributedText(string))
    #expect(plain.link == nil && plain.textLink?.url == "own")
    plain.textLink = nil
    #expect(AttributedText(plain).elements.count == 1)
  }

  @Test func thereAndBackAgain() {
    var text = AttributedText("one two three 😀", style: TextStyle(size: 12))
    text.append(TextAttachment(.image("cat.png"), size: Size(width: 3, height: 4)))
    text.append(TextAttachment(.image("cat.png"), size: Size(width: 3, height: 4)))
    text[link: TextRange(0, 6)] = TextLink("a", highlight: TextHighlight(background: .white))
    text[link: TextRange(6, 9)] = TextLink("b")
    text[binding: TextRange(4, 7)] = TextBinding(plainText: "x")
    text[binding: TextRange(7, 9)] = TextBinding(plainText: "x")
    text.updatePaint(TextRange(2, 5)) {
      $0 = PaintStyle(
        color: .white, background: TextBackground(.black, cornerRadius: 4),
        border: TextBorder(width: 3), underline: TextDecoration(), overline: TextDecoration(),
        strikethrough: TextDecoration(), shadows: [TextShadow(color: .black)],
        stroke: TextStroke(width: 1))
    }
    text.updatePaint(TextRange(5, 6)) { $0.background = TextBackground(.white) }
    let string = AttributedString(text)
    let back = AttributedText(string)
    #expect(back.string == text.string)
    #expect(back.shaping == text.shaping && back.paragraphs == text.paragraphs)
    #expect(back.paint.values == text.paint.values && back.paint == text.paint)
    #expect(back.elements.ends == text.elements.ends)
    #expect(back.elements == text.elements)
    #expect(AttributedString(AttributedText(string)) == string)
    // A rectangle alone is a colour.
    let at = string.index(atUTF16Offset: 5)
    #expect(string.runs[at].backgroundColor == .white && string.runs[at].background == nil)
  }

  @Test func attributesThatAreNotSetComeFromTheBase() {
    var style = TextStyle(size: 20)
    style.paint.shadows = [TextShadow(color: .white)]
    style.paint.stroke = TextStroke(width: 3)
    style.paint.border = TextBorder(width: 4)
    style.paint.overline = TextDecoration()
    style.paint.background = TextBackground(.black, cornerRadius: 2)
    var string = AttributedString("a")
    string.underline = TextDecoration()
    var expected = style.paint
    expected.underline = TextDecoration()
    #expect(AttributedText(string, style: style).paint.values == [expected])
  }
}
