// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import DocumentJSON
internal import SystemConcurrency
internal import SystemFiles
internal import TextFonts
internal import TextModel
internal import TextTypesetting

/// A reader for JSON attributed strings.
///
/// A value of the wrong type is an error; unknown keys are collected and ignored, or refused.
/// Pictures are loaded; a picture that cannot be loaded is noted, and a box is drawn in its place.
/// A function that is passed to the reader reads the layers of attachments.
package struct StyledDocumentReader {
  let files: DocumentFiles
  /// Whether unknown keys, and pictures that cannot be shown, are errors.
  let isStrict: Bool
  let readLayer: LayerReading?
  package internal(set) var unknownKeys: [UnknownKey] = []
  /// Notes about ignored parts besides unknown keys: images that cannot be loaded, U+FFFC without
  /// an attachment, parts of layers.
  package internal(set) var notes: [String] = []
  /// The cancellation of the files, also polled while a document is read.
  var cancellation: Cancellation { files.cancellation }
  /// The flaws of the document as JSON.
  package private(set) var flaws = JSONFlaws()

  /// Reads the layer of an attachment, from its value, its key, and the size of the attachment,
  /// which may be `nil`.
  package typealias LayerReading =
    (JSONValue, DocumentKey, Size?) throws(DocumentError) -> AttachedLayer

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - files: The pictures and fonts.
  ///   - isStrict: Whether unknown keys, and pictures that cannot be shown, are errors.
  ///   - readLayer: Reads the layers of attachments; if it is `nil`, layers are errors.
  package init(files: DocumentFiles, isStrict: Bool = false, readLayer: LayerReading? = nil) {
    self.files = files
    self.isStrict = isStrict
    self.readLayer = readLayer
  }

  /// Reads a document.
  ///
  /// - Throws: ``DocumentError`` with `malformed`, `unknownKey`, `tooLarge` if a limit is exceeded,
  ///   `unreadable` if a picture lies outside the image root, or `cancelled`.
  package mutating func document(from bytes: [UInt8]) throws(DocumentError) -> StyledDocument {
    let object: JSONObject
    do {
      (object, flaws) = try JSONReader.object(of: bytes, cancellation: cancellation)
    } catch {
      throw DocumentError(error, "--document")
    }
    return try document(from: object, name: "--document")
  }

  /// Reads a document from a parsed object.
  ///
  /// - Parameter name: The word for the whole document in errors.
  package mutating func document(
    from object: JSONObject, name: String
  ) throws(DocumentError) -> StyledDocument {
    let document = try document(object, at: DocumentKey("", cancellation: cancellation), name: name)
    if isStrict, let unknown = unknownKeys.first { throw unknown.error }
    return document
  }

  /// Reads a document that is part of another JSON text.
  ///
  /// - Parameters:
  ///   - root: The key of the document.
  ///   - name: The word for the whole document in errors.
  package mutating func document(
    _ object: JSONObject, at root: DocumentKey, name: String
  ) throws(DocumentError) -> StyledDocument {
    let whole = DocumentKey(name, offset: root.offset)
    var document = StyledDocument()
    var hasText = false
    for member in object.members {
      try cancellation.checkReading()
      let key = root.at(member)
      guard let name = DocumentMember(rawValue: member.name) else {
        try paragraphProperty(member, key, into: &document.style)
        continue
      }
      // A member that is `null` counts as absent.
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
    try checkAttachments(of: document, root)
    return document
  }

  private mutating func read(
    _ name: DocumentMember, _ value: JSONValue, _ key: DocumentKey,
    into document: inout StyledDocument
  ) throws(DocumentError) {
    switch name {
    case .text: document.text = try text(value, key)
    case .language: _ = try Self.language(value, key)
    case .width: document.width = try key.width(value)
    case .height: document.height = try key.height(value)
    case .insets: document.insets = try key.insets(value)
    case .verticalAlign: document.verticalAlignment = try key.keyword(value)
    case .trim: document.trim = try key.value(value, .trim) { TextBoxTrim(words: $0) }
    case .minimumScale: document.minimumScale = try Self.factor(value, key)
    case .maximumScale: document.maximumScale = try Self.enlargement(value, key)
    case .writingMode: document.writingMode = try key.keyword(value)
    case .shape: document.shape = try shape(value, key)
    case .exclusions: document.exclusions = try exclusions(value, key)
    case .columns: document.columns = try columns(value, key)
    case .maxLines: document.maximumLines = try key.integer(value)
    case .ellipsis: document.ellipsis = try key.string(value)
    case .truncation: try truncation(value, key, into: &document)
    case .fonts:
      document.fonts = []
      var list = try key.list(value)
      while let (key, value) = try list.next() { document.fonts.append(try font(value, key)) }
    case .systemFonts: document.usesSystemFonts = try key.bool(value)
    case .defaultFonts:
      document.addsDefaultFonts = try key.bool(value)
      document.declinesDefaultFonts = !document.addsDefaultFonts
    case .style:
      document.styleOffset = key.offset
      try style(try key.object(value), key, into: &document.style)
    case .spans: document.spans = try spans(value, key)
    case .attachments: document.attachments = try attachments(value, key)
    case .links: document.links = try links(value, key)
    case .detect: document.detectedKinds = try Self.detectedKinds(value, key)
    }
  }

  func text(_ value: JSONValue, _ key: DocumentKey) throws(DocumentError) -> ScalarText {
    let limit = TextLimits.textLength
    let text = try ScalarText(try key.string(value), limit: limit, cancellation: cancellation)
    guard let text else {
      throw key.error("the longest text has \(limit) UTF-16 units", .tooLarge)
    }
    return text
  }

  private static func factor(_ value: JSONValue, _ key: DocumentKey) throws(DocumentError) -> Double
  {
    let factor = try key.number(value)
    guard factor > 0, factor <= 1 else { throw key.malformed(value, .factor) }
    return factor
  }

  private static func enlargement(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> Double {
    let factor = try key.number(value)
    guard factor >= 1, factor <= 64 else { throw key.malformed(value, .enlargement) }
    return factor
  }

  private static func language(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> String {
    try key.value(value, .language, OptionValue.language)
  }

  private func checkFonts(
    of document: StyledDocument, _ root: DocumentKey
  ) throws(DocumentError) {
    func check(_ font: Int?) throws(DocumentError) {
      if let font, font >= document.fonts.count {
        throw DocumentError(
          .malformed, root.path.isEmpty ? "font" : "\(root.path).font", offset: root.offset,
          "\(font) is no index into the document's fonts")
      }
    }
    func check(_ spans: [StyledDocument.Span]) throws(DocumentError) {
      for index in spans.indices {
        if index & 1023 == 1023 { try cancellation.checkReading() }
        try check(spans[index].style.font)
      }
    }
    try check(document.style.font)
    try check(document.spans)
    guard let token = document.token else { return }
    try check(token.style.font)
    try check(token.spans)
  }

  private mutating func font(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> FontReference {
    if case .string(let file) = value { return try font(file, key) }
    let object = try key.object(value)
    var reference = FontReference(file: "", index: 0)
    for member in object.members {
      let key = key.at(member)
      if case .null = member.value, FontMember(rawValue: member.name) == .index { continue }
      switch FontMember(rawValue: member.name) {
      case .file:
        let index = reference.index
        reference = try font(try key.string(member.value), key)
        reference.index = index
      case .index: reference.index = try key.integer(member.value)
      case nil: unknownKeys.append(UnknownKey(key, member.name, known: FontMember.keys))
      }
    }
    guard !reference.file.name.isEmpty else { throw key.error("its file is missing") }
    return reference
  }

  /// The font file with a path, which is read when the text is laid out, or in an address.
  private func font(_ name: String, _ key: DocumentKey) throws(DocumentError) -> FontReference {
    guard let data = try files.fontData(name, key) else {
      return FontReference(file: name, index: 0)
    }
    try files.take(bytes: data.count, key)
    do throws(FontError) {
      return FontReference(embedded: try FontFile(data: data, name: "data:"))
    } catch {
      throw key.error("the font of the address cannot be used: \(error.message)", .unreadable)
    }
  }

  /// The most elements for which memory is reserved before a list is read.
  static let mostReserved = 1 << 17

  mutating func spans(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> [StyledDocument.Span] {
    var spans: [StyledDocument.Span] = []
    var list = try key.list(value)
    // Reserved at once, since a growing array would move many spans again and again.
    spans.reserveCapacity(min(list.count, Self.mostReserved))
    while let (key, value) = try list.next() { spans.append(try span(value, key)) }
    return spans
  }

  private mutating func span(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> StyledDocument.Span {
    let object = try key.object(value)
    var span = StyledDocument.Span(
      start: -1, end: -1, style: StyleChange(), offset: key.offset)
    for member in object.members {
      try cancellation.checkReading()
      let key = key.at(member)
      let name = SpanMember(rawValue: member.name)
      if case .null = member.value, name == .style || name == .ruby { continue }
      switch name {
      case .start: span.start = try key.integer(member.value)
      case .end: span.end = try key.integer(member.value)
      case .style: try style(try key.object(member.value), key, into: &span.style)
      case .ruby: span.ruby = try RubyText(member.value, key, &unknownKeys)
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

  mutating func style(
    _ object: JSONObject, _ parent: DocumentKey, into style: inout StyleChange
  ) throws(DocumentError) {
    for member in object.members {
      try cancellation.checkReading()
      let key = parent.at(member)
      guard let property = StyleProperty(key: member.name) else {
        unknownKeys.append(UnknownKey(key, member.name, known: StyleProperty.allCases.map(\.key)))
        continue
      }
      if case .null = member.value { continue }
      try property.read(
        member.value, key, into: &style, files: files, unknownKeys: &unknownKeys)
    }
  }

  /// The keys that may stand at the top of a document, and the keys of its `style`, for hints.
  private static var knownKeys: [String] {
    DocumentMember.keys + StyleProperty.allCases.filter(\.isParagraph).map(\.key)
      + StyleProperty.allCases.filter { !$0.isParagraph }.map { "style.\($0.key)" }
  }

  /// Reads a property of paragraphs, which is valid at the top of a document too.
  private mutating func paragraphProperty(
    _ member: JSONObject.Member, _ key: DocumentKey, into style: inout StyleChange
  ) throws(DocumentError) {
    guard let property = StyleProperty(key: member.name), property.isParagraph else {
      if StyleProperty(key: member.name) != nil {
        unknownKeys.append(UnknownKey(key, hint: "style.\(member.name)"))
      } else {
        unknownKeys.append(UnknownKey(key, member.name, known: Self.knownKeys))
      }
      return
    }
    if case .null = member.value { return }
    try property.read(
      member.value, key, into: &style, files: files, unknownKeys: &unknownKeys)
  }
}
