// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import CanvasGeometry
@testable import TextTypesetting

@Suite struct ScaledSettingTests {
  private func layout(
    _ text: AttributedText, width: Double? = nil, height: Double? = nil, lines: Int = 0,
    minimum: Double, insets: EdgeInsets = .zero
  ) throws -> TextLayout {
    try TextLayout(
      text,
      in: TextContainer(
        width: width, height: height, maximumLines: lines, insets: insets, minimumScale: minimum),
      fonts: Fixture.fonts)
  }

  @Test func theLargestStepThatFitsIsTaken() throws {
    let text = Fixture.text("The quick brown fox")
    let whole = try Fixture.width("The quick brown fox")
    for step in [63, 50, 33, 32] {
      let width = whole * Double(step) / 64 + 1
      let fitted = try layout(text, width: width, lines: 1, minimum: 0.5)
      #expect(fitted.scale == Double(step) / 64)
      #expect(!fitted.isTruncated)
      #expect(near(fitted.lines[0].width, width - 1, 1e-3))
      #expect(fitted.lines[0].runs[0].run.size == 1000 * fitted.scale)
    }
  }

  @Test func textThatFitsKeepsItsSize() throws {
    let text = Fixture.text("The quick")
    #expect(try layout(text, width: 9000, lines: 1, minimum: 0.5).scale == 1)
    #expect(try layout(text, width: 100, lines: 1, minimum: 1).scale == 1)
    #expect(try layout(text, width: 100, lines: 1, minimum: .nan).scale == 1)
  }

  @Test func belowTheLeastScaleTextIsTruncated() throws {
    let text = Fixture.text("The quick brown fox")
    let cut = try layout(text, width: 2000, lines: 1, minimum: 0.6)
    #expect(cut.scale == 39.0 / 64)
    #expect(cut.isTruncated && cut.lines[0].width <= 2000.001)
    #expect(try layout(text, width: 2000, lines: 1, minimum: -.infinity).scale < 0.3)
  }

  @Test func everyLengthIsScaled() throws {
    var paragraph = ParagraphStyle.default
    paragraph.lineHeight = .fixed(1200)
    paragraph.startIndent = 640
    paragraph.firstLineIndent = 320
    paragraph.lineSpacing = 128
    paragraph.spacingAfter = 64
    paragraph.tabStops = [TabStop(position: 3200)]
    var style = Fixture.style(paragraph)
    style.shaping.letterSpacing = 64
    style.shaping.wordSpacing = 128
    style.shaping.baselineOffset = 32
    let text = AttributedText("a\tb c d e f g h i j k\nsecond one", style: style)
    let full = try layout(text, width: 6400, minimum: 1)
    let half = try layout(text, width: 3200, height: full.size.height / 2, minimum: 0.25)
    #expect(half.scale == 0.5)
    #expect(half.lines.map(\.range) == full.lines.map(\.range))
    for (a, b) in zip(half.lines, full.lines) {
      #expect(near(a.origin.x, b.origin.x / 2, 1e-3) && near(a.origin.y, b.origin.y / 2, 1e-3))
      #expect(near(a.width, b.width / 2, 1e-3) && near(a.baseline, b.baseline / 2, 1e-3))
    }
    #expect(near(half.carets(inLine: 0)[2].x, full.carets(inLine: 0)[2].x / 2, 1e-3))
  }

  @Test func theHeightCountsAndInsetsDoNotShrink() throws {
    let text = Fixture.text("one two three four five six seven")
    let fitted = try layout(
      text, width: 6000, height: 3000, minimum: 0.1, insets: EdgeInsets(200))
    #expect(!fitted.isTruncated && fitted.scale < 1)
    #expect(fitted.lines[0].origin == Point(x: 200, y: 200))
    #expect(fitted.size.height <= 3000)
    // The next step would not fit.
    let next = text.scaled(by: fitted.scale + 1.0 / 64)
    #expect(
      try layout(next, width: 6000, height: 3000, minimum: 1, insets: EdgeInsets(200)).isTruncated)
    // A line that is too high at full size.
    let low = try layout(Fixture.text("one"), width: 6000, height: 600, minimum: 0.1)
    #expect(low.lines.count == 1 && !low.isTruncated && low.size.height <= 600)
  }

  @Test func theTokenIsScaledToo() throws {
    let text = Fixture.text("The quick brown fox jumps over")
    let cut = try TextLayout(
      text,
      in: TextContainer(
        width: 3000, maximumLines: 1, token: Fixture.text("more"), minimumScale: 0.5),
      fonts: Fixture.fonts)
    #expect(cut.isTruncated && cut.scale == 0.5)
    #expect(near(cut.tokenRect?.width ?? 0, try Fixture.width("more") / 2))
  }
}
