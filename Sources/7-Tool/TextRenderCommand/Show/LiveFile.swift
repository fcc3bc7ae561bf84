// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import LayerScenes
internal import Markup
internal import Pictures
internal import StyledDocuments
internal import SystemConcurrency

/// A scene, a document or a page of HTML or Markdown as it was read from a file.
struct LiveFile: Sendable {
  enum Content: Sendable {
    /// A scene, or the layers of a page.
    case scene(Scene)
    case document(StyledDocument)
  }

  let content: Content
  /// Notes about parts of the file that were ignored.
  let notes: [String]
  /// The bytes of the file.
  private let json: [UInt8]
  /// The last path components of all strings in the file that may be paths.
  private let names: Set<String>

  /// Reads a file as a document or as a scene, by its members; one that ends in
  /// `.html` or `.md` as a page, 800 points wide.
  ///
  /// - Throws: ``CommandError``.
  init(_ file: String, _ options: SceneOptions) throws(CommandError) {
    let environment = PictureEnvironment(options) { CommandOption.named($0) }
    var picture = PictureOptions()
    (picture.scale, picture.time) = (options.scale, options.time)
    let notes = Mutex<[String]>([])
    let console = CommandConsole(report: { note in notes.withLock { $0.append(note) } })
    let bytes = try DecodedText.json(file, console)
    let (content, names) = try CommandError.wrapping(subject: file) {
      () -> (Content, Set<String>) in
      if let language = MarkupLanguage(file: file) {
        let open = try PictureRequest(.page(bytes, language), picture).open(in: environment)
        for note in open.notes { console.note(note) }
        guard let tree = open.tree else { try Self.unexpected() }
        return (.scene(Scene(tree: tree, notes: [])), Self.names(in: bytes))
      }
      let (object, flaws) = try JSONReader.object(of: bytes, depth: JSONLimits.sceneDepth)
      flaws.note(file, to: console)
      let request = PictureRequest(PictureContent(object), picture)
      if request.content.kind == .document {
        let (document, notes) = try request.document(object, in: environment)
        for note in notes { console.note(note) }
        return (Content.document(document), Self.names(in: object))
      }
      let open = try request.open(in: environment)
      for note in open.notes { console.note(note) }
      guard case .scene(let scene) = open.content else {
        try Self.unexpected()
      }
      return (.scene(scene), Self.names(in: object))
    }
    (self.content, self.names, json) = (content, names, bytes)
    self.notes = notes.withLock { $0 }
  }

  private static func unexpected() throws -> Never {
    throw PictureError(.engine, nil, "a file is open as another kind of contents")
  }

  /// The last path components of what may be paths in a page of HTML or Markdown.
  private static func names(in page: [UInt8]) -> Set<String> {
    let marks: Set<UInt8> = Set("\"'()[]<>=,; \t\r\n/".utf8)
    return Set(
      page.split(whereSeparator: marks.contains).filter { $0.contains(UInt8(ascii: ".")) }
        .map { String(decoding: $0, as: UTF8.self) })
  }

  private static func names(in object: JSONObject) -> Set<String> {
    var names: Set<String> = []
    var left: [JSONValue] = [.object(object)]
    while let value = left.popLast() {
      switch value {
      case .null, .bool, .number: break
      case .string(let text):
        // A string of more than 4,096 bytes (PATH_MAX) is no path.
        guard text.utf8.count <= 4096, let name = text.split(separator: "/").last else { break }
        names.insert(String(name))
      case .array(let values, _): left += values
      case .object(let object): left += object.members.map(\.value)
      }
    }
    return names
  }

  /// Whether the file contains the name of another file.
  func mentions(_ name: String) -> Bool { names.contains(name) }

  /// Whether another reading of the file gave the same bytes.
  func isSame(as other: LiveFile) -> Bool { json == other.json }
}
