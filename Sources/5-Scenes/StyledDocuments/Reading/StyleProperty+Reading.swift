// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
package import TextModel

extension StyleProperty {
  /// Whether the property belongs to whole paragraphs, and may stand at the top of a document.
  package var isParagraph: Bool {
    if case .ofParagraphs = row.place { true } else { false }
  }

  /// The form of the property's value in help, schemas and messages.
  package var form: ValueForm {
    switch styleForm {
    case .length: return .length
    case .words(let placeholder, let type): return .words(placeholder, type.words)
    case .flag: return .flag
    case .own: break
    }
    return switch self {
    case .size: .size
    case .family: .families
    case .font: .integer
    case .weight: .weight
    case .stretch: .stretch
    case .variations: .variations
    case .instance: .text
    case .features: .features
    case .language: .language
    case .textCombine: .textCombine
    case .emphasis: .emphasis
    case .color: .color
    case .fill: .fill
    case .background: .backgroundColor
    case .border: .object("border")
    case .decorations: .list(of: "decoration")
    case .shadows: .list(of: "textShadow")
    case .stroke: .object("stroke")
    case .justify: .object("justification")
    case .hangingPunctuation: .hangingPunctuation
    case .lineBreaking: .lineBreaking
    case .hyphens: .hyphens
    case .lineHeight: .lineHeight
    case .strut: .object("strut")
    case .list: .list
    case .tabs: .tabs
    default: preconditionFailure("\(key) has no form")
    }
  }

  /// Reads the value of the property; the value of an option is a string, or `true` for a flag.
  ///
  /// - Parameters:
  ///   - key: The option or the key that errors name.
  ///   - files: The files that the document names; `nil` if the input, such as an option, cannot
  ///     name files.
  ///   - unknownKeys: The list to which unknown keys are appended, if the value is an object.
  /// - Throws: ``DocumentError`` with `malformed`, or `tooLarge` if a limit is exceeded.
  package func read(
    _ value: JSONValue, _ key: DocumentKey, into style: inout StyleChange,
    files: DocumentFiles? = nil, unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) {
    switch styleForm {
    case .length(let isSpacing):
      var length = Length(0)
      if case .string("normal") = value, isSpacing {} else { length = try key.length(value) }
      style[self] = .length(length)
    case .words(_, let type): style[self] = .plain(try Self.word(value, key, type))
    case .flag, .own: style[self] = try own(value, key, files, &unknownKeys)
    }
  }

  private static func word<Word: Keyword>(
    _ value: JSONValue, _ key: DocumentKey, _ type: Word.Type
  ) throws(DocumentError) -> Word {
    try key.keyword(value)
  }

  /// The value of a property that is neither a length nor a word.
  private func own(
    _ value: JSONValue, _ key: DocumentKey, _ files: DocumentFiles?,
    _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) -> StyleChange.Value {
    switch self {
    case .size: .length(try Self.size(value, key))
    case .family: .plain(try Self.families(value, key))
    case .font: .plain(try key.integer(value))
    case .weight: .plain(try key.value(value, .weight, OptionValue.weight))
    case .stretch: .plain(try key.value(value, .stretch, OptionValue.stretch))
    case .variations: .plain(try Self.variations(value, key))
    case .instance: .plain(try key.string(value))
    case .features: .features(try Self.features(value, key))
    case .language: .plain(try key.value(value, .language, OptionValue.language))
    case .textCombine: .plain(try Self.textCombine(value, key, &unknownKeys))
    case .emphasis: .plain(try Self.emphasis(value, key))
    case .wrap: .plain(try key.bool(value) ? TextWrap.wrap : .noWrap)
    case .capsSynthesis: .plain(try key.bool(value))
    case .color: .plain(try key.color(value))
    case .fill: .plain(try FillValue.fill(value, key, files, &unknownKeys))
    case .background: .plain(try PaintValue.background(value, key, &unknownKeys))
    case .border: .plain(try PaintValue.border(value, key, &unknownKeys))
    case .underline, .strikethrough: .plain(try key.bool(value) ? TextDecoration() : nil)
    case .decorations: .lines(try PaintValue.decorations(value, key, &unknownKeys))
    case .shadows: .plain(try PaintValue.shadows(value, key, &unknownKeys))
    case .stroke: .plain(try PaintValue.stroke(value, key, files, &unknownKeys))
    case .lineBreaking: .plain(try LineBreaking(value, key, &unknownKeys))
    case .lineHeight: .plain(try LineHeight(value, key, &unknownKeys))
    case .justify: .plain(try JustificationLimits(value, key, &unknownKeys))
    case .strut: .paragraph(try StrutValue(value, key, &unknownKeys))
    case .list: .paragraph(try ListValue(value, key, &unknownKeys))
    case .hyphens: .paragraph(try HyphensValue(value, key, files, &unknownKeys))
    case .hangingPunctuation: .plain(try Self.hangingPunctuation(value, key))
    case .tabs: .plain(try key.value(value, .tabs, OptionValue.tabs))
    default: throw key.error("the property \(self.key) has no reader")
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

  static func families(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> [String] {
    if case .string(let text) = value { return OptionValue.families(text) }
    return try key.strings(value)
  }

  private static func features(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> [RangedFeature] {
    var features: [RangedFeature] = []
    for text in try key.strings(value) {
      features += try RangedFeature.list(text, option: key.path)
    }
    return features
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
    case .string: return try key.value(value, .textCombine) { TextCombine(notation: $0) }
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
