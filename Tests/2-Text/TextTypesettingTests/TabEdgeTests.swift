// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextFonts
import TextModel
import TextShaping

@testable import TextTypesetting

/// Tab stops count from the start edge of the box, also where an exclusion or an indent is in between.
@Suite struct TabEdgeTests {
  @Test(
    arguments: [TextDirection.leftToRight, .rightToLeft],
    [[0.0, 0], [400, 0], [0, 700], [400, 1500]])
  func stops(direction: TextDirection, edges: [Double]) throws {
    let (indent, taken) = (edges[0], edges[1])
    let isRightToLeft = direction == .rightToLeft
    for (stop, isRegular) in [(3300.0, false), (3300, true)] {
      let text = Fixture.text("אב\tגד") {
        $0.direction = direction
        $0.startIndent = indent
        if isRegular { $0.tabInterval = stop } else { $0.tabStops = [TabStop(position: stop)] }
      }
      for areas in [false, true] where areas || taken == 0 {
        var container = TextContainer(width: 9000)
        if areas {
          let x = isRightToLeft ? 9000 - taken : 0
          container.exclusions = [Exclusion(Rect(x: x, y: 0, width: taken, height: 9000))]
        }
        let layout = try TextLayout(text, in: container, fonts: Fixture.fonts)
        let rectangles = layout.rectangles(for: TextRange(3, 5))
        let what = "\(direction) \(indent) \(taken) \(stop)"
        #expect(rectangles.count == 1 && layout.lines.count == 1, "\(what)")
        // Before the stop stand the indent or the exclusion, and two letters of 1204.
        #expect(
          near(isRightToLeft ? 9000 - rectangles[0].maxX : rectangles[0].minX, stop, 1e-3),
          "\(what)")
      }
    }
  }

  /// A token that ends in a terminator is the token without.
  @Test(arguments: ["\n", "\r\n", "\r", "\u{2029}", "\u{2028}", "\nmore"])
  func tokens(_ terminator: String) throws {
    func layout(_ token: String) throws -> TextLayout {
      var container = TextContainer(width: 4000, maximumLines: 1)
      container.token = AttributedText(token, style: Fixture.style())
      return try TextLayout(Fixture.text("aaa bbb ccc ddd"), in: container, fonts: Fixture.fonts)
    }
    let (plain, found) = (try layout(" →"), try layout(" →" + terminator))
    #expect(plain.lines[0].isTruncated && found.lines.count == 1)
    #expect(found.lines[0].width == plain.lines[0].width)
    #expect(found.lines[0].visibleRange == plain.lines[0].visibleRange)
    #expect(found.lines[0].runs.map(\.glyphs.count) == plain.lines[0].runs.map(\.glyphs.count))
  }
}
