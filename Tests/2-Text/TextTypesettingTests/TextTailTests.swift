// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextAnalysis
import TextModel
import TextShaping
import TextTestSupport

@testable import CanvasGeometry
@testable import TextTypesetting

/// Truncation at the start and in the middle: the last line shows the real end of the text.
@Suite struct TextTailTests {
  private func layout(
    _ string: String, width: Double? = nil, lines: Int = 1, size: Double = 1000,
    _ truncation: TextContainer.Truncation, ellipsis: String = "…", token: AttributedText? = nil,
    _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> TextLayout {
    try TextLayout(
      Fixture.text(string, size: size, change),
      in: TextContainer(
        width: width, maximumLines: lines, truncation: truncation, ellipsis: ellipsis,
        token: token), fonts: Fixture.fonts)
  }

  /// The kinds of the runs of the first line, of neighbours once.
  private func kinds(_ layout: TextLayout) -> [LineRun.Kind] {
    layout.lines[0].runs.map(\.kind).reduce(into: []) { kinds, kind in
      if kinds.last != kind { kinds.append(kind) }
    }
  }

  private func shown(_ layout: TextLayout) -> [String] {
    layout.visibleRanges.map { range in
      String(decoding: layout.text.utf16[range.range], as: UTF16.self)
    }
  }

  @Test func theStartIsLeftOut() throws {
    let width = try Fixture.width("…brown fox") + 1
    let cut = try layout("The quick brown fox", width: width, .start)
    #expect(cut.isTruncated)
    #expect(shown(cut) == ["brown fox"])
    #expect(cut.visibleRange == TextRange(0, 0))
    #expect(cut.lines[0].range == TextRange(0, 0))
    #expect(cut.lines[0].tailRange == TextRange(10, 19))
    #expect(cut.lines[0].runs.map(\.kind) == [.ellipsis, .text])
    #expect(near(cut.lines[0].width, width - 1))
    #expect(
      cut.tokenRect
        == Rect(
          x: 0, y: 0, width: try Fixture.width("…"), height: cut.lines[0].height))
  }

  @Test func theMiddleIsLeftOut() throws {
    let width = try Fixture.width("The qu…wn fox") + 1
    let cut = try layout("The quick brown fox", width: width, .middle)
    #expect(shown(cut) == ["The qu", "wn fox"])
    #expect(kinds(cut) == [.text, .ellipsis, .text])
    #expect(near(cut.lines[0].width, width - 1, 50))
    #expect(near(cut.tokenRect?.minX ?? 0, try Fixture.width("The qu")))
    // White space on both sides of the token is dropped.
    let spaced = try layout(
      "Then quick brown foxes", width: try Fixture.width("Then …") + 2500, .middle)
    #expect(shown(spaced).last?.hasPrefix(" ") == false)
  }

  @Test func theEndOfAnotherParagraphIsShown() throws {
    let text = "one two three\nmiddle\nlast words\n\n"
    let first = try layout(text, width: try Fixture.width("one tw…words") + 1, .start)
    #expect(shown(first) == ["last words\n\n"])
    let second = try layout(text, width: 9000, lines: 2, .middle)
    #expect(second.lines.count == 2)
    #expect(shown(second)[0].hasPrefix("one two three\nm") == true || shown(second).count == 2)
    #expect(shown(second).last?.hasSuffix("words\n\n") == true)
    #expect(second.isTruncated)
    // Unbounded lines: each end is whole.
    let wide = try layout(text, .middle)
    #expect(shown(wide) == ["one two three", "last words\n\n"])
    #expect(near(wide.lines[0].width, try Fixture.width("one two three…last words"), 100))
  }

  @Test func whereOnlyBlankTextIsLeftOutTheTokenIsAtTheEnd() throws {
    for truncation in [TextContainer.Truncation.start, .middle] {
      let cut = try layout("one\ntwo\n\n \n", lines: 2, truncation)
      let end = try layout("one\ntwo\n\n \n", lines: 2, .end)
      #expect(cut.isTruncated)
      #expect(cut.visibleRanges == end.visibleRanges)
      #expect(cut.lines[1].runs.map(\.kind) == [.text, .ellipsis])
    }
  }

  @Test func everyWidthShowsTheEndAndCoversTheText() throws {
    let texts = [
      "The quick brown fox jumps over the lazy dog",
      "one\ntwo three four five six\n\nseven eight nine ten eleven",
      "שלום עולם abc def אחת שתיים", "مرحبا بالعالم هذا نص طويل للاختبار",
      "漢字仮名交じり文の長い文章を省略する。", "नमस्ते दुनिया यह एक लंबा वाक्य है",
      "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301} e\u{301}e\u{301}e\u{301}",
      "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦 🇩🇪🇫🇷🇯🇵 👍🏽👍🏽",
      "a\tb\tc\td\te\tf\tg", "left \u{2028}second line of it\u{2028}third one",
    ]
    let ellipsis = try Fixture.width("…", size: 16)
    for text in texts {
      let units = Array(text.utf16)
      let graphemes = try GraphemeBreaks.resolve(units.span, cancellation: .never)
      for truncation in [TextContainer.Truncation.start, .middle, .end] {
        for width in stride(from: 1, through: 400, by: 3) {
          let cut = try layout(text, width: Double(width), size: 16, truncation)
          guard cut.isTruncated else { continue }
          let line = cut.lines[0]
          let name = "\(text) \(truncation) \(width)"
          #expect(line.width <= max(Double(width), ellipsis) + LineBreaker.tolerance, "\(name)")
          // What is shown and what is left out make up the text.
          #expect(cut.leftOut.start <= cut.leftOut.end && cut.leftOut.count > 0, "\(name)")
          #expect(
            cut.visibleRanges.reduce(0) { $0 + $1.count } + cut.leftOut.count == units.count,
            "\(name)")
          #expect(graphemes.isBoundary(cut.leftOut.start), "\(name)")
          #expect(graphemes.isBoundary(cut.leftOut.end), "\(name)")
          #expect(cut.lines[0].runs.contains { $0.kind == .ellipsis }, "\(name)")
          let runs = line.runs.reduce(0) { $0 + $1.width }
          #expect(abs(runs - line.width) < 0.001, "\(name)")
          if truncation == .end {
            #expect(cut.leftOut.end == units.count)
          } else if Double(width) > ellipsis + 40 {
            #expect(cut.visibleRanges.last?.end == units.count, "\(name)")
            #expect(cut.tailRange != nil, "\(name)")
          }
        }
      }
    }
  }

  @Test func theEndIsNeverLostBesideALongBeginning() throws {
    let cluster = try Fixture.width("WWW")
    let cut = try layout(
      "iiiiiiiiiiiiiiiiiiii iiiiiiiiiWWW", width: try Fixture.width("…") + cluster / 3 + 1,
      .middle)
    #expect(shown(cut).last == "W")
  }

  @Test func directionsMeetAtTheToken() throws {
    // The line is right to left: token and end lie at its left, the end in its own order.
    let text = "שלום עולם טוב מאוד\nplain end"
    let cut = try layout(text, width: 9000, .middle) { $0.direction = .auto }
    let runs = cut.lines[0].runs
    #expect(kinds(cut) == [.text, .ellipsis, .text])
    #expect(runs[0].level == 2 && runs[runs.count - 1].level == 1)
    #expect(near(runs[runs.count - 1].maxX, 9000))
    let tail = try #require(cut.tailRange)
    let rects = cut.rectangles(for: tail)
    #expect(rects.count == 1)
    #expect(near(rects[0].minX, runs[0].x))
    #expect(near(rects[0].maxX, cut.tokenRect?.minX ?? 0))
    // Left to right, with an end from right to left.
    let other = try layout("plain beginning\nשלום", width: 7000, .middle)
    let order = other.lines[0].runs
    #expect(kinds(other) == [.text, .ellipsis, .text])
    #expect(order[0].level == 0 && order[order.count - 1].level == 1)
  }

  @Test func pointsOfTheEndAreItsOffsets() throws {
    let cut = try layout(
      "The quick brown fox", width: try Fixture.width("The qu…wn fox") + 1, .middle)
    let gap = cut.leftOut
    let token = try #require(cut.tokenRect)
    let y = cut.lines[0].height / 2
    #expect(cut.position(at: Point(x: token.minX + 1, y: y)).offset == gap.start)
    #expect(cut.position(at: Point(x: token.maxX - 1, y: y)).offset == gap.end)
    #expect(cut.grapheme(at: Point(x: token.minX + 1, y: y)) == nil)
    #expect(cut.grapheme(at: Point(x: token.maxX + 1, y: y)) == TextRange(gap.end, gap.end + 1))
    #expect(cut.position(at: Point(x: 99999, y: y)).offset == 19)
    #expect(cut.lineIndex(containing: TextPosition(18)) == 0)
    #expect(cut.rectangles(for: TextRange(gap.start + 1, gap.start + 2)) == [token])
    #expect(cut.caret(at: TextPosition(gap.end)).minX == token.maxX)
    #expect(near(cut.caret(at: TextPosition(19)).minX, cut.lines[0].width))
    let all = cut.rectangles(for: cut.text.range)
    #expect(all.count == 1 && near(all[0].width, cut.lines[0].width))
    #expect(cut.carets(inLine: 0).map(\.offset) == Array(0...gap.start) + Array(gap.end...19))
  }

  @Test func movementPassesTheTokenInOneStep() throws {
    let cut = try layout(
      "The quick brown fox", width: try Fixture.width("The qu…wn fox") + 1, .middle)
    var offsets: [Int] = [0]
    while offsets.count < 40, offsets[offsets.count - 1] < 19 {
      offsets.append(
        cut.position(after: TextPosition(offsets[offsets.count - 1]), by: .character).offset)
    }
    #expect(offsets == Array(0...cut.leftOut.start) + Array(cut.leftOut.end...19))
    var back = [19]
    while back.count < 40, back[back.count - 1] > 0 {
      back.append(cut.position(before: TextPosition(back[back.count - 1]), by: .character).offset)
    }
    #expect(back == offsets.reversed())
  }

  @Test func tabsInTheEndHaveTheirStops() throws {
    let cut = try layout("beginning of it\nx\tend", width: 9000, .start) {
      $0.tabStops = [TabStop(position: 4000)]
    }
    let end = try #require(cut.lines[0].runs.last)
    #expect(near(end.x, 4000))
  }

  @Test func theLineIsAsHighAsTheFontsOfTheEnd() throws {
    var text = Fixture.text("small beginning ")
    text.append("and a large end", style: Fixture.style(size: 2000))
    let cut = try TextLayout(
      text, in: TextContainer(width: 12000, maximumLines: 1, truncation: .middle),
      fonts: Fixture.fonts)
    let large = try Fixture.layout("a", size: 2000)
    #expect(near(cut.lines[0].height, large.lines[0].height))
    #expect(near(cut.size.height, large.lines[0].height))
  }

  @Test func aLineThatGrowsTooHighGivesWayToTheOneBefore() throws {
    var text = Fixture.text("one two three four five six seven eight nine ten ")
    text.append("END", style: Fixture.style(size: 2000))
    let line = try Fixture.layout("a").lines[0].height
    func cut(height: Double) throws -> TextLayout {
      try TextLayout(
        text, in: TextContainer(width: 8000, height: height, truncation: .middle),
        fonts: Fixture.fonts)
    }
    let roomy = try cut(height: line * 4)
    #expect(roomy.lines.count == 3)
    #expect(shown(roomy).last?.hasSuffix("ND") == true)
    let tight = try cut(height: line * 3.1)
    #expect(tight.lines.count == 2)
    #expect(shown(tight).last?.hasSuffix("ND") == true)
    #expect(tight.size.height <= line * 3.1)
    // The first line stays, and is cut off.
    let low = try cut(height: line * 1.5)
    #expect(low.lines.count == 1 && low.isCutOff && low.size.height == line * 1.5)
    #expect(shown(low).last?.hasSuffix("ND") == true)
  }
}
