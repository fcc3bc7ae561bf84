// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DataDetection
internal import TextModel
package import TextTypesetting

extension TextContainer.Truncation: ListedKeyword {
  package static let list = ["none", "start", "middle", "end"]
}

extension TextContainer.VerticalAlignment: ListedKeyword {
  package static let list = ["top", "middle", "bottom", "xHeight", "capHeight"]
}

extension TextBoxTrim.Over: ListedKeyword {
  package static let list = ["none", "text", "cap", "ex", "ideographic"]
}

extension TextBoxTrim.Under: ListedKeyword {
  package static let list = ["none", "text", "alphabetic", "ideographic"]
}

extension TextBoxTrim {
  /// Parses one or two words: the upper edge, then the lower edge. A single word names both edges
  /// or, if it is not a lower edge, goes with the lower edge `text`. Source: CSS Inline Layout 3,
  /// `text-box-edge`.
  package init?(words: String) {
    let words = words.split(separator: " ")
    guard let first = words.first, words.count <= 2, let over = Over(keyword: String(first)),
      let under = Under(keyword: String(words[words.count - 1])) ?? (words.count == 1 ? .text : nil)
    else { return nil }
    self.init(over: over, under: under)
  }
}

extension LinkDetector.Kind: ListedKeyword {
  package static let list = ["mail", "url", "phone", "number"]
}
