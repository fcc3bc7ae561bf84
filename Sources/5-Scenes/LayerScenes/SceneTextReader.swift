// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
import DocumentJSON
internal import LayerCompositing
internal import StyledDocuments
internal import SystemConcurrency
internal import SystemFiles
internal import TextFonts
internal import TextLayers
internal import TextModel
internal import TextShaping
internal import TextTypesetting

/// A reader of the text of one layer: a document, or a string in one style.
struct SceneTextReader {
  let options: SceneOptions
  private let files: SceneFiles
  private(set) var unknownKeys: [UnknownKey] = []
  /// Notes about parts of the document that have no effect, each with its place.
  private(set) var notes: [String] = []
  private var document: StyledDocument?
  private var documentKey = DocumentKey("")
  private var string: StyledDocument?
  private var stringStyle = StyleChange()
  private var isWrapped = true
  private var truncation = TextContainer.Truncation.end

  init(options: SceneOptions, files: SceneFiles) {
    self.options = options
    self.files = files
  }

  /// Reads a member of the layer.
  mutating func read(
    _ name: LayerMember, _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) {
    switch name {
    case .document:
      var reader = StyledDocumentReader(options, files)
      let read = try reader.document(try key.object(value), at: key, name: key.path)
      document = read
      documentKey = key
      try note(read, key)
      notes += reader.notes
      unknownKeys += reader.unknownKeys
    case .string:
      var text = StyledDocument()
      let limit = TextLimits.textLength
      let scalars = try ScalarText(
        try key.string(value), limit: limit, cancellation: options.cancellation)
      guard let scalars else {
        throw key.error("the longest text has \(limit) UTF-16 units", .tooLarge)
      }
      text.text = scalars
      string = text
      documentKey = key
    case .font: try readStyle(.family, value, key)
    case .fontSize: try readStyle(.size, value, key)
    case .foregroundColor: try readStyle(.color, value, key)
    case .alignmentMode:
      stringStyle.alignment = (try key.keyword(value) as AlignmentMode).alignment
    case .wrapped: isWrapped = try key.bool(value)
    case .truncationMode:
      truncation = try key.keyword(value)
    default: break
    }
  }

  private mutating func readStyle(
    _ property: StyleProperty, _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) {
    try property.read(value, key, into: &stringStyle, unknownKeys: &unknownKeys)
  }

  private mutating func note(
    _ document: StyledDocument, _ key: DocumentKey
  ) throws(DocumentError) {
    let ranges = try document.rangeNotes(cancellation: options.cancellation)
    for note in Array(ranges.shown) + [document.fontNote].compactMap(\.self) {
      let part = DocumentKey("\(key.path).\(note.path)", offset: note.offset ?? key.offset)
      notes.append(part.note(note.message))
    }
    if let more = ranges.more { notes.append(key.note(more)) }
  }

  /// Lays out the text in the bounds of its layer. Lines are as long as the layer's side along
  /// them, unless the document gives a length. Lines of a document that do not fit into the layer
  /// are drawn beyond its edge.
  ///
  /// - Parameter properties: The layer's properties; if they have no size, they get the text's
  ///   size.
  /// - Returns: The contents, and the characters that no font has.
  mutating func contents(
    in properties: inout LayerProperties, _ key: DocumentKey
  ) throws(DocumentError) -> (TextContents, missing: [Unicode.Scalar]) {
    let size = properties.bounds.size
    let (text, fonts, rules) = try source(key)
    var container = rules
    let (width, height) = (size.width > 0 ? size.width : nil, size.height > 0 ? size.height : nil)
    let isVertical = container.writingMode.isVertical
    if isVertical { container.height = container.height ?? height }
    // Vertical text needs the width only for exclusion areas, whose places count from the edge at
    // which the first line lies.
    if !isVertical || container.hasAreas { container.width = container.width ?? width }
    if string != nil { container.height = height }
    let layout: TextLayout
    let contents: TextContents
    do {
      layout = try TextLayout(
        text, in: container, fonts: fonts, cancellation: options.cancellation)
      var origin = Point.zero
      if container.writingMode == .verticalRL, container.width == nil, let width {
        origin.x = width - layout.size.width
      }
      contents = try TextContents(layout, at: origin, cancellation: options.cancellation)
    } catch {
      throw documentKey.failure(error)
    }
    if size == .zero { properties.bounds.size = layout.size }
    for note in layout.layerNotes { notes.append(documentKey.note(note)) }
    return (contents, layout.missing.flatMap(\.scalars))
  }

  /// The text as the contents of a box. The box decides the width and the height; a box without a
  /// size takes the size in the document. Text that does not fit ends in an ellipsis, unless the
  /// document sets another truncation.
  mutating func textContents(
    for layer: inout UnplacedLayer, _ key: DocumentKey
  ) throws(DocumentError) -> SceneTextContents {
    var (text, fonts, rules) = try source(key)
    if let document, document.truncation == nil, document.ellipsis.isEmpty {
      (rules.truncation, rules.ellipsis) = (.end, "\u{2026}")
    }
    noteSizes(layer.takeSize(of: &rules))
    let cancellation = options.cancellation
    let box = TextBox(text, rules: rules, fonts: fonts, cancellation: cancellation)
    return SceneTextContents(box, documentKey, notes, cancellation)
  }

  /// Notes the sides of the document that have no effect, since the box has its own.
  private mutating func noteSizes(_ names: [String]) {
    for name in names {
      let part = DocumentKey("\(documentKey.path).\(name)", offset: documentKey.offset)
      notes.append(part.note("has no effect: the box has a \(name) of its own"))
    }
  }

  /// The text, its fonts, and its container, which for a string has no width and no height.
  private mutating func source(
    _ key: DocumentKey
  ) throws(DocumentError) -> (AttributedText, FontCollection, TextContainer) {
    guard document == nil || string == nil else {
      throw documentKey.error("a layer has a document or a string, not both")
    }
    guard var text = document ?? string else {
      throw key.error("its document or its string is missing")
    }
    if string != nil { text.style = stringStyle }
    for index in text.fonts.indices where !options.findsFonts {
      text.fonts[index].file = try files.documents.font(text.fonts[index].file.name, documentKey)
    }
    let cancellation = options.cancellation
    do {
      let rules =
        string == nil
        ? try text.container(cancellation: cancellation)
        : TextContainer(truncation: truncation, isWrapped: isWrapped)
      return (
        try text.attributedText(cancellation: cancellation),
        try options.fonts?(text) ?? text.fontCollection(), rules
      )
    } catch let error as DocumentError {
      if error.code == .cancelled { throw error }
      throw documentKey.error(error.description, error.code)
    } catch {
      throw documentKey.failure(error)
    }
  }
}
