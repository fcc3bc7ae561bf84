// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension CharacterCoverage {
  /// Reads the characters that a face maps.
  init(_ face: HarfBuzzFace) {
    var pages: [(block: Int, words: (UInt64, UInt64, UInt64, UInt64))] = []
    face.forEachCharacterRange { first, end in
      var c = first
      while c <= end {
        let block = Int(c >> 8)
        if pages.last?.block != block { pages.append((block, (0, 0, 0, 0))) }
        // The characters from `c` to the end of their word of 64, or to the range's end.
        let wordEnd = min(end, c | 63)
        let count = UInt64(wordEnd - c + 1)
        let mask: UInt64 = (count == 64 ? ~0 : (1 << count) - 1) << UInt64(c & 63)
        switch c >> 6 & 3 {
        case 0: pages[pages.count - 1].words.0 |= mask
        case 1: pages[pages.count - 1].words.1 |= mask
        case 2: pages[pages.count - 1].words.2 |= mask
        default: pages[pages.count - 1].words.3 |= mask
        }
        c = wordEnd + 1
      }
    }
    self.init(pages: pages)
  }
}
