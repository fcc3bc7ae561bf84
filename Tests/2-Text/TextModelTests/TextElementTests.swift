// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CanvasGeometry
@testable import TextModel

/// The column of attachments, links and bindings, and the paint styles' rare parts.
@Suite struct TextElementTests {
  private static func box(_ side: Double, _ plainText: String = "") -> TextAttachment {
    TextAttachment(
      .reserved("box"), size: Size(width: side, height: side), plainText: plainText)
  }

  @Test func anAttachmentIsOneCharacter() {
    var text = AttributedText("ab", style: TextStyle(size: 20))
    text.append(Self.box(10))
    text.append("c", style: .default)
    #expect(text.string == "ab\u{FFFC}c")
    #expect(text.elements.ends == [2, 3, 4])
    #expect(text.elements.value(at: 2).attachment == Self.box(10))
    #expect(text.shaping.value(at: 2).size == 20)
    text.replace(TextRange(0, 1), with: Self.box(5))
    #expect(text.string == "\u{FFFC}b\u{FFFC}c")
    #expect(text.elements.value(at: 0).attachment?.size?.width == 5)
    text.replace(TextRange(3, 99), with: Self.box(7))
    #expect(text.length == 4 && text.elements.value(at: 3).attachment?.size?.width == 7)
    var empty = AttributedText("")
    empty.append(Self.box(3))
    #expect(empty.length == 1 && empty.elements.value(at: 0).attachment != nil)
  }

  @Test func slicesAndAppendedTextsKeepTheirElements() {
    var text = AttributedText("0123456789")
    text[link: TextRange(2, 6)] = TextLink("a")
    let part = text[TextRange(4, 8)]
    #expect(part.elements.ends == [2, 4])
    #expect(part[link: TextRange(0, 1)]?.url == "a" && part[link: TextRange(2, 3)] == nil)
    var twice = part
    twice.append(part)
    #expect(twice.elements.ends == [2, 4, 6, 8])
    #expect(text[TextRange(6, 6)].elements.value(at: 0).isNone)
    #expect(text != AttributedText("0123456789"))
    text[link: TextRange(0, 10)] = nil
    #expect(text == AttributedText("0123456789"))
    #expect(text.elements.count == 1 && text.elements.value(ofRun: 0).isNone)
  }

  @Test func aLinkReplacesThoseItOverlaps() {
    var text = AttributedText("0123456789")
    text[link: TextRange(0, 5)] = TextLink("a")
    text[link: TextRange(3, 8)] = TextLink("b", highlight: TextHighlight(background: .white))
    #expect(text.elements.ends == [3, 8, 10])
    #expect(text.elements.values.map { $0.link?.url } == ["a", "b", nil])
    #expect(text[link: TextRange(99, 100)] == nil)
  }

  @Test func neighbouringBindingsStayApart() {
    var text = AttributedText("0123456789")
    text[binding: TextRange(0, 3)] = TextBinding(plainText: "x")
    text[binding: TextRange(3, 6)] = TextBinding(plainText: "x")
    text[binding: TextRange(6, 7)] = TextBinding(plainText: "x")
    #expect(text.elements.ends == [3, 6, 7, 10])
    #expect(text.elements.values.prefix(3).allSatisfy { $0.binding?.plainText == "x" })
  }

  @Test func sizesOfAttachmentsAreValid() {
    func size(_ width: Double, _ height: Double) -> Size {
      TextAttachment(.reserved(""), size: Size(width: width, height: height))
        .resolvedSize(fontSize: 16)
    }
    #expect(size(-1, .nan) == .zero)
    #expect(size(.infinity, 3) == Size(width: TextLimits.attachmentSide, height: 3))
    #expect(
      TextAttachment(.reserved("")).resolvedSize(fontSize: 16) == Size(width: 16, height: 16))
  }

  @Test func attachmentsCompareByContent() {
    struct Other: AttachmentContent, Hashable { var naturalSize: Size? { nil } }
    #expect(TextAttachment(.reserved("a")) == TextAttachment(.reserved("a")))
    #expect(TextAttachment(.reserved("a")) != TextAttachment(.reserved("b")))
    #expect(TextAttachment(.reserved("a")) != TextAttachment(Other()))
    #expect(TextAttachment(.reserved("a"), alignment: .top) != TextAttachment(.reserved("a")))
    #expect(
      Set([TextAttachment(.reserved("a")), TextAttachment(.reserved("a"))]).count == 1)
  }

  @Test func aPlainPaintStyleHasNoStorage() {
    var style = PaintStyle(color: .white)
    #expect(style.isPlain)
    style.underline = TextDecoration(style: .wavy)
    style.shadows = [TextShadow(color: .black)]
    #expect(!style.isPlain && style.underline?.style == .wavy && style.shadows.count == 1)
    var other = PaintStyle(color: .white, underline: TextDecoration(style: .wavy))
    #expect(style != other)
    other.shadows = style.shadows
    #expect(style == other && style.hashValue == other.hashValue)
    style.underline = nil
    style.shadows = []
    #expect(style.isPlain && style == PaintStyle(color: .white))
    #expect(MemoryLayout<PaintStyle>.size <= 40)
  }

  @Test func whatHasOneColor() {
    let red = Color(red: 1, green: 0, blue: 0)
    #expect(PaintStyle(color: red).isDrawn(in: red))
    #expect(!PaintStyle(color: red).isDrawn(in: .black))
    var style = PaintStyle(color: red, underline: TextDecoration(), stroke: TextStroke(width: 1))
    style.border = TextBorder(color: red)
    #expect(style.isDrawn(in: red))
    for change: (inout PaintStyle) -> Void in [
      { $0.underline = TextDecoration(color: .black) },
      { $0.overline = TextDecoration(color: .black) },
      { $0.strikethrough = TextDecoration(color: .black) },
      { $0.border = TextBorder(color: .black) },
      { $0.stroke = TextStroke(color: .black, width: 1) },
      { $0.shadows = [TextShadow(color: red)] }, { $0.background = TextBackground(red) },
    ] {
      var changed = style
      change(&changed)
      #expect(!changed.isDrawn(in: red))
    }
  }

  @Test func aHighlightChangesWhatItNames() {
    var style = PaintStyle(color: .black, underline: TextDecoration())
    TextHighlight(background: .white, cornerRadius: 4, color: nil).apply(to: &style)
    #expect(style.color == .black && style.underline == TextDecoration())
    #expect(style.background == TextBackground(.white, cornerRadius: 4))
    TextHighlight(color: .white, border: TextBorder(width: 2)).apply(to: &style)
    #expect(style.color == .white && style.border?.width == 2)
  }
}
