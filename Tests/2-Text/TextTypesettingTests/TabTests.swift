// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextModel
import TextShaping

@testable import TextTypesetting

@Suite struct TabTests {
  /// The x of the caret at an offset of the first line.
  private func x(_ layout: TextLayout, _ offset: Int) -> Double {
    layout.carets(inLine: 0)[offset].x
  }

  @Test func eachAlignmentLiesAtItsStop() throws {
    let text = "a\tb12.5"
    for (alignment, offset) in [
      (TabStop.Alignment.start, 2), (.end, 7), (.decimal, 5),
    ] {
      let layout = try Fixture.layout(text) {
        $0.tabStops = [TabStop(position: 9000, alignment: alignment)]
      }
      #expect(near(x(layout, offset), 9000), "\(alignment)")
    }
    let center = try Fixture.layout(text) {
      $0.tabStops = [TabStop(position: 9000, alignment: .center)]
    }
    #expect(near((x(center, 2) + x(center, 7)) / 2, 9000))
  }

  @Test func withoutStopsEightSpaces() throws {
    let space = try Fixture.width("a a") - 2 * Fixture.width("a")
    let layout = try Fixture.layout("a\tb\tc")
    #expect(near(x(layout, 2), 8 * space))
    #expect(near(x(layout, 4), 16 * space))
    let given = try Fixture.layout("a\tb\tc") {
      $0.tabInterval = 1000
      $0.tabStops = [TabStop(position: 1500)]
    }
    #expect(near(x(given, 2), 1500))
    #expect(near(x(given, 4), 3000))
  }

  /// Source: CSS Text 3, 4.2: a stop less than half a digit away is passed over.
  @Test func aTabIsAtLeastHalfADigitWide() throws {
    let half = try Fixture.width("0") / 2
    let a = try Fixture.width("a")
    for (distance, x) in [
      (half + 1, a + half + 1), (half, a + half), (half - 1, 2 * (a + half - 1)),
      (1, 2 * (a + 1)),
    ] {
      let layout = try Fixture.layout("a\tb") { $0.tabInterval = a + distance }
      #expect(near(self.x(layout, 2), x), "\(distance)")
    }
    // Also where stops are even closer: one is passed over, not more.
    let close = try Fixture.layout("\tb") { $0.tabInterval = 10 }
    #expect(near(x(close, 1), 20))
    // A stop of the paragraph's own is where it was put.
    let own = try Fixture.layout("a\tb") { $0.tabStops = [TabStop(position: a + 1)] }
    #expect(near(x(own, 2), a + 1))
  }

  @Test func stopsCountFromTheContainersStartEdge() throws {
    let layout = try Fixture.layout("1.\tone two three", width: 3500) {
      $0.startIndent = 1500
      $0.firstLineIndent = -1500
      $0.tabStops = [TabStop(position: 1500)]
    }
    #expect(near(x(layout, 3), 1500))
    #expect(layout.lines.count > 1)
    #expect(near(layout.lines[1].origin.x, 1500))
  }

  @Test func stopsOfRightToLeftTextCountFromTheRight() throws {
    let layout = try Fixture.layout("א\tב", width: 5000) {
      $0.direction = .rightToLeft
      $0.tabStops = [TabStop(position: 3000)]
    }
    #expect(near(x(layout, 0), 5000))
    #expect(near(x(layout, 2), 2000))
  }

  @Test func tabsHangAndWrap() throws {
    let layout = try Fixture.layout("a\tbbbb", width: 3000) {
      $0.tabStops = [TabStop(position: 2500)]
    }
    #expect(layout.strings == ["a\t", "bbbb"])
    #expect(near(layout.lines[0].width, try Fixture.width("a")))
    #expect(layout.lines[0].runs.contains { $0.kind == .tab && $0.glyphs.isEmpty })
    // A stop that is passed moves nothing back.
    let passed = try Fixture.layout("a\tbbbb") {
      $0.tabStops = [TabStop(position: 700, alignment: .end)]
    }
    #expect(near(x(passed, 2), x(passed, 1)))
  }

  @Test func manyTabsAreSetOneByOne() throws {
    let layout = try Fixture.layout(String(repeating: "\t", count: 500), width: 10_000) {
      $0.tabInterval = 7
    }
    #expect(layout.lines.count >= 1)
    #expect(layout.lines.last?.range.end == 500)
  }

  /// The number of polls while a shaped text is laid out.
  private func polls(_ text: AttributedText, width: Double) throws -> (TextLayout, Int) {
    let polls = Polls()
    let shaped = try ShapedText(text, fonts: Fixture.fonts)
    let layout = try TextLayout(
      shaped, in: TextContainer(width: width),
      cancellation: Cancellation(poll: { _ = polls.count() }))
    return (layout, polls.value)
  }

  /// No line may end between a Hebrew letter and the character after its tab (UAX #14 LB21a): the
  /// whole text is one segment, and finding a line must not scan all of it.
  @Test func aSegmentOfVeryManyTabs() throws {
    let (layout, count) = try polls(
      Fixture.text(String(repeating: "א\t", count: 20_000), size: 10) { $0.tabInterval = 100 },
      width: 400)
    // A letter at each of 0, 100, 200, 300; the last tab hangs.
    #expect(layout.lines.count == 5000)
    #expect(layout.lines.allSatisfy { $0.range.count == 8 })
    // One poll for each 1,000 tabs; the segment has 20,000.
    #expect(count < 2 * 5000)
  }

  @Test func aWordOfVeryManyLinesBeforeALongSpace() throws {
    let word = String(repeating: "abcdef", count: 1000)
    let (layout, count) = try polls(
      Fixture.text(word + String(repeating: " ", count: 200_000), size: 10), width: 30)
    #expect(layout.lines.count > 1000)
    #expect(layout.lines.last.map { $0.width <= 30 && $0.range.end == 206_000 } == true)
    // One poll for each 16,000 spaces.
    #expect(count < 4 * layout.lines.count)
  }
}
