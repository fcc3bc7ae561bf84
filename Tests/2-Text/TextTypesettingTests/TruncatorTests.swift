// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import TextTypesetting

@Suite struct TruncatorTests {
  private func layout(
    _ string: String, width: Double? = nil, height: Double? = nil, lines: Int = 1,
    truncation: TextContainer.Truncation = .end, ellipsis: String = "…",
    _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> TextLayout {
    try TextLayout(
      Fixture.text(string, change),
      in: TextContainer(
        width: width, height: height, maximumLines: lines, truncation: truncation,
        ellipsis: ellipsis), fonts: Fixture.fonts)
  }

  @Test func theLastLineTakesAnEllipsis() throws {
    let width = try Fixture.width("The quick br") + Fixture.width("…") + 1
    let cut = try layout("The quick brown fox", width: width)
    #expect(cut.isTruncated)
    #expect(cut.lines.count == 1)
    #expect(cut.visibleStrings == ["The quick br"])
    #expect(cut.lines[0].isTruncated)
    #expect(cut.lines[0].runs.last?.kind == .ellipsis)
    #expect(near(cut.lines[0].width, width - 1))
    #expect(cut.visibleRange == TextRange(0, 12))
    // White space before the ellipsis is removed.
    let spaced = try layout("The quick brown fox", width: try Fixture.width("The …") + 200)
    #expect(spaced.visibleStrings == ["The"])
  }

  /// The ellipsis has the style of the text that it follows, not of what is left out.
  @Test func theEllipsisHasTheStyleAtTheCut() throws {
    var text = Fixture.text("abcdefghij", size: 500)
    text.append("KLM", style: Fixture.style(size: 1000))
    // Room for the K, but not for it and an ellipsis.
    let width =
      try Fixture.width("abcdefghij", size: 500) + Fixture.width("…", size: 500)
      + Fixture.width("K")
    let cut = try TextLayout(
      text, in: TextContainer(width: width - 20, maximumLines: 1), fonts: Fixture.fonts)
    #expect(cut.visibleStrings == ["abcdefghij"])
    #expect(cut.lines[0].runs.last?.kind == .ellipsis && cut.lines[0].runs.last?.run.size == 500)
  }

  @Test func whatFitsIsNotCut() throws {
    let fits = try layout("The quick", width: try Fixture.width("The quick"))
    #expect(!fits.isTruncated)
    #expect(fits.lines[0].runs.allSatisfy { $0.kind == .text })
    #expect(!(try layout("a\n", lines: 1).isTruncated))
    #expect(try layout("a\nb", lines: 2).isTruncated == false)
  }

  @Test func furtherParagraphsCountAsLeftOut() throws {
    let cut = try layout("one\ntwo\nthree", lines: 2)
    #expect(cut.isTruncated)
    #expect(cut.strings == ["one\n", "two"])
    #expect(cut.lines[1].runs.map(\.kind) == [.text, .ellipsis])
    #expect(near(cut.lines[1].width, try Fixture.width("two…"), 100))
  }

  @Test func withoutTruncationTheRestIsLeftOut() throws {
    let cut = try layout("aaa bbb ccc", width: 2000, lines: 1, truncation: .none)
    #expect(cut.isTruncated)
    #expect(cut.strings == ["aaa "])
    #expect(cut.lines[0].runs.allSatisfy { $0.kind == .text })
  }

  @Test func theHeightBoundsLines() throws {
    let h = try Fixture.layout("a").size.height
    let two = try layout("a\nb\nc", height: h * 2.5, lines: 0)
    #expect(two.lines.count == 2)
    #expect(two.isTruncated)
    #expect(near(two.size.height, 2 * h))
    #expect(try layout("a\nb", height: h * 2, lines: 0).isTruncated == false)
    let low = try layout("a\nb", height: h - 1, lines: 0)
    #expect(low.lines.count == 1 && low.isTruncated && low.isCutOff)
  }

  @Test func anOverflowingWordIsCutToo() throws {
    let cut = try layout("unbreakable", width: 2000) { $0.overflowWrap = .normal }
    #expect(cut.isTruncated)
    #expect(cut.lines[0].width <= 2000.001)
    #expect(cut.lines[0].runs.last?.kind == .ellipsis)
  }

  @Test func whereNothingFitsTheEllipsisStandsAlone() throws {
    let cut = try layout("word word", width: 1)
    #expect(cut.lines.count == 1)
    #expect(cut.visibleStrings == [""])
    #expect(cut.lines[0].runs.map(\.kind) == [.ellipsis])
  }

  @Test func rightToLeftTextHasItsEllipsisOnTheLeft() throws {
    let cut = try layout("שלום שלום שלום", width: 4000) { $0.direction = .rightToLeft }
    #expect(cut.isTruncated)
    let runs = cut.lines[0].runs
    #expect(runs.first?.kind == .ellipsis)
    #expect(near(cut.lines[0].frame.maxX, 4000))
    #expect(runs.count == 2)
    #expect(near(runs[1].maxX, 4000))
  }

  @Test func wholeClustersAreDropped() throws {
    let string = String(repeating: "e\u{301}\u{323}", count: 20)
    for width in stride(from: 700.0, to: 6000, by: 333) {
      let cut = try layout(string, width: width)
      #expect(cut.lines[0].visibleRange.end % 3 == 0 || cut.text.length % 3 != 0)
      #expect(cut.lines[0].width <= max(width, try Fixture.width("…")) + 0.001)
    }
  }

  @Test func anyStringMayBeTheEllipsis() throws {
    let cut = try layout("The quick brown fox", width: 6000, ellipsis: " [more]")
    #expect(cut.lines[0].runs.last?.kind == .ellipsis)
    #expect(cut.lines[0].width <= 6000.001)
    let none = try layout("The quick brown fox", width: 6000, ellipsis: "")
    #expect(none.isTruncated)
    #expect(none.lines[0].runs.allSatisfy { $0.kind == .text })
  }

  @Test func anEllipsisHasItsOwnDirections() throws {
    let cut = try layout("שלום שלום three four", width: 9000, ellipsis: " [more]") {
      $0.direction = .rightToLeft
    }
    #expect(cut.isTruncated)
    // Read from the left, with the bracket that closes turned round: "[more] ".
    let token = cut.lines[0].runs.prefix { $0.kind == .ellipsis }
    let drawn = Self.glyphs(of: token)
    let wanted = Self.glyphs(of: try layout("[more] ").lines[0].runs[...])
    #expect(drawn == wanted, "\(drawn) for \(wanted)")
  }

  private static func glyphs(of runs: ArraySlice<LineRun>) -> [UInt16] {
    var ids: [UInt16] = []
    for run in runs { run.forEachGlyph { ids.append($0.id) } }
    return ids
  }

  @Test func tabsBeforeTheCutKeepTheirStops() throws {
    let cut = try layout("a\tbbbbbbbbbbbb", width: 5000) {
      $0.tabStops = [TabStop(position: 3000)]
    }
    #expect(cut.isTruncated)
    #expect(near(cut.carets(inLine: 0)[2].x, 3000))
    #expect(cut.lines[0].width <= 5000.001)
  }
}
