// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The keywords of text: the raw values are CSS's.

/// `direction`.
public enum TextDirection: String, Sendable, Hashable { case ltr, rtl }
/// `writing-mode`.
public enum WritingMode: String, Sendable, Hashable {
  case horizontalTB = "horizontal-tb"
  case verticalRL = "vertical-rl"
  case verticalLR = "vertical-lr"
  case sidewaysRL = "sideways-rl"
  case sidewaysLR = "sideways-lr"

  /// Whether lines run from top to bottom or from bottom to top.
  public var isVertical: Bool { self != .horizontalTB }
}
/// `unicode-bidi`.
public enum UnicodeBidi: String, Sendable, Hashable {
  case normal, embed, isolate, plaintext
  case bidiOverride = "bidi-override"
  case isolateOverride = "isolate-override"
}
/// `text-orientation`.
public enum TextOrientation: String, Sendable, Hashable { case mixed, upright, sideways }
/// `text-combine-upright`.
public enum TextCombine: Sendable, Hashable {
  case none, all
  /// Runs of at most this many digits.
  case digits(Int)
}
/// `text-align`; `match-parent` is resolved.
public enum TextAlign: String, Sendable, Hashable {
  case start, end, left, right, center, justify
  case justifyAll = "justify-all"
  /// Blocks are aligned, too: `<center>` and `align` of old documents.
  case blocksLeft = "-webkit-left"
  case blocksRight = "-webkit-right"
  case blocksCenter = "-webkit-center"
}
/// `text-align-last`; `match-parent` is resolved.
public enum TextAlignLast: String, Sendable, Hashable {
  case auto, start, end, left, right, center, justify
}
/// `text-justify`.
public enum TextJustify: String, Sendable, Hashable {
  case auto, none
  case interWord = "inter-word"
  case interCharacter = "inter-character"
}
/// What becomes of white space (CSS Text 4, `white-space-collapse`).
public enum WhiteSpaceCollapse: String, Sendable, Hashable {
  case collapse, preserve
  case preserveBreaks = "preserve-breaks"
  case preserveSpaces = "preserve-spaces"
  case breakSpaces = "break-spaces"
}
/// `text-wrap-style`.
public enum TextWrapStyle: String, Sendable, Hashable { case auto, balance, stable, pretty }
/// `word-break`.
public enum WordBreak: String, Sendable, Hashable {
  case normal
  case breakAll = "break-all"
  case keepAll = "keep-all"
  case breakWord = "break-word"
  case autoPhrase = "auto-phrase"
}
/// `line-break`.
public enum LineBreak: String, Sendable, Hashable { case auto, loose, normal, strict, anywhere }
/// `overflow-wrap`.
public enum OverflowWrap: String, Sendable, Hashable {
  case normal, anywhere
  case breakWord = "break-word"
}
/// `hyphens`.
public enum Hyphens: String, Sendable, Hashable { case none, manual, auto }
/// `ruby-position`.
public enum RubyPosition: String, Sendable, Hashable {
  case over, under
  case interCharacter = "inter-character"
}
/// `ruby-align`.
public enum RubyAlign: String, Sendable, Hashable {
  case start, center
  case spaceBetween = "space-between"
  case spaceAround = "space-around"
}
/// `text-decoration-style`.
public enum DecorationLineStyle: String, Sendable, Hashable {
  case solid, double, dotted, dashed, wavy
}
/// `font-variant-caps`.
public enum FontCaps: String, Sendable, Hashable {
  case normal, unicase
  case smallCaps = "small-caps"
  case allSmallCaps = "all-small-caps"
  case petiteCaps = "petite-caps"
  case allPetiteCaps = "all-petite-caps"
  case titlingCaps = "titling-caps"
}
/// `font-kerning`.
public enum FontKerning: String, Sendable, Hashable { case auto, normal, none }

/// `text-transform`.
public struct TextTransform: Sendable, Hashable {
  /// The change of case.
  public enum Case: String, Sendable, Hashable { case none, capitalize, uppercase, lowercase }
  /// The change of case.
  public var casing = Case.none
  /// `full-width`.
  public var isFullWidth = false
  /// `full-size-kana`.
  public var isFullSizeKana = false
}

/// `text-indent`.
public struct TextIndent: Sendable, Hashable {
  /// The indent of the first line.
  public var length = LengthPercentage.zero
  /// Whether all lines but the first are indented.
  public var isHanging = false
  /// Whether lines after forced breaks are indented.
  public var isEachLine = false
}

/// `tab-size`.
public enum TabSize: Sendable, Hashable {
  /// A number of spaces.
  case spaces(Double)
  /// Points.
  case points(Double)
}

/// `line-height`; percentages are resolved.
public enum LineHeight: Sendable, Hashable {
  /// That of the font.
  case normal
  /// A multiple of the font's size.
  case factor(Double)
  /// Points.
  case points(Double)
}

/// A family of `font-family`.
public enum FontFamily: Sendable, Hashable {
  /// A family that the system names.
  public enum Generic: String, Sendable, Hashable {
    case serif, cursive, fantasy, monospace, math, emoji
    case sansSerif = "sans-serif"
    case systemUI = "system-ui"
    case uiSerif = "ui-serif"
    case uiSansSerif = "ui-sans-serif"
    case uiMonospace = "ui-monospace"
    case uiRounded = "ui-rounded"
    case fangsong
  }
  /// A family's name.
  case named(String)
  /// A family that the system names.
  case generic(Generic)
}

/// `font-style`.
public enum FontSlant: Sendable, Hashable {
  case normal, italic
  /// An angle in degrees.
  case oblique(Double)
}

/// A feature or an axis of a font, with its value.
public struct FontSetting: Sendable, Hashable {
  /// The four letters.
  public var tag: String
  /// The value.
  public var value: Double
}

/// `font-variant-position`.
public enum FontPosition: String, Sendable, Hashable { case normal, sub, `super` }

/// `text-decoration-line`.
public struct DecorationLines: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let underline = DecorationLines(rawValue: 1)
  public static let overline = DecorationLines(rawValue: 2)
  public static let lineThrough = DecorationLines(rawValue: 4)
  /// Read and left out: nothing blinks here.
  static let blink = DecorationLines(rawValue: 8)
}

/// `text-decoration`.
public struct TextDecoration: Sendable, Hashable {
  /// The lines.
  public var lines: DecorationLines = []
  /// How the lines look.
  public var style = DecorationLineStyle.solid
  /// The colour of the lines.
  public var color = StyleColor.current
  /// The thickness; percentages refer to the font's size; `nil`: that of the font.
  public var thickness: LengthPercentage?
}

/// `text-underline-position`.
public struct UnderlinePosition: Sendable, Hashable {
  /// Whether the line lies under the descent.
  public var isUnder = false
  /// Of vertical text: the side; `nil`: that of the language.
  public var side: Side?
  /// Whether the font's own place is asked for.
  public var isFromFont = false
}

/// `text-emphasis`.
public struct TextEmphasis: Sendable, Hashable {
  /// The mark; empty for none.
  public var mark = ""
  /// The colour of the marks.
  public var color = StyleColor.current
  /// Whether the marks lie under horizontal lines.
  public var isUnder = false
  /// Whether the marks lie at the left of vertical lines.
  public var isLeft = false
}

/// `hanging-punctuation`.
public struct HangingPunctuation: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let first = HangingPunctuation(rawValue: 1)
  public static let last = HangingPunctuation(rawValue: 2)
  public static let forceEnd = HangingPunctuation(rawValue: 4)
  public static let allowEnd = HangingPunctuation(rawValue: 8)
}
