// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An enumeration whose cases have names in documents, archives and options.
package protocol Keyword: CaseIterable, Sendable {
  /// The name.
  var keyword: String { get }

  /// Creates the case with a name; `nil` if there is none.
  init?(keyword: String)
}

extension Keyword where Self: RawRepresentable<String> {
  package var keyword: String { rawValue }
}

extension Keyword {
  /// Creates the case with a name; `nil` if there is none.
  package init?(keyword: String) {
    guard let found = Self.allCases.first(where: { $0.keyword == keyword }) else { return nil }
    self = found
  }

  package static var words: [String] { allCases.map(\.keyword) }

  /// All names, for messages: `start, end, left`.
  package static var keywords: String { words.joined(separator: ", ") }
}

extension WritingMode: Keyword {}

/// An enumeration whose names are listed.
package protocol ListedKeyword: Keyword, Equatable {
  /// The names of the cases, in their order.
  static var list: [String] { get }
}

extension ListedKeyword {
  package static var words: [String] { list }

  package var keyword: String { zip(Self.allCases, Self.list).first { $0.0 == self }?.1 ?? "" }

  package init?(keyword: String) {
    guard let found = zip(Self.allCases, Self.list).first(where: { $0.1 == keyword }) else {
      return nil
    }
    self = found.0
  }
}

extension TextOrientation: ListedKeyword {
  package static let list = ["mixed", "upright", "sideways"]
}

extension ScriptPosition: ListedKeyword {
  package static let list = ["normal", "superscript", "subscript"]
}

extension LetterCase: ListedKeyword {
  package static let list = ["none", "uppercase", "lowercase", "capitalize"]
}

extension SmallCapitals: ListedKeyword {
  package static let list = ["normal", "small-caps", "all-small-caps"]
}

extension TextDirection: ListedKeyword {
  package static let list = ["auto", "ltr", "rtl"]
}

extension TextAlignment: ListedKeyword {
  package static let list = ["start", "end", "left", "right", "center", "justify"]
}

extension OpticalSizing: ListedKeyword {
  package static let list = ["auto", "none"]
}

extension TextSpacingTrim: ListedKeyword {
  package static let list = ["auto", "normal", "space-all"]
}

extension TextAutospace: ListedKeyword {
  package static let list = ["none", "ideograph-alpha", "ideograph-numeric", "normal"]
}

extension TextIsolation: ListedKeyword {
  package static let list = ["none", "auto", "ltr", "rtl"]
}

extension HangingPunctuation {
  /// The words of CSS.
  package static var words: [(word: String, value: HangingPunctuation)] {
    [
      ("first", .first), ("last", .last), ("allow-end", .allowEnd), ("force-end", .forceEnd),
    ]
  }

  /// The punctuation that words name; each string holds one or several words. `nil` if a word is
  /// unknown, or if `none` is not the only one.
  package init?(words: [String]) {
    self = []
    let words = words.flatMap { $0.split(separator: " ").map(String.init) }
    if words == ["none"] || words.isEmpty { return }
    for word in words {
      guard let found = Self.words.first(where: { $0.word == word }) else { return nil }
      insert(found.value)
    }
  }
}

extension LineBreakStrictness: ListedKeyword {
  package static let list = ["auto", "strict", "normal", "loose"]
}

extension WordBreak: ListedKeyword {
  package static let list = ["normal", "break-all", "keep-all", "auto-phrase"]
}

extension OverflowWrap: ListedKeyword {
  package static let list = ["anywhere", "normal", "break-word"]
}

extension FontSlant: ListedKeyword {
  package static let list = ["normal", "italic", "oblique"]
}

extension TabStop.Alignment: ListedKeyword {
  package static let list = ["start", "center", "end", "decimal"]
}

extension TextAttachment.Alignment: Keyword {}
extension TextAttachment.Wrap: Keyword {}
extension TextAttachment.Side: Keyword {}

extension TextAttachment.ContentMode: Keyword {}

extension TextDecoration.Style: Keyword {}

extension TextBoxShape.Extent: Keyword {}

extension TextFill.Area: Keyword {}

extension TextGradient.Kind: Keyword {}
