// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// The properties of text that elements inherit.
public struct TextStyle: Sendable, Hashable {
  /// `color`.
  public var color = Color.black
  /// `font-family`; empty: the default.
  public var families: [FontFamily] = [.generic(.serif)]
  /// `font-size`, in points.
  public var fontSize = 16.0
  /// `font-weight`, 1 to 1000.
  public var weight = 400.0
  /// `font-style`.
  public var slant = FontSlant.normal
  /// `font-stretch`, in percent.
  public var stretch = 100.0
  /// `font-variant-caps`.
  public var caps = FontCaps.normal
  /// `font-variant-position`.
  public var fontPosition = FontPosition.normal
  /// `font-kerning`.
  public var kerning = FontKerning.auto
  /// The features that `font-variant-ligatures`, `-numeric` and `-east-asian` ask for.
  public var variantFeatures: [FontSetting] = []
  /// `font-feature-settings`.
  public var features: [FontSetting] = []
  /// `font-variation-settings`.
  public var variations: [FontSetting] = []
  /// `font-optical-sizing`: whether it is `auto`.
  public var hasOpticalSizing = true
  /// `font-size-adjust`: the height of x of the font; `nil` for none.
  public var sizeAdjust: Double?
  /// `line-height`.
  public var lineHeight = LineHeight.normal

  /// `direction`.
  public var direction = TextDirection.ltr
  /// `writing-mode`.
  public var writingMode = WritingMode.horizontalTB
  /// `text-orientation`.
  public var orientation = TextOrientation.mixed
  /// `text-combine-upright`.
  public var combine = TextCombine.none

  /// `text-align`.
  public var align = TextAlign.start
  /// `text-align-last`.
  public var alignLast = TextAlignLast.auto
  /// `text-indent`.
  public var indent = TextIndent()
  /// `text-justify`.
  public var justify = TextJustify.auto
  /// `text-transform`.
  public var transform = TextTransform()
  /// `letter-spacing`; percentages refer to the font's size.
  public var letterSpacing = LengthPercentage.zero
  /// `word-spacing`; percentages refer to the font's size.
  public var wordSpacing = LengthPercentage.zero
  /// `white-space-collapse`.
  public var whiteSpace = WhiteSpaceCollapse.collapse
  /// `text-wrap-mode`: whether lines wrap.
  public var wraps = true
  /// `text-wrap-style`.
  public var wrapStyle = TextWrapStyle.auto
  /// `tab-size`.
  public var tabSize = TabSize.spaces(8)
  /// `word-break`.
  public var wordBreak = WordBreak.normal
  /// `line-break`.
  public var lineBreak = LineBreak.auto
  /// `overflow-wrap`.
  public var overflowWrap = OverflowWrap.normal
  /// `hyphens`.
  public var hyphens = Hyphens.manual
  /// `hyphenate-character`; `nil`: that of the language.
  public var hyphenCharacter: String?
  /// `hanging-punctuation`.
  public var hanging: HangingPunctuation = []
  /// The language: of the attribute `lang` of the element or of one around it; empty if unknown.
  public var language = ""
  /// Computed from `font-size`: the keyword that it came from, −3 for `xx-small`, 0 for `medium`.
  var sizeKeyword: Int? = 0
  /// Whether `font-size` came from an absolute length, which no family changes.
  var isSizeAbsolute = false
}

/// The other properties that elements inherit.
public struct InheritedStyle: Sendable, Hashable {
  /// `visibility`.
  public var visibility = Visibility.visible
  /// `text-shadow`, the first one on top.
  public var textShadows: [StyleShadow] = []
  /// `text-emphasis`.
  public var emphasis = TextEmphasis()
  /// `text-underline-offset`; percentages refer to the font's size; `nil` for `auto`.
  public var underlineOffset: LengthPercentage?
  /// `text-underline-position`.
  public var underlinePosition = UnderlinePosition()
  /// `text-decoration-skip-ink`: whether it is `auto`.
  public var skipsInk = true
  /// `-webkit-text-stroke-width`, in points.
  public var strokeWidth = 0.0
  /// `-webkit-text-stroke-color`.
  public var strokeColor = StyleColor.current
  /// `-webkit-text-fill-color`.
  public var fillColor = StyleColor.current
  /// `list-style-type`.
  public var listType = CounterStyle.named("disc")
  /// `list-style-image`.
  public var listImage: StyleImage?
  /// `list-style-position`.
  public var listPosition = ListPosition.outside
  /// `quotes`.
  public var quotes = Quotes.auto
  /// `border-collapse`.
  public var borderCollapse = BorderCollapse.separate
  /// `border-spacing`, horizontal.
  public var borderSpacingX = 0.0
  /// `border-spacing`, vertical.
  public var borderSpacingY = 0.0
  /// `caption-side`.
  public var captionSide = CaptionSide.top
  /// `empty-cells`.
  public var emptyCells = EmptyCells.show
  /// `orphans`.
  public var orphans = 2
  /// `widows`.
  public var widows = 2
  /// `ruby-position`.
  public var rubyPosition = RubyPosition.over
  /// `ruby-align`.
  public var rubyAlign = RubyAlign.spaceAround
  /// `image-rendering`.
  public var imageRendering = ImageRendering.auto
}
