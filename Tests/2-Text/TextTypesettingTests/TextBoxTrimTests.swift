// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import CanvasGeometry
@testable import TextTypesetting

/// Lines that end at edges of letters, computed from the metrics of Noto Sans: ascent 1069, descent
/// 293, capitals 714, small letters 536 of 1000.
@Suite struct TextBoxTrimTests {
  private static let overs: [(TextBoxTrim.Over, Double)] = [
    (.none, 1069), (.text, 1069), (.cap, 714), (.ex, 536), (.ideographic, 880),
  ]
  private static let unders: [(TextBoxTrim.Under, Double)] = [
    (.none, 293), (.text, 293), (.alphabetic, 0), (.ideographic, 120),
  ]

  private func layout(
    _ string: String, _ trim: TextBoxTrim, width: Double? = nil, height: Double? = nil,
    lines: Int = 0,
    _ change: (inout TextContainer) -> Void = { _ in },
    style: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> TextLayout {
    var container = TextContainer(width: width, height: height, maximumLines: lines)
    container.trim = trim
    change(&container)
    return try TextLayout(Fixture.text(string, style), in: container, fonts: Fixture.fonts)
  }

  @Test func edges() throws {
    for (over, above) in Self.overs {
      for (under, below) in Self.unders {
        let trim = TextBoxTrim(over: over, under: under)
        let one = try layout("Hx", trim)
        #expect(near(one.size.height, above + below), "\(trim)")
        #expect(near(one.lines[0].baseline, above))
        #expect(one.lines[0].frame == one.usedRect && one.lines[0].origin.y == 0)
        // Of several lines the first loses its upper part and the last its lower one.
        let three = try layout("a\nb\nc", trim)
        #expect(near(three.size.height, above + 2 * 1362 + below))
        #expect(near(three.lines[1].baseline, above + 1362))
        #expect(near(three.lines[2].baseline, above + 2724))
        #expect(near(three.lines[1].height, 1362))
        // Those of a narrow container, too, whose lines are broken.
        let broken = try layout("aaaa bbbb cccc dddd", trim, width: 3000)
        #expect(broken.lines.count == 4)
        #expect(near(broken.size.height, above + 3 * 1362 + below))
        #expect(near(broken.lines[3].baseline, above + 3 * 1362))
      }
    }
  }

  @Test func linesOfAnotherHeightEndAtTheSameEdges() throws {
    let trim = TextBoxTrim(over: .cap, under: .alphabetic)
    for height in [500.0, 1362, 4000] {
      let one = try layout("H", trim, style: { $0.lineHeight = .fixed(height) })
      #expect(near(one.size.height, 714))
      let two = try layout("H\nH", trim, style: { $0.lineHeight = .fixed(height) })
      #expect(near(two.size.height, 714 + height))
    }
  }

  @Test func theHighestLetterCounts() throws {
    var text = Fixture.text("H")
    text.append("H", style: Fixture.style(size: 2000))
    var container = TextContainer()
    container.trim = TextBoxTrim(over: .cap, under: .text)
    let layout = try TextLayout(text, in: container, fonts: Fixture.fonts)
    #expect(near(layout.size.height, 1428 + 586))
  }

  @Test(arguments: [WritingMode.verticalRL, .verticalLR])
  func vertical(_ mode: WritingMode) throws {
    // Lines lie at the centre of the fonts, 388 above the alphabetic baseline.
    for (over, above) in Self.overs {
      for (under, below) in Self.unders {
        let trim = TextBoxTrim(over: over, under: under)
        var text = Fixture.text("a\nb\nc")
        text.updateShaping(text.range) { $0.textOrientation = .sideways }
        var container = TextContainer(
          insets: EdgeInsets(top: 10, leading: 20, bottom: 30, trailing: 40))
        container.writingMode = mode
        container.trim = trim
        let layout = try TextLayout(text, in: container, fonts: Fixture.fonts)
        #expect(near(layout.size.width, above + 2 * 1362 + below + 60), "\(mode) \(trim)")
        #expect(near(layout.usedRect.width, above + 2 * 1362 + below))
        #expect(near(layout.usedRect.minX, 20))
      }
    }
  }

  @Test func insetsAndVerticalAlignment() throws {
    let trim = TextBoxTrim(over: .cap, under: .alphabetic)
    let inset = try layout("H", trim) {
      $0.insets = EdgeInsets(top: 100, leading: 0, bottom: 50, trailing: 0)
    }
    #expect(near(inset.size.height, 864) && near(inset.lines[0].baseline, 814))
    for (alignment, share) in [
      (TextContainer.VerticalAlignment.top, 0.0), (.center, 0.5), (.bottom, 1),
      (.capHeightCenter, 0.5),
    ] {
      let high = try layout("H", trim, height: 1714) { $0.verticalAlignment = alignment }
      #expect(near(high.lines[0].baseline, 714 + 1000 * share), "\(alignment)")
    }
  }

  @Test func aLineThatFitsOnlyTrimmedIsTheLast() throws {
    let trim = TextBoxTrim(over: .cap, under: .alphabetic)
    let exact = 714 + 1362.0
    let both = try layout("H\nH", trim, height: exact)
    #expect(both.lines.count == 2 && !both.isTruncated && !both.isCutOff)
    let low = try layout("H\nH", trim, height: exact - 1)
    #expect(low.lines.count == 1 && low.isTruncated)
    // More text follows: the line ends in an ellipsis.
    let more = try layout("H\nH\nH", trim, height: exact)
    #expect(more.lines.count == 2 && more.isTruncated && near(more.usedRect.height, exact))
    let wide = try layout("aaaa bbbb cccc dddd", trim, width: 3000, height: exact)
    #expect(wide.lines.count == 2 && wide.isTruncated)
    let single = try layout("H", trim, height: 714)
    #expect(!single.isCutOff && !single.isTruncated)
    let empty = try layout("H\n", trim, height: exact)
    #expect(empty.lines.count == 2)
    let limited = try layout("H\nH", trim, height: 5000, lines: 1)
    #expect(limited.lines.count == 1 && near(limited.usedRect.height, 714))
  }

  @Test func tokensAreTrimmedToo() throws {
    let text = Fixture.text("aaaa bbbb cccc dddd")
    var container = TextContainer(
      width: 3000, maximumLines: 1, token: AttributedText("H", style: Fixture.style(size: 2000)))
    container.trim = TextBoxTrim(over: .cap, under: .alphabetic)
    let layout = try TextLayout(text, in: container, fonts: Fixture.fonts)
    #expect(near(layout.size.height, 1428) && near(layout.lines[0].baseline, 1428))
  }

  @Test func eachColumnIsTrimmed() throws {
    let trim = TextBoxTrim(over: .cap, under: .alphabetic)
    let layout = try layout("a\nb\nc\nd", trim, width: 4000) {
      $0.columns = TextColumns(count: 2)
    }
    #expect(layout.lines.map(\.origin.y) == [0, 714 + 293, 0, 714 + 293])
    #expect(near(layout.size.height, 714 + 1362))
    let filled = try self.layout("a\nb\nc\nd", trim, width: 4000, height: 714 + 1362) {
      $0.columns = TextColumns(count: 2)
    }
    #expect(filled.lines.count == 4 && !filled.isTruncated)
  }

  @Test func textInAShapeIsNotTrimmed() throws {
    let trim = TextBoxTrim(over: .cap, under: .alphabetic)
    let layout = try layout("H", trim, width: 9000) {
      $0.exclusions = [Exclusion(Rect(x: 0, y: 5000, width: 1000, height: 10))]
    }
    #expect(near(layout.lines[0].height, 1362))
  }

  @Test func theScaleHasTheSameEdges() throws {
    let trim = TextBoxTrim(over: .cap, under: .alphabetic)
    let half = try layout("HHHH", trim, width: 2 * (try Fixture.width("H"))) {
      ($0.minimumScale, $0.isWrapped, $0.height) = (0.1, false, 2000)
    }
    #expect(near(half.usedRect.height, 357, 0.01))
  }

  @Test func equality() {
    var container = TextContainer()
    container.trim = TextBoxTrim(over: .cap, under: .none)
    #expect(container != TextContainer())
    container.trim = .none
    #expect(container == TextContainer())
  }
}
