// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextModel

@testable import TextTypesetting

/// Justified lines with limits, and last lines. Widths are computed from the parts of lines.
@Suite struct JustificationLimitTests {
  private static let space = 260.0

  /// A justified text whose first line is wider by a slack than its words.
  private func layout(
    _ line: String, slack: Double, _ limits: JustificationLimits, rest: String = " wwwwwwwwww"
  ) throws -> TextLayout {
    let width = try Fixture.width(line) + slack
    return try Fixture.layout(line + rest, width: width) {
      $0.alignment = .justify
      $0.justification = limits
    }
  }

  /// How far each glyph of the first line has moved, from left to right.
  private func moves(_ layout: TextLayout, _ line: String) throws -> [Double] {
    func xs(_ layout: TextLayout) -> [Double] {
      var xs: [Double] = []
      for run in layout.lines[0].runs { run.forEachGlyph { xs.append($0.x) } }
      return xs
    }
    return zip(xs(layout), xs(try Fixture.layout(line))).map { $0 - $1 }
  }

  private func expect(_ moves: [Double], _ expected: [Double]) {
    #expect(moves.count >= expected.count)
    for (a, b) in zip(moves, expected) { #expect(near(a, b), "\(moves) \(expected)") }
  }

  @Test func aSpaceIsAsWideAsTheFontSays() throws {
    #expect(near(try Fixture.width("a a") - 2 * (try Fixture.width("a")), Self.space))
  }

  @Test func spacesGrowFirstThenLetters() throws {
    // Half of a space, 130, is in its limit; 100 is less.
    let half = JustificationLimits(spaces: 0.5, letters: 0.1)
    expect(try moves(layout("ab cd", slack: 100, half), "ab cd"), [0, 0, 0, 100, 100])
    // 130 to the space, and 20 to each of the two gaps between letters.
    let both = try layout("ab cd", slack: 170, half)
    expect(try moves(both, "ab cd"), [0, 20, 20, 150, 170])
    #expect(both.lines[0].isJustified)
    // 130 and 2 × 100; the other 70 go to the space again.
    let full = try layout("ab cd", slack: 400, half)
    expect(try moves(full, "ab cd"), [0, 100, 100, 300, 400])
    #expect(near(full.lines[0].width, full.size.width))
    // Strict lines stay shorter by them.
    var strict = half
    strict.isStrict = true
    let short = try layout("ab cd", slack: 400, strict)
    expect(try moves(short, "ab cd"), [0, 100, 100, 230, 330])
    #expect(near(short.lines[0].width, short.size.width - 70))
  }

  @Test func carets() throws {
    let layout = try layout("ab cd", slack: 170, JustificationLimits(spaces: 0.5, letters: 0.1))
    let plain = try Fixture.layout("ab cd").carets(inLine: 0).map(\.x)
    let carets = layout.carets(inLine: 0).map(\.x)
    expect(zip(carets, plain).map { $0 - $1 }, [0, 20, 20, 150, 170, 170])
    let y = layout.lines[0].baseline
    for (offset, x) in carets.enumerated().prefix(5) {
      #expect(layout.position(at: Point(x: x + 5, y: y)).offset == offset)
      #expect(near(layout.caret(at: TextPosition(offset)).midX, x))
    }
  }

  @Test func gapsAreBeforeLettersAndBehindSpaces() throws {
    // The ideographs are 1000 wide: gaps of 100, 漢|字, 字|漢; the space 65.
    let limits = JustificationLimits(spaces: 0.25, gaps: 0.1)
    let line = "ab 漢字漢"
    expect(
      try moves(layout(line, slack: 265, limits, rest: "漢字漢字漢字"), line),
      [0, 0, 0, 65, 165, 265])
    // Of 165 the space takes 65, and each gap a half of its limit.
    expect(
      try moves(layout(line, slack: 165, limits, rest: "漢字漢字漢字"), line),
      [0, 0, 0, 65, 115, 165])
    // What is left, 90, is shared by all three.
    expect(
      try moves(layout(line, slack: 355, limits, rest: "漢字漢字漢字"), line),
      [0, 0, 0, 95, 225, 355])
    // Without a limit for gaps they take all that spaces leave.
    expect(
      try moves(
        layout(line, slack: 365, JustificationLimits(spaces: 0.25), rest: "漢字漢字漢字"), line),
      [0, 0, 0, 65, 215, 365])
  }

  @Test func withoutLimitsAllGrowAlike() throws {
    let line = "ab 漢字漢"
    for limits in [JustificationLimits(), JustificationLimits(letters: 0.2)] {
      expect(
        try moves(layout(line, slack: 300, limits, rest: "漢字漢字漢字"), line),
        [0, 0, 0, 100, 200, 300])
    }
  }

  @Test func aLineOfOneWordIsSpreadUpToItsLimit() throws {
    let limits = JustificationLimits(letters: 0.1)
    let line = try layout("abc", slack: 100, limits)
    expect(try moves(line, "abc"), [0, 50, 100])
    #expect(near(line.lines[0].width, line.size.width))
    let short = try layout("abc", slack: 250, limits)
    expect(try moves(short, "abc"), [0, 100, 200])
    #expect(near(short.lines[0].width, short.size.width - 50))
  }

  @Test func lettersThatJoinStayTogether() throws {
    let limits = JustificationLimits(spaces: 0.1, letters: 0.5)
    let arabic = try layout("سلام سلام", slack: 300, limits, rest: " سلامسلامسلام")
    // The only space takes all.
    let widths = arabic.lines[0].runs.flatMap(\.expansions)
    #expect(widths.filter { $0 != 0 }.count == 1 && near(widths.reduce(0, +), 300))
    // Hebrew letters part, and the right edge stays.
    let hebrew = try layout("אב גד", slack: 126, limits, rest: " אאאאאאאאאאאא")
    let spread = hebrew.lines[0].runs.flatMap(\.expansions)
    #expect(spread.count >= 5 && near(spread.reduce(0, +), 126))
    #expect(near(hebrew.lines[0].frame.maxX, hebrew.size.width))
    let carets = hebrew.carets(inLine: 0).map(\.x)
    let plain = try Fixture.layout("אב גד").carets(inLine: 0).map(\.x)
    // Distances from the right edge: 50 between letters, 26 at the space. What is added at the
    // right of a letter belongs to it.
    let moved = zip(carets, plain).map { hebrew.size.width - $0 - (plain[0] - $1) }
    expect(moved, [0, 0, 50, 76, 76, 126])
  }

  @Test func badLimits() throws {
    for bad in [-1, .nan, .infinity, 1001] {
      for limits in [
        JustificationLimits(spaces: bad), JustificationLimits(gaps: bad),
        JustificationLimits(letters: bad),
      ] {
        let error = #expect(throws: TypesettingError.self) {
          try Fixture.layout("a") { $0.justification = limits }
        }
        #expect(error?.property == "justification")
      }
    }
  }

  @Test func spacesOfOptimalLinesMayStayWide() throws {
    let words = "aa bb cc dd ee ff gg hh"
    let width = try Fixture.width("aa bb cc dd") - 100
    func narrowest(_ shrinks: Bool) throws -> Double {
      let layout = try Fixture.layout(words, width: width) {
        $0.alignment = .justify
        $0.lineBreaking = .optimal
        $0.justification = JustificationLimits(shrinksSpaces: shrinks)
      }
      return layout.lines.flatMap(\.runs).flatMap(\.expansions).min() ?? 0
    }
    #expect(try narrowest(true) < 0)
    #expect(try narrowest(false) >= 0)
  }

  // MARK: - Last lines

  @Test(arguments: [
    (TextAlignment.start, 0.0), (.end, 1), (.left, 0), (.right, 1), (.center, 0.5),
  ])
  func lastLinesLieWhereTheyShould(_ last: TextAlignment, _ share: Double) throws {
    for alignment in TextAlignment.allCases {
      let width = try Fixture.width("aa bb") + 100
      // Both lines before a break are last ones, and that of one line.
      let layout = try Fixture.layout("aa bb cc\u{2028}d\ne", width: width) {
        $0.alignment = alignment
        $0.lastLineAlignment = last
      }
      #expect(layout.visibleStrings == ["aa bb", "cc", "d", "e"])
      for (line, word) in zip(layout.lines.dropFirst(), ["cc", "d", "e"]) {
        let free = try width - Fixture.width(word)
        #expect(near(line.origin.x, free * share), "\(alignment) \(word)")
      }
      let single = try Fixture.layout("e", width: width) { $0.lastLineAlignment = last }
      #expect(near(single.lines[0].origin.x, try width - Fixture.width("e")) || share != 1)
      #expect(near(single.lines[0].origin.x, try (width - Fixture.width("e")) * share))
    }
    let layout = try Fixture.layout("bbbb\na") { $0.lastLineAlignment = last }
    let free = try Fixture.width("bbbb") - Fixture.width("a")
    #expect(near(layout.lines[1].origin.x, free * share))
  }

  @Test func lastLinesAreStretched() throws {
    let width = try Fixture.width("aa bb cc") + 200
    for alignment in TextAlignment.allCases {
      let layout = try Fixture.layout("aa bb cc dd ee", width: width) {
        $0.alignment = alignment
        $0.lastLineAlignment = .justify
      }
      #expect(layout.lines[0].isJustified == (alignment == .justify))
      #expect(near(layout.lines[1].width, width) && layout.lines[1].origin.x == 0)
      let single = try Fixture.layout("aa bb", width: width) {
        $0.alignment = alignment
        $0.lastLineAlignment = .justify
      }
      #expect(near(single.lines[0].width, width))
      // A word has nothing to stretch, and lies at the start edge.
      let word = try Fixture.layout("aa", width: width) {
        $0.alignment = alignment
        $0.lastLineAlignment = .justify
      }
      #expect(word.lines[0].origin.x == 0 && !word.lines[0].isJustified)
    }
  }

  @Test func truncatedLinesAreNotStretched() throws {
    let width = try Fixture.width("aa bb") + 100
    let text = Fixture.text("aa bb cc dd") {
      $0.alignment = .justify
      $0.lastLineAlignment = .justify
    }
    let layout = try TextLayout(
      text, in: TextContainer(width: width, maximumLines: 1), fonts: Fixture.fonts)
    #expect(layout.isTruncated && !layout.lines[0].isJustified)
  }

  // MARK: - Line heights

  @Test func lineHeightsWithAGreatestValue() throws {
    let natural = try Fixture.layout("a").lines[0]
    func line(_ height: LineHeight) throws -> LineFragment {
      try Fixture.layout("a") { $0.lineHeight = height }.lines[0]
    }
    #expect(try line(.atMost(2000)).height == natural.height)
    let low = try line(.atMost(1000))
    #expect(low.height == 1000)
    #expect(near(low.baseline, natural.baseline - (natural.height - 1000) / 2))
    #expect(try line(.between(least: 500, most: 1000)).height == 1000)
    #expect(try line(.between(least: 1500, most: 2000)).height == 1500)
    #expect(try line(.between(least: 500, most: 2000)).height == natural.height)
    #expect(try line(.between(least: 1500, most: 1000)).height == 1500)
    for bad in [-1, Double.nan, .infinity] {
      for height in [
        LineHeight.atMost(bad), .between(least: bad, most: 1), .between(least: 1, most: bad),
      ] {
        let error = #expect(throws: TypesettingError.self) { try line(height) }
        #expect(error?.property == "lineHeight")
      }
    }
  }

  @Test func attachmentsHaveTheGreatestHeightToo() throws {
    var text = AttributedText("a", style: Fixture.style())
    text.append(
      TextAttachment(.reserved("x"), size: Size(width: 500, height: 3000)),
      style: Fixture.style())
    func line(_ height: LineHeight) throws -> LineFragment {
      text.updateParagraphs(text.range) { $0.lineHeight = height }
      return try TextLayout(text, fonts: Fixture.fonts).lines[0]
    }
    let natural = try line(.natural)
    #expect(natural.height > 3000)
    let low = try line(.atMost(1200))
    #expect(low.height == 1200)
    #expect(near(low.baseline, natural.baseline - (natural.height - 1200) / 2))
  }
}
