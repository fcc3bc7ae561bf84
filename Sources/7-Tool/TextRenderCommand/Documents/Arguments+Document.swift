// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import LayerScenes
internal import Pictures
internal import StyledDocuments
internal import TextModel

extension Arguments {
  /// The most bytes of a text; any longer text exceeds ``TextLimits/textLength``.
  static let textBytes = 3 * TextLimits.textLength

  /// The text that the options, the word or the pipe specify; the word `-` is standard input.
  ///
  /// Standard input is not read if another text is given, since only the end of an open pipe tells
  /// whether it carries a text.
  ///
  /// - Throws: ``CommandError`` with `usage` if there is none, or more than one.
  func text(_ console: CommandConsole) throws(CommandError) -> ScalarText {
    let sources: [CommandOption] = [.text, .textFile, .unicodes]
    let given = sources.filter(contains)
    if given.count + (words.isEmpty ? 0 : 1) > 1 {
      let names = given.map(\.typed) + words.map { "'\($0)'" }
      throw .usage(nil, "more than one text: \(names.joined(separator: " and "))")
    }
    if let word = words.first {
      return try checked(ScalarText(word == "-" ? try fileText(word, console) : word))
    }
    switch given.first {
    case .text: return try checked(ScalarText(value(.text) ?? ""))
    case .unicodes: return try OptionValue.codePoints(value(.unicodes) ?? "", option: .unicodes)
    case .textFile:
      return try checked(ScalarText(try fileText(value(.textFile) ?? "", console)))
    default:
      let hint = "give one as a word, with --text, --text-file or --unicodes, or through a pipe"
      guard console.input == .pipe else { throw .usage(nil, "no text; \(hint)") }
      let text = try fileText("-", console)
      guard !text.isEmpty else { throw .usage(nil, "no text: standard input is empty; \(hint)") }
      return try checked(ScalarText(text))
    }
  }

  /// The text of a file or, for "-", of standard input, without the line end at its end.
  private func fileText(_ name: String, _ console: CommandConsole) throws(CommandError) -> String {
    var decoded = try decoded(name, limit: Self.textBytes, console)
    decoded.removeFinalLineEnd()
    return decoded.text
  }

  private func decoded(
    _ name: String, limit: Int, _ console: CommandConsole
  ) throws(CommandError) -> DecodedText {
    let decoded = DecodedText(
      name == "-"
        ? try console.readAll(limit: limit) : try FileReader.contents(of: name, limit: limit))
    decoded.report(name == "-" ? "standard input" : name, to: console)
    return decoded
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
      document = try self.document(name, console)
    } else {
      document = StyledDocument()
      document.text = try text(console)
    }
    document.fonts += try fonts()
    if contains(.noSystemFonts) { document.usesSystemFonts = false }
    if contains(.defaultFonts) { document.addsDefaultFonts = true }
    if let width = value(.width) {
      document.width = try CommandError.converting { () throws(DocumentError) in
        try DocumentKey(CommandOption.width.typed).width(.string(width))
      }
    }
    if let height = value(.height) {
      document.height = try CommandError.converting { () throws(DocumentError) in
        try DocumentKey(CommandOption.height.typed).height(.string(height))
      }
    }
    if let mode: WritingMode = try choice(.writingMode) { document.writingMode = mode }
    if let count = value(.columns) {
      document.columns = try CommandError.converting { () throws(DocumentError) in
        let key = DocumentKey(CommandOption.columns.typed)
        return try StyledDocumentReader.columns(count: .string(count), key)
      }
    }
    if let lines = try integer(.maxLines, 0...Int(Int32.max)) { document.maximumLines = lines }
    if let ellipsis = value(.ellipsis) { document.ellipsis = ellipsis }
    try changeStyle(&document.style)
    return document
  }

  /// Reads a document, whose pictures lie beside it.
  private func document(
    _ name: String, _ console: CommandConsole
  ) throws(CommandError) -> StyledDocument {
    let json = try DecodedText.json(name, console)
    let option = CommandOption.document.typed
    return try CommandError.wrapping(subject: option) {
      let (object, flaws) = try JSONReader.object(of: json)
      let (document, notes) = try PictureRequest(.documentJSON(object), givenOptions())
        .document(object, in: environment(of: name))
      flaws.note(option, to: console)
      for note in notes { console.note(note) }
      return document
    }
  }

  /// The options for reading a scene or a document: relative file names start at its folder.
  ///
  /// - Parameter file: The name of the scene or document; - for standard input, whose folder is the
  ///   current one.
  func sceneOptions(of file: String) -> SceneOptions {
    let slash = file == "-" ? nil : file.lastIndex(of: "/")
    var folder = slash.map { String(file[..<$0]) } ?? ""
    if slash == file.startIndex { folder = "/" }
    var options = SceneOptions(
      folder: folder, imageRoot: value(.imageRoot), isStrict: contains(.strict))
    options.fonts = { try FontCache.shared.collection(for: $0) }
    options.scaleKey = DocumentKey(CommandOption.scale.typed)
    return options
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

  /// Applies the options that are properties of a style; if one is repeated, the last value counts.
  private func changeStyle(_ style: inout StyleChange) throws(CommandError) {
    for occurrence in occurrences {
      guard let property = occurrence.option.property else { continue }
      let isFlag = occurrence.option.definition.value == nil
      // No option takes an object, so no unknown keys are found.
      var unknownKeys: [UnknownKey] = []
      try CommandError.converting { () throws(DocumentError) in
        try property.read(
          isFlag ? .bool(true) : .string(occurrence.value), DocumentKey(occurrence.option.typed),
          into: &style, unknownKeys: &unknownKeys)
      }
    }
  }
}
