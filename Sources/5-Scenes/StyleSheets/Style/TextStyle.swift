// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// The properties of text that elements inherit.
package struct TextStyle: Sendable, Hashable {
  package var color = Color.black
  /// `font-family`; empty: the default.
  package var families: [FontFamily] = [.generic(.serif)]
  /// `font-size`, in points.
  package var fontSize = 16.0
  /// `font-weight`, 1 to 1000.
  package var weight = 400.0
  package var slant = FontSlant.normal
  /// `font-stretch`, in percent.
  package var stretch = 100.0
  package var caps = FontCaps.normal
  /// `font-synthesis-small-caps`: whether small capitals are made where a font has none.
  package var makesSmallCaps = true
  package var fontPosition = FontPosition.normal
  package var kerning = FontKerning.auto
  /// The features that `font-variant-ligatures`, `-numeric` and `-east-asian` ask for.
  package var variantFeatures: [FontSetting] = []
  package var features: [FontSetting] = []
  package var variations: [FontSetting] = []
  /// `font-optical-sizing`: whether it is `auto`.
  package var hasOpticalSizing = true
  /// `font-size-adjust`: the height of x of the font; `nil` for none.
  package var sizeAdjust: Double?
  package var lineHeight = LineHeight.normal

  package var direction = TextDirection.ltr
  package var writingMode = WritingMode.horizontalTB
  package var orientation = TextOrientation.mixed
  package var combine = TextCombine.none

  package var align = TextAlign.start
  package var alignLast = TextAlignLast.auto
  package var indent = TextIndent()
  package var justify = TextJustify.auto
  package var transform = TextTransform()
  /// `letter-spacing`; percentages refer to the font's size.
  package var letterSpacing = LengthPercentage.zero
  /// `word-spacing`; percentages refer to the font's size.
  package var wordSpacing = LengthPercentage.zero
  package var whiteSpace = WhiteSpaceCollapse.collapse
  /// `text-wrap-mode`: whether lines wrap.
  package var wraps = true
  package var wrapStyle = TextWrapStyle.auto
  package var tabSize = TabSize.spaces(8)
  package var wordBreak = WordBreak.normal
  package var lineBreak = LineBreak.auto
  package var overflowWrap = OverflowWrap.normal
  package var hyphens = Hyphens.manual
  /// `hyphenate-character`; `nil`: that of the language.
  package var hyphenCharacter: String?
  package var hanging: HangingPunctuation = []
  /// The language: of the attribute `lang` of the element or of one around it; empty if unknown.
  package var language = ""
  /// Computed from `font-size`: the keyword that it came from, −3 for `xx-small`, 0 for `medium`.
  var sizeKeyword: Int? = 0
  /// Whether `font-size` came from an absolute length, which no family changes.
  var isSizeAbsolute = false
}

/// The other properties that elements inherit.
package struct InheritedStyle: Sendable, Hashable {
  package var visibility = Visibility.visible
  /// `text-shadow`, the first one on top.
  package var textShadows: [StyleShadow] = []
  package var emphasis = TextEmphasis()
  /// `text-underline-offset`; percentages refer to the font's size; `nil` for `auto`.
  package var underlineOffset: LengthPercentage?
  package var underlinePosition = UnderlinePosition()
  /// `text-decoration-skip-ink`: whether it is `auto`.
  package var skipsInk = true
  /// `-webkit-text-stroke-width`, in points.
  package var strokeWidth = 0.0
  package var strokeColor = StyleColor.current
  package var fillColor = StyleColor.current
  package var listType = CounterStyle.named("disc")
  package var listImage: StyleImage?
  package var listPosition = ListPosition.outside
  package var quotes = Quotes.auto
  package var borderCollapse = BorderCollapse.separate
  /// `border-spacing`, horizontal.
  package var borderSpacingX = 0.0
  /// `border-spacing`, vertical.
  package var borderSpacingY = 0.0
  package var captionSide = CaptionSide.top
  package var emptyCells = EmptyCells.show
  package var orphans = 2
  package var widows = 2
  package var rubyPosition = RubyPosition.over
  package var rubyAlign = RubyAlign.spaceAround
  package var imageRendering = ImageRendering.auto
}
