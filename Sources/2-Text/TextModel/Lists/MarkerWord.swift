// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The words for markers of lists: `disc` and the like, and counter styles by their names in CSS.
package struct MarkerWord: Keyword {
  package let marker: TextList.Marker
  package let keyword: String

  package static let allCases: [MarkerWord] =
    [
      MarkerWord(marker: .disc, keyword: "disc"), MarkerWord(marker: .circle, keyword: "circle"),
      MarkerWord(marker: .square, keyword: "square"),
    ] + CounterStyle.allCases.map { MarkerWord(marker: .counter($0), keyword: $0.keyword) }
}

extension CounterStyle: Keyword {
  /// The name in CSS: the words of the case's name, joined by hyphens.
  package var keyword: String { rawValue.joinedByHyphens }
}

extension String {
  /// The words of a name in camel case, joined by hyphens: `lower-roman` for `lowerRoman`.
  package var joinedByHyphens: String {
    var words: [UInt8] = []
    for byte in utf8 {
      let isCapital = byte >= 0x41 && byte <= 0x5A
      if isCapital { words.append(0x2D) }
      words.append(isCapital ? byte | 0x20 : byte)
    }
    return String(decoding: words, as: UTF8.self)
  }
}
