// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DataDetection
internal import TextModel
package import TextTypesetting

extension TextContainer.Truncation: Keyword {
  package var keyword: String {
    switch self {
    case .none: "none"
    case .start: "start"
    case .middle: "middle"
    case .end: "end"
    }
  }
}

extension TextContainer.VerticalAlignment: Keyword {
  package var keyword: String {
    switch self {
    case .top: "top"
    case .center: "middle"
    case .bottom: "bottom"
    case .xHeightCenter: "xHeight"
    case .capHeightCenter: "capHeight"
    }
  }
}

extension TextBoxTrim.Over: Keyword {
  package var keyword: String {
    switch self {
    case .none: "none"
    case .text: "text"
    case .cap: "cap"
    case .ex: "ex"
    case .ideographic: "ideographic"
    }
  }
}

extension TextBoxTrim.Under: Keyword {
  package var keyword: String {
    switch self {
    case .none: "none"
    case .text: "text"
    case .alphabetic: "alphabetic"
    case .ideographic: "ideographic"
    }
  }
}

extension TextBoxTrim {
  /// The edges that one or two words name; one word alone says both or, where it names no edge
  /// below, `text` there. Source: CSS Inline Layout 3, `text-box-edge`.
  package init?(words: String) {
    let words = words.split(separator: " ")
    guard let first = words.first, words.count <= 2, let over = Over(keyword: String(first)),
      let under = Under(keyword: String(words[words.count - 1])) ?? (words.count == 1 ? .text : nil)
    else { return nil }
    self.init(over: over, under: under)
  }
}

extension LinkDetector.Kind: Keyword {
  package var keyword: String {
    switch self {
    case .mail: "mail"
    case .url: "url"
    case .phone: "phone"
    case .number: "number"
    }
  }
}
