// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The set of characters that a face maps to glyphs: 256-bit pages behind one index.
///
/// Immutable. A look-up is two loads.
public struct CharacterCoverage: Sendable {
  /// Page number + 1 for each block of 256 code points, 0 where the block is empty.
  private let index: [UInt16]
  /// The bits of the pages, four words for each page.
  private let words: [UInt64]
  /// The number of characters in the set.
  package let count: Int

  package static let pageCount = 0x110000 >> 8

  /// Creates a set from its blocks of 256 bits, ascending.
  package init(pages: [(block: Int, words: (UInt64, UInt64, UInt64, UInt64))]) {
    var index = [UInt16](repeating: 0, count: CharacterCoverage.pageCount)
    var words: [UInt64] = []
    words.reserveCapacity(pages.count * 4)
    var count = 0
    for page in pages where index.indices.contains(page.block) {
      let w = page.words
      words += [w.0, w.1, w.2, w.3]
      count +=
        w.0.nonzeroBitCount + w.1.nonzeroBitCount + w.2.nonzeroBitCount + w.3.nonzeroBitCount
      index[page.block] = UInt16(words.count / 4)
    }
    self.index = index
    self.words = words
    self.count = count
  }

  /// Whether the set holds a code point.
  package func contains(_ codePoint: UInt32) -> Bool {
    guard codePoint < 0x110000 else { return false }
    let page = Int(index[Int(codePoint >> 8)])
    if page == 0 { return false }
    let word = words[(page - 1) * 4 + Int(codePoint >> 6 & 3)]
    return word >> UInt64(codePoint & 63) & 1 != 0
  }

  /// The code points as ranges, in ascending order, no two of them beside each other.
  package var ranges: [ClosedRange<UInt32>] {
    var ranges: [ClosedRange<UInt32>] = []
    for block in index.indices where index[block] != 0 {
      for codePoint in UInt32(block) << 8...UInt32(block) << 8 | 255 where contains(codePoint) {
        if let last = ranges.last, last.upperBound + 1 == codePoint {
          ranges[ranges.count - 1] = last.lowerBound...codePoint
        } else {
          ranges.append(codePoint...codePoint)
        }
      }
    }
    return ranges
  }

  /// Whether the set holds a character.
  public func contains(_ scalar: Unicode.Scalar) -> Bool { contains(scalar.value) }
}
