// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing

@testable import CanvasGeometry
@testable import TextPainting

@Suite("The overlap cache of a font")
struct OverlapCacheTests {
  private static let square = Path(rect: Rect(x: 0, y: 0, width: 500, height: 500))

  private static var overlapping: Path {
    var path = square
    path.addPath(Path(rect: Rect(x: 100, y: 100, width: 800, height: 200)))
    return path
  }

  @Test("Each glyph has its own result, also beyond the glyphs that are cached")
  func eachGlyph() {
    let cache = OverlapCache(glyphCount: 70)
    let rasterizer = PathRasterizer()
    func overlap(_ glyph: UInt32, _ outline: Path) -> ContourOverlap {
      cache.overlap(of: glyph, outline: outline, unitsPerEm: 1000, with: rasterizer)
    }
    for glyph in 0..<100 as Range<UInt32> {
      let isOverlapping = glyph % 3 == 0
      #expect(
        overlap(glyph, isOverlapping ? Self.overlapping : Self.square)
          == (isOverlapping ? .possible : .none))
    }
    // From the cache, whatever the outline; beyond it from the outline.
    for glyph in 0..<100 as Range<UInt32> {
      let cached: ContourOverlap = glyph % 3 == 0 ? .possible : .none
      #expect(overlap(glyph, Self.square) == (glyph < 70 ? cached : .none))
    }
  }
}
