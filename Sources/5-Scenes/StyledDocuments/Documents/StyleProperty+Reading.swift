// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
internal import TextModel

extension StyleProperty {
  /// Reads the value of the property; from an option it is a string, or `true`.
  ///
  /// - Parameters:
  ///   - key: The option or the key that errors name.
  ///   - files: The files that the document names; `nil` where none can be named.
  ///   - unknownKeys: The unknown keys of a value that is an object are appended to it.
  /// - Throws: ``DocumentError`` with `malformed`, or `tooLarge` if a limit is exceeded.
  package func read(
    _ value: JSONValue, _ key: DocumentKey, into style: inout StyleChange,
    files: DocumentFiles? = nil, unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) {
    switch self {
    case .size: style.size = try Self.size(value, key)
    case .family:
      if case .string(let text) = value {
        style.families = OptionValue.families(text)
      } else {
        style.families = try key.strings(value)
      }
    case .font: style.font = try key.integer(value)
    case .weight: style.weight = try key.value(value, .weight, OptionValue.weight)
    case .slant: style.slant = try key.keyword(value)
    case .stretch: style.stretch = try key.value(value, .stretch, OptionValue.stretch)
    case .variations: style.variations = try Self.variations(value, key)
    case .features:
      var features: [RangedFeature] = []
      for text in try key.strings(value) {
        features += try RangedFeature.list(text, option: key.path)
      }
      style.features = features
    case .language: style.language = try key.value(value, .language, OptionValue.language)
    case .letterSpacing: style.letterSpacing = try Self.spacing(value, key)
    case .wordSpacing: style.wordSpacing = try Self.spacing(value, key)
    case .textSpacingTrim: style.textSpacingTrim = try key.keyword(value)
    case .textOrientation: style.textOrientation = try key.keyword(value)
    case .textCombine: style.textCombine = try Self.textCombine(value, key, &unknownKeys)
    case .scriptPosition: style.scriptPosition = try key.keyword(value)
    case .emphasis: style.emphasis = .some(try Self.emphasis(value, key))
    case .autospace: style.autospace = try key.keyword(value)
    case .wrap: style.textWrap = try key.bool(value) ? .wrap : .noWrap
    case .isolate: style.isolation = try key.keyword(value)
    case .baselineOffset: style.baselineOffset = try key.length(value)
    case .color: style.color = try key.color(value)
    case .background: style.background = try PaintValue.background(value, key, &unknownKeys)
    case .border: style.border = try PaintValue.border(value, key, &unknownKeys)
    case .underline: style.underline = .some(try key.bool(value) ? TextDecoration() : nil)
    case .strikethrough: style.strikethrough = .some(try key.bool(value) ? TextDecoration() : nil)
    case .decorations: try PaintValue.decorations(value, key, into: &style, &unknownKeys)
    case .shadows: style.shadows = try PaintValue.shadows(value, key, &unknownKeys)
    case .stroke: style.stroke = try PaintValue.stroke(value, key, &unknownKeys)
    case .lineBreaking: style.lineBreaking = try LineBreaking(value, key, &unknownKeys)
    case .lineHeight: style.lineHeight = try LineHeight(value, key, &unknownKeys)
    case .justify: style.justification = try JustificationLimits(value, key, &unknownKeys)
    case .strut: style.strut = try StrutValue(value, key, &unknownKeys)
    case .list: style.list = try ListValue(value, key, &unknownKeys)
    case .hyphens: style.hyphens = try HyphensValue(value, key, files, &unknownKeys)
    default: try readParagraph(value, key, into: &style)
    }
  }

  private func readParagraph(
    _ value: JSONValue, _ key: DocumentKey, into style: inout StyleChange
  ) throws(DocumentError) {
    switch self {
    case .direction: style.direction = try key.keyword(value)
    case .align: style.alignment = try key.keyword(value)
    case .alignLast: style.lastLineAlignment = try key.keyword(value)
    case .lineBreak: style.lineBreak = try key.keyword(value)
    case .wordBreak: style.wordBreak = try key.keyword(value)
    case .overflowWrap: style.overflowWrap = try key.keyword(value)
    case .hangingPunctuation:
      style.hangingPunctuation = try Self.hangingPunctuation(value, key)
    case .lineSpacing: style.lineSpacing = try key.length(value)
    case .spacingBefore: style.spacingBefore = try key.length(value)
    case .spacingAfter: style.spacingAfter = try key.length(value)
    case .firstLineIndent: style.firstLineIndent = try key.length(value)
    case .startIndent: style.startIndent = try key.length(value)
    case .endIndent: style.endIndent = try key.length(value)
    case .tabs:
      let tabs = try key.value(value, .tabs, OptionValue.tabs)
      style.tabStops = tabs.stops
      style.tabInterval = tabs.interval
    default: break
    }
  }

  // MARK: - Values

  static func size(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> Length {
    let size = try key.value(
      value, .size, number: { Length($0) }, { Length($0, allowsPercentage: true) })
    guard size.value > 0 else { throw key.error("a size above 0 is wanted") }
    guard size.isRelative || size.value <= TextLimits.fontSize else {
      throw DocumentError(
        .tooLarge, key.path, "the largest size is \(DecimalNumber.text(TextLimits.fontSize))")
    }
    return size
  }

  private static func spacing(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> Length {
    if case .string("normal") = value { return 0 }
    return try key.length(value)
  }

  private static func hangingPunctuation(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> HangingPunctuation {
    guard let marks = HangingPunctuation(words: try key.strings(value)) else {
      throw key.error("write \(ValueForm.hangingPunctuation.forms)")
    }
    return marks
  }

  private static func textCombine(
    _ value: JSONValue, _ key: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) -> TextCombine {
    switch value {
    case .string: return try key.value(value, .textCombine, OptionValue.textCombine)
    case .object:
      let members = try ObjectMembers<TextCombineMember>(value, key, &unknownKeys)
      guard let (value, key) = members[.digits] else { return TextCombine.none }
      let count = try key.integer(value)
      guard count >= 2, count <= 4 else { throw key.error("a number from 2 to 4 is wanted") }
      return .digits(count)
    default: throw key.typeError("a word or an object", value)
    }
  }

  private static func emphasis(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> EmphasisMark? {
    if case .string("none") = value { return nil }
    return try key.value(value, .emphasis) { EmphasisMark(words: $0) }
  }

  private static func variations(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> [FontVariation] {
    if case .string(let text) = value { return try FontVariation.list(text, option: key.path) }
    var variations: [FontVariation] = []
    for member in try key.object(value).members {
      let key = key.at(member)
      guard let tag = FontTag(member.name) else { throw key.error("no axis; write wght") }
      variations.append(FontVariation(tag: tag, value: try key.number(member.value)))
    }
    return variations
  }
}
