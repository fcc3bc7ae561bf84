// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DataDetection
import Testing
import TextModel

@Suite struct AttributedTextLinkTests {
  @Test func findsBecomeLinks() {
    var text = AttributedText("See a.com or b@c.com.")
    let highlight = TextHighlight(color: .black)
    let added = text.addLinks(from: LinkDetector(), highlight: highlight)
    #expect(added.map(\.range) == [TextRange(4, 9), TextRange(13, 20)])
    #expect(text.elements.ends == [4, 9, 13, 20, 21])
    #expect(
      text.elements.values.map(\.link) == [
        nil, TextLink("https://a.com", highlight: highlight), nil,
        TextLink("mailto:b@c.com", highlight: highlight), nil,
      ])
    #expect(text.string == "See a.com or b@c.com.")
  }

  @Test func whatIsLinkedStays() {
    var text = AttributedText("a.com b.com c.com")
    let own = TextLink("own")
    text[link: TextRange(8, 9)] = own
    let added = text.addLinks(from: LinkDetector())
    #expect(added.map(\.text) == ["a.com", "c.com"])
    #expect(text[link: TextRange(6, 7)] == nil)
    #expect(text[link: TextRange(8, 9)] == own)
    #expect(text[link: TextRange(12, 17)] == TextLink("https://c.com"))
    let before = text
    #expect(text.addLinks(from: LinkDetector()).isEmpty)
    #expect(text == before)
  }

  @Test func otherPartsOfElementsStay() {
    var text = AttributedText("a.com b.com")
    text[binding: TextRange(2, 8)] = TextBinding(plainText: "x")
    text.addLinks(from: LinkDetector())
    #expect(text.elements.ends == [2, 5, 6, 8, 11])
    #expect(
      text.elements.values.map(\.link?.url) == [
        "https://a.com", "https://a.com", nil, "https://b.com", "https://b.com",
      ])
    #expect(text.elements.values.map { $0.binding != nil } == [false, true, true, true, false])
  }

  @Test func stylesStay() {
    var text = AttributedText("a.com", style: .default)
    text.updatePaint(TextRange(1, 3)) { $0.color = .white }
    let (shaping, paint) = (text.shaping, text.paint)
    text.addLinks(from: LinkDetector())
    #expect(text.shaping == shaping)
    #expect(text.paint == paint)
  }
}
