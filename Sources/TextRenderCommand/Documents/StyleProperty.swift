// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// A property of a style: a key of documents, and an option where the command line has one.
///
/// ``all`` is the only list of them: the readers of options and of documents, help and the schema
/// use it.
struct StyleProperty: Sendable {
  typealias Setter =
    @Sendable (JSONValue, DocumentKey, inout StyleChange) throws(CommandError) -> Void

  /// The key in a document.
  let key: String
  /// The option, if there is one.
  let option: CommandOption?
  let form: ValueForm
  let summary: String
  /// Whether the property belongs to whole paragraphs, and may stand at the top of a document.
  let isParagraph: Bool
  /// Reads the value, a string if it comes from an option.
  let set: Setter

  private init(_ option: CommandOption, _ key: String, _ set: @escaping Setter) {
    let definition = option.definition
    self.key = key
    self.option = option
    form = definition.value ?? .flag
    summary = definition.summary
    isParagraph = definition.group == .paragraph
    self.set = set
  }

  private init(
    _ key: String, _ form: ValueForm, isParagraph: Bool = false, _ summary: String,
    _ set: @escaping Setter
  ) {
    self.key = key
    option = nil
    self.form = form
    self.summary = summary
    self.isParagraph = isParagraph
    self.set = set
  }

  /// The property with a key.
  static func property(_ key: String) -> StyleProperty? { all.first { $0.key == key } }

  /// The property of an option.
  static func property(of option: CommandOption) -> StyleProperty? {
    all.first { $0.option == option }
  }

  /// All properties, in the order of help.
  static let all: [StyleProperty] = fonts + paragraphs + paint

  private static let fonts: [StyleProperty] = [
    StyleProperty(.fontSize, "size") { (value, key, style) throws(CommandError) in
      let size = try key.value(value, .size) { Length($0) }
      guard size.value > 0 else { throw key.error("a size above 0 is wanted") }
      guard size.isRelative || size.value <= TextLimits.fontSize else {
        throw CommandError(
          .tooLarge, key.path, "the largest size is \(DecimalNumber.text(TextLimits.fontSize))")
      }
      style.size = size
    },
    StyleProperty(.fontFamily, "family") { (value, key, style) throws(CommandError) in
      switch value {
      case .string(let text): style.families = OptionValue.families(text)
      default: style.families = try key.strings(value)
      }
    },
    StyleProperty("font", .integer, "an index into the document's fonts, which is tried first") {
      (value, key, style) throws(CommandError) in style.font = try key.integer(value)
    },
    StyleProperty(.weight, "weight") { (value, key, style) throws(CommandError) in
      style.weight = try key.value(value, .weight, OptionValue.weight)
    },
    StyleProperty(.slant, "slant") { (value, key, style) throws(CommandError) in
      style.slant = try key.keyword(value)
    },
    StyleProperty(.stretch, "stretch") { (value, key, style) throws(CommandError) in
      style.stretch = try key.value(value, .stretch, OptionValue.stretch)
    },
    StyleProperty(.variations, "variations") { (value, key, style) throws(CommandError) in
      style.variations = try variations(value, key)
    },
    StyleProperty(.features, "features") { (value, key, style) throws(CommandError) in
      var features: [RangedFeature] = []
      for text in try key.strings(value) {
        features += try RangedFeature.list(text, option: key.path)
      }
      style.features = features
    },
    StyleProperty(.language, "language") { (value, key, style) throws(CommandError) in
      style.language = try key.value(value, .language, OptionValue.language)
    },
    StyleProperty(.letterSpacing, "letterSpacing") { (value, key, style) throws(CommandError) in
      style.letterSpacing = try spacing(value, key)
    },
    StyleProperty(.wordSpacing, "wordSpacing") { (value, key, style) throws(CommandError) in
      style.wordSpacing = try spacing(value, key)
    },
    StyleProperty("baselineOffset", .length, "raises the text; negative lowers it") {
      (value, key, style) throws(CommandError) in style.baselineOffset = try key.length(value)
    },
  ]

  private static let paragraphs: [StyleProperty] = [
    StyleProperty(.direction, "direction") { (value, key, style) throws(CommandError) in
      style.direction = try key.keyword(value)
    },
    StyleProperty(.align, "align") { (value, key, style) throws(CommandError) in
      style.alignment = try key.keyword(value)
    },
    StyleProperty(.lineBreak, "lineBreak") { (value, key, style) throws(CommandError) in
      style.lineBreak = try key.keyword(value)
    },
    StyleProperty(.wordBreak, "wordBreak") { (value, key, style) throws(CommandError) in
      style.wordBreak = try key.keyword(value)
    },
    StyleProperty(.overflowWrap, "overflowWrap") { (value, key, style) throws(CommandError) in
      style.overflowWrap = try key.keyword(value)
    },
    StyleProperty(.lineHeight, "lineHeight") { (value, key, style) throws(CommandError) in
      style.lineHeight = try key.value(value, .lineHeight, LineHeightValue.init)
    },
    StyleProperty(.lineSpacing, "lineSpacing") { (value, key, style) throws(CommandError) in
      style.lineSpacing = try key.length(value)
    },
    StyleProperty(
      "spacingBefore", .length, isParagraph: true, "extra space before each paragraph"
    ) { (value, key, style) throws(CommandError) in style.spacingBefore = try key.length(value) },
    StyleProperty(.paragraphSpacing, "spacingAfter") { (value, key, style) throws(CommandError) in
      style.spacingAfter = try key.length(value)
    },
    StyleProperty(.firstLineIndent, "firstLineIndent") { (value, key, style) throws(CommandError) in
      style.firstLineIndent = try key.length(value)
    },
    StyleProperty(.indent, "startIndent") { (value, key, style) throws(CommandError) in
      style.startIndent = try key.length(value)
    },
    StyleProperty(.endIndent, "endIndent") { (value, key, style) throws(CommandError) in
      style.endIndent = try key.length(value)
    },
    StyleProperty(.tabs, "tabs") { (value, key, style) throws(CommandError) in
      let tabs = try key.value(value, .tabs, OptionValue.tabs)
      style.tabStops = tabs.stops
      style.tabInterval = tabs.interval
    },
  ]

  private static let paint: [StyleProperty] = [
    StyleProperty(.color, "color") { (value, key, style) throws(CommandError) in
      style.color = try key.color(value)
    },
    StyleProperty("background", .color, "the colour behind the text, from line top to line bottom")
    { (value, key, style) throws(CommandError) in style.background = try key.color(value) },
    StyleProperty(.underline, "underline") { (value, key, style) throws(CommandError) in
      style.underline = try key.bool(value)
    },
    StyleProperty(.strikethrough, "strikethrough") { (value, key, style) throws(CommandError) in
      style.strikethrough = try key.bool(value)
    },
  ]

  // MARK: - Values

  private static func spacing(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(CommandError) -> Length {
    if case .string("normal") = value { return 0 }
    return try key.length(value)
  }

  private static func variations(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(CommandError) -> [FontVariation] {
    if case .string(let text) = value { return try FontVariation.list(text, option: key.path) }
    var variations: [FontVariation] = []
    for member in try key.object(value).members {
      let key = key.at(member.name)
      guard let tag = FontTag(member.name) else { throw key.error("no axis; write wght") }
      variations.append(FontVariation(tag: tag, value: try key.number(member.value)))
    }
    return variations
  }
}
