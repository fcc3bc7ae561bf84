// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import CanvasGeometry
@testable import TextTypesetting

/// Lines that end at mandatory breaks alone, and are aligned and truncated in a width.
@Suite struct UnwrappedTests {
  private func layout(
    _ string: String, width: Double, height: Double? = nil, lines: Int = 0,
    _ truncation: TextContainer.Truncation = .end, minimumScale: Double = 1,
    _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> TextLayout {
    try TextLayout(
      Fixture.text(string, change),
      in: TextContainer(
        width: width, height: height, maximumLines: lines, truncation: truncation,
        minimumScale: minimumScale, isWrapped: false), fonts: Fixture.fonts)
  }

  @Test func linesAreAlignedInTheWidth() throws {
    let width = try Fixture.width("one two")
    for (alignment, x) in [
      (TextAlignment.start, 0.0), (.center, (9000 - width) / 2), (.right, 9000 - width),
      (.justify, 0),
    ] {
      let cut = try layout("one two", width: 9000) { $0.alignment = alignment }
      #expect(near(cut.lines[0].origin.x, x) && near(cut.lines[0].width, width), "\(alignment)")
      #expect(cut.size.width == 9000 && !cut.isTruncated)
    }
    let right = try layout("שלום", width: 9000)
    #expect(near(right.lines[0].frame.maxX, 9000))
  }

  @Test func aLineThatIsTooWideIsTruncated() throws {
    let width = try Fixture.width("one two") + Fixture.width("…") + 1
    let cut = try layout("one two three", width: width) { $0.alignment = .right }
    #expect(cut.lines.count == 1 && cut.isTruncated)
    #expect(cut.visibleStrings == ["one two"])
    #expect(cut.lines[0].runs.last?.kind == .ellipsis)
    #expect(near(cut.lines[0].frame.maxX, width))
    let start = try layout("one two three", width: width, .start)
    #expect(start.lines[0].runs.first?.kind == .ellipsis && start.lines[0].width <= width + 0.001)
    let middle = try layout("one two three", width: width, .middle)
    #expect(middle.visibleRanges.count == 2 && middle.lines[0].width <= width + 0.001)
  }

  @Test func withoutTruncationTheLineGoesOn() throws {
    let cut = try layout("one two three", width: 3000, .none) { $0.alignment = .center }
    #expect(cut.lines.count == 1 && !cut.isTruncated && cut.lines[0].origin.x == 0)
    #expect(near(cut.lines[0].width, try Fixture.width("one two three")))
    #expect(cut.size.width == 3000)
  }

  @Test func eachLineEndsInTheToken() throws {
    let width = try Fixture.width("one two") + Fixture.width("…") + 1
    let edge = try Fixture.width("one two")
    let cut = try layout("one two three\nfour\none two six\n", width: width)
    #expect(cut.lines.count == 3 && cut.isTruncated)
    #expect(cut.lines.map(\.isTruncated) == [true, false, true])
    #expect(cut.visibleStrings == ["one two", "four", "one two"])
    // What the first line leaves out belongs to it.
    #expect(cut.lines.map(\.range) == [TextRange(0, 14), TextRange(14, 19), TextRange(19, 27)])
    #expect(cut.lines.allSatisfy { $0.width <= width })
    // The white space before the cut of the last line lies on it.
    #expect(cut.visibleRanges == [TextRange(0, 27)] && cut.leftOut == TextRange(27, 31))
    // The token of a line stands for what that line leaves out.
    let token = try #require(cut.item(at: Point(x: edge + 10, y: 700)))
    #expect(token.kind == .token(nil) && token.range == TextRange(7, 14))
    // Carets in what is left out stand at the last letter.
    for offset in 8...13 {
      #expect(near(cut.caret(at: TextPosition(offset)).minX, edge, 0.01), "\(offset)")
    }
    let two = try layout("one two three\nfour", width: width)
    #expect(two.isTruncated && two.leftOut.isEmpty && two.lines[0].isHardBreak)
    #expect(two.tokenRect == nil && two.visibleRanges == [TextRange(0, 18)])
    let one = try layout("one two three\nfour", width: width, lines: 1)
    #expect(one.lines.count == 1 && one.leftOut == TextRange(8, 18))
  }

  @Test func aLineMayBecomeSmallerToFit() throws {
    let width = try Fixture.width("one two three") / 2
    let small = try layout("one two three", width: width + 1, minimumScale: 0.25)
    #expect(small.scale == 0.5 && !small.isTruncated && small.lines.count == 1)
  }

  @Test func theShortcutsChangeNothing() throws {
    let container = TextContainer(width: 4000, isWrapped: false)
    for string in ["one", "one two three four", "one two three\nfour five\n\nsix seven eight"] {
      let shaped = try Fixture.layout(string).shaped
      let (found, general) = (
        try Typesetter.set(shaped, in: container),
        try Typesetter.setLineByLine(shaped, in: container)
      )
      #expect(Array(found.records) == Array(general.records), "\(string)")
    }
  }
}
