// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An enumeration whose cases have names in documents, archives and options.
package protocol Keyword: CaseIterable, Sendable {
  /// The name.
  var keyword: String { get }
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

extension TextOrientation: Keyword {
  package var keyword: String {
    switch self {
    case .mixed: "mixed"
    case .upright: "upright"
    case .sideways: "sideways"
    }
  }
}

extension ScriptPosition: Keyword {
  package var keyword: String {
    switch self {
    case .normal: "normal"
    case .superscript: "superscript"
    case .subscript: "subscript"
    }
  }
}

extension TextDirection: Keyword {
  package var keyword: String {
    switch self {
    case .auto: "auto"
    case .leftToRight: "ltr"
    case .rightToLeft: "rtl"
    }
  }
}

extension TextAlignment: Keyword {
  package var keyword: String {
    switch self {
    case .start: "start"
    case .end: "end"
    case .left: "left"
    case .right: "right"
    case .center: "center"
    case .justify: "justify"
    }
  }
}

extension TextSpacingTrim: Keyword {
  package var keyword: String {
    switch self {
    case .auto: "auto"
    case .normal: "normal"
    case .spaceAll: "space-all"
    }
  }
}

extension TextAutospace: Keyword {
  package var keyword: String {
    switch self {
    case .none: "none"
    case .ideographAlpha: "ideograph-alpha"
    case .ideographNumeric: "ideograph-numeric"
    case .normal: "normal"
    }
  }
}

extension TextIsolation: Keyword {
  package var keyword: String {
    switch self {
    case .none: "none"
    case .auto: "auto"
    case .leftToRight: "ltr"
    case .rightToLeft: "rtl"
    }
  }
}

extension HangingPunctuation {
  /// The words of CSS.
  package static var words: [(word: String, value: HangingPunctuation)] {
    [
      ("first", .first), ("last", .last), ("allow-end", .allowEnd), ("force-end", .forceEnd),
    ]
  }

  /// The marks that words name, each string one or several; `nil` if a word is none, or if `none`
  /// is not alone.
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

extension LineBreakStrictness: Keyword {
  package var keyword: String {
    switch self {
    case .auto: "auto"
    case .strict: "strict"
    case .normal: "normal"
    case .loose: "loose"
    }
  }
}

extension WordBreak: Keyword {
  package var keyword: String {
    switch self {
    case .normal: "normal"
    case .breakAll: "break-all"
    case .keepAll: "keep-all"
    case .autoPhrase: "auto-phrase"
    }
  }
}

extension OverflowWrap: Keyword {
  package var keyword: String {
    switch self {
    case .anywhere: "anywhere"
    case .normal: "normal"
    case .breakWord: "break-word"
    }
  }
}

extension FontSlant: Keyword {
  package var keyword: String {
    switch self {
    case .normal: "normal"
    case .italic: "italic"
    case .oblique: "oblique"
    }
  }
}

extension TabStop.Alignment: Keyword {
  package var keyword: String {
    switch self {
    case .start: "start"
    case .center: "center"
    case .end: "end"
    case .decimal: "decimal"
    }
  }
}

extension TextAttachment.Alignment: Keyword {}
extension TextAttachment.Wrap: Keyword {}
extension TextAttachment.Side: Keyword {}

extension TextAttachment.ContentMode: Keyword {}

extension TextDecoration.Style: Keyword {}

extension TextBoxShape.Extent: Keyword {}
