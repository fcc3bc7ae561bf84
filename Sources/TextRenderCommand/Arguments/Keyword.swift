// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel
internal import TextPainting

/// An enumeration whose cases have names in options and documents.
protocol Keyword: CaseIterable, Sendable {
  /// The name in options and documents.
  var keyword: String { get }
}

extension Keyword {
  /// Creates the case with a name; `nil` if there is none.
  init?(keyword: String) {
    guard let found = Self.allCases.first(where: { $0.keyword == keyword }) else { return nil }
    self = found
  }

  /// All names.
  static var words: [String] { allCases.map(\.keyword) }

  /// All names, for messages: `start, end, left`.
  static var keywords: String { words.joined(separator: ", ") }
}

extension TextDirection: Keyword {
  var keyword: String {
    switch self {
    case .auto: "auto"
    case .leftToRight: "ltr"
    case .rightToLeft: "rtl"
    }
  }
}

extension TextAlignment: Keyword {
  var keyword: String {
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

extension GridFitting: Keyword {
  var keyword: String {
    switch self {
    case .none: "none"
    case .baselines: "baselines"
    case .heights: "heights"
    }
  }
}

extension TextSpacingTrim: Keyword {
  var keyword: String {
    switch self {
    case .auto: "auto"
    case .normal: "normal"
    case .spaceAll: "space-all"
    }
  }
}

extension LineBreakStrictness: Keyword {
  var keyword: String {
    switch self {
    case .auto: "auto"
    case .strict: "strict"
    case .normal: "normal"
    case .loose: "loose"
    }
  }
}

extension WordBreak: Keyword {
  var keyword: String {
    switch self {
    case .normal: "normal"
    case .breakAll: "break-all"
    case .keepAll: "keep-all"
    }
  }
}

extension OverflowWrap: Keyword {
  var keyword: String {
    switch self {
    case .anywhere: "anywhere"
    case .normal: "normal"
    }
  }
}

extension FontSlant: Keyword {
  var keyword: String {
    switch self {
    case .normal: "normal"
    case .italic: "italic"
    case .oblique: "oblique"
    }
  }
}

extension TabStop.Alignment: Keyword {
  var keyword: String {
    switch self {
    case .start: "start"
    case .center: "center"
    case .end: "end"
    case .decimal: "decimal"
    }
  }
}

/// The kinds of boundaries that `segment` finds.
enum SegmentKind: String, CaseIterable, Sendable, Keyword {
  case grapheme
  case word
  case sentence
  case line
  case bidi

  var keyword: String { rawValue }
}

/// The point of the first line that `--origin` places.
enum PictureAnchor: String, CaseIterable, Sendable, Keyword {
  case start
  case middle
  case end

  var keyword: String { rawValue }
}
