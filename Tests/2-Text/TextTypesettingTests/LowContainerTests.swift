// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import CanvasGeometry
@testable import TextTypesetting

/// Containers that are lower than one line: 1362 points in Noto Sans of 1000, 1069 of them above
/// the baseline.
@Suite struct LowContainerTests {
  private static let line = 1362.0

  private func layout(
    _ string: String, width: Double? = 9000, height: Double, insets: EdgeInsets = .zero,
    _ alignment: TextContainer.VerticalAlignment = .top, minimumScale: Double = 1,
    _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> TextLayout {
    try TextLayout(
      Fixture.text(string, change),
      in: TextContainer(
        width: width, height: height, insets: insets, verticalAlignment: alignment,
        minimumScale: minimumScale), fonts: Fixture.fonts)
  }

  @Test(arguments: [0.0, 1, 700, 1361])
  func theFirstLineIsSetAndCutOff(height: Double) throws {
    let cut = try layout("one two", height: height)
    #expect(cut.lines.count == 1 && cut.isCutOff && !cut.isTruncated)
    #expect(cut.size == Size(width: 9000, height: height))
    #expect(cut.lines[0].origin == .zero && near(cut.lines[0].baseline, 1069))
    #expect(near(cut.lines[0].height, Self.line))
    #expect(cut.visibleRanges == [TextRange(0, 7)] && cut.visibleRange == TextRange(0, 7))
    #expect(cut.fittingSize.height == height)
    #expect(cut.caret(at: TextPosition(7)).minX > 1000)
    #expect(cut.repainted { $0.updateAll { $0.color = .white } }.isCutOff)
  }

  @Test func aLineThatFitsIsNotCutOff() throws {
    #expect(try layout("one", height: Self.line).isCutOff == false)
    #expect(try layout("one", height: 5000).isCutOff == false)
  }

  @Test func furtherLinesAreLeftOut() throws {
    let cut = try layout("one\ntwo", height: 700)
    #expect(cut.visibleStrings == ["one"] && cut.isCutOff && cut.isTruncated)
    #expect(cut.lines[0].runs.last?.kind == .ellipsis && cut.leftOut == TextRange(3, 7))
    #expect(cut.size.height == 700)
    let words = try layout("one two three four", width: 3000, height: 3)
    #expect(words.lines.count == 1 && words.lines[0].width <= 3000 && words.isTruncated)
  }

  @Test(arguments: TextContainer.VerticalAlignment.allCases)
  func theLineBeginsAtTheUpperEdge(alignment: TextContainer.VerticalAlignment) throws {
    let cut = try layout("one", height: 1000, alignment)
    #expect(cut.lines[0].origin.y == 0 && cut.size.height == 1000 && cut.isCutOff)
    let inset = try layout(
      "one", height: 1000, insets: EdgeInsets(top: 300, leading: 0, bottom: 200, trailing: 0),
      alignment)
    #expect(inset.lines[0].origin.y == 300 && inset.size.height == 1000 && inset.isCutOff)
  }

  @Test func anEmptyTextIsNotCutOff() throws {
    let empty = try layout("", height: 3)
    #expect(empty.lines.count == 1 && !empty.isCutOff && !empty.isTruncated)
    #expect(empty.size.height == 3 && empty.visibleRanges == [TextRange(0, 0)])
    let terminator = try layout("\n", height: 3)
    #expect(terminator.lines.count == 1 && !terminator.isTruncated)
  }

  @Test func aTextThatMayBecomeSmallerDoes() throws {
    let small = try layout("one", height: 700, minimumScale: 0.25)
    // 32 of 64 steps are 681 points, 33 are 702.
    #expect(small.scale == 0.5 && !small.isCutOff)
    let least = try layout("one", height: 100, minimumScale: 0.25)
    #expect(least.scale == 0.25 && least.isCutOff)
  }
}
