// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextAnalysis

@Suite struct ParagraphScannerTests {
  @Test func aLineEndsAfterItsTerminatorWhereverThatStands() {
    let terminators: [[UInt16]] = [
      [0x0A], [0x0B], [0x0C], [0x0D], [0x0D, 0x0A], [0x85], [0x2028], [0x2029],
    ]
    // Neighbours of terminators, and units that differ from one in a high bit.
    let others: [UInt16] = [
      0x09, 0x0E, 0x84, 0x86, 0x2027, 0x202A, 0x10A, 0x800A, 0x8085, 0xA028, 0, 0xFFFF,
    ]
    for fill in others {
      for length in [0, 1, 63, 64, 65, 127, 128, 200] {
        let before = [UInt16](repeating: fill, count: length)
        #expect(ParagraphScanner.end(ofLineAt: 0, in: before.span) == length)
        for terminator in terminators {
          let text = before + terminator + [UInt16](repeating: fill, count: 64)
          #expect(
            ParagraphScanner.end(ofLineAt: 0, in: text.span) == length + terminator.count,
            "\(terminator) after \(length) times \(fill)")
          #expect(
            ParagraphScanner.end(ofParagraphAt: 0, in: text.span)
              == (terminator == [0x2028] ? text.count : length + terminator.count))
        }
      }
    }
  }
}
