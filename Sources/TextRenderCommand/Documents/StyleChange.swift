// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// A partial style, from options, a document's style or a span; `nil` keeps the previous value.
///
/// Lengths may be relative to the em size until ``resolve(em:)`` makes them absolute.
struct StyleChange: Sendable {
  // MARK: Shaping
  var size: Length?
  var families: [String]?
  var font: Int?
  var weight: Double?
  var slant: FontSlant?
  var textSpacingTrim: TextSpacingTrim?
  var stretch: Double?
  var variations: [FontVariation]?
  var features: [RangedFeature]?
  var language: String?
  var letterSpacing: Length?
  var wordSpacing: Length?
  var baselineOffset: Length?

  // MARK: Paint
  var color: Color?
  var background: Color?
  var underline: Bool?
  var strikethrough: Bool?

  // MARK: Paragraphs
  var alignment: TextAlignment?
  var direction: TextDirection?
  var lineBreak: LineBreakStrictness?
  var wordBreak: WordBreak?
  var overflowWrap: OverflowWrap?
  var lineHeight: LineHeight?
  var lineSpacing: Length?
  var spacingBefore: Length?
  var spacingAfter: Length?
  var firstLineIndent: Length?
  var startIndent: Length?
  var endIndent: Length?
  var tabStops: [TabStop]?
  var tabInterval: Double?

  /// Whether a property of shaping other than the features is set.
  var changesShaping: Bool {
    size != nil || families != nil || font != nil || weight != nil || slant != nil
      || stretch != nil || variations != nil || language != nil || letterSpacing != nil
      || wordSpacing != nil || baselineOffset != nil || textSpacingTrim != nil
  }

  /// Whether any property of shaping is set.
  var changesGlyphs: Bool { changesShaping || features != nil }

  /// Whether any property of paragraphs is set.
  var changesParagraphs: Bool {
    alignment != nil || direction != nil || lineBreak != nil || wordBreak != nil
      || overflowWrap != nil || lineHeight != nil || lineSpacing != nil || spacingBefore != nil
      || spacingAfter != nil || firstLineIndent != nil || startIndent != nil || endIndent != nil
      || tabStops != nil || tabInterval != nil
  }

  /// The properties of paragraphs that are set.
  var paragraphProperties: [StyleProperty] {
    let properties: [(StyleProperty, Bool)] = [
      (.align, alignment != nil), (.direction, direction != nil), (.lineBreak, lineBreak != nil),
      (.wordBreak, wordBreak != nil), (.overflowWrap, overflowWrap != nil),
      (.lineHeight, lineHeight != nil), (.lineSpacing, lineSpacing != nil),
      (.spacingBefore, spacingBefore != nil), (.spacingAfter, spacingAfter != nil),
      (.firstLineIndent, firstLineIndent != nil), (.startIndent, startIndent != nil),
      (.endIndent, endIndent != nil), (.tabs, tabStops != nil || tabInterval != nil),
    ]
    return properties.filter(\.1).map(\.0)
  }

  /// Whether any property of painting is set.
  var changesPaint: Bool {
    color != nil || background != nil || underline != nil || strikethrough != nil
  }

  /// Makes all lengths absolute.
  ///
  /// - Parameter em: The em size around, in px: ``size`` is relative to it, other lengths are
  ///   relative to ``size``.
  mutating func resolve(em: Double) {
    size?.resolve(em: em)
    let own = size?.value ?? em
    letterSpacing?.resolve(em: own)
    wordSpacing?.resolve(em: own)
    baselineOffset?.resolve(em: own)
    lineSpacing?.resolve(em: own)
    spacingBefore?.resolve(em: own)
    spacingAfter?.resolve(em: own)
    firstLineIndent?.resolve(em: own)
    startIndent?.resolve(em: own)
    endIndent?.resolve(em: own)
  }

  /// Applies the properties of shaping, except features with a range.
  func apply(to style: inout ShapingStyle) {
    if changesShaping {
      var descriptor = style.font
      if let families { descriptor.families = families }
      if let font { descriptor.givenFont = font }
      if let weight { descriptor.weight = weight }
      if let slant { descriptor.slant = slant }
      if let stretch { descriptor.stretch = stretch }
      if let variations { descriptor.variations = variations }
      style = ShapingStyle(
        font: descriptor, size: size?.value ?? style.size, features: style.features,
        language: language ?? style.language,
        letterSpacing: letterSpacing?.value ?? style.letterSpacing,
        wordSpacing: wordSpacing?.value ?? style.wordSpacing,
        baselineOffset: baselineOffset?.value ?? style.baselineOffset,
        textSpacingTrim: textSpacingTrim ?? style.textSpacingTrim)
    }
    let global = (features ?? []).filter(\.isGlobal)
    if !global.isEmpty { style.features += global.map(\.feature) }
  }

  /// Applies the properties of painting.
  func apply(to style: inout PaintStyle) {
    if let color { style.color = color }
    if let background { style.background = background }
    if let underline { style.underline = underline ? TextDecoration() : nil }
    if let strikethrough { style.strikethrough = strikethrough ? TextDecoration() : nil }
  }

  /// Applies the properties of paragraphs.
  func apply(to style: inout ParagraphStyle) {
    if let alignment { style.alignment = alignment }
    if let direction { style.direction = direction }
    if let lineBreak { style.lineBreak = lineBreak }
    if let wordBreak { style.wordBreak = wordBreak }
    if let overflowWrap { style.overflowWrap = overflowWrap }
    if let lineHeight { style.lineHeight = lineHeight }
    if let lineSpacing { style.lineSpacing = lineSpacing.value }
    if let spacingBefore { style.spacingBefore = spacingBefore.value }
    if let spacingAfter { style.spacingAfter = spacingAfter.value }
    if let firstLineIndent { style.firstLineIndent = firstLineIndent.value }
    if let startIndent { style.startIndent = startIndent.value }
    if let endIndent { style.endIndent = endIndent.value }
    if let tabStops { style.tabStops = tabStops }
    if let tabInterval { style.tabInterval = tabInterval }
  }
}
