// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency
import Testing
import TextModel

@testable import CanvasGeometry
@testable import TextShaping
@testable import TextTypesetting

private let prose = String(
  repeating: "Der Mond ist aufgegangen, die goldnen Sternlein prangen am Himmel hell und klar. ",
  count: 8)

/// Attachments that lines run beside. The lines are compared with those beside an exclusion of the
/// same place, which `ContainerAreaTests` and Chromium's lines check.
@Suite("Floats") struct FloatTests {
  private static func float(
    _ width: Double, _ height: Double, _ side: TextAttachment.Side = .start,
    margins: EdgeInsets = .zero, wrap: TextAttachment.Wrap = .surround
  ) -> TextAttachment {
    TextAttachment(
      .reserved("box"), size: Size(width: width, height: height), margins: margins, wrap: wrap,
      side: side)
  }

  private static func layout(
    _ parts: [Any], _ container: TextContainer = TextContainer(width: 300), size: Double = 12
  ) throws -> TextLayout {
    try TextLayout(AttachmentTests.text(parts, size: size), in: container, fonts: Fixture.fonts)
  }

  private static func excluding(
    _ rects: [Rect], _ string: String = prose,
    _ container: TextContainer = TextContainer(width: 300)
  ) throws -> TextLayout {
    var container = container
    container.exclusions = rects.map { rect in
      var path = Path()
      path.addRect(rect)
      return Exclusion(path)
    }
    return try layout([string], container)
  }

  /// The places of lines, those of a text that begins `skip` characters later.
  private static func lines(_ layout: TextLayout, skip: Int = 0) -> [[Double]] {
    layout.lines.filter { $0.range.end > skip }.map { line in
      [
        Double(max(0, line.range.start - skip)), Double(line.range.end - skip),
        line.frame.minX, line.frame.minY, line.frame.width,
      ]
    }
  }

  @Test("Lines beside a float are those beside an exclusion", arguments: [false, true])
  func besideExclusion(isAtEnd: Bool) throws {
    let layout = try Self.layout([Self.float(90, 70, isAtEnd ? .end : .start), prose])
    let rect = Rect(x: isAtEnd ? 210 : 0, y: 0, width: 90, height: 70)
    #expect(layout.attachments.map(\.rect) == [rect])
    let other = try Self.excluding([rect])
    #expect(Self.lines(layout, skip: 1) == Self.lines(other))
    #expect(layout.lines.contains { $0.frame.minX == (isAtEnd ? 0 : 90) && $0.frame.minY > 0 })
    #expect(layout.lines.last?.frame.minX == 0)
  }

  @Test(
    "A float stands at the line that holds its character, or below if what is before it is too long",
    arguments: [174, 178, 186, 194, 205, 212, 218])
  func inTheMiddle(at: Int) throws {
    let cut = prose.index(prose.startIndex, offsetBy: at)
    let before = String(prose[..<cut])
    let layout = try Self.layout([before, Self.float(80, 50, .right), String(prose[cut...])])
    let placed = try #require(layout.attachments.first)
    let plain = try Self.layout([prose])
    let line = try #require(plain.lines.first { $0.range.contains(at) })
    let used = try #require(plain.carets(inLine: line.index).first { $0.offset == at }).x
    let y = used + 80 <= 300 ? line.frame.minY : line.frame.maxY
    #expect(near(placed.rect.minY, y) && placed.rect.minX == 220 && placed.rect.width == 80)
    #expect(placed.rect.minY > 0)
    let other = try Self.excluding([placed.rect])
    #expect(layout.lines.map(\.frame.minY) == other.lines.map(\.frame.minY))
    for line in layout.lines {
      let overlap = line.frame.intersection(placed.rect)
      #expect(overlap.isEmpty || overlap.width < 1e-6 || overlap.height < 1e-6)
    }
  }

  @Test("Floats of one side stand beside each other, then below")
  func severalFloats() throws {
    let boxes = [
      Self.float(120, 40), Self.float(120, 60), Self.float(120, 20), Self.float(60, 30, .end),
    ]
    let layout = try Self.layout(boxes + [prose] as [Any])
    let rects = layout.attachments.sorted { $0.offset < $1.offset }.map(\.rect)
    #expect(
      rects == [
        Rect(x: 0, y: 0, width: 120, height: 40), Rect(x: 120, y: 0, width: 120, height: 60),
        // Below the second: beside it there is no room, and not left of it.
        Rect(x: 0, y: 60, width: 120, height: 20),
        // None lies higher than the one before.
        Rect(x: 240, y: 60, width: 60, height: 30),
      ])
    // Nor is there a line below the first one and beside the second.
    let other = try Self.excluding(rects + [Rect(x: 0, y: 0, width: 240, height: 60)])
    #expect(Self.lines(layout, skip: 4) == Self.lines(other))
  }

  @Test("No line lies between a float and the edge where one before it ended")
  func oneSlot() throws {
    let layout = try Self.layout([Self.float(70, 20), Self.float(50, 60), prose])
    let rects = layout.attachments.sorted { $0.offset < $1.offset }.map(\.rect)
    #expect(rects[1] == Rect(x: 70, y: 0, width: 50, height: 60))
    for line in layout.lines { #expect(line.frame.minX == (line.frame.minY < 60 ? 120 : 0)) }
  }

  @Test("Margins belong to the box, and the text ends below it")
  func marginsAndEnd() throws {
    let margins = EdgeInsets(top: 3, leading: 5, bottom: 7, trailing: 11)
    let layout = try Self.layout([Self.float(50, 200, margins: margins), "short"])
    #expect(layout.attachments[0].rect == Rect(x: 5, y: 3, width: 50, height: 200))
    #expect(layout.size.height == 210)
    #expect(layout.lines.last?.frame.minX == 66)
    #expect(!layout.isCutOff && !layout.isTruncated)
    let alone = try Self.layout([Self.float(50, 200, margins: margins)])
    #expect(alone.size.height == 210 && alone.attachments.count == 1)
    let insets = TextContainer(
      width: 300, insets: EdgeInsets(top: 10, leading: 20, bottom: 10, trailing: 20))
    let inset = try Self.layout([Self.float(50, 20, .end), "short"], insets)
    #expect(inset.attachments[0].rect == Rect(x: 230, y: 10, width: 50, height: 20))
    #expect(inset.size.height == 40)
  }

  @Test("From right to left the start is at the right")
  func rightToLeft() throws {
    let hebrew = String(repeating: "הירח זרח והכוכבים נוצצים בשמים ", count: 10)
    let layout = try Self.layout([Self.float(90, 50), hebrew])
    #expect(layout.attachments[0].rect == Rect(x: 210, y: 0, width: 90, height: 50))
    #expect(layout.lines[0].frame.maxX <= 210.001)
    let end = try Self.layout([Self.float(90, 50, .end), hebrew])
    #expect(end.attachments[0].rect.minX == 0 && end.lines[0].frame.minX >= 89.999)
  }

  @Test("In vertical text the start is above", arguments: [WritingMode.verticalRL, .verticalLR])
  func vertical(mode: WritingMode) throws {
    var container = TextContainer(width: 400, height: 300)
    container.writingMode = mode
    let layout = try Self.layout([Self.float(70, 90), prose], container)
    let isFromRight = mode == .verticalRL
    let rect = layout.attachments[0].rect
    #expect(rect.minY == 0 && rect.size == Size(width: 70, height: 90))
    #expect(isFromRight ? rect.maxX == 400 : rect.minX == 0)
    for line in layout.lines {
      let overlap = line.frame.intersection(rect)
      #expect(overlap.isEmpty || overlap.width < 1e-6 || overlap.height < 1e-6)
    }
    #expect(layout.lines.contains { $0.frame.minY > 89 && $0.frame.minY < 91 })
  }

  @Test("A box that covers changes no line", arguments: [0, 30, 40])
  func cover(at: Int) throws {
    let cut = prose.index(prose.startIndex, offsetBy: at)
    let layout = try Self.layout([
      String(prose[..<cut]), Self.float(90, 400, wrap: .cover), String(prose[cut...]),
    ])
    let plain = try Self.layout([prose])
    #expect(layout.lines.count == plain.lines.count)
    for (line, other) in zip(layout.lines, plain.lines) {
      #expect(near(line.frame.maxX, other.frame.maxX) && line.frame.minY == other.frame.minY)
    }
    #expect(layout.size == plain.size)
    let rect = layout.attachments[0].rect
    let line = layout.lines[layout.attachments[0].line]
    #expect(rect.size == Size(width: 90, height: 400) && abs(rect.maxY - line.baseline) < 1e-6)
    #expect(near(rect.minX, layout.caret(at: TextPosition(at)).minX, 1e-3))
  }

  @Test("A float that a column has no room for goes on in the next one")
  func columns() throws {
    var container = TextContainer(width: 300, height: 100)
    container.columns = TextColumns(count: 2, gap: 20)
    let cut = prose.index(prose.startIndex, offsetBy: 110)
    let layout = try Self.layout(
      [String(prose[..<cut]), Self.float(60, 50), String(prose[cut...])], container)
    let rect = layout.attachments[0].rect
    // Below the line with its character, which goes on with it.
    let line = try #require(layout.lines.first { $0.range.contains(110) })
    #expect(line.frame.minX == 160 && line.frame.minY == 0)
    #expect(rect == Rect(x: 160, y: line.frame.maxY, width: 60, height: 50))
    #expect(layout.lines.contains { $0.frame.minX == 220 })
  }

  @Test("A hit finds the float wherever its line lies, and paint may not change its place")
  func hits() throws {
    let layout = try Self.layout([Self.float(90, 120), prose])
    let item = try #require(layout.item(at: Point(x: 45, y: 110)))
    #expect(item.range == TextRange(0, 1))
    #expect(layout.item(at: Point(x: 95, y: 110)) == nil)
    var other = layout.text
    other.updateElements(TextRange(0, 1)) { $0.attachment?.side = .end }
    #expect(layout.repainted(as: other) == nil)
    other.updateElements(TextRange(0, 1)) { $0.attachment?.wrap = .inline }
    #expect(layout.repainted(as: other) == nil)
  }

  @Test("In a document a paragraph is as high as its floats")
  func document() throws {
    let text = AttachmentTests.text([Self.float(90, 200), "short\n", prose], size: 12)
    var document = TextDocument(text, width: 300, fonts: Fixture.fonts)
    let band = try document.layOut(from: 0, to: 400)
    #expect(band.fragments[0].layout.attachments[0].rect.maxY == 200)
    #expect(band.fragments[1].y == 200)
    #expect(band.fragments[1].layout.lines[0].frame.minX == 0)
  }

  @Test("Boxes of all sizes have a defined place")
  func hostile() throws {
    let sides = [0, -5, 1e-9, 299.999, 300, 301, 1e9, .infinity, .nan]
    for width in sides {
      for height in sides {
        for wrap in [TextAttachment.Wrap.surround, .cover] {
          let layout = try Self.layout([
            "ab ", Self.float(width, height, wrap: wrap), " cd " + prose,
          ])
          #expect(layout.attachments.count == 1 && !layout.isTruncated)
          #expect(layout.lines.last?.range.end == layout.text.length)
          #expect(layout.lines.allSatisfy { $0.frame.minX.isFinite && $0.frame.minY.isFinite })
        }
      }
    }
    // Nothing to go around: the box lies at its place in the line.
    for container in [TextContainer(), TextContainer(width: 300, isWrapped: false)] {
      let layout = try Self.layout(["ab", Self.float(50, 30), "cd"], container)
      #expect(layout.lines.count == 1 && layout.attachments[0].rect.width == 50)
      #expect(layout.attachments[0].rect.minX > 5)
    }
  }

  @Test("Many floats take linear time, and are cancelled")
  func many() throws {
    let parts: [Any] = (0..<400).flatMap { _ in [Self.float(20, 30), "word and word "] as [Any] }
    let text = AttachmentTests.text(parts, size: 12)
    let layout = try TextLayout(text, in: TextContainer(width: 300), fonts: Fixture.fonts)
    let rects = layout.attachments.map(\.rect)
    #expect(rects.count == 400)
    for (index, rect) in rects.enumerated() {
      for other in rects[..<index] {
        let overlap = rect.intersection(other)
        #expect(overlap.isEmpty || overlap.width < 1e-6 || overlap.height < 1e-6)
      }
    }
    let flag = CancellationFlag()
    flag.set()
    #expect(throws: CancellationError.self) {
      try TextLayout(
        text, in: TextContainer(width: 300), fonts: Fixture.fonts,
        cancellation: Cancellation(flag: flag))
    }
  }

  @Test("A float counts for the widths that a text wants")
  func contentWidths() throws {
    let text = AttachmentTests.text([Self.float(90, 50), "ab cd"], size: 12)
    let widths = try ContentWidths(ShapedText(text, fonts: Fixture.fonts))
    let plain = try ContentWidths(
      ShapedText(AttachmentTests.text(["ab cd"], size: 12), fonts: Fixture.fonts))
    #expect(widths.least == 90 && near(widths.greatest, plain.greatest + 90))
  }

  @Test("Beside a float lines are greedy, and each tells it")
  func chosenLines() throws {
    for breaking in [LineBreaking.balanced, .optimal, .greedy] {
      var text = AttachmentTests.text([Self.float(90, 50), prose], size: 12)
      text.updateParagraphs(text.range) { $0.lineBreaking = breaking }
      let layout = try TextLayout(text, in: TextContainer(width: 300), fonts: Fixture.fonts)
      #expect(layout.lines.allSatisfy { $0.isGreedyFallback == (breaking != .greedy) })
      let greedy = try Self.layout([Self.float(90, 50), prose])
      #expect(layout.lines.map(\.frame) == greedy.lines.map(\.frame))
    }
  }
}
