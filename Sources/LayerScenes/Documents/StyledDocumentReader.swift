// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// A reader for JSON attributed strings.
///
/// A value of the wrong type is an error; unknown keys are collected and ignored.
package struct StyledDocumentReader {
  /// Creates a reader.
  package init() {}

  /// The unknown keys.
  package private(set) var unknownKeys: [UnknownKey] = []
  /// The flaws of the document as JSON.
  package private(set) var flaws = JSONFlaws()

  /// Reads a document.
  ///
  /// - Throws: ``SceneError`` with `malformed`, or `tooLarge` if a limit is exceeded.
  package mutating func document(from bytes: [UInt8]) throws(SceneError) -> StyledDocument {
    let object: JSONObject
    do {
      object = try JSONReader.object(of: bytes)
    } catch {
      throw SceneError(
        error.isOverLimit ? .tooLarge : .malformed, "--document", error.description)
    }
    flaws = object.flaws
    return try document(object, at: DocumentKey(""), name: "--document")
  }

  /// Reads a document that stands in another one.
  ///
  /// - Parameters:
  ///   - root: Its key.
  ///   - name: The word for the whole document in errors.
  mutating func document(
    _ object: JSONObject, at root: DocumentKey, name: String
  ) throws(SceneError) -> StyledDocument {
    let whole = DocumentKey(name, offset: root.offset)
    var document = StyledDocument()
    var hasText = false
    for member in object.members {
      let key = root.at(member)
      guard let name = DocumentMember(key: member.name) else {
        try paragraphProperty(member, key, into: &document.style)
        continue
      }
      // As if it were not there.
      if case .null = member.value, name != .text { continue }
      hasText = hasText || name == .text
      try read(name, member.value, key, into: &document)
    }
    guard hasText else {
      let meant = unknownKeys.first { $0.hint == DocumentMember.text.rawValue }
      let hint = meant.map { "; '\($0.path)' is called text" } ?? ""
      throw whole.error("it has no text\(hint)")
    }
    // The language of the document applies unless its style has one.
    if document.style.language == nil,
      let member = object.member(DocumentMember.language.rawValue), case .string = member.value
    {
      document.style.language = try Self.language(member.value, root.at(member))
    }
    try checkFonts(of: document, root)
    return document
  }

  private mutating func read(
    _ name: DocumentMember, _ value: JSONValue, _ key: DocumentKey,
    into document: inout StyledDocument
  ) throws(SceneError) {
    switch name {
    case .text:
      let text = try key.string(value)
      guard text.utf16.count <= TextLimits.textLength else {
        throw key.error(
          "the longest text has \(TextLimits.textLength) UTF-16 units", .tooLarge)
      }
      document.text = ScalarText(text)
    case .language: _ = try Self.language(value, key)
    case .width: document.width = try OptionValue.width(value, key)
    case .maxLines: document.maximumLines = try key.integer(value)
    case .ellipsis: document.ellipsis = try key.string(value)
    case .fonts:
      document.fonts = []
      for (key, value) in try key.elements(value) { document.fonts.append(try font(value, key)) }
    case .systemFonts: document.usesSystemFonts = try key.bool(value)
    case .defaultFonts:
      document.addsDefaultFonts = try key.bool(value)
      document.declinesDefaultFonts = !document.addsDefaultFonts
    case .style:
      document.styleOffset = key.offset
      try style(try key.object(value), key, into: &document.style)
    case .spans:
      document.spans = []
      for (key, value) in try key.elements(value) { document.spans.append(try span(value, key)) }
    }
  }

  /// Maps the undetermined language "und" to the empty string.
  package static func language(_ tag: String) -> String { tag == "und" ? "" : tag }

  private static func language(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(SceneError) -> String {
    try key.value(value, .language, OptionValue.language)
  }

  private func checkFonts(
    of document: StyledDocument, _ root: DocumentKey
  ) throws(SceneError) {
    let styles = [document.style] + document.spans.map(\.style)
    for style in styles {
      if let font = style.font, font >= document.fonts.count {
        throw SceneError(
          .malformed, root.path.isEmpty ? "font" : "\(root.path).font", offset: root.offset,
          "\(font) is no index into the document's fonts")
      }
    }
  }

  private mutating func font(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(SceneError) -> FontReference {
    if case .string(let file) = value { return FontReference(file: file, index: 0) }
    let object = try key.object(value)
    var reference = FontReference(file: "", index: 0)
    for member in object.members {
      let key = key.at(member)
      if case .null = member.value, FontMember(key: member.name) == .index { continue }
      switch FontMember(key: member.name) {
      case .file: reference.file = try key.string(member.value)
      case .index: reference.index = try key.integer(member.value)
      case nil: unknownKeys.append(UnknownKey(key, member.name, known: FontMember.keys))
      }
    }
    guard !reference.file.isEmpty else { throw key.error("its file is missing") }
    return reference
  }

  private mutating func span(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(SceneError) -> StyledDocument.Span {
    let object = try key.object(value)
    var span = StyledDocument.Span(
      start: -1, end: -1, style: StyleChange(), offset: key.offset)
    for member in object.members {
      let key = key.at(member)
      if case .null = member.value, SpanMember(key: member.name) == .style { continue }
      switch SpanMember(key: member.name) {
      case .start: span.start = try key.integer(member.value)
      case .end: span.end = try key.integer(member.value)
      case .style: try style(try key.object(member.value), key, into: &span.style)
      case nil: unknownKeys.append(UnknownKey(key, member.name, known: SpanMember.keys))
      }
    }
    guard span.start >= 0, span.end >= 0 else {
      let meant = unknownKeys.filter { $0.path.hasPrefix(key.path + ".") && $0.hint != nil }
      let hint = meant.isEmpty ? "" : "; see \(meant.map(\.description).joined(separator: ", "))"
      throw key.error("its start or end is missing\(hint)")
    }
    guard span.start <= span.end else { throw key.error("it ends before it starts") }
    return span
  }

  private mutating func style(
    _ object: JSONObject, _ parent: DocumentKey, into style: inout StyleChange
  ) throws(SceneError) {
    for member in object.members {
      let key = parent.at(member)
      guard let property = StyleProperty(key: member.name) else {
        unknownKeys.append(UnknownKey(key, member.name, known: StyleProperty.allCases.map(\.key)))
        continue
      }
      if case .null = member.value { continue }
      try property.read(member.value, key, into: &style)
    }
  }

  /// Reads a property of paragraphs, which is valid at the top of a document too.
  private mutating func paragraphProperty(
    _ member: JSONObject.Member, _ key: DocumentKey, into style: inout StyleChange
  ) throws(SceneError) {
    guard let property = StyleProperty(key: member.name), property.isParagraph else {
      if StyleProperty(key: member.name) != nil {
        unknownKeys.append(UnknownKey(key, hint: "style.\(member.name)"))
      } else {
        let known =
          DocumentMember.keys + StyleProperty.allCases.filter(\.isParagraph).map(\.key)
          + StyleProperty.allCases.filter { !$0.isParagraph }.map { "style.\($0.key)" }
        unknownKeys.append(UnknownKey(key, member.name, known: known))
      }
      return
    }
    if case .null = member.value { return }
    try property.read(member.value, key, into: &style)
  }
}
