// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import CanvasGeometry
@testable import TextShaping
@testable import TextTypesetting

/// Boxes in text: widths, heights, places, breaks, hit tests.
@Suite struct AttachmentTests {
  static func box(
    _ width: Double, _ height: Double, _ alignment: TextAttachment.Alignment = .baseline,
    margins: EdgeInsets = .zero
  ) -> TextAttachment {
    TextAttachment(
      .reserved("box"), size: Size(width: width, height: height), alignment: alignment,
      margins: margins)
  }

  static func text(_ parts: [Any], size: Double = 20) -> AttributedText {
    var text = AttributedText("", style: TextStyle(size: size))
    for part in parts {
      if let string = part as? String { text.append(string, style: TextStyle(size: size)) }
      if let box = part as? TextAttachment { text.append(box, style: TextStyle(size: size)) }
    }
    return text
  }

  static func layout(_ parts: [Any], width: Double? = nil) throws -> TextLayout {
    try TextLayout(text(parts), in: TextContainer(width: width), fonts: Fixture.fonts)
  }

  @Test func aBoxTakesItsWidthAndItsMargins() throws {
    let margins = EdgeInsets(top: 1, leading: 3, bottom: 2, trailing: 5)
    let layout = try Self.layout(["ab", Self.box(30, 8, margins: margins), "cd"])
    let plain = try Self.layout(["ab"])
    let placed = try #require(layout.attachments.first)
    let ab = plain.lines[0].width
    #expect(abs(placed.rect.minX - (ab + 3)) < 1e-3)
    #expect(placed.rect.width == 30 && placed.rect.height == 8)
    #expect(placed.offset == 2 && placed.line == 0)
    // The lower edge with its margin lies on the baseline.
    #expect(abs(placed.rect.maxY + 2 - layout.lines[0].baseline) < 1e-6)
    let cd = try #require(layout.lines[0].runs.last)
    #expect(abs(cd.x - (ab + 38)) < 1e-3)
    #expect(layout.lines[0].height == plain.lines[0].height)
    #expect(layout.missing.isEmpty)
  }

  @Test func alignments() throws {
    let plain = try Self.layout(["ab"])
    let (line, run) = (plain.lines[0], try #require(plain.lines[0].runs.first))
    let metrics = run.run.font.metrics
    let scale = run.run.scale
    let (ascent, descent) = (metrics.ascent * scale, -metrics.descent * scale)
    // Higher than the text, and lower.
    for height in [100.0, 4] {
      func placed(_ alignment: TextAttachment.Alignment) throws -> (Rect, LineFragment) {
        let layout = try Self.layout(["ab", Self.box(10, height, alignment)])
        return (layout.attachments[0].rect, layout.lines[0])
      }
      var (rect, on) = try placed(.baseline)
      #expect(abs(rect.maxY - on.baseline) < 1e-6)
      (rect, on) = try placed(.textTop)
      #expect(abs(on.baseline - ascent - rect.minY) < 1e-6)
      (rect, on) = try placed(.textBottom)
      #expect(abs(on.baseline + descent - rect.maxY) < 1e-6)
      (rect, on) = try placed(.center)
      #expect(abs(on.baseline - (ascent - descent) / 2 - (rect.minY + height / 2)) < 1e-6)
      (rect, on) = try placed(.middle)
      #expect(abs(on.baseline - metrics.xHeight * scale / 2 - (rect.minY + height / 2)) < 1e-6)
      (rect, on) = try placed(.top)
      #expect(rect.minY == 0 && on.height == max(line.height, height))
      #expect(on.baseline == line.baseline)
      (rect, on) = try placed(.bottom)
      #expect(abs(rect.maxY - on.height) < 1e-6 && on.height == max(line.height, height))
    }
    // Nothing sticks out of a line.
    for alignment in TextAttachment.Alignment.allCases {
      let layout = try Self.layout(["ab", Self.box(10, 100, alignment), "g"])
      let rect = layout.attachments[0].rect
      #expect(rect.minY >= -1e-6 && rect.maxY <= layout.lines[0].height + 1e-6)
    }
  }

  @Test func lineHeightsScaleTheTextAlone() throws {
    var text = Self.text(["ab", Self.box(10, 100)])
    func height(_ lineHeight: LineHeight) throws -> Double {
      text.updateParagraphs(text.range) { $0.lineHeight = lineHeight }
      return try TextLayout(text, fonts: Fixture.fonts).lines[0].height
    }
    let natural = try height(.natural)
    #expect(natural > 100 && natural < 110)
    #expect(try height(.multiple(2)) < 130)
    #expect(try height(.fixed(20)) == 20)
  }

  @Test func linesBreakBesideBoxes() throws {
    let layout = try Self.layout(["abc", Self.box(50, 10), "def"], width: 60)
    #expect(layout.lines.map(\.range) == [TextRange(0, 3), TextRange(3, 4), TextRange(4, 7)])
    let wide = try Self.layout(["a ", Self.box(500, 10), " b"], width: 60)
    #expect(wide.lines.count == 3 && abs(wide.lines[1].width - 500) < 1e-6)
    let many = try Self.layout((0..<100).map { _ in Self.box(10, 10) }, width: 95)
    #expect(many.lines.count == 12 && many.lines[0].range.count == 9)
    #expect(many.attachments.map(\.offset) == Array(0..<100))
  }

  @Test func rightToLeft() throws {
    let margins = EdgeInsets(leading: 7)
    let layout = try Self.layout(["אב", Self.box(30, 10, margins: margins), "גד"])
    let placed = layout.attachments[0]
    let runs = layout.lines[0].runs
    #expect(runs.map(\.range.start) == [3, 2, 0])
    // The leading margin lies at the right.
    #expect(abs(placed.rect.minX - runs[1].x) < 1e-6)
    #expect(abs(runs[1].width - 37) < 1e-2)
  }

  @Test func carets() throws {
    let layout = try Self.layout(["a", Self.box(30, 10), Self.box(20, 10), "b"])
    let carets = layout.carets(inLine: 0).map(\.x)
    #expect(carets.count == 5)
    #expect(abs(carets[2] - carets[1] - 30) < 1e-2 && abs(carets[3] - carets[2] - 20) < 1e-2)
    #expect(layout.position(at: Point(x: carets[1] + 4, y: 5)) == TextPosition(1))
    #expect(layout.grapheme(at: Point(x: carets[1] + 4, y: 5)) == TextRange(1, 2))
    #expect(layout.rectangles(for: TextRange(1, 3)).map { $0.width.rounded() } == [50])
    // A mark after an attachment belongs to its grapheme, and is drawn for itself.
    let marked = try Self.layout(["a", Self.box(30, 10), "\u{301}b"])
    #expect(marked.attachments.count == 1)
  }

  @Test func aLinkOnAPartOfALigatureIsHitThere() throws {
    var text = AttributedText("Office fi now")
    text[link: TextRange(8, 9)] = TextLink("i")
    let layout = try TextLayout(text, fonts: Fixture.fonts)
    for (range, isLink) in [(TextRange(8, 9), true), (TextRange(7, 8), false)] {
      let rect = try #require(layout.rectangles(for: range).first)
      #expect((layout.item(at: Point(x: rect.midX, y: rect.midY)) != nil) == isLink)
    }
    #expect(layout.item(at: Point(x: 0.5, y: 8)) == nil)
  }

  @Test func onlyCharactersWithAnAttachmentAreBoxes() throws {
    let bare = try TextLayout(AttributedText("a\u{FFFC}b"), fonts: Fixture.fonts)
    #expect(bare.attachments.isEmpty)
    #expect(bare.lines[0].runs.allSatisfy { $0.kind == .text })
    var text = AttributedText("abc")
    text.updateElements(text.range) { $0.attachment = Self.box(30, 10) }
    #expect(try TextLayout(text, fonts: Fixture.fonts).attachments.isEmpty)
    // Boxes and bare characters in turn.
    var mixed = AttributedText("\u{FFFC}\u{FFFC}\u{FFFC}\u{FFFC}")
    mixed.updateElements(TextRange(1, 2)) { $0.attachment = Self.box(30, 10) }
    mixed.updateElements(TextRange(3, 4)) { $0.attachment = Self.box(20, 10) }
    let layout = try TextLayout(mixed, fonts: Fixture.fonts)
    #expect(layout.attachments.map(\.offset) == [1, 3])
    #expect(layout.attachments.map(\.rect.width) == [30, 20])
  }

  @Test func absurdSizes() throws {
    let values = [Double.nan, -5, 0, 1e300, .infinity, -.infinity]
    for width in values {
      for margin in values {
        let layout = try Self.layout([
          "a", Self.box(width, margin, .middle, margins: EdgeInsets(margin)), "b",
        ])
        let rect = layout.attachments[0].rect
        #expect(rect.width.isFinite && rect.height.isFinite && rect.minX.isFinite)
        #expect(rect.width >= 0 && rect.height >= 0)
        #expect(layout.size.height.isFinite && layout.lines[0].width >= 0)
      }
    }
    var text = AttributedText("x", style: TextStyle(size: 1e-3))
    text.append(Self.box(1e9, 10))
    let layout = try TextLayout(text, fonts: Fixture.fonts)
    #expect(abs(layout.attachments[0].rect.width - TextLimits.attachmentSide) < 1e-3)
  }

  @Test func ellipsesAndJustification() throws {
    let parts: [Any] = ["ab ", Self.box(30, 10), " cd ", Self.box(30, 10), " ef gh ij"]
    var container = TextContainer(width: 110, maximumLines: 1)
    let cut = try TextLayout(Self.text(parts), in: container, fonts: Fixture.fonts)
    #expect(cut.isTruncated && cut.lines[0].width <= 110 + 1e-3)
    container = TextContainer(width: 110)
    var justified = Self.text(parts)
    justified.updateParagraphs(justified.range) { $0.alignment = .justify }
    let layout = try TextLayout(justified, in: container, fonts: Fixture.fonts)
    #expect(layout.lines[0].isJustified && abs(layout.lines[0].width - 110) < 1e-9)
    #expect(layout.attachments[0].rect.width == 30)
  }

  @Test func repaintedLayoutsShareTheirLines() throws {
    var text = Self.text(["abc def ", Self.box(30, 10)])
    let layout = try TextLayout(text, in: TextContainer(width: 60), fonts: Fixture.fonts)
    let red = layout.repainted {
      $0.update(TextRange(0, 3)) { $0.color = Color(red: 1, green: 0, blue: 0) }
    }
    #expect(red.shaped === layout.shaped && red.size == layout.size)
    #expect(red.text.paint.value(at: 0).color.red == 1 && layout.text.paint.count == 1)
    #expect(red.lines.map(\.range) == layout.lines.map(\.range))
    // Another content of the same size, but nothing that would move glyphs.
    text.updateElements(TextRange(8, 9)) {
      $0.attachment = TextAttachment(.reserved("other"), size: Size(width: 30, height: 10))
    }
    text.updatePaint(text.range) { $0.color = .white }
    let other = try #require(layout.repainted(as: text))
    #expect(other.attachments[0].attachment.content.isEqual(to: .reserved("other")))
    #expect(other.shaped === layout.shaped)
    text.updateElements(TextRange(8, 9)) { $0.attachment?.size?.width = 31 }
    #expect(layout.repainted(as: text) == nil)
    text.updateElements(TextRange(8, 9)) { $0.attachment = nil }
    #expect(layout.repainted(as: text) == nil)
    #expect(layout.repainted(as: AttributedText("x")) == nil)
  }
}
