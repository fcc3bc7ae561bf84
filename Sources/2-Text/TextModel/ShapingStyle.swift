// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// The trimming of the blanks beside full-width punctuation, where two punctuation marks meet.
///
/// Source: CSS Text 4, 8.4, `text-spacing-trim`.
public enum TextSpacingTrim: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// ``normal`` in Chinese, Japanese and Korean by the style's language, else ``spaceAll``.
  case auto
  /// One of two adjacent punctuation marks loses the blank half of its em, as in `」「` and `。」`; so
  /// does a closing bracket at the end of a line where the bracket would not fit otherwise. Marks
  /// are not trimmed in fonts that have neither of the features `chws` and `halt`, and in spans
  /// that set a feature of widths, such as `palt`.
  ///
  /// Where the font, the size or another part of the ``ShapingStyle`` changes between two marks,
  /// one of them is trimmed only if its font has `halt` (`vhal` in upright text). Of a closing mark
  /// and a larger opening one, the closing one is trimmed.
  case normal
  /// Every mark takes its whole em.
  case spaceAll
}

/// The part of a style that shaping and measuring depend on.
///
/// A value with shared storage: copying it changes one reference count, and copies of one style
/// compare in constant time. Create a style once and use it for many texts.
public struct ShapingStyle: Sendable {
  package struct Fields: Hashable, Sendable {
    package var font = FontDescriptor()
    package var size = 16.0
    package var features: [FontFeature] = []
    package var language = ""
    package var letterSpacing = 0.0
    package var wordSpacing = 0.0
    package var baselineOffset = 0.0
    package var textSpacingTrim = TextSpacingTrim.auto
    package var textOrientation = TextOrientation.mixed
    package var textCombine = TextCombine.none
    package var scriptPosition = ScriptPosition.normal
    package var letterCase = LetterCase.asWritten
    package var smallCapitals = SmallCapitals.none
    package var makesSmallCapitals = true
    /// The size that counts for the height of lines, if it is not that of the letters.
    package var lineSize: Double?
    package var emphasis: EmphasisMark?
    package var autospace = TextAutospace.none
    package var textWrap = TextWrap.wrap
    package var isolation = TextIsolation.none
    package var inlineBox: InlineBox?

    /// The features that show small capitals, before those of the user.
    package var allFeatures: [FontFeature] {
      switch smallCapitals {
      case .none: features
      case .ofSmallLetters: [FontFeature("smcp")] + features
      case .ofAllLetters: [FontFeature("smcp"), FontFeature("c2sc")] + features
      }
    }

    /// Whether adjacent full-width punctuation is trimmed.
    fileprivate var trimsSpacing: Bool {
      switch textSpacingTrim {
      case .normal: return true
      case .spaceAll: return false
      case .auto: break
      }
      var units = language.utf8.makeIterator()
      guard let first = units.next(), let second = units.next() else { return false }
      if let third = units.next(), third != 0x2D, third != 0x5F { return false }
      switch (first | 0x20, second | 0x20) {
      case (0x6A, 0x61), (0x7A, 0x68), (0x6B, 0x6F): return true  // ja zh ko
      default: return false
      }
    }
  }

  package final class Storage: Sendable {
    package let fields: Fields
    package let hash: Int
    /// Whether adjacent full-width punctuation is trimmed.
    package let trimsSpacing: Bool
    /// Whether letters may be shown as others than those that are written.
    package let changesLetters: Bool
    /// Whether there are emphasis marks.
    package let hasEmphasis: Bool
    /// Whether the text lies in an inline box with a height of its own.
    package let hasInlineBox: Bool
    /// Whether the inline box is aligned to an edge of the line.
    package let isEdgeAligned: Bool
    /// Whether the inline box is moved from its place.
    package let isMoved: Bool
    /// Whether runs begin elsewhere than on the baseline of the line behind what stands before them.
    package let isApart: Bool
    /// The storage that this storage is a copy of; `nil` if it is an original. Its address is kept
    /// beside it, so that storages are compared without counting references.
    private let original: Storage?
    private let originalAddress: UInt

    package init(_ fields: Fields) {
      self.fields = fields
      self.hash = fields.hashValue
      trimsSpacing = fields.trimsSpacing
      changesLetters = fields.letterCase != .asWritten || fields.smallCapitals != .none
      hasEmphasis = fields.emphasis != nil
      hasInlineBox = fields.inlineBox != nil
      isEdgeAligned = fields.inlineBox.map { $0.alignment != .baseline } ?? false
      isMoved = fields.inlineBox.map { $0.offset != .zero } ?? false
      isApart = isEdgeAligned || isMoved
      original = nil
      originalAddress = 0
    }

    fileprivate init(copying other: Storage) {
      fields = other.fields
      hash = other.hash
      trimsSpacing = other.trimsSpacing
      changesLetters = other.changesLetters
      hasEmphasis = other.hasEmphasis
      (hasInlineBox, isEdgeAligned) = (other.hasInlineBox, other.isEdgeAligned)
      (isMoved, isApart) = (other.isMoved, other.isApart)
      original = other.original ?? other
      originalAddress = other.identity
    }

    /// Whether both storages are copies of one original, and so equal.
    fileprivate func isCopy(of other: Storage) -> Bool { identity == other.identity }

    private var identity: UInt {
      originalAddress != 0
        ? originalAddress : unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    }
  }

  package private(set) var storage: Storage

  private static let standard = Storage(Fields())

  /// Creates a style.
  public init(
    font: FontDescriptor = FontDescriptor(), size: Double = 16, features: [FontFeature] = [],
    language: String = "", letterSpacing: Double = 0, wordSpacing: Double = 0,
    baselineOffset: Double = 0, textSpacingTrim: TextSpacingTrim = .auto
  ) {
    storage = Storage(
      Fields(
        font: font, size: size, features: features, language: language,
        letterSpacing: letterSpacing, wordSpacing: wordSpacing, baselineOffset: baselineOffset,
        textSpacingTrim: textSpacingTrim))
  }

  /// The default style: default font, 16 points.
  public static var `default`: ShapingStyle { ShapingStyle(storage: standard) }

  package init(storage: Storage) { self.storage = storage }

  /// The same style in storage of its own, for one thread, so that threads do not contend for one
  /// reference count.
  package func copied() -> ShapingStyle { ShapingStyle(storage: Storage(copying: storage)) }

  package mutating func update(_ change: (inout Fields) -> Void) {
    var fields = storage.fields
    change(&fields)
    storage = Storage(fields)
  }

  /// The font that is looked up.
  public var font: FontDescriptor {
    get { storage.fields.font }
    set { update { $0.font = newValue } }
  }
  /// The em size in points, above 0 and at most ``TextLimits/fontSize``.
  public var size: Double {
    get { storage.fields.size }
    set { update { $0.size = newValue } }
  }
  /// OpenType features for the whole span; if a tag occurs twice, the last setting applies.
  public var features: [FontFeature] {
    get { storage.fields.features }
    set { update { $0.features = newValue } }
  }
  /// The language as a BCP 47 tag; empty means undetermined.
  public var language: String {
    get { storage.fields.language }
    set { update { $0.language = newValue } }
  }
  /// Points added after every cluster. Ignored in cursive scripts, whose letters join; in other
  /// scripts a value other than 0 switches optional ligatures off.
  ///
  /// Source: CSS Text 3, 8.2.
  public var letterSpacing: Double {
    get { storage.fields.letterSpacing }
    set { update { $0.letterSpacing = newValue } }
  }
  /// Points added after U+0020 and U+00A0.
  public var wordSpacing: Double {
    get { storage.fields.wordSpacing }
    set { update { $0.wordSpacing = newValue } }
  }
  /// Points by which the span is raised above the baseline; negative lowers it.
  public var baselineOffset: Double {
    get { storage.fields.baselineOffset }
    set { update { $0.baselineOffset = newValue } }
  }
  /// The trimming of adjacent full-width punctuation.
  public var textSpacingTrim: TextSpacingTrim {
    get { storage.fields.textSpacingTrim }
    set { update { $0.textSpacingTrim = newValue } }
  }
  /// How characters stand in vertical lines.
  public var textOrientation: TextOrientation {
    get { storage.fields.textOrientation }
    set { update { $0.textOrientation = newValue } }
  }
  /// Which characters of vertical lines stand side by side in the room of one (tate-chu-yoko).
  public var textCombine: TextCombine {
    get { storage.fields.textCombine }
    set { update { $0.textCombine = newValue } }
  }
  /// Whether the letters are small, and raised or lowered.
  public var scriptPosition: ScriptPosition {
    get { storage.fields.scriptPosition }
    set { update { $0.scriptPosition = newValue } }
  }
  /// The case in which letters are shown.
  public var letterCase: LetterCase {
    get { storage.fields.letterCase }
    set { update { $0.letterCase = newValue } }
  }
  /// Whether letters are shown as small capitals.
  public var smallCapitals: SmallCapitals {
    get { storage.fields.smallCapitals }
    set { update { $0.smallCapitals = newValue } }
  }
  /// Whether small capitals are made where a font has none.
  public var makesSmallCapitals: Bool {
    get { storage.fields.makesSmallCapitals }
    set { update { $0.makesSmallCapitals = newValue } }
  }
  /// The size that counts for the height of lines: that of the text around small capitals.
  package var lineSize: Double { storage.fields.lineSize ?? storage.fields.size }
  /// The emphasis mark beside each character; `nil` for none.
  public var emphasis: EmphasisMark? {
    get { storage.fields.emphasis }
    set { update { $0.emphasis = newValue } }
  }
  /// The space between ideographs and other letters or numbers.
  public var autospace: TextAutospace {
    get { storage.fields.autospace }
    set { update { $0.autospace = newValue } }
  }
  /// Whether lines break within the span.
  public var textWrap: TextWrap {
    get { storage.fields.textWrap }
    set { update { $0.textWrap = newValue } }
  }
  /// Whether the span has a direction of its own.
  public var isolation: TextIsolation {
    get { storage.fields.isolation }
    set { update { $0.isolation = newValue } }
  }
  /// How far the text is moved from its place, in points of line space.
  package var offset: Point { storage.isMoved ? inlineBox?.offset ?? .zero : .zero }
  /// The inline box that the text lies in, if that decides the height of its lines; `nil` where
  /// `ParagraphStyle.lineHeight` does.
  package var inlineBox: InlineBox? {
    get { storage.fields.inlineBox }
    set { update { $0.inlineBox = newValue } }
  }
}

extension ShapingStyle: Hashable {
  /// Whether two styles are equal; copies of one style compare in constant time.
  public static func == (a: ShapingStyle, b: ShapingStyle) -> Bool {
    a.isSame(as: b.storage)
  }

  /// Whether the style equals the style of a storage.
  package func isSame(as other: Storage) -> Bool {
    storage === other || storage.isCopy(of: other)
      || (storage.hash == other.hash && storage.fields == other.fields)
  }

  /// Hashes the style, in constant time: the hash is stored.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.hash) }
}
