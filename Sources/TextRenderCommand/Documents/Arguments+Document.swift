// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

extension Arguments {
  /// The most bytes of a text; any longer text exceeds ``TextLimits/textLength``.
  static let textBytes = 3 * TextLimits.textLength

  /// The text that the options specify.
  ///
  /// - Throws: ``CommandError`` with `usage` if there is none, or more than one.
  func text(_ console: CommandConsole) throws(CommandError) -> ScalarText {
    let sources: [CommandOption] = [.text, .textFile, .unicodes]
    let given = sources.filter(contains)
    if given.count + (words.isEmpty ? 0 : 1) > 1 {
      throw .usage(given.last?.typed, "more than one text")
    }
    if let word = words.first { return try checked(ScalarText(word)) }
    switch given.first {
    case .text: return try checked(ScalarText(value(.text) ?? ""))
    case .unicodes: return try OptionValue.codePoints(value(.unicodes) ?? "", option: .unicodes)
    case .textFile:
      let name = value(.textFile) ?? ""
      let bytes =
        name == "-"
        ? try console.readAll(limit: Self.textBytes)
        : try FileReader.contents(of: name, limit: Self.textBytes)
      return try checked(ScalarText(utf8: bytes))
    default: return try pipedText(console)
    }
  }

  /// The text from a pipe when no option specifies one, for `render` only.
  ///
  /// One line end is removed, as `echo` adds it.
  private func pipedText(_ console: CommandConsole) throws(CommandError) -> ScalarText {
    let missing = CommandError.usage(
      nil, "no text; give one with --text, --text-file or --unicodes")
    guard command == .render, console.input == .pipe else { throw missing }
    var bytes = try console.readAll(limit: Self.textBytes)
    guard !bytes.isEmpty else { throw missing }
    if bytes.last == 0x0A { bytes.removeLast() }
    if bytes.last == 0x0D { bytes.removeLast() }
    return try checked(ScalarText(utf8: bytes))
  }

  private func checked(_ text: ScalarText) throws(CommandError) -> ScalarText {
    guard text.utf16.count <= TextLimits.textLength else {
      throw CommandError(
        .tooLarge, "text",
        "has \(text.utf16.count) UTF-16 units; the longest text has \(TextLimits.textLength)")
    }
    return text
  }

  /// The font files, each with the face index that follows it.
  func fonts() throws(CommandError) -> [FontReference] {
    var fonts: [FontReference] = []
    for occurrence in occurrences {
      switch occurrence.option {
      case .font:
        fonts.append(FontReference(file: occurrence.value, index: 0))
      case .faceIndex:
        guard !fonts.isEmpty else {
          throw .usage(
            CommandOption.faceIndex.typed, "it belongs to the --font before it, but there is none")
        }
        guard let index = Int(occurrence.value), index >= 0 else {
          throw .usage(
            CommandOption.faceIndex.typed, "'\(occurrence.value)' is not a whole number from 0")
        }
        fonts[fonts.count - 1].index = index
      default: break
      }
    }
    return fonts
  }

  /// The em size; `nil` if the option is absent.
  func fontSize() throws(CommandError) -> Double? {
    guard let size = try number(.fontSize, over: 0) else { return nil }
    guard size <= TextLimits.fontSize else {
      throw CommandError(
        .tooLarge, CommandOption.fontSize.typed,
        "\(DecimalNumber.text(size)) is over \(DecimalNumber.text(TextLimits.fontSize)), the "
          + "largest size")
    }
    return size
  }

  /// The text, fonts and style for `layout` and `render`: a document with options applied.
  func document(_ console: CommandConsole) throws(CommandError) -> StyledDocument {
    var document: StyledDocument
    if let name = value(.document) {
      for option in [CommandOption.text, .textFile, .unicodes] where contains(option) {
        throw .usage(option.typed, "the text comes from --document already")
      }
      if let word = words.first {
        throw .usage(word, "the text comes from --document already")
      }
      let bytes =
        name == "-"
        ? try console.readAll(limit: JSONLimits.bytes)
        : try FileReader.contents(of: name, limit: JSONLimits.bytes)
      var reader = StyledDocumentReader()
      document = try reader.document(from: bytes)
      document.text = try checked(document.text)
      if !reader.unknownKeys.isEmpty {
        let shown = reader.unknownKeys.prefix(5).joined(separator: ", ")
        let more = reader.unknownKeys.count > 5 ? " and \(reader.unknownKeys.count - 5) more" : ""
        console.note("unknown keys were ignored: \(shown)\(more)")
      }
    } else {
      document = StyledDocument()
      document.text = try text(console)
    }
    document.fonts += try fonts()
    if contains(.noSystemFonts) { document.usesSystemFonts = false }
    if contains(.defaultFonts) { document.addsDefaultFonts = true }
    if let width = value(.width) {
      document.width = width == "none" ? nil : try number(.width, from: 0)
    }
    if let lines = try integer(.maxLines, 0...Int(Int32.max)) { document.maximumLines = lines }
    if let ellipsis = value(.ellipsis) { document.ellipsis = ellipsis }
    try changeStyle(&document.style)
    return document
  }

  /// The fonts and the style for `fonts`.
  func fontRequest() throws(CommandError) -> StyledDocument {
    var document = StyledDocument()
    document.fonts = try fonts()
    if contains(.noSystemFonts) { document.usesSystemFonts = false }
    if contains(.defaultFonts) { document.addsDefaultFonts = true }
    try changeStyle(&document.style)
    return document
  }

  /// The language of the text; empty if undetermined, `nil` if the option is absent.
  func language() throws(CommandError) -> String? {
    guard let text = value(.language) else { return nil }
    guard let language = OptionValue.language(text) else {
      throw .usage(
        CommandOption.language.typed, "'\(text)' is no language; write de, zh-Hant or und")
    }
    return language
  }

  private func changeStyle(_ style: inout StyleChange) throws(CommandError) {
    if let size = try fontSize() { style.size = size }
    if let language = try language() { style.language = language }
    if let list = value(.variations) {
      style.variations = try FontVariation.list(list, option: CommandOption.variations.typed)
    }
    if let list = value(.features) {
      style.features = try RangedFeature.list(list, option: CommandOption.features.typed)
    }
    if let list = value(.fontFamily) { style.families = OptionValue.families(list) }
    if let text = value(.weight) {
      guard let weight = OptionValue.weight(text) else {
        throw .usage(CommandOption.weight.typed, "'\(text)' is no weight; write 1 to 1000, or bold")
      }
      style.weight = weight
    }
    if let slant: FontSlant = try choice(.slant) { style.slant = slant }
    if let stretch = try number(.stretch, over: 0) { style.stretch = stretch }
    if let spacing = try number(.letterSpacing) { style.letterSpacing = spacing }
    if let spacing = try number(.wordSpacing) { style.wordSpacing = spacing }
    if let color = try color(.color) { style.color = color }
    if contains(.underline) { style.underline = true }
    if contains(.strikethrough) { style.strikethrough = true }
    if let direction: TextDirection = try choice(.direction) { style.direction = direction }
    if let alignment: TextAlignment = try choice(.align) { style.alignment = alignment }
    if let mode: LineBreakStrictness = try choice(.lineBreak) { style.lineBreak = mode }
    if let mode: WordBreak = try choice(.wordBreak) { style.wordBreak = mode }
    if let mode: OverflowWrap = try choice(.overflowWrap) { style.overflowWrap = mode }
    if let text = value(.lineHeight) {
      guard let height = OptionValue.lineHeight(text) else {
        throw .usage(
          CommandOption.lineHeight.typed, "'\(text)' is no line height; write 24px, 1.5 or natural")
      }
      style.lineHeight = height
    }
    if let spacing = try number(.lineSpacing) { style.lineSpacing = spacing }
    if let spacing = try number(.paragraphSpacing) { style.spacingAfter = spacing }
    if let indent = try number(.firstLineIndent) { style.firstLineIndent = indent }
    if let indent = try number(.indent) { style.startIndent = indent }
    if let indent = try number(.endIndent) { style.endIndent = indent }
    if let list = value(.tabs) {
      guard let tabs = OptionValue.tabs(list) else {
        throw .usage(
          CommandOption.tabs.typed, "'\(list)' are no tab stops; write 80,160:end,every:64")
      }
      style.tabStops = tabs.stops
      style.tabInterval = tabs.interval
    }
  }
}
