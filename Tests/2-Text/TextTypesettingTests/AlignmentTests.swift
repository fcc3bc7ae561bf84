// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import TextTypesetting

@Suite struct AlignmentTests {
  @Test(arguments: [
    (TextAlignment.start, TextDirection.leftToRight, 0.0), (.end, .leftToRight, 1.0),
    (.left, .leftToRight, 0), (.right, .leftToRight, 1), (.center, .leftToRight, 0.5),
    (.justify, .leftToRight, 0), (.start, .rightToLeft, 1), (.end, .rightToLeft, 0),
    (.left, .rightToLeft, 0), (.right, .rightToLeft, 1), (.center, .rightToLeft, 0.5),
    (.justify, .rightToLeft, 1),
  ])
  func aShortLineLiesWhereItShould(
    _ alignment: TextAlignment, _ direction: TextDirection, _ share: Double
  ) throws {
    let layout = try Fixture.layout("abc", width: 5000) {
      $0.alignment = alignment
      $0.direction = direction
    }
    let line = layout.lines[0]
    #expect(near(line.origin.x, (5000 - line.width) * share))
    #expect(near(line.runs[0].x, line.origin.x))
  }

  @Test func withoutAWidthTheWidestLineMakesTheBox() throws {
    let layout = try Fixture.layout("a\nbbbb") { $0.alignment = .right }
    let wide = try Fixture.width("bbbb")
    #expect(near(layout.size.width, wide))
    #expect(near(layout.lines[0].origin.x, wide - layout.lines[0].width))
    #expect(near(layout.lines[1].origin.x, 0))
  }

  @Test func indentsMoveBothEdges() throws {
    let layout = try Fixture.layout("aaa bbb ccc", width: 3000) {
      $0.startIndent = 300
      $0.firstLineIndent = 500
      $0.endIndent = 200
    }
    #expect(layout.lines.count > 1)
    #expect(layout.lines[0].origin.x == 800)
    #expect(layout.lines[1].origin.x == 300)
    let right = try Fixture.layout("aaa bbb ccc", width: 3000) {
      $0.startIndent = 300
      $0.firstLineIndent = -100
      $0.endIndent = 200
      $0.direction = .rightToLeft
    }
    #expect(near(right.lines[0].frame.maxX, 3000 - 200))
    #expect(near(right.lines[1].frame.maxX, 3000 - 300))
  }

  @Test func aLineThatOverflowsBeginsAtTheStart() throws {
    for alignment in TextAlignment.allCases {
      let layout = try Fixture.layout("aaaaaaaa", width: 100) {
        $0.alignment = alignment
        $0.overflowWrap = .normal
      }
      #expect(layout.lines[0].origin.x == 0)
    }
  }

  @Test func justificationStretchesSpacesButNotTheLastLine() throws {
    let width = try Fixture.width("aa bb cc") + 300
    let layout = try Fixture.layout("aa bb cc dd", width: width) { $0.alignment = .justify }
    #expect(layout.strings == ["aa bb cc ", "dd"])
    #expect(near(layout.lines[0].width, width))
    #expect(layout.lines[0].isJustified)
    #expect(!layout.lines[1].isJustified)
    var xs: [Double] = []
    for run in layout.lines[0].runs { run.forEachGlyph { xs.append($0.x) } }
    let plain = try Fixture.layout("aa bb cc")
    var plainXs: [Double] = []
    for run in plain.lines[0].runs { run.forEachGlyph { plainXs.append($0.x) } }
    // Two spaces take 150 points each.
    let moved = zip(xs, plainXs).map { $0 - $1 }
    #expect(zip(moved, [0, 0, 0, 150, 150, 150, 300, 300]).allSatisfy { near($0, $1) })
    #expect(near(layout.carets(inLine: 0)[8].x, width))
  }

  @Test func ideographsAreStretchedApart() throws {
    let layout = try Fixture.layout("漢字漢字漢字漢", width: 3400) { $0.alignment = .justify }
    #expect(layout.strings == ["漢字漢", "字漢字", "漢"])
    #expect(near(layout.lines[0].width, 3400))
    let carets = layout.carets(inLine: 0).map(\.x)
    #expect(near(carets[1] - carets[0], 1200))
    #expect(near(carets[3] - carets[2], 1000))
  }

  @Test func lineHeights() throws {
    let natural = try Fixture.layout("a").lines[0]
    func line(_ height: LineHeight) throws -> LineFragment {
      try Fixture.layout("a") { $0.lineHeight = height }.lines[0]
    }
    #expect(natural.height > 1300 && natural.height < 1400)
    #expect(near(natural.baseline, natural.ascent))
    let double = try line(.multiple(2))
    #expect(near(double.height, natural.height * 2))
    #expect(near(double.baseline, natural.baseline + natural.height / 2))
    let fixed = try line(.fixed(1000))
    #expect(fixed.height == 1000)
    #expect(near(fixed.baseline, natural.baseline + (1000 - natural.height) / 2))
    #expect(near(try line(.atLeast(100)).height, natural.height))
    #expect(try line(.atLeast(2000)).height == 2000)
    #expect(try line(.fixed(0)).height == 0)
  }

  @Test func lineHeightsMayBeRelativeToTheSize() throws {
    let natural = try Fixture.layout("a").lines[0]
    let line = try Fixture.layout("a") { $0.lineHeight = .relative(toSize: 1.5) }.lines[0]
    #expect(line.height == 1500)
    #expect(near(line.baseline, natural.baseline + (1500 - natural.height) / 2))
    // A font that is found for other characters changes no height; the largest size decides.
    var mixed = Fixture.text("a漢 ") { $0.lineHeight = .relative(toSize: 1.5) }
    #expect(try TextLayout(mixed, fonts: Fixture.fonts).lines[0].height == 1500)
    mixed.append("b", style: Fixture.style(size: 2000))
    #expect(try TextLayout(mixed, fonts: Fixture.fonts).lines[0].height == 3000)
    let small = try Fixture.layout("a\n\nb", size: 10) { $0.lineHeight = .relative(toSize: 1.5) }
    #expect(small.lines.map(\.height) == [15, 15, 15])
  }

  @Test func spacingLiesBetweenLinesAndParagraphsOnly() throws {
    let h = try Fixture.layout("a").size.height
    let layout = try Fixture.layout("a a\nb", width: 700) {
      $0.lineSpacing = 10
      $0.spacingBefore = 100
      $0.spacingAfter = 1000
    }
    #expect(layout.strings == ["a ", "a\n", "b"])
    let ys = layout.lines.map(\.origin.y)
    #expect(near(ys[0], 0))
    #expect(near(ys[1], h + 10))
    #expect(near(ys[2], 2 * h + 20 + 1100))
    #expect(near(layout.size.height, ys[2] + h))
  }

  @Test func mixedSizesShareABaseline() throws {
    var text = Fixture.text("small")
    text.append("BIG", style: Fixture.style(size: 2000))
    text.append("up", style: TextStyle(shaping: ShapingStyle(size: 1000, baselineOffset: 3000)))
    let layout = try TextLayout(text, fonts: Fixture.fonts)
    let line = layout.lines[0]
    let small = try Fixture.layout("a").lines[0]
    #expect(near(line.ascent, small.ascent + 3000))
    #expect(near(line.descent, small.descent * 2))
    #expect(near(line.height, line.ascent + line.descent))
    #expect(line.runs.map { line.baseline - $0.y } == [0, 0, 3000])
    #expect(near(line.runs[1].x, try Fixture.width("small")))
  }
}
