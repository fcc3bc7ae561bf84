// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextAnalysis

/// The property of single code points. `Tests/Conformance/run_ucd.py` compares all of them with
/// VerticalOrientation.txt; these are some of its lines.
@Suite struct VerticalOrientationTests {
  @Test(arguments: [
    (0x0..<0xA7, VerticalOrientation.rotated), (0xA7..<0xA8, .upright), (0xD7..<0xD8, .upright),
    (0x300..<0x370, .rotated), (0x1100..<0x1200, .upright), (0x1820..<0x1843, .rotated),
    (0x18B0..<0x1900, .upright), (0x20DD..<0x20E1, .upright),
    (0x2329..<0x232B, .transformedOrRotated),
    (0x3001..<0x3003, .transformedOrUpright), (0x3008..<0x3012, .transformedOrRotated),
    (0x3041..<0x3042, .transformedOrUpright), (0x3042..<0x3043, .upright),
    (0x30FC..<0x30FD, .transformedOrRotated), (0x4E00..<0xA000, .upright),
    (0xD800..<0xE000, .rotated), (0xE000..<0xF900, .upright),
    (0xFF08..<0xFF0A, .transformedOrRotated),
    (0xFF61..<0xFFE0, .rotated), (0x1F600..<0x1F650, .upright), (0x20000..<0x2A6E0, .upright),
    (0xE0100..<0xE01F0, .rotated), (0x100000..<0x10FFFE, .upright),
  ])
  func someRanges(_ range: Range<Int>, _ value: VerticalOrientation) {
    for c in range { #expect(VerticalOrientation(of: UInt32(c)) == value) }
  }

  @Test func beyondUnicode() {
    #expect(VerticalOrientation(of: 0x110000) == .rotated)
    #expect(VerticalOrientation(of: .max) == .rotated)
  }
}
