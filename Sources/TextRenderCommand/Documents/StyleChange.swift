// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// A partial style, from options, a document's style or a span; `nil` keeps the previous value.
struct StyleChange: Sendable {
  // MARK: Shaping
  var size: Double?
  var families: [String]?
  var font: Int?
  var weight: Double?
  var slant: FontSlant?
  var stretch: Double?
  var variations: [FontVariation]?
  var features: [RangedFeature]?
  var language: String?
  var letterSpacing: Double?
  var wordSpacing: Double?
  var baselineOffset: Double?

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
  var lineSpacing: Double?
  var spacingBefore: Double?
  var spacingAfter: Double?
  var firstLineIndent: Double?
  var startIndent: Double?
  var endIndent: Double?
  var tabStops: [TabStop]?
  var tabInterval: Double?

  /// Whether a property of shaping other than the features is set.
  var changesShaping: Bool {
    size != nil || families != nil || font != nil || weight != nil || slant != nil
      || stretch != nil || variations != nil || language != nil || letterSpacing != nil
      || wordSpacing != nil || baselineOffset != nil
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

  /// Whether any property of painting is set.
  var changesPaint: Bool {
    color != nil || background != nil || underline != nil || strikethrough != nil
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
        font: descriptor, size: size ?? style.size, features: style.features,
        language: language ?? style.language, letterSpacing: letterSpacing ?? style.letterSpacing,
        wordSpacing: wordSpacing ?? style.wordSpacing,
        baselineOffset: baselineOffset ?? style.baselineOffset)
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
    if let lineSpacing { style.lineSpacing = lineSpacing }
    if let spacingBefore { style.spacingBefore = spacingBefore }
    if let spacingAfter { style.spacingAfter = spacingAfter }
    if let firstLineIndent { style.firstLineIndent = firstLineIndent }
    if let startIndent { style.startIndent = startIndent }
    if let endIndent { style.endIndent = endIndent }
    if let tabStops { style.tabStops = tabStops }
    if let tabInterval { style.tabInterval = tabInterval }
  }
}
