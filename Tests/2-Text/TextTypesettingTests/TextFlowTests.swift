// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextModel
import TextTestSupport

@testable import TextTypesetting

@Suite("A text through several containers") struct TextFlowTests {
  private static func text(_ paragraphs: Int) -> AttributedText {
    let words = "Aus den Wiesen steiget der weiße Nebel wunderbar, und alle Vögel schweigen. "
    let string = (0..<paragraphs).map { _ in String(repeating: words, count: 3) }
      .joined(separator: "\n")
    return AttributedText(string, style: TextStyle(shaping: ShapingStyle(size: 12)))
  }

  @Test("Equal containers show the lines of one layout in turn")
  func equalContainers() throws {
    let text = Self.text(3)
    let whole = try TextLayout(
      text, in: TextContainer(width: 180), fonts: BundledFonts.collection)
    let container = TextContainer(width: 180, height: 70)
    let flow = try TextFlow(
      text, through: Array(repeating: container, count: 9), fonts: BundledFonts.collection)
    #expect(!flow.isTruncated)
    let lines = flow.layouts.flatMap { layout in layout.lines.map(\.range) }
    #expect(lines == whole.lines.map(\.range))
    #expect(flow.layouts[0].lines.count > 2)
    #expect(flow.layouts.last?.lines.isEmpty == true)
    var end = 0
    for (index, layout) in flow.layouts.enumerated() where !layout.lines.isEmpty {
      #expect(!layout.isTruncated)
      #expect(layout.visibleRange.start == end)
      #expect(layout.visibleRanges == [layout.visibleRange])
      end = layout.visibleRange.end
      #expect(layout.lines.allSatisfy { $0.frame.maxY <= 70.01 })
      #expect(flow.layoutIndex(containing: layout.visibleRange.start) == index)
      // Text of other containers has no rectangles here.
      let own = layout.rectangles(for: text.range)
      #expect(own.count == layout.lines.count)
      #expect(layout.position(at: Point(x: 0, y: 0)).offset == layout.visibleRange.start)
    }
    #expect(end == text.length)
  }

  @Test("The last container leaves text out as it says, the others never")
  func truncated() throws {
    var container = TextContainer(width: 180, height: 70)
    container.truncation = .end
    let flow = try TextFlow(
      Self.text(3), through: [container, container], fonts: BundledFonts.collection)
    #expect(flow.isTruncated)
    #expect(!flow.layouts[0].isTruncated && flow.layouts[0].tokenRect == nil)
    #expect(flow.layouts[1].isTruncated && flow.layouts[1].tokenRect != nil)
    #expect(flow.layoutIndex(containing: Self.text(3).length - 1) == nil)
    #expect(try TextFlow(Self.text(1), through: [], fonts: BundledFonts.collection).isTruncated)
  }

  @Test("Around an exclusion, then in columns, then below: all of the text, once")
  func mixed() throws {
    var shape = TextContainer(width: 200, height: 60)
    shape.exclusions = [Exclusion(Rect(x: 80, y: 0, width: 30, height: 40))]
    var columns = TextContainer(width: 300, height: 50)
    columns.columns = TextColumns(count: 2, gap: 10)
    let rest = TextContainer(width: 200)
    let text = Self.text(2)
    let flow = try TextFlow(
      text, through: [shape, columns, rest], fonts: BundledFonts.collection)
    let ranges = flow.layouts.flatMap { layout in layout.lines.map(\.range) }
    #expect(ranges.reduce(0) { $0 == $1.start ? $1.end : -1 } == text.length)
    #expect(flow.layouts.allSatisfy { !$0.lines.isEmpty })
  }
}
