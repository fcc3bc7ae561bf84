// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

@Suite struct ThreadEllipsisCacheTests {
  @Test func theOldestEntryIsReplaced() throws {
    let cache = ThreadEllipsisCache(capacity: 2)
    let shaped = try ShapedText(AttributedText("a"), fonts: Fixture.fonts)
    func runs(_ size: Double) throws -> [ShapedRun] {
      try cache.runs(of: [0x2026], style: ShapingStyle(size: size), level: 0, beside: shaped)
    }
    let first = try runs(10)
    #expect(try runs(10)[0] === first[0])
    #expect(try runs(11)[0] !== first[0])
    #expect(try runs(10)[0] === first[0])
    _ = try runs(12)
    #expect(try runs(10)[0] !== first[0])
    #expect(try runs(10)[0].width == first[0].width)
    let other = try cache.runs(of: [0x2E], style: ShapingStyle(size: 10), level: 0, beside: shaped)
    #expect(other[0].glyph(at: 0) != first[0].glyph(at: 0))
  }
}
