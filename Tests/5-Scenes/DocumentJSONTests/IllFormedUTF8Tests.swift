// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing

@testable import DocumentJSON

@Suite struct IllFormedUTF8Tests {
  @Test("Parts are counted as Unicode's table 3-8 divides them")
  func parts() throws {
    for (bytes, count, first) in [
      ([], 0, 0), (Array("aé水👩".utf8), 0, 0), ([0x61, 0xFF, 0x62], 1, 1),
      // Tables 3-8 to 3-11.
      ([0xC0, 0xAF, 0xE0, 0x80, 0xBF, 0xF0, 0x81, 0x82, 0x41], 8, 0),
      ([0xED, 0xA0, 0x80, 0xED, 0xBF, 0xBF, 0xED, 0xAF, 0x41], 8, 0),
      ([0xF4, 0x91, 0x92, 0x93, 0xFF, 0x41, 0x80, 0xBF, 0x42], 7, 0),
      ([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41], 4, 0), ([0x41, 0xE1, 0x80], 1, 1),
    ] as [([UInt8], Int, Int)] {
      let found = try IllFormedUTF8(in: bytes)
      #expect(found.count == count && (count == 0 || found.first == first), "\(bytes)")
      #expect((found.note == nil) == (count == 0))
    }
  }

  @Test("Long texts are divided where no part lies", arguments: [65_534, 65_535, 65_536, 65_537])
  func pieces(place: Int) throws {
    for (middle, count) in [(Array("水".utf8), 0), ([0xE6, 0xB0], 1), ([0xFF, 0xFF], 2)] {
      let bytes =
        [UInt8](repeating: 0x61, count: place) + middle + [UInt8](repeating: 0x62, count: 70_000)
      let found = try IllFormedUTF8(in: bytes)
      #expect(found.count == count && (count == 0 || found.first == place), "\(middle)")
    }
  }
}
