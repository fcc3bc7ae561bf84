// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import CanvasGeometry
@testable import TextTypesetting

@Suite struct TruncationTokenTests {
  private func layout(
    _ string: String, width: Double?, height: Double? = nil, lines: Int = 1,
    _ truncation: TextContainer.Truncation = .end, ellipsis: String = "…",
    token: AttributedText?, _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> TextLayout {
    try TextLayout(
      Fixture.text(string, change),
      in: TextContainer(
        width: width, height: height, maximumLines: lines, truncation: truncation,
        ellipsis: ellipsis, token: token), fonts: Fixture.fonts)
  }

  @Test func aTokenKeepsItsStyles() throws {
    var token = Fixture.text("… ")
    token.append("more", style: Fixture.style(size: 500))
    let cut = try layout("The quick brown fox jumps", width: 9000, token: token)
    let runs = cut.lines[0].runs.filter { $0.kind == .ellipsis }
    #expect(runs.map(\.run.size) == [1000, 500])
    let width = try Fixture.width("… m") - Fixture.width("m") + Fixture.width("more", size: 500)
    let rect = try #require(cut.tokenRect)
    #expect(near(rect.width, width))
    #expect(near(rect.maxX, cut.lines[0].width))
    #expect(cut.lines[0].width <= 9000.001)
    // Offsets of the token, for links in it.
    let y = cut.lines[0].height / 2
    #expect(cut.tokenOffset(at: Point(x: rect.minX + 1, y: y)) == 0)
    #expect(cut.tokenOffset(at: Point(x: rect.maxX - 1, y: y)) == 5)
    #expect(cut.tokenOffset(at: Point(x: rect.minX - 1, y: y)) == nil)
    #expect(cut.tokenOffset(at: Point(x: rect.minX + 1, y: cut.size.height + 1)) == nil)
    #expect(cut.token(of: runs[1])?.run.range == TextRange(2, 6))
    #expect(cut.token(of: cut.lines[0].runs[0]) == nil)
  }

  @Test func withoutATokenTheEllipsisHasTheStyleAtTheCut() throws {
    let cut = try layout("The quick brown fox", width: 5000, token: nil)
    let ellipsis = try #require(cut.lines[0].runs.last)
    #expect(cut.token(of: ellipsis) == nil)
    #expect(cut.tokenRect?.width == (try Fixture.width("…")))
    #expect(cut.tokenOffset(at: Point(x: ellipsis.x + 1, y: 1)) == 0)
    let whole = try layout("fits", width: 50000, token: nil)
    #expect(whole.tokenRect == nil && whole.tokenOffset(at: Point(x: 1, y: 1)) == nil)
  }

  @Test func aTokenWiderThanTheLineIsCutAtItsEnd() throws {
    for width in stride(from: 100.0, to: 6000, by: 370) {
      for truncation in [TextContainer.Truncation.start, .middle, .end] {
        for token in [nil, Fixture.text("[read more]")] {
          let cut = try layout(
            "word after word after word", width: width, truncation, ellipsis: "[read more]",
            token: token)
          #expect(cut.lines[0].width <= max(width, try Fixture.width("[")) + 0.001)
          let glyphs = cut.lines[0].runs.filter { $0.kind == .ellipsis }
          #expect(glyphs.reduce(0) { $0 + $1.glyphs.count } >= 1)
        }
      }
    }
    let cut = try layout(
      "word word", width: try Fixture.width("[rea") + 1, token: Fixture.text("[read more]"))
    #expect(near(cut.lines[0].width, try Fixture.width("[rea")))
  }

  @Test func aLinkOfATokenIsFound() throws {
    var token = Fixture.text("… more")
    token[link: TextRange(2, 6)] = TextLink("more")
    let cut = try layout("The quick brown fox jumps", width: 9000, token: token)
    let rect = try #require(cut.tokenRect)
    let link = cut.item(at: Point(x: rect.maxX - 100, y: rect.midY))
    #expect(link?.kind == .token(TextLink("more")))
    #expect(cut.item(at: Point(x: rect.minX + 100, y: rect.midY))?.kind == .token(nil))
    // Beside the token, within the slop.
    #expect(cut.item(at: Point(x: rect.maxX + 50, y: rect.midY), slop: 60)?.kind == link?.kind)
    #expect(link?.range.end == cut.text.length && link?.range.isEmpty == false)
    #expect(cut.item(at: Point(x: 100, y: rect.midY)) == nil)
  }

  @Test func aTokenEndsAtItsFirstTerminator() throws {
    let cut = try layout("word after word", width: 5000, token: Fixture.text("+\nmore"))
    #expect(near(cut.tokenRect?.width ?? 0, try Fixture.width("+")))
    let none = try layout("word after word", width: 5000, token: AttributedText(""))
    #expect(none.isTruncated && none.tokenRect == nil)
    let blank = try layout("word after word", width: 5000, .middle, token: AttributedText("\n"))
    #expect(blank.visibleRanges.count == 2 && blank.tokenRect == nil)
  }

  @Test func aTokenHasTheDirectionOfTheLine() throws {
    let cut = try layout("שלום שלום שלום שלום", width: 9000, token: Fixture.text(" [more]")) {
      $0.direction = .rightToLeft
    }
    let rect = try #require(cut.tokenRect)
    #expect(rect.minX < cut.lines[0].runs[cut.lines[0].runs.count - 1].x)
    #expect(near(cut.lines[0].frame.maxX, 9000))
  }

  @Test func aTokenAgainstTheDirectionStaysBetweenItsNeighbours() throws {
    let cut = try layout(
      "start שלום שלום שלום end שלום", width: 9000, .middle, token: Fixture.text("בית"))
    let token = try #require(cut.tokenRect)
    #expect(near(token.width, try Fixture.width("בית")))
    let tail = try #require(cut.tailRange)
    #expect(cut.rectangles(for: tail).allSatisfy { $0.minX >= token.maxX - 0.001 })
    let head = TextRange(0, cut.visibleRange.end)
    #expect(cut.rectangles(for: head).allSatisfy { $0.maxX <= token.minX + 0.001 })
  }

  @Test func aHighTokenMakesTheLineHigher() throws {
    let high = Fixture.text("…", size: 2000)
    let line = try Fixture.layout("a").lines[0].height
    let cut = try layout("word after word", width: 6000, token: high)
    #expect(near(cut.size.height, 2 * line))
    // It takes the place of the line before if there is no room.
    let tight = try layout(
      "a b c d e f g h", width: 2500, height: 2.5 * line, lines: 0, token: high)
    #expect(tight.lines.count == 1 && near(tight.size.height, 2 * line))
    let low = try layout("a b c d", width: 2500, height: line, lines: 0, token: high)
    #expect(low.lines.count == 1 && low.isCutOff && low.size.height == line)
  }
}
