// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import CanvasGeometry
@testable import TextTypesetting

/// What is read aloud, and where it lies.
@Suite struct AccessibilityElementTests {
  private static func box(_ plainText: String) -> TextAttachment {
    TextAttachment(
      .reserved("box"), size: Size(width: 500, height: 400), plainText: plainText)
  }

  private static func elements(
    _ text: AttributedText, _ container: TextContainer = TextContainer()
  ) throws -> [AccessibilityElement] {
    try TextLayout(text, in: container, fonts: Fixture.fonts).accessibilityElements
  }

  @Test func itemsAndTheTextBetween() throws {
    var text = Fixture.text("see ")
    text.append("the page", style: Fixture.style())
    text[link: TextRange(4, 12)] = TextLink("https://a.b")
    text.append(" and ", style: Fixture.style())
    text.append(Self.box(":cat:"))
    text.append(Self.box(""))
    text.append("\nnext\u{2028}line\r\n \n", style: Fixture.style())
    let layout = try TextLayout(text, fonts: Fixture.fonts)
    let elements = layout.accessibilityElements
    #expect(
      elements.map(\.label) == ["see", "the page", "and", ":cat:", "next\u{2028}line"])
    #expect(
      elements.map(\.traits) == [
        [.text], [.link("https://a.b")], [.text], [.image], [.text],
      ])
    #expect(
      elements.map(\.range) == [
        TextRange(0, 3), TextRange(4, 12), TextRange(13, 16), TextRange(17, 18),
        TextRange(20, 29),
      ])
    for element in elements { #expect(element.rects == layout.rectangles(for: element.range)) }
    #expect(near(elements[3].rects[0].width, 500, 1e-3) && elements[4].rects.count == 2)
  }

  @Test func linksOfSeveralKinds() throws {
    var text = Fixture.text("ab\ncd ")
    text.append(Self.box("x"))
    text.append(Self.box(""))
    // One link over two paragraphs, over runs that differ in a binding.
    text[link: TextRange(1, 4)] = TextLink("a")
    text[binding: TextRange(3, 5)] = TextBinding(plainText: "<n>")
    text[link: TextRange(6, 7)] = TextLink("b")
    text[link: TextRange(7, 8)] = TextLink("c")
    let elements = try Self.elements(text)
    #expect(elements.map(\.label) == ["a", "b\n<n>", "<n>", "x", "c"])
    #expect(elements[1].traits == [.link("a")] && elements[1].rects.count == 2)
    #expect(elements[3].traits == [.link("b"), .image])
    #expect(elements[4].traits == [.link("c"), .image])
  }

  @Test func bindingsArePartOfTheText() throws {
    var text = Fixture.text("hi @Ada ")
    text.append(Self.box(":)"))
    text.append(" you", style: Fixture.style())
    text[binding: TextRange(3, 7)] = TextBinding(plainText: "Ada L.")
    text[binding: TextRange(8, 9)] = TextBinding()
    let elements = try Self.elements(text)
    #expect(elements.map(\.label) == ["hi Ada L. :) you"])
    #expect(elements[0].traits == [.text] && elements[0].range == TextRange(0, 13))
  }

  @Test func theTokenStandsForWhatIsLeftOut() throws {
    var text = Fixture.text("abc def ghi")
    text[link: TextRange(4, 11)] = TextLink("a")
    let container = TextContainer(width: 4000, maximumLines: 1)
    let layout = try TextLayout(text, in: container, fonts: Fixture.fonts)
    let elements = layout.accessibilityElements
    #expect(layout.isTruncated && elements.count == 3)
    let token = elements[2]
    #expect(token.label == "\u{2026}" && token.traits == [.token])
    #expect(token.range == TextRange(layout.visibleRange.end, 11))
    #expect(elements[1].range == TextRange(4, layout.visibleRange.end))
    #expect(elements[1].label.hasPrefix("d") && "def ghi".hasPrefix(elements[1].label))
    #expect(token.rects.count == 1 && near(token.rects[0].maxX, layout.lines[0].width, 1e-3))
    #expect(token.rects[0].minX >= elements[1].rects[0].maxX - 1e-3)
    // The end of the text behind a token of its own.
    var own = AttributedText("[", style: Fixture.style())
    own.append("x", style: Fixture.style())
    own[link: TextRange(1, 2)] = TextLink("more")
    let middle = try TextLayout(
      text, in: TextContainer(width: 3500, maximumLines: 1, truncation: .middle, token: own),
      fonts: Fixture.fonts)
    let parts = middle.accessibilityElements
    #expect(parts.map(\.traits).contains([.token, .link("more")]))
    let at = try #require(parts.firstIndex { $0.label == "[x" })
    #expect(at > 0 && at == parts.count - 2 && parts[at + 1].range.end == 11)
    #expect(parts[at].range.start <= parts[at - 1].range.end + 1)
    #expect(parts[at].range.end == parts[at + 1].range.start)
    #expect(parts[at].rects == [try #require(middle.tokenRect)])
    let start = try TextLayout(
      text, in: TextContainer(width: 3500, maximumLines: 1, truncation: .start),
      fonts: Fixture.fonts)
    #expect(start.accessibilityElements.map(\.traits) == [[.token], [.link("a")]])
    let low = try TextLayout(text, in: TextContainer(height: 3), fonts: Fixture.fonts)
    #expect(low.lines.count == 1 && low.accessibilityElements.isEmpty == false)
    // Without a token the text ends.
    let cut = TextContainer(width: 4000, maximumLines: 1, truncation: TextContainer.Truncation.none)
    #expect(try Self.elements(text, cut).count == 2)
  }

  @Test func rightToLeft() throws {
    let layout = try Fixture.layout("abc אבג def")
    let elements = layout.accessibilityElements
    #expect(elements.count == 1 && elements[0].rects.count == 1)
    var text = layout.text
    text[link: TextRange(2, 5)] = TextLink("a")
    let mixed = try Self.elements(text)
    #expect(mixed.map(\.label) == ["ab", "c א", "בג def"] && mixed[1].rects.count == 2)
  }

  @Test(arguments: ["", " ", "\n\n", "\u{FFFC}", "\u{2028}"])
  func nothingToRead(_ string: String) throws {
    #expect(try Fixture.layout(string).accessibilityElements.isEmpty)
  }
}
