// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextHyphenation

/// How the words of a paragraph are divided at the ends of lines: the dictionary, and the limits
/// within which it is used.
///
/// A word is divided at the points of the dictionary, with a hyphen that is no character of the
/// text. A word with a soft hyphen (U+00AD), or beside a digit, `@` or `_`, is divided at its soft
/// hyphens alone. If a line cannot end otherwise, a word is divided even beyond the limits; a word
/// that still does not fit is broken by ``OverflowWrap``.
///
/// Source: CSS Text 3, `hyphens`; CSS Text 4, `hyphenate-limit-chars`, `-lines`, `-zone`,
/// `hyphenate-character`.
public struct Hyphenation: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// The patterns embedded for the language of each word, or the system's dictionary.
    case system
    case dictionary(Hyphenator)
    /// Not even soft hyphens divide words.
    case none
  }

  package var source: Source
  /// The most lines in a row that may end in a hyphen; 0 for any number.
  public var maximumConsecutive: Int
  /// The fewest characters of a word that is divided; shorter words stay whole.
  public var minimumWordLength: Int
  /// The fewest characters before a hyphen; where the dictionary asks for more, its number applies.
  public var minimumBefore: Int
  /// The fewest characters behind a hyphen; where the dictionary asks for more, its number applies.
  public var minimumAfter: Int
  /// The most blank space at the end of a line, in points, that is left instead of dividing a word;
  /// 0 divides a word wherever more text then fits.
  public var zone: Double
  /// Whether words that begin with a capital letter are divided; `nil` divides them in German and
  /// Luxembourgish only, where all nouns begin with a capital letter, not names alone.
  public var hyphenatesCapitalized: Bool?
  /// What is drawn as a hyphen, also for a soft hyphen; `nil` for U+2010, or U+002D where the font
  /// lacks it.
  public var character: Character?

  /// Creates hyphenation by a dictionary.
  public init(
    _ hyphenator: Hyphenator, maximumConsecutive: Int = 0, minimumWordLength: Int = 5,
    minimumBefore: Int = 2, minimumAfter: Int = 2, zone: Double = 0,
    hyphenatesCapitalized: Bool? = nil, character: Character? = nil
  ) {
    source = .dictionary(hyphenator)
    (self.maximumConsecutive, self.minimumWordLength) = (maximumConsecutive, minimumWordLength)
    (self.minimumBefore, self.minimumAfter) = (minimumBefore, minimumAfter)
    (self.zone, self.hyphenatesCapitalized) = (zone, hyphenatesCapitalized)
    self.character = character
  }

  /// Creates hyphenation by the patterns that are embedded for the language that the text's
  /// `ShapingStyle.language` names (`Hyphenator.embeddedLanguages`), or, for another language, by
  /// the system's dictionary. Text without a language, or in a language that has neither patterns
  /// nor a dictionary, is not divided.
  ///
  /// The first text in a language reads its patterns, on the thread that lays it out.
  public init(
    maximumConsecutive: Int = 0, minimumWordLength: Int = 5, minimumBefore: Int = 2,
    minimumAfter: Int = 2, zone: Double = 0, hyphenatesCapitalized: Bool? = nil,
    character: Character? = nil
  ) {
    source = .system
    (self.maximumConsecutive, self.minimumWordLength) = (maximumConsecutive, minimumWordLength)
    (self.minimumBefore, self.minimumAfter) = (minimumBefore, minimumAfter)
    (self.zone, self.hyphenatesCapitalized) = (zone, hyphenatesCapitalized)
    self.character = character
  }

  /// Hyphenation by the embedded patterns and, for other languages, the system's dictionaries.
  public static let system = Hyphenation()

  /// No hyphens, also not at soft hyphens.
  public static let suppressed: Hyphenation = {
    var hyphenation = Hyphenation()
    hyphenation.source = .none
    return hyphenation
  }()

  /// The dictionary that was given; `nil` for the patterns and dictionaries of each language
  /// (``system``), and for ``suppressed``.
  public var hyphenator: Hyphenator? {
    if case .dictionary(let hyphenator) = source { hyphenator } else { nil }
  }

  /// Whether ``zone`` is from 0 to `TextLimits.containerSide` points.
  var isValid: Bool { zone >= 0 && zone <= TextLimits.containerSide }
}
