// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CTextHarfBuzz
internal import TextModel

/// An OpenType feature and the scalars that it is meant for.
struct RangedFeature: Hashable, Sendable {
  var feature: FontFeature
  /// The first scalar.
  var start: Int
  /// The scalar after the last; `Int.max` for the text's end.
  var end: Int

  /// Whether it holds for the whole text.
  var isGlobal: Bool { start == 0 && end == Int.max }

  /// Reads one feature in HarfBuzz's syntax: `liga=0`, `+smcp`, `kern[3:5]=0`.
  init?(_ text: String) {
    var feature = hb_feature_t()
    let count = Int32(clamping: text.utf8.count)
    guard unsafe hb_feature_from_string(text, count, &feature) != 0 else { return nil }
    // HarfBuzz takes any word after a space for a value.
    let words = text.split(separator: " ")
    if words.count > 1, let last = words.last, last.first?.isLetter == true,
      !["on", "off", "true", "false"].contains(last.lowercased())
    {
      return nil
    }
    self.feature = FontFeature(tag: FontTag(value: feature.tag), value: feature.value)
    start = Int(feature.start)
    end = feature.end == .max ? .max : max(Int(feature.end), start)
  }

  /// Reads features with commas between them.
  static func list(_ text: String, option: String) throws(CommandError) -> [RangedFeature] {
    var features: [RangedFeature] = []
    for part in text.split(separator: ",") {
      guard let feature = RangedFeature(String(part)) else {
        throw .usage(
          option, "'\(part)' is no feature; write liga=0, +smcp or kern[3:5]=0")
      }
      features.append(feature)
    }
    return features
  }
}

extension FontVariation {
  /// Reads one axis position: `wght=700`.
  init?(setting text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let tag = FontTag(String(parts[0])),
      let value = OptionValue.number(String(parts[1]))
    else { return nil }
    self.init(tag: tag, value: value)
  }

  /// Reads axis positions with commas between them.
  static func list(_ text: String, option: String) throws(CommandError) -> [FontVariation] {
    var variations: [FontVariation] = []
    for part in text.split(separator: ",") {
      guard let variation = FontVariation(setting: String(part)) else {
        throw .usage(option, "'\(part)' is no axis position; write wght=700")
      }
      variations.append(variation)
    }
    return variations
  }
}

/// What options, a document's style or one of its spans set; the rest stays as it was.
struct StyleChange: Sendable {
  // Shaping.
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
  // Paint.
  var color: Color?
  var background: Color?
  var underline: Bool?
  var strikethrough: Bool?
  // Paragraphs.
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

  /// Whether it sets anything that shaping depends on, features apart.
  var changesShaping: Bool {
    size != nil || families != nil || font != nil || weight != nil || slant != nil
      || stretch != nil || variations != nil || language != nil || letterSpacing != nil
      || wordSpacing != nil || baselineOffset != nil
  }

  /// Whether it sets anything that shaping depends on.
  var changesGlyphs: Bool { changesShaping || features != nil }

  /// Whether it sets anything of paragraphs.
  var changesParagraphs: Bool {
    alignment != nil || direction != nil || lineBreak != nil || wordBreak != nil
      || overflowWrap != nil || lineHeight != nil || lineSpacing != nil || spacingBefore != nil
      || spacingAfter != nil || firstLineIndent != nil || startIndent != nil || endIndent != nil
      || tabStops != nil || tabInterval != nil
  }

  /// Whether it sets anything that is only painted.
  var changesPaint: Bool {
    color != nil || background != nil || underline != nil || strikethrough != nil
  }

  /// Applies what shaping depends on, ranged features apart.
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

  /// Applies what is only painted.
  func apply(to style: inout PaintStyle) {
    if let color { style.color = color }
    if let background { style.background = background }
    if let underline { style.underline = underline ? TextDecoration() : nil }
    if let strikethrough { style.strikethrough = strikethrough ? TextDecoration() : nil }
  }

  /// Applies what belongs to paragraphs.
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
