// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The alignment of lines between the edges of their container.
public enum TextAlignment: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// At the start edge: the left one in left-to-right paragraphs.
  case start
  /// At the end edge: the right one in left-to-right paragraphs.
  case end
  /// At the left edge.
  case left
  /// At the right edge.
  case right
  /// In the middle.
  case center
  /// Stretched to both edges; the last line of a paragraph is at the start edge, unless
  /// ``ParagraphStyle/lastLineAlignment`` says otherwise.
  case justify

  /// At the start edge of the paragraph's direction: ``start`` by its name in Core Animation.
  public static let natural = TextAlignment.start
  /// Stretched to both edges: ``justify`` by its name in Core Animation.
  public static let justified = TextAlignment.justify
}

/// The direction of a paragraph.
public enum TextDirection: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// From the first strong character (UAX #9 P2, P3); left to right if there is none.
  case auto
  /// Left to right.
  case leftToRight
  /// Right to left.
  case rightToLeft
}

/// The part of a style that belongs to whole paragraphs.
///
/// A paragraph has the style of its first character. Shared storage, as in ``ShapingStyle``.
public struct ParagraphStyle: Sendable {
  package struct Fields: Hashable, Sendable {
    package var alignment = TextAlignment.start
    package var direction = TextDirection.auto
    package var lineHeight = LineHeight.natural
    package var lineSpacing = 0.0
    package var spacingBefore = 0.0
    package var spacingAfter = 0.0
    package var firstLineIndent = 0.0
    package var startIndent = 0.0
    package var endIndent = 0.0
    package var tabStops: [TabStop] = []
    package var tabInterval = 0.0
    package var lineBreak = LineBreakStrictness.auto
    package var wordBreak = WordBreak.normal
    package var overflowWrap = OverflowWrap.breakWord
    /// Whether lines may end behind a `/` that a letter follows, as UAX #14 has it and browsers do
    /// not.
    package var breaksAfterSlashes = true
    private var rare: Rare?

    /// The fields that few paragraphs set. They lie behind one reference, so that copying the
    /// fields, as each paragraph does that is laid out, stays cheap.
    private struct RareFields: Hashable, Sendable {
      var hyphenation: Hyphenation?
      var lineBreaking = LineBreaking.greedy
      var justification = JustificationLimits()
      var strut: LineStrut?
      var list: TextList?
      var hangingPunctuation: HangingPunctuation = []
      var indentsEachLine = false
      var breaksAnywhere = false

      static let none = RareFields()
    }

    private indirect enum Rare: Hashable, Sendable { case some(RareFields) }

    private var rareFields: RareFields {
      get { if case .some(.some(let fields)) = rare { fields } else { .none } }
      set { rare = newValue == .none ? nil : .some(.some(newValue)) }
    }

    package var hyphenation: Hyphenation? {
      get { rare == nil ? nil : rareFields.hyphenation }
      set { rareFields.hyphenation = newValue }
    }

    package var lineBreaking: LineBreaking {
      get { rare == nil ? .greedy : rareFields.lineBreaking }
      set { rareFields.lineBreaking = newValue }
    }

    package var justification: JustificationLimits {
      get { rare == nil ? JustificationLimits() : rareFields.justification }
      set { rareFields.justification = newValue }
    }

    package var strut: LineStrut? {
      get { rare == nil ? nil : rareFields.strut }
      set { rareFields.strut = newValue }
    }

    package var list: TextList? {
      get { rare == nil ? nil : rareFields.list }
      set { rareFields.list = newValue }
    }

    package var hangingPunctuation: HangingPunctuation {
      get { rare == nil ? [] : rareFields.hangingPunctuation }
      set { rareFields.hangingPunctuation = newValue }
    }

    /// Whether the first line after each line separator is indented like that of the paragraph.
    /// Source: CSS Text 3, 7.1, `text-indent: each-line`.
    package var indentsEachLine: Bool {
      get { rare == nil ? false : rareFields.indentsEachLine }
      set { rareFields.indentsEachLine = newValue }
    }

    /// Whether lines break beside every character. Source: CSS Text 3, 5.3, `line-break: anywhere`.
    package var breaksAnywhere: Bool {
      get { rare == nil ? false : rareFields.breaksAnywhere }
      set { rareFields.breaksAnywhere = newValue }
    }

    package var lastLineAlignment: TextAlignment?

    private var areCostsValid: Bool {
      if case .optimal(let costs) = lineBreaking { costs.invalid == nil } else { true }
    }

    fileprivate var isValid: Bool {
      let most = TextLimits.containerSide
      func lies(_ value: Double, from least: Double) -> Bool { value >= least && value <= most }
      let isHeightValid =
        switch lineHeight {
        case .natural: true
        case .multiple(let value), .relative(toSize: let value), .fixed(let value),
          .atLeast(let value), .atMost(let value), .baselineDistance(let value):
          lies(value, from: 0)
        case .between(let least, let most):
          lies(least, from: 0) && lies(most, from: 0)
        }
      return isHeightValid && lies(firstLineIndent, from: -most) && lies(startIndent, from: -most)
        && lies(endIndent, from: -most) && lies(lineSpacing, from: 0)
        && lies(spacingBefore, from: 0)
        && lies(spacingAfter, from: 0) && lies(tabInterval, from: 0)
        && tabStops.allSatisfy { lies($0.position, from: -most) } && hyphenation?.isValid != false
        && areCostsValid && justification.invalid == nil && list?.isValid != false
    }
  }

  package final class Storage: Sendable {
    package let fields: Fields
    package let hash: Int
    /// Whether every number is valid; if not, laying out throws an error that names it.
    package let isValid: Bool
    /// Whether the style has a ``Hyphenation``; without one, words are divided at soft hyphens
    /// only.
    package let isHyphenated: Bool
    /// Whether lines are broken greedily: each line takes as much text as fits.
    package let isGreedy: Bool
    /// Whether the height of lines depends on more than their content: on a strut, or on
    /// `LineHeight.baselineDistance`.
    package let hasStrut: Bool
    /// Whether the paragraph is an item of a list.
    package let isListItem: Bool
    /// Whether the style is valid and has neither a strut nor a list marker, so that lines depend
    /// on their content alone.
    package let isPlainItem: Bool
    /// Whether some punctuation hangs beyond the edges of lines.
    package let hangsPunctuation: Bool
    /// The storage that this storage is a copy of; `nil` if it is an original.
    private let original: Storage?

    package init(_ fields: Fields) {
      self.fields = fields
      self.hash = fields.hashValue
      isValid = fields.isValid
      isHyphenated = fields.hyphenation != nil
      isGreedy = fields.lineBreaking.isGreedy
      hasStrut = fields.strut != nil || fields.lineHeight.isOfBaselines
      isListItem = fields.list != nil
      isPlainItem = isValid && !hasStrut && !isListItem
      hangsPunctuation = !fields.hangingPunctuation.isEmpty
      original = nil
    }

    fileprivate init(copying other: Storage) {
      fields = other.fields
      hash = other.hash
      isValid = other.isValid
      (isHyphenated, isGreedy) = (other.isHyphenated, other.isGreedy)
      (hasStrut, isListItem) = (other.hasStrut, other.isListItem)
      isPlainItem = other.isPlainItem
      hangsPunctuation = other.hangsPunctuation
      original = other.original ?? other
    }

    /// Whether both storages are copies of one original, and so equal.
    fileprivate func isCopy(of other: Storage) -> Bool {
      (original ?? self) === (other.original ?? other)
    }
  }

  package private(set) var storage: Storage

  private static let standard = Storage(Fields())

  /// Creates the default style.
  public init() { storage = Self.standard }

  /// Creates a style with an alignment and a direction.
  public init(alignment: TextAlignment, direction: TextDirection = .auto) {
    var fields = Fields()
    fields.alignment = alignment
    fields.direction = direction
    storage = Storage(fields)
  }

  /// The default style.
  public static var `default`: ParagraphStyle { ParagraphStyle() }

  package init(storage: Storage) { self.storage = storage }

  /// The same style in storage of its own, for one thread, so that threads do not contend for one
  /// reference count.
  package func copied() -> ParagraphStyle { ParagraphStyle(storage: Storage(copying: storage)) }

  package mutating func update(_ change: (inout Fields) -> Void) {
    var fields = storage.fields
    change(&fields)
    storage = Storage(fields)
  }

  /// The alignment of lines.
  public var alignment: TextAlignment {
    get { storage.fields.alignment }
    set { update { $0.alignment = newValue } }
  }
  /// The base direction.
  public var direction: TextDirection {
    get { storage.fields.direction }
    set { update { $0.direction = newValue } }
  }
  /// The rule for the height of lines.
  public var lineHeight: LineHeight {
    get { storage.fields.lineHeight }
    set { update { $0.lineHeight = newValue } }
  }
  /// Points between lines, beyond their heights.
  public var lineSpacing: Double {
    get { storage.fields.lineSpacing }
    set { update { $0.lineSpacing = newValue } }
  }
  /// Points above the paragraph; ignored for the first paragraph of a text.
  public var spacingBefore: Double {
    get { storage.fields.spacingBefore }
    set { update { $0.spacingBefore = newValue } }
  }
  /// Points below the paragraph; ignored for the last paragraph of a text.
  public var spacingAfter: Double {
    get { storage.fields.spacingAfter }
    set { update { $0.spacingAfter = newValue } }
  }
  /// Points by which the first line is indented beyond ``startIndent``; negative for a hanging
  /// indent, in which the first line begins before the others.
  public var firstLineIndent: Double {
    get { storage.fields.firstLineIndent }
    set { update { $0.firstLineIndent = newValue } }
  }
  /// Points between the start edge and every line.
  public var startIndent: Double {
    get { storage.fields.startIndent }
    set { update { $0.startIndent = newValue } }
  }
  /// Points between every line and the end edge.
  public var endIndent: Double {
    get { storage.fields.endIndent }
    set { update { $0.endIndent = newValue } }
  }
  /// Tab stops in ascending order.
  public var tabStops: [TabStop] {
    get { storage.fields.tabStops }
    set { update { $0.tabStops = newValue } }
  }
  /// The interval of the regular tab stops after the last one given, in points; 0 means eight
  /// spaces. A tab that would be less than half a digit wide advances to the next regular stop
  /// instead.
  ///
  /// Source: CSS Text 3, 4.2.
  public var tabInterval: Double {
    get { storage.fields.tabInterval }
    set { update { $0.tabInterval = newValue } }
  }
  /// The strictness of line breaking.
  public var lineBreak: LineBreakStrictness {
    get { storage.fields.lineBreak }
    set { update { $0.lineBreak = newValue } }
  }
  /// The rule for line breaks inside words.
  public var wordBreak: WordBreak {
    get { storage.fields.wordBreak }
    set { update { $0.wordBreak = newValue } }
  }
  /// The treatment of a word that is too wide.
  public var overflowWrap: OverflowWrap {
    get { storage.fields.overflowWrap }
    set { update { $0.overflowWrap = newValue } }
  }
  /// The division of words at the ends of lines; `nil` divides them at soft hyphens alone.
  public var hyphenation: Hyphenation? {
    get { storage.fields.hyphenation }
    set { update { $0.hyphenation = newValue } }
  }
  /// The alignment of the last line, and of lines before a forced break; `nil` for ``alignment``,
  /// or for ``TextAlignment/start`` if ``alignment`` is ``TextAlignment/justify``.
  ///
  /// ``TextAlignment/justify`` stretches the last line, too. Source: CSS Text 3, 6.2,
  /// `text-align-last`.
  public var lastLineAlignment: TextAlignment? {
    get { storage.fields.lastLineAlignment }
    set { update { $0.lastLineAlignment = newValue } }
  }
  /// How far justified lines are stretched, and in which order.
  public var justification: JustificationLimits {
    get { storage.fields.justification }
    set { update { $0.justification = newValue } }
  }
  /// The font that sets the least height of every line; `nil` for none.
  public var strut: LineStrut? {
    get { storage.fields.strut }
    set { update { $0.strut = newValue } }
  }
  /// The item of a list that the paragraph is, with its marker; `nil` for none.
  public var list: TextList? {
    get { storage.fields.list }
    set { update { $0.list = newValue } }
  }
  /// The punctuation that hangs beyond the edges of lines.
  public var hangingPunctuation: HangingPunctuation {
    get { storage.fields.hangingPunctuation }
    set { update { $0.hangingPunctuation = newValue } }
  }
  /// How the paragraph is divided into lines.
  public var lineBreaking: LineBreaking {
    get { storage.fields.lineBreaking }
    set { update { $0.lineBreaking = newValue } }
  }
}

extension ParagraphStyle: Hashable {
  /// Whether two styles are equal; copies of one style compare in constant time.
  public static func == (a: ParagraphStyle, b: ParagraphStyle) -> Bool {
    a.storage === b.storage || a.storage.isCopy(of: b.storage)
      || (a.storage.hash == b.storage.hash && a.storage.fields == b.storage.fields)
  }

  /// Hashes the style, in constant time: the hash is stored.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.hash) }
}
