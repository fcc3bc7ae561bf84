// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing
import TextModel
import TextTestSupport

@testable import TextTypesetting

/// The indent of a first line beside what stands at its start. The right places are sums: the edge
/// of the line box and the indent. Source: CSS Text 3, 8.1; CSS 2.2, 9.5.
@Suite("First lines beside areas") struct FirstLineIndentTests {
  private static let words = String(repeating: "one two three four five six ", count: 6)
  private static let hebrew = String(repeating: "אחת שתיים שלוש ארבע חמש שש ", count: 6)
  private static let kanji = String(repeating: "内部操作領域", count: 20)

  private static func layout(
    _ string: String, _ rects: [Rect], indent: Double, start: Double = 0,
    end: Double = 0, alignment: TextAlignment = .start, mode: WritingMode = .horizontal,
    _ change: (inout TextContainer) -> Void = { _ in }
  ) throws -> TextLayout {
    var style = ParagraphStyle(alignment: alignment)
    (style.firstLineIndent, style.startIndent, style.endIndent) = (indent, start, end)
    var container = TextContainer(width: 400, height: 400)
    container.writingMode = mode
    container.exclusions = rects.map { Exclusion($0) }
    change(&container)
    return try TextLayout(
      AttributedText(string, style: TextStyle(shaping: ShapingStyle(size: 16), paragraph: style)),
      in: container, fonts: Fixture.fonts)
  }

  private static func layout(
    _ rects: [Rect], indent: Double, start: Double = 0, end: Double = 0,
    alignment: TextAlignment = .start, _ change: (inout TextContainer) -> Void = { _ in }
  ) throws -> TextLayout {
    try layout(
      words, rects, indent: indent, start: start, end: end, alignment: alignment, change)
  }

  private static let corner = Rect(x: 0, y: 0, width: 80, height: 60)

  @Test("The indent begins at the area's edge", arguments: [-50.0, -20, 0, 1, 30, 120])
  func atStart(indent: Double) throws {
    let layout = try Self.layout([Self.corner], indent: indent)
    #expect(near(layout.lines[0].frame.minX, 80 + indent))
    #expect(near(layout.lines[1].frame.minX, 80))
    let after = try #require(layout.lines.first { $0.frame.minY >= 60 })
    #expect(after.frame.minX == 0)
    #expect(layout.lines.allSatisfy { $0.frame.maxX <= 400 + LineBreaker.tolerance })
    // As much text as in a container of what is left.
    let room = try Self.layout([], indent: indent) { $0.width = 320 }
    #expect(layout.lines[0].range == room.lines[0].range)

    let mirrored = try Self.layout(
      Self.hebrew, [Rect(x: 320, y: 0, width: 80, height: 60)], indent: indent)
    #expect(near(mirrored.lines[0].frame.maxX, 320 - indent))
    #expect(near(mirrored.lines[1].frame.maxX, 320))
    #expect(mirrored.lines.allSatisfy { $0.frame.minX >= -LineBreaker.tolerance })
  }

  @Test("So it does in vertical lines", arguments: [WritingMode.verticalRL, .verticalLR])
  func vertical(mode: WritingMode) throws {
    for indent in [-20.0, 30] {
      let area =
        mode == .verticalRL
        ? Rect(x: 340, y: 0, width: 60, height: 80) : Rect(x: 0, y: 0, width: 60, height: 80)
      let layout = try Self.layout(Self.kanji, [area], indent: indent, mode: mode)
      #expect(near(layout.lines[0].frame.minY, 80 + indent))
      #expect(near(layout.lines[1].frame.minY, 80))
      let last = try #require(layout.lines.last)
      #expect(last.frame.minY == 0)
    }
  }

  @Test("Other indents count from the container") func indents() throws {
    // The start indent lies under the area, or beyond it.
    for (start, edge) in [(40.0, 80.0), (100, 100)] {
      for own in [-40.0, 30] {
        let layout = try Self.layout([Self.corner], indent: own, start: start, end: 25)
        #expect(near(layout.lines[0].frame.minX, edge + own), "\(start) \(own)")
        #expect(near(layout.lines[1].frame.minX, edge))
        #expect(layout.lines.allSatisfy { $0.frame.maxX <= 375 + LineBreaker.tolerance })
      }
    }
    // An area at the end side does not move the start.
    let layout = try Self.layout(
      [Rect(x: 300, y: 0, width: 100, height: 60)], indent: 30, start: 10)
    #expect(near(layout.lines[0].frame.minX, 40) && near(layout.lines[1].frame.minX, 10))
    #expect(layout.lines[0].frame.maxX <= 300 + LineBreaker.tolerance)
  }

  @Test("Aligned lines have what is left", arguments: TextAlignment.allCases)
  func aligned(alignment: TextAlignment) throws {
    let layout = try Self.layout([Self.corner], indent: 30, alignment: alignment)
    let frame = layout.lines[0].frame
    switch alignment {
    case .start, .left: #expect(near(frame.minX, 110))
    case .end, .right: #expect(near(frame.maxX, 400))
    case .center: #expect(near(frame.midX, (110 + 400) / 2))
    case .justify: #expect(near(frame.minX, 110) && near(frame.maxX, 400))
    }
  }

  @Test("Areas on both sides, and in the middle") func severalAreas() throws {
    let both = try Self.layout(
      [Self.corner, Rect(x: 320, y: 0, width: 80, height: 60)], indent: 30)
    #expect(near(both.lines[0].frame.minX, 110) && near(both.lines[1].frame.minX, 80))
    #expect(both.lines[0].frame.maxX <= 320 + LineBreaker.tolerance)
    // Two places in a row: the first has the indent.
    let middle = try Self.layout([Rect(x: 180, y: 0, width: 40, height: 60)], indent: 30)
    #expect(near(middle.lines[0].frame.minX, 30) && near(middle.lines[1].frame.minX, 220))
    #expect(middle.lines[0].frame.minY == middle.lines[1].frame.minY)
    #expect(near(middle.lines[2].frame.minX, 0))
    // The first place is too narrow for the indent and a word: the second one is the first line's.
    let narrow = try Self.layout([Rect(x: 50, y: 0, width: 40, height: 60)], indent: 45)
    #expect(near(narrow.lines[0].frame.minX, 90 + 45))
    #expect(near(narrow.lines[1].frame.minX, 0))
  }

  @Test("Each column has its own edge") func columns() throws {
    let layout = try Self.layout(
      Self.words + "\n" + Self.words, [Rect(x: 220, y: 0, width: 40, height: 60)], indent: 20
    ) {
      $0.columns = TextColumns(count: 2, gap: 40)
      $0.height = 120
    }
    #expect(near(layout.lines[0].frame.minX, 20))
    // The second column begins at 220, in the middle of a paragraph.
    let second = layout.lines.filter { $0.frame.minX >= 220 }
    #expect(second.map(\.frame.minY) == layout.lines.prefix(second.count).map(\.frame.minY))
    #expect(second.prefix(3).allSatisfy { near($0.frame.minX, 260) })
  }

  @Test("Floats move the line box, too", arguments: [-20.0, 30])
  func floats(indent: Double) throws {
    var style = ParagraphStyle.default
    style.firstLineIndent = indent
    let float = TextAttachment(
      .reserved("box"), size: Size(width: 80, height: 60), wrap: .surround)
    let textStyle = TextStyle(shaping: ShapingStyle(size: 16), paragraph: style)
    var text = AttributedText("", style: textStyle)
    text.append(float, style: textStyle)
    text.append(Self.words, style: textStyle)
    let layout = try TextLayout(text, in: TextContainer(width: 400), fonts: Fixture.fonts)
    #expect(near(layout.lines[0].frame.minX, 80 + indent))
    #expect(near(layout.lines[1].frame.minX, 80))
  }

  @Test("The edge of a shape is an edge") func shape() throws {
    var path = Path()
    path.addRect(Rect(x: 50, y: 0, width: 200, height: 400))
    let layout = try Self.layout([], indent: 30) { $0.shape = .path(path) }
    #expect(near(layout.lines[0].frame.minX, 80) && near(layout.lines[1].frame.minX, 50))
    #expect(layout.lines.allSatisfy { $0.frame.maxX <= 250 + LineBreaker.tolerance })
  }

  @Test("A line that is cut, and an empty one, keep the indent") func cut() throws {
    let layout = try Self.layout([Self.corner], indent: 30) { $0.maximumLines = 1 }
    #expect(layout.isTruncated)
    #expect(near(layout.lines[0].frame.minX, 110))
    #expect(layout.lines[0].frame.maxX <= 400 + LineBreaker.tolerance)
    let empty = try Self.layout("a\n", [Self.corner], indent: 30)
    #expect(empty.lines.map(\.frame.minX) == [110, 110])
  }

  @Test("Indents that leave no room end", .timeLimit(.minutes(30)))
  func noRoom() throws {
    for (own, start) in [(500.0, 0.0), (0, 500), (500, 500), (-500, 500)] {
      for string in [Self.words, Self.hebrew] {
        let layout = try Self.layout(string, [Self.corner], indent: own, start: start) {
          $0.height = nil
        }
        #expect(layout.strings.joined() == string)
      }
    }
    let layout = try Self.layout([Rect(x: 0, y: 0, width: 2, height: 10)], indent: 0) {
      ($0.width, $0.height) = (5, nil)
    }
    #expect(layout.strings.joined() == Self.words)
  }
}
