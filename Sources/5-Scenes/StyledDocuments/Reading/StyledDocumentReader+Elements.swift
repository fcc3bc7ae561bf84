// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DataDetection
import DocumentJSON
internal import SystemConcurrency
internal import TextLayers
package import TextModel
internal import TextPainting
internal import TextTypesetting

/// The content of an attachment that shows a layer, with the unknown keys and the notes of the
/// layer's reader.
package struct AttachedLayer {
  let content: any AttachmentContent
  let unknownKeys: [UnknownKey]
  let notes: [String]

  package init(
    _ content: any AttachmentContent, unknownKeys: [UnknownKey], notes: [String]
  ) {
    self.content = content
    self.unknownKeys = unknownKeys
    self.notes = notes
  }
}

extension StyledDocumentReader {
  // MARK: Attachments

  mutating func attachments(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> [StyledDocument.Attachment] {
    var attachments: [StyledDocument.Attachment] = []
    var list = try key.list(value)
    while let (key, value) = try list.next() {
      attachments.append(try attachment(value, key))
    }
    return attachments
  }

  private mutating func attachment(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> StyledDocument.Attachment {
    let members = try ObjectMembers<AttachmentMember>(value, key, &unknownKeys)
    var attachment = TextAttachment(.reserved(""))
    if let (value, key) = members[.size] { attachment.size = try Self.size(value, key) }
    if let (value, key) = members[.alignment] { attachment.alignment = try key.keyword(value) }
    if let (value, key) = members[.contentMode] { attachment.contentMode = try key.keyword(value) }
    if let (value, key) = members[.margins] { attachment.margins = try key.insets(value) }
    if let (value, key) = members[.plainText] { attachment.plainText = try key.string(value) }
    if let (value, key) = members[.wrap] { attachment.wrap = try key.keyword(value) }
    if let (value, key) = members[.side] { attachment.side = try key.keyword(value) }
    var scale = 1.0
    if let (value, key) = members[.scale] {
      scale = try key.number(value)
      guard scale > 0 else { throw key.error("it must be above 0") }
    }
    let contents: [AttachmentMember] = [.image, .reserved, .scene]
    let given = contents.filter { members[$0] != nil }
    guard given.count == 1 else {
      let names = contents.map(\.rawValue).joined(separator: ", ")
      throw key.error("one of \(names) is wanted, not \(given.count)")
    }
    if let (value, key) = members[.reserved] {
      attachment.content = ReservedAttachment(id: try key.string(value))
    } else if let (value, key) = members[.image] {
      attachment.content = try image(try key.string(value), key, scale: scale)
    } else if let (value, key) = members[.scene] {
      attachment.content = try layer(value, key, size: attachment.size)
    }
    var at = 0
    if let (value, key) = members[.at] { at = try key.integer(value) }
    return StyledDocument.Attachment(
      at: at, attachment: attachment, offset: members[.at]?.key.offset)
  }

  private static func size(_ value: JSONValue, _ key: DocumentKey) throws(DocumentError) -> Size {
    let size = try key.size(value)
    guard size.width >= 0, size.height >= 0 else { throw key.error("a side below 0") }
    return size
  }

  /// Loads a picture. If it cannot be loaded, the content is a box, with a note; in strict reading
  /// the error is thrown.
  private mutating func image(
    _ name: String, _ key: DocumentKey, scale: Double
  ) throws(DocumentError) -> any AttachmentContent {
    switch try files.picture(name, key) {
    case .success(let picture):
      for note in picture.notes where !notes.contains(note) { notes.append(note) }
      switch picture {
      case .bitmap(let bitmap): return BitmapAttachment(bitmap, scale: scale)
      case .vector(let shapes):
        return SVGAttachment(shapes, size: picture.size, scale: scale > 0 ? scale : 1)
      }
    case .failure(let error):
      if isStrict { throw error }
      notes.append(key.note(error.message))
      return MissingPicture(name: DataAddress(name)?.shownName ?? name)
    }
  }

  private mutating func layer(
    _ value: JSONValue, _ key: DocumentKey, size: Size?
  ) throws(DocumentError) -> any AttachmentContent {
    guard let readLayer else { throw key.error("layers are not read here", .unsupported) }
    let layer = try readLayer(value, key, size)
    unknownKeys += layer.unknownKeys
    notes += layer.notes
    return layer.content
  }

  /// Checks that each attachment has its own U+FFFC, and notes U+FFFC characters without an
  /// attachment.
  mutating func checkAttachments(
    of document: StyledDocument, _ root: DocumentKey
  ) throws(DocumentError) {
    let (text, attachments) = (document.text, document.attachments)
    let list = root.path.isEmpty ? "attachments" : "\(root.path).attachments"
    var places: Set<Int> = []
    for (index, attachment) in attachments.enumerated() {
      if index & 1023 == 1023 { try cancellation.checkReading() }
      let key = DocumentKey("\(list)[\(index)].at", offset: attachment.offset)
      guard attachment.at < text.scalarCount,
        text.utf16[text.unit(at: attachment.at)] == TextAttachment.character
      else { throw key.error("the text has no U+FFFC at \(attachment.at)") }
      guard places.insert(attachment.at).inserted else {
        throw key.error("another attachment stands at \(attachment.at)")
      }
    }
    let vacant = try document.vacantPlaces(cancellation)
    guard let first = vacant.first else { return }
    let name = root.path.isEmpty ? "text" : "\(root.path).text"
    notes.append(
      vacant.count == 1
        ? "\(name): the U+FFFC at \(first) has no attachment"
        : "\(name): \(vacant.count) U+FFFC have no attachment, the first at \(first)")
  }

  // MARK: Links

  mutating func links(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> [StyledDocument.Link] {
    var links: [StyledDocument.Link] = []
    var list = try key.list(value)
    links.reserveCapacity(min(list.count, Self.mostReserved))
    while let (key, value) = try list.next() { links.append(try link(value, key)) }
    return links
  }

  private mutating func link(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> StyledDocument.Link {
    let members = try ObjectMembers<LinkMember>(value, key, &unknownKeys)
    var link = StyledDocument.Link(start: 0, end: 0, link: TextLink(""), offset: key.offset)
    if let (value, key) = members[.start] { link.start = try key.integer(value) }
    if let (value, key) = members[.end] { link.end = try key.integer(value) }
    if let (value, key) = members[.url] { link.link.url = try key.string(value) }
    if let (value, key) = members[.highlight] { link.link.highlight = try highlight(value, key) }
    guard link.start <= link.end else { throw key.error("it ends before it starts") }
    return link
  }

  private mutating func highlight(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> TextHighlight {
    let members = try ObjectMembers<HighlightMember>(value, key, &unknownKeys)
    var highlight = TextHighlight()
    var radius = 0.0
    if let (value, key) = members[.cornerRadius] { radius = try key.number(value, from: 0) }
    if let (value, key) = members[.background] {
      highlight.background = TextBackground(try key.color(value), cornerRadius: radius)
    }
    if let (value, key) = members[.color] { highlight.color = try key.color(value) }
    return highlight
  }

  /// Reads the kinds of data that become links: `true` for the usual kinds, or a list of kinds.
  static func detectedKinds(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> Set<LinkDetector.Kind>? {
    switch value {
    case .bool(let isOn): return isOn ? LinkDetector().kinds : nil
    case .array:
      var kinds: Set<LinkDetector.Kind> = []
      var list = try key.list(value)
      while let (key, value) = try list.next() { kinds.insert(try key.keyword(value)) }
      return kinds
    default: throw key.typeError("true, false or a list", value)
    }
  }

  // MARK: Truncation

  mutating func truncation(
    _ value: JSONValue, _ key: DocumentKey, into document: inout StyledDocument
  ) throws(DocumentError) {
    let members = try ObjectMembers<TruncationMember>(value, key, &unknownKeys)
    document.truncation = .end
    document.token = nil
    if let (value, key) = members[.mode] { document.truncation = try key.keyword(value) }
    if let (value, key) = members[.token] { document.token = try token(value, key) }
  }

  private mutating func token(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> StyledDocument.Token {
    let members = try ObjectMembers<TokenMember>(value, key, &unknownKeys)
    var token = StyledDocument.Token()
    if let (value, key) = members[.text] { token.text = try text(value, key) }
    if let (value, key) = members[.style] {
      try style(try key.object(value), key, into: &token.style)
    }
    if let (value, key) = members[.spans] { token.spans = try spans(value, key) }
    if let (value, key) = members[.links] { token.links = try links(value, key) }
    return token
  }
}
