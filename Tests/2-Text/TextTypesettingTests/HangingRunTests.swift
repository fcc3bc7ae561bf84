// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextFonts
import TextModel
import TextShaping

@testable import TextTypesetting

/// A mark that hangs in a size of its own, between text in others: what it takes, and where it is drawn,
/// is its own width. Widths are sums of those of the parts.
@Suite struct HangingRunTests {
  /// The sizes of the words before, the mark, and the words behind.
  static let sizes: [[Double]] = [1000, 500].flatMap { a in
    [1000, 500, 2000].flatMap { b in [1000.0, 500].map { [a, b, $0] } }
  }

  private static func text(
    _ parts: [String], _ sizes: [Double], _ change: (inout ParagraphStyle) -> Void
  ) -> AttributedText {
    var style = ParagraphStyle.default
    change(&style)
    var text = AttributedText("", style: Fixture.style(style))
    for (part, size) in zip(parts, sizes) {
      text.append(part, style: Fixture.style(style, size: size))
    }
    return text
  }

  @Test(arguments: sizes, ["aaa bbb", "漢字漢字", "אב גד"])
  func theMarkBehindALine(_ sizes: [Double], _ words: String) throws {
    let isIdeographic = words.hasPrefix("漢")
    let mark = isIdeographic ? "。" : ","
    let rest = isIdeographic ? "漢字" : words.hasPrefix("א") ? " הו" : " ccc"
    let width = try Fixture.width(words, size: sizes[0])
    let markWidth = try Fixture.width(mark, size: sizes[1])
    let text = Self.text([words, mark, rest], sizes) {
      $0.hangingPunctuation = .allowEnd
    }
    let layout = try TextLayout(text, in: TextContainer(width: width), fonts: Fixture.fonts)
    let line = layout.lines[0]
    // Where all of it hangs the words just fit.
    #expect(line.range.end == words.utf16.count + (isIdeographic ? 1 : 2))
    #expect(line.visibleRange == TextRange(0, words.utf16.count))
    #expect(near(line.width, width, 1e-3))
    let isRightToLeft = line.baseLevel == 1
    let edges = layout.rectangles(for: TextRange(words.utf16.count, words.utf16.count + 1))
    #expect(edges.count == 1)
    #expect(near(edges[0].width, markWidth, 1e-3))
    #expect(near(isRightToLeft ? edges[0].maxX : edges[0].minX, isRightToLeft ? 0 : width, 1e-3))
    // A little narrower, and they do not.
    let narrow = try TextLayout(text, in: TextContainer(width: width - 1), fonts: Fixture.fonts)
    #expect(narrow.lines[0].range.end < words.utf16.count)
  }

  @Test(arguments: sizes)
  func theMarkBeforeALine(_ sizes: [Double]) throws {
    let rest = try Fixture.width("aaa", size: sizes[2])
    let text = Self.text(["", "“", "aaa aaa"], sizes) { $0.hangingPunctuation = .first }
    let layout = try TextLayout(text, in: TextContainer(width: rest + 1), fonts: Fixture.fonts)
    #expect(layout.strings == ["“aaa ", "aaa"])
    #expect(near(layout.lines[0].width, rest, 1e-3))
    let mark = layout.rectangles(for: TextRange(0, 1))
    #expect(mark.count == 1 && near(mark[0].maxX, 0, 1e-3))
    // In one size the mark and the letter are kerned.
    let width =
      sizes[1] == sizes[2]
      ? try Fixture.width("“aaa", size: sizes[1]) - rest : try Fixture.width("“", size: sizes[1])
    #expect(near(mark[0].width, width, 1e-3))
  }

  /// What is hit beside the line is the mark that lies there, and each of several carets has its place.
  @Test func bothMarks() throws {
    let text = Self.text(["“", "aaa bbb", ",", " ccc"], [500, 1000, 2000, 1000]) {
      $0.hangingPunctuation = [.first, .forceEnd]
    }
    let width = try Fixture.width("aaa bbb")
    let layout = try TextLayout(text, in: TextContainer(width: width), fonts: Fixture.fonts)
    let (quote, comma) = (
      try Fixture.width("“", size: 500), try Fixture.width(",", size: 2000)
    )
    let carets = layout.carets(inLine: 0)
    #expect(near(carets[0].x, -quote, 1e-3) && near(carets[1].x, 0, 1e-3))
    #expect(near(carets[8].x, width, 1e-3) && near(carets[9].x, width + comma, 1e-3))
    let y = layout.lines[0].baseline
    #expect(layout.grapheme(at: Point(x: -quote + 1, y: y)) == TextRange(0, 1))
    #expect(layout.grapheme(at: Point(x: -quote - 1, y: y)) == nil)
    #expect(layout.grapheme(at: Point(x: width + comma - 1, y: y)) == TextRange(8, 9))
    #expect(layout.clusters(inLine: 0).map(\.range) == (0..<9).map { TextRange($0, $0 + 1) })
  }
}
