// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

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

  /// No line may end between a Hebrew letter and what follows its tab (UAX #14 LB21a): the whole text is one
  /// segment, and each line must be found without looking at all of it.
  @Test(.timeLimit(.minutes(1)))
  func aSegmentOfVeryManyTabs() throws {
    let layout = try Fixture.layout(
      String(repeating: "א\t", count: 40_000), width: 400, size: 10
    ) { $0.tabInterval = 100 }
    // A letter at each of 0, 100, 200, 300; the last tab hangs.
    #expect(layout.lines.count == 10_000)
    #expect(layout.lines.allSatisfy { $0.range.count == 8 })
  }

  @Test(.timeLimit(.minutes(1)))
  func aWordOfVeryManyLinesBeforeALongSpace() throws {
    let word = String(repeating: "abcdef", count: 4000)
    let layout = try Fixture.layout(
      word + String(repeating: " ", count: 100_000), width: 30, size: 10)
    #expect(layout.lines.count > 4000)
    #expect(layout.lines.last.map { $0.width <= 30 && $0.range.end == 124_000 } == true)
  }
}
