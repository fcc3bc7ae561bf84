// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import TextModel

/// A partial style, from options, a document's style or a span; `nil` keeps the previous value.
///
/// Lengths may be relative to the em size until ``resolve(em:)`` makes them absolute.
package struct StyleChange: Sendable {
  // MARK: Shaping
  package var size: Length?
  package var families: [String]?
  package var font: Int?
  package var weight: Double?
  package var slant: FontSlant?
  package var textSpacingTrim: TextSpacingTrim?
  package var textOrientation: TextOrientation?
  package var textCombine: TextCombine?
  package var scriptPosition: ScriptPosition?
  package var autospace: TextAutospace?
  package var textWrap: TextWrap?
  package var isolation: TextIsolation?
  package var stretch: Double?
  package var variations: [FontVariation]?
  package var features: [RangedFeature]?
  package var language: String?
  package var letterSpacing: Length?
  package var wordSpacing: Length?
  package var baselineOffset: Length?

  // MARK: Paint
  package var color: Color?
  package var background: TextBackground?
  package var border: TextBorder?
  /// The decorations of the text; one that is set to `nil` is removed.
  package var underline: TextDecoration??
  package var overline: TextDecoration??
  package var strikethrough: TextDecoration??
  package var shadows: [TextShadow]?
  package var stroke: TextStroke?

  // MARK: Paragraphs
  package var alignment: TextAlignment?
  package var lastLineAlignment: TextAlignment?
  package var justification: JustificationLimits?
  package var direction: TextDirection?
  package var lineBreak: LineBreakStrictness?
  package var wordBreak: WordBreak?
  package var overflowWrap: OverflowWrap?
  package var hangingPunctuation: HangingPunctuation?
  package var lineBreaking: LineBreaking?
  package var hyphens: HyphensValue?
  package var lineHeight: LineHeight?
  package var lineSpacing: Length?
  package var spacingBefore: Length?
  package var spacingAfter: Length?
  package var firstLineIndent: Length?
  package var startIndent: Length?
  package var endIndent: Length?
  package var tabStops: [TabStop]?
  package var tabInterval: Double?

  // MARK: What few styles have

  /// Behind one reference, since the styles of many spans are copied.
  private struct RareChange: Sendable {
    var emphasis: EmphasisMark??
    var strut: StrutValue?
    var list: ListValue?
  }

  private indirect enum Rare: Sendable { case some(RareChange) }

  private var rare: Rare?

  private var rareChange: RareChange {
    get { if case .some(.some(let change)) = rare { change } else { RareChange() } }
    set { rare = .some(.some(newValue)) }
  }

  /// The emphasis marks; `nil` inside takes them away.
  package var emphasis: EmphasisMark?? {
    get { rare == nil ? nil : rareChange.emphasis }
    set { rareChange.emphasis = newValue }
  }

  package var strut: StrutValue? {
    get { rare == nil ? nil : rareChange.strut }
    set { rareChange.strut = newValue }
  }

  package var list: ListValue? {
    get { rare == nil ? nil : rareChange.list }
    set { rareChange.list = newValue }
  }

  /// Creates a style that changes nothing.
  package init() {}

  /// Whether a property of shaping other than the features is set.
  package var changesShaping: Bool {
    size != nil || families != nil || font != nil || weight != nil || slant != nil
      || stretch != nil || variations != nil || language != nil || letterSpacing != nil
      || wordSpacing != nil || baselineOffset != nil || textSpacingTrim != nil
      || textOrientation != nil || textCombine != nil || scriptPosition != nil
      || emphasis != nil || autospace != nil || textWrap != nil
      || isolation != nil
  }

  /// Whether any property of shaping is set.
  package var changesGlyphs: Bool { changesShaping || features != nil }

  /// Whether any property of paragraphs is set.
  package var changesParagraphs: Bool {
    alignment != nil || lastLineAlignment != nil || justification != nil || direction != nil
      || lineBreak != nil || wordBreak != nil
      || overflowWrap != nil || hangingPunctuation != nil || lineBreaking != nil || hyphens != nil
      || lineHeight != nil
      || lineSpacing != nil
      || spacingBefore != nil
      || spacingAfter != nil || firstLineIndent != nil || startIndent != nil || endIndent != nil
      || tabStops != nil || tabInterval != nil || strut != nil || list != nil
  }

  /// The properties of paragraphs that are set.
  package var paragraphProperties: [StyleProperty] {
    let properties: [(StyleProperty, Bool)] = [
      (.align, alignment != nil), (.alignLast, lastLineAlignment != nil),
      (.justify, justification != nil), (.direction, direction != nil),
      (.lineBreak, lineBreak != nil),
      (.wordBreak, wordBreak != nil), (.overflowWrap, overflowWrap != nil),
      (.hangingPunctuation, hangingPunctuation != nil), (.lineBreaking, lineBreaking != nil),
      (.hyphens, hyphens != nil),
      (.lineHeight, lineHeight != nil), (.lineSpacing, lineSpacing != nil),
      (.spacingBefore, spacingBefore != nil), (.spacingAfter, spacingAfter != nil),
      (.firstLineIndent, firstLineIndent != nil), (.startIndent, startIndent != nil),
      (.endIndent, endIndent != nil), (.tabs, tabStops != nil || tabInterval != nil),
      (.strut, strut != nil), (.list, list != nil),
    ]
    return properties.filter(\.1).map(\.0)
  }

  /// Whether any property of painting is set.
  package var changesPaint: Bool {
    color != nil || background != nil || border != nil || underline != nil || overline != nil
      || strikethrough != nil || shadows != nil || stroke != nil
  }

  /// Makes all lengths absolute.
  ///
  /// - Parameter em: The em size around, in px: ``size`` is relative to it, other lengths are
  ///   relative to ``size``.
  package mutating func resolve(em: Double) {
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
    hyphens?.resolve(em: own)
    if rare != nil {
      strut?.resolve(em: own)
      list?.resolve(em: own)
    }
  }

  /// Applies the properties of shaping, except features with a range.
  package func apply(to style: inout ShapingStyle) {
    if changesShaping {
      var descriptor = style.font
      if let families { descriptor.families = families }
      if let font { descriptor.givenFont = font }
      if let weight { descriptor.weight = weight }
      if let slant { descriptor.slant = slant }
      if let stretch { descriptor.stretch = stretch }
      if let variations { descriptor.variations = variations }
      let orientation = textOrientation ?? style.textOrientation
      let combine = textCombine ?? style.textCombine
      let position = scriptPosition ?? style.scriptPosition
      let mark = emphasis ?? style.emphasis
      let (space, wrap) = (autospace ?? style.autospace, textWrap ?? style.textWrap)
      let isolation = isolation ?? style.isolation
      style = ShapingStyle(
        font: descriptor, size: size?.value ?? style.size, features: style.features,
        language: language ?? style.language,
        letterSpacing: letterSpacing?.value ?? style.letterSpacing,
        wordSpacing: wordSpacing?.value ?? style.wordSpacing,
        baselineOffset: baselineOffset?.value ?? style.baselineOffset,
        textSpacingTrim: textSpacingTrim ?? style.textSpacingTrim)
      if orientation != .mixed { style.textOrientation = orientation }
      if combine != .none { style.textCombine = combine }
      if position != .normal { style.scriptPosition = position }
      if mark != nil { style.emphasis = mark }
      if space != .none { style.autospace = space }
      if wrap != .wrap { style.textWrap = wrap }
      if isolation != .none { style.isolation = isolation }
    }
    let global = (features ?? []).filter(\.isGlobal)
    if !global.isEmpty { style.features += global.map(\.feature) }
  }

  /// Applies the properties of painting.
  package func apply(to style: inout PaintStyle) {
    if let color { style.color = color }
    if let background { style.background = background }
    if let border { style.border = border }
    if let underline { style.underline = underline }
    if let overline { style.overline = overline }
    if let strikethrough { style.strikethrough = strikethrough }
    if let shadows { style.shadows = shadows }
    if let stroke { style.stroke = stroke }
  }

  /// Applies the properties of paragraphs.
  package func apply(to style: inout ParagraphStyle) {
    if let alignment { style.alignment = alignment }
    if let lastLineAlignment { style.lastLineAlignment = lastLineAlignment }
    if let justification { style.justification = justification }
    if let direction { style.direction = direction }
    if let lineBreak { style.lineBreak = lineBreak }
    if let wordBreak { style.wordBreak = wordBreak }
    if let overflowWrap { style.overflowWrap = overflowWrap }
    if let hangingPunctuation { style.hangingPunctuation = hangingPunctuation }
    if let lineBreaking { style.lineBreaking = lineBreaking }
    if let hyphens { style.hyphenation = hyphens.value }
    if let lineHeight { style.lineHeight = lineHeight }
    if let strut { style.strut = strut.strut(families) }
    if let list { list.apply(to: &style, keepsIndent: startIndent != nil) }
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
