// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel

/// The places in runs where space is added when a ruby or its base is spread: after spaces, and
/// beside Chinese and Japanese characters in text from left to right.
struct RubyGaps {
  /// For each run the glyphs at whose right side a place is, ascending.
  var glyphs: [[Int]] = []

  init() {}

  /// - Parameters:
  ///   - text: The characters in which the runs' clusters are offsets.
  ///   - end: The end of the text that is spread.
  /// - Throws: `CancellationError`.
  init(
    _ runs: [ShapedRun], _ text: Span<UInt16>, end: Int? = nil, _ cancellation: Cancellation
  ) throws {
    let end = end ?? text.count
    for run in runs {
      try cancellation.check()
      var places: [Int] = []
      let count = run.isRightToLeft || run.kind == .tab ? 0 : run.glyphCount
      for index in 0..<count {
        if index & 0xFFF == 0xFFF { try cancellation.check() }
        let next = index + 1 < count ? run.cluster(at: index + 1) : run.textRange.end
        if next == run.cluster(at: index) || next >= end { continue }
        let last = text[next - 1]
        if last == 0x20 || last == 0xA0
          || text[next] != 0x20 && text[next] != 0xA0
            && (RubyGaps.isIdeograph(last) || RubyGaps.isIdeograph(text[next]))
        {
          places.append(index)
        }
      }
      glyphs.append(places)
    }
  }

  var count: Int { glyphs.reduce(0) { $0 + $1.count } }

  /// Han, kana and bopomofo with their punctuation, by block.
  static func isIdeograph(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x2E80...0x312F, 0x3190...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFF9F, 0xD840...0xD8BF, 0xDC00...0xDFFF:
      true
    default: false
    }
  }
}
