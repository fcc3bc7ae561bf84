// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import HTMLPages
internal import LayerScenes
internal import Pictures
internal import StyledDocuments

/// A named scene or page of HTML in which a request can replace texts and pictures, by the names of
/// layers or the `id`s of elements.
struct ServiceTemplate: Sendable {
  private enum Contents {
    case scene(JSONObject)
    case page(HTMLDocument)
  }

  private let contents: Contents
  /// Notes about repeated names and ill-formed UTF-8 in the file.
  let notes: [String]
  /// The length of the file in bytes.
  let length: Int
  /// The names of layers or `id`s of elements that have a text or a picture, each once, sorted.
  let names: [String]

  /// Reads a scene.
  ///
  /// - Parameter path: The file, for errors.
  /// - Throws: ``ServiceError``.
  init(_ bytes: [UInt8], path: String) throws(ServiceError) {
    length = bytes.count
    let scene: JSONObject
    do {
      let flaws: JSONFlaws
      (scene, flaws) = try JSONReader.object(of: bytes, depth: JSONLimits.sceneDepth)
      notes = flaws.notes + [try? IllFormedUTF8(in: bytes)].compactMap(\.?.note)
    } catch {
      throw ServiceError(.malformed, path, error.description)
    }
    guard case .array? = scene["layers"] else {
      throw ServiceError(.malformed, path, "it is no scene: its layers are missing")
    }
    var names: Set<String> = []
    Self.forEachName(in: .object(scene)) { names.insert($0) }
    (contents, self.names) = (.scene(scene), Self.sorted(names))
  }

  /// Reads a page of HTML and its style sheets, which are below the folder of pictures.
  ///
  /// - Parameters:
  ///   - path: The file, for errors.
  ///   - images: The folder of pictures; `nil` if there is none.
  /// - Throws: ``ServiceError``.
  init(page bytes: [UInt8], path: String, images: String?) throws(ServiceError) {
    length = bytes.count
    var options = HTMLPageOptions(folder: images ?? "", imageRoot: images ?? "")
    options.hidesImageRoot = true
    let page: HTMLDocument
    do {
      page = try HTMLDocument(utf8: bytes, options: options)
    } catch {
      throw ServiceError(.malformed, path, "\(error)")
    }
    notes = [try? IllFormedUTF8(in: bytes)].compactMap(\.?.note)
    (contents, names) = (.page(page), Self.sorted(Set(page.replaceable)))
  }

  private static func sorted(_ names: Set<String>) -> [String] {
    names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether the template is a page of HTML.
  var isPage: Bool { if case .page = contents { true } else { false } }

  private static func forEachName(in value: JSONValue, _ body: (String) -> Void) {
    switch value {
    case .array(let values, _): for value in values { forEachName(in: value, body) }
    case .object(let object):
      if let (name, _) = replaceable(object) { body(name) }
      for member in object.members { forEachName(in: member.value, body) }
    default: break
    }
  }

  /// The name of a layer with a text or a picture, and the member that holds it; `nil` for other
  /// layers.
  private static func replaceable(_ layer: JSONObject) -> (name: String, member: String)? {
    guard case .string(let name)? = layer["name"] else { return nil }
    for member in ["string", "document", "contents"] {
      switch layer[member] {
      case nil, .null: continue
      default: return (name, member)
      }
    }
    return nil
  }

  /// The scene or the page with other texts and pictures. A document in a scene keeps its style,
  /// but loses spans, links and attachments, since their places refer to the old text.
  ///
  /// - Throws: ``ServiceRefusal`` with 400 for a name that no layer or element has.
  func content(
    replacing values: [(name: String, value: String)]
  ) throws(ServiceRefusal) -> PictureContent {
    for (name, _) in values where !names.contains(name) {
      let hint = UnknownKey(DocumentKey(name), name, known: names).hint
      let known = names.isEmpty ? "none has a name" : "there are \(names.joined(separator: ", "))"
      throw .malformed(
        name,
        "No \(isPage ? "element" : "layer") with a text or a picture has this name; "
          + (hint.map { "did you mean \($0)?" } ?? "\(known)."))
    }
    switch contents {
    case .page(let page):
      return .template(page, Dictionary(values.map { ($0.name, $0.value) }) { $1 })
    case .scene(let scene):
      guard !values.isEmpty, case .object(let changed) = Self.replaced(.object(scene), values)
      else { return .sceneJSON(scene) }
      return .sceneJSON(changed)
    }
  }

  private static func replaced(
    _ value: JSONValue, _ values: [(name: String, value: String)]
  ) -> JSONValue {
    switch value {
    case .array(let list, let offsets):
      return .array(list.map { replaced($0, values) }, offsets: offsets)
    case .object(let object):
      let target = replaceable(object)
      let new = target.flatMap { target in values.last { $0.name == target.name }?.value }
      var result = JSONObject()
      for member in object.members {
        var value = member.value
        if let new, member.name == target?.member {
          value = replacement(of: value, in: member.name, by: new)
        } else {
          value = replaced(value, values)
        }
        result.append(member.with(value))
      }
      return .object(result)
    default: return value
    }
  }

  /// The new value of a member: a string, a picture of another file, or a document with another
  /// text.
  private static func replacement(
    of value: JSONValue, in member: String, by text: String
  ) -> JSONValue {
    guard case .object(let object) = value else { return .string(text) }
    let isPicture = member == "contents"
    let replaced = isPicture ? "image" : "text"
    let dropped = isPicture ? [] : ["spans", "links", "attachments"]
    var result = JSONObject()
    for member in object.members where !dropped.contains(member.name) {
      let value = member.name == replaced ? .string(text) : member.value
      result.append(member.with(value))
    }
    return .object(result)
  }
}
