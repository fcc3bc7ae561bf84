// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// A reader for JSON attributed strings.
///
/// A value of the wrong type is an error; unknown keys are collected and ignored.
struct StyledDocumentReader {
  /// The paths of unknown keys: `style.colour`.
  private(set) var unknownKeys: [String] = []

  /// Reads a document.
  ///
  /// - Throws: ``CommandError`` with `usage`, or `tooLarge` if a limit is exceeded.
  mutating func document(from bytes: [UInt8]) throws(CommandError) -> StyledDocument {
    let object: JSONObject
    do {
      object = try JSONReader.object(of: bytes)
    } catch {
      throw CommandError(
        error.isOverLimit ? .tooLarge : .usage, "--document", error.description)
    }
    var document = StyledDocument()
    var hasText = false
    for member in object.members {
      let key = DocumentKey(member.name)
      if case .null = member.value {
        if member.name == "text" { throw key.error("a string is wanted, not null") }
        continue
      }
      switch member.name {
      case "text":
        let text = try key.string(member.value)
        guard text.utf16.count <= TextLimits.textLength else {
          throw CommandError(
            .tooLarge, "text", "the longest text has \(TextLimits.textLength) UTF-16 units")
        }
        document.text = ScalarText(text)
        hasText = true
      case "width": document.width = try key.number(member.value, from: 0)
      case "maxLines": document.maximumLines = try key.integer(member.value)
      case "ellipsis": document.ellipsis = try key.string(member.value)
      case "fonts":
        document.fonts = try key.list(member.value) { (key, value) throws(CommandError) in
          try font(value, key)
        }
      case "systemFonts": document.usesSystemFonts = try key.bool(member.value)
      case "defaultFonts": document.addsDefaultFonts = try key.bool(member.value)
      case "style": try style(try key.object(member.value), key, into: &document.style)
      case "spans":
        document.spans = try key.list(member.value) { (key, value) throws(CommandError) in
          try span(value, key)
        }
      default:
        if !(try paragraphKey(member, key, into: &document.style)) {
          unknownKeys.append(member.name)
        }
      }
    }
    guard hasText else { throw .usage("--document", "it has no text") }
    // The language of the document applies unless its style has one.
    if document.style.language == nil, let language = object["language"], case .string = language {
      document.style.language = Self.language(try DocumentKey("language").string(language))
    }
    try checkFonts(of: document)
    return document
  }

  /// Maps the undetermined language "und" to the empty string.
  static func language(_ tag: String) -> String { tag == "und" ? "" : tag }

  private func checkFonts(of document: StyledDocument) throws(CommandError) {
    let styles = [document.style] + document.spans.map(\.style)
    for style in styles {
      if let font = style.font, font >= document.fonts.count {
        throw .usage("font", "\(font) is no index into the document's fonts")
      }
    }
  }

  private mutating func font(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(CommandError) -> FontReference {
    let object = try key.object(value)
    var reference = FontReference(file: "", index: 0)
    for member in object.members {
      switch member.name {
      case "file": reference.file = try key.at("file").string(member.value)
      case "index": reference.index = try key.at("index").integer(member.value)
      default: unknownKeys.append(key.at(member.name).path)
      }
    }
    guard !reference.file.isEmpty else { throw key.error("its file is missing") }
    return reference
  }

  private mutating func span(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(CommandError) -> StyledDocument.Span {
    let object = try key.object(value)
    var span = StyledDocument.Span(start: -1, end: -1, style: StyleChange())
    for member in object.members {
      let key = key.at(member.name)
      switch member.name {
      case "start": span.start = try key.integer(member.value)
      case "end": span.end = try key.integer(member.value)
      case "style": try style(try key.object(member.value), key, into: &span.style)
      default: unknownKeys.append(key.path)
      }
    }
    guard span.start >= 0, span.end >= 0 else { throw key.error("its start or end is missing") }
    guard span.start <= span.end else { throw key.error("it ends before it starts") }
    return span
  }

  private mutating func style(
    _ object: JSONObject, _ parent: DocumentKey, into style: inout StyleChange
  ) throws(CommandError) {
    for member in object.members {
      let key = parent.at(member.name)
      let value = member.value
      if case .null = value { continue }
      switch member.name {
      case "size":
        let size = try key.number(value)
        guard size > 0 else { throw key.error("a size above 0 is wanted") }
        guard size <= TextLimits.fontSize else {
          throw CommandError(
            .tooLarge, key.path, "the largest size is \(DecimalNumber.text(TextLimits.fontSize))")
        }
        style.size = size
      case "family": style.families = try key.strings(value)
      case "font": style.font = try key.integer(value)
      case "weight":
        let weight = try key.number(value)
        guard weight >= 1, weight <= 1000 else { throw key.error("1 to 1000 is wanted") }
        style.weight = weight
      case "slant": style.slant = try key.keyword(value)
      case "stretch":
        let stretch = try key.number(value)
        guard stretch > 0 else { throw key.error("a percentage above 0 is wanted") }
        style.stretch = stretch
      case "variations": style.variations = try variations(value, key)
      case "features":
        var features: [RangedFeature] = []
        for text in try key.strings(value) {
          features += try RangedFeature.list(text, option: key.path)
        }
        style.features = features
      case "language": style.language = Self.language(try key.string(value))
      case "letterSpacing": style.letterSpacing = try key.number(value)
      case "wordSpacing": style.wordSpacing = try key.number(value)
      case "baselineOffset": style.baselineOffset = try key.number(value)
      case "color": style.color = try key.color(value)
      case "background": style.background = try key.color(value)
      case "underline": style.underline = try key.bool(value)
      case "strikethrough": style.strikethrough = try key.bool(value)
      default:
        if !(try paragraphKey(member, key, into: &style)) { unknownKeys.append(key.path) }
      }
    }
  }

  private func variations(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(CommandError) -> [FontVariation] {
    var variations: [FontVariation] = []
    for member in try key.object(value).members {
      guard let tag = FontTag(member.name) else { throw key.at(member.name).error("no axis") }
      variations.append(
        FontVariation(tag: tag, value: try key.at(member.name).number(member.value)))
    }
    return variations
  }

  /// Reads a paragraph key, valid at the top of a document and in styles.
  ///
  /// - Returns: Whether the key is known.
  private func paragraphKey(
    _ member: JSONObject.Member, _ key: DocumentKey, into style: inout StyleChange
  ) throws(CommandError) -> Bool {
    let value = member.value
    switch member.name {
    case "direction": style.direction = try key.keyword(value)
    case "align": style.alignment = try key.keyword(value)
    case "lineBreak": style.lineBreak = try key.keyword(value)
    case "wordBreak": style.wordBreak = try key.keyword(value)
    case "overflowWrap": style.overflowWrap = try key.keyword(value)
    case "language": _ = try key.string(value)
    case "lineHeight":
      switch value {
      case .number:
        let factor = try key.number(value, from: 0)
        guard factor > 0 else { throw key.error("write 24px, a factor above 0, or natural") }
        style.lineHeight = .multiple(factor)
      default:
        guard let height = OptionValue.lineHeight(try key.string(value)) else {
          throw key.error("write 24px, a factor, or natural")
        }
        style.lineHeight = height
      }
    case "lineSpacing": style.lineSpacing = try key.number(value)
    case "spacingBefore": style.spacingBefore = try key.number(value)
    case "spacingAfter": style.spacingAfter = try key.number(value)
    case "firstLineIndent": style.firstLineIndent = try key.number(value)
    case "startIndent": style.startIndent = try key.number(value)
    case "endIndent": style.endIndent = try key.number(value)
    case "tabs":
      guard let tabs = OptionValue.tabs(try key.string(value)) else {
        throw key.error("write 80,160:end,every:64")
      }
      style.tabStops = tabs.stops
      style.tabInterval = tabs.interval
    default: return false
    }
    return true
  }
}
