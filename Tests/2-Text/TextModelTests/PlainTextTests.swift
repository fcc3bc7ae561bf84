// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextModel

/// What is copied of a text with attachments and bindings.
@Suite struct PlainTextTests {
  private static func box(_ plainText: String) -> TextAttachment {
    TextAttachment(.reserved("box"), plainText: plainText)
  }

  @Test func attachmentsGiveTheirText() {
    var text = AttributedText("ab")
    text.append(Self.box(":cat:"))
    text.append(Self.box(""))
    text.append("c\u{FFFC}d", style: .default)
    #expect(text.plainText(in: text.range) == "ab:cat:cd")
    #expect(text.plainText(in: TextRange(2, 3)) == ":cat:")
    #expect(text.plainText(in: TextRange(1, 2)) == "b")
    // Equal neighbours share a run, and each gives its text.
    var row = AttributedText("")
    for _ in 0..<3 { row.append(Self.box("x")) }
    #expect(row.elements.count == 1 && row.plainText(in: TextRange(1, 3)) == "xx")
    // Only U+FFFC stands for an attachment.
    var wide = AttributedText("p\u{FFFC}q")
    wide.updateElements(wide.range) { $0.attachment = Self.box("-") }
    #expect(wide.plainText(in: wide.range) == "p-q")
  }

  @Test func aPartOfABindingIsAllOfIt() {
    var text = AttributedText("hello @Ada, you")
    text[binding: TextRange(6, 10)] = TextBinding(plainText: "<ada>")
    #expect(text.plainText(in: text.range) == "hello <ada>, you")
    #expect(text.plainText(in: TextRange(4, 7)) == "o <ada>")
    #expect(text.plainText(in: TextRange(7, 8)) == "<ada>")
    #expect(text.plainText(in: TextRange(9, 12)) == "<ada>, ")
    #expect(text.plainText(in: TextRange(8, 8)) == "")
    // One binding over several runs is one unit.
    text[link: TextRange(8, 12)] = TextLink("a")
    #expect(text.plainText(in: text.range) == "hello <ada>, you")
    // Neighbours are two.
    text[binding: TextRange(10, 12)] = TextBinding(plainText: "<ada>")
    #expect(text.plainText(in: text.range) == "hello <ada><ada>you")
    #expect(text.plainText(in: TextRange(11, 12)) == "<ada>")
    // Without a text of its own it gives its characters, and attachments within it theirs.
    var own = AttributedText("a")
    own.append(Self.box(":)"))
    own.append("b", style: .default)
    own[binding: TextRange(0, 3)] = TextBinding()
    #expect(own.plainText(in: TextRange(2, 3)) == "a:)b")
  }

  @Test func rangesAreClamped() {
    let text = AttributedText("a😀b")
    #expect(text.plainText(in: TextRange(-5, 99)) == "a😀b")
    #expect(text.plainText(in: TextRange(.min, .max)) == "a😀b")
    #expect(text.plainText(in: TextRange(99, 100)) == "")
    #expect(text.plainText(in: TextRange(-9, -3)) == "")
    #expect(AttributedText("").plainText(in: TextRange(0, 3)) == "")
    // A pair of surrogates over two runs is one character, half of one is ill-formed.
    var split = text
    split[link: TextRange(0, 2)] = TextLink("a")
    #expect(split.plainText(in: split.range) == "a😀b")
    #expect(split.plainText(in: TextRange(2, 4)) == "\u{FFFD}b")
  }
}
