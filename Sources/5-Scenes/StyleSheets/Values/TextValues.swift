// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The keywords of text: the cases are named like CSS's, `flexStart` for `flex-start`.

package enum TextDirection: String, Sendable { case ltr, rtl }
package enum WritingMode: String, Sendable {
  case horizontalTB = "horizontal-tb"
  case verticalRL = "vertical-rl"
  case verticalLR = "vertical-lr"
  case sidewaysRL = "sideways-rl"
  case sidewaysLR = "sideways-lr"

  /// Whether lines run from top to bottom or from bottom to top.
  package var isVertical: Bool { self != .horizontalTB }
}
package enum UnicodeBidi: String, Sendable {
  case normal, embed, isolate, plaintext, bidiOverride, isolateOverride
}
package enum TextOrientation: String, Sendable { case mixed, upright, sideways }
package enum TextCombine: Sendable, Hashable {
  case none, all
  /// Runs of at most this many digits.
  case digits(Int)
}
/// `text-align`; `match-parent` is resolved.
package enum TextAlign: String, Sendable {
  case start, end, left, right, center, justify
  case justifyAll = "justify-all"
  /// Blocks are aligned, too: `<center>` and `align` of old documents.
  case blocksLeft = "-webkit-left"
  case blocksRight = "-webkit-right"
  case blocksCenter = "-webkit-center"
}
/// `text-align-last`; `match-parent` is resolved.
package enum TextAlignLast: String, Sendable { case auto, start, end, left, right, center, justify }
package enum TextJustify: String, Sendable { case auto, none, interWord, interCharacter }
/// What becomes of white space (CSS Text 4, `white-space-collapse`).
package enum WhiteSpaceCollapse: String, Sendable {
  case collapse, preserve, preserveBreaks, preserveSpaces, breakSpaces
}
package enum TextWrapStyle: String, Sendable { case auto, balance, stable, pretty }
package enum WordBreak: String, Sendable { case normal, breakAll, keepAll, breakWord, autoPhrase }
package enum LineBreak: String, Sendable { case auto, loose, normal, strict, anywhere }
package enum OverflowWrap: String, Sendable { case normal, anywhere, breakWord }
package enum Hyphens: String, Sendable { case none, manual, auto }
package enum RubyPosition: String, Sendable { case over, under, interCharacter }
package enum RubyAlign: String, Sendable { case start, center, spaceBetween, spaceAround }
package enum DecorationLineStyle: String, Sendable { case solid, double, dotted, dashed, wavy }
package enum FontCaps: String, Sendable {
  case normal, unicase, smallCaps, allSmallCaps, petiteCaps, allPetiteCaps, titlingCaps
}
package enum FontKerning: String, Sendable { case auto, normal, none }

package struct TextTransform: Sendable, Hashable {
  /// The change of case.
  package enum Case: String, Sendable { case none, capitalize, uppercase, lowercase }
  /// The change of case.
  package var casing = Case.none
  package var isFullWidth = false
  package var isFullSizeKana = false
}

package struct TextIndent: Sendable, Hashable {
  /// The indent of the first line.
  package var length = LengthPercentage.zero
  /// Whether all lines but the first are indented.
  package var isHanging = false
  /// Whether lines after forced breaks are indented.
  package var isEachLine = false
}

package enum TabSize: Sendable, Hashable {
  /// A number of spaces.
  case spaces(Double)
  /// Points.
  case points(Double)
}

/// `line-height`; percentages are resolved.
package enum LineHeight: Sendable, Hashable {
  /// That of the font.
  case normal
  /// A multiple of the font's size.
  case factor(Double)
  /// Points.
  case points(Double)
}

/// A family of `font-family`.
package enum FontFamily: Sendable, Hashable {
  /// A family that the system names.
  package enum Generic: String, Sendable {
    case serif, cursive, fantasy, monospace, math, emoji, fangsong
    case sansSerif = "sans-serif"
    case systemUI = "system-ui"
    case uiSerif = "ui-serif"
    case uiSansSerif = "ui-sans-serif"
    case uiMonospace = "ui-monospace"
    case uiRounded = "ui-rounded"
  }
  /// A family's name.
  case named(String)
  /// A family that the system names.
  case generic(Generic)
}

package enum FontSlant: Sendable, Hashable {
  case normal, italic
  /// An angle in degrees.
  case oblique(Double)
}

/// A feature or an axis of a font, with its value.
package struct FontSetting: Sendable, Hashable {
  /// The four letters.
  package var tag: String
  /// The value.
  package var value: Double
}

package enum FontPosition: String, Sendable { case normal, sub, `super` }

package struct DecorationLines: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let underline = DecorationLines(rawValue: 1)
  package static let overline = DecorationLines(rawValue: 2)
  package static let lineThrough = DecorationLines(rawValue: 4)
  /// Read and left out: nothing blinks here.
  static let blink = DecorationLines(rawValue: 8)
}

package struct TextDecoration: Sendable, Hashable {
  /// The lines.
  package var lines: DecorationLines = []
  /// How the lines look.
  package var style = DecorationLineStyle.solid
  /// The colour of the lines.
  package var color = StyleColor.current
  /// The thickness; percentages refer to the font's size; `nil`: that of the font.
  package var thickness: LengthPercentage?
}

package struct UnderlinePosition: Sendable, Hashable {
  /// Whether the line lies under the descent.
  package var isUnder = false
  /// Of vertical text: the side; `nil`: that of the language.
  package var side: Side?
  /// Whether the font's own place is asked for.
  package var isFromFont = false
}

package struct TextEmphasis: Sendable, Hashable {
  /// The mark; empty for none.
  package var mark = ""
  /// The colour of the marks.
  package var color = StyleColor.current
  /// Whether the marks lie under horizontal lines.
  package var isUnder = false
  /// Whether the marks lie at the left of vertical lines.
  package var isLeft = false
}

package struct HangingPunctuation: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let first = HangingPunctuation(rawValue: 1)
  package static let last = HangingPunctuation(rawValue: 2)
  package static let forceEnd = HangingPunctuation(rawValue: 4)
  package static let allowEnd = HangingPunctuation(rawValue: 8)
}
