// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import LayerScenes
internal import Pictures
internal import StyledDocuments

/// A named scene in which a request can replace the texts and pictures of layers, by the names of
/// the layers.
struct ServiceTemplate: Sendable {
  let scene: JSONObject
  /// Notes about repeated names and ill-formed UTF-8 in the file.
  let notes: [String]
  /// The length of the file in bytes.
  let length: Int
  /// The names of layers that have a text or a picture, each once, sorted.
  let names: [String]

  /// Reads a template.
  ///
  /// - Parameter path: The file, for errors.
  /// - Throws: ``ServiceError``.
  init(_ bytes: [UInt8], name: String, path: String) throws(ServiceError) {
    length = bytes.count
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
    self.names = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

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

  /// The scene with other texts and pictures. A document keeps its style, but loses spans, links
  /// and attachments, since their places refer to the old text.
  ///
  /// - Throws: ``ServiceRefusal`` with 400 for a name that no layer has.
  func scene(
    replacing values: [(name: String, value: String)]
  ) throws(ServiceRefusal) -> JSONObject {
    for (name, _) in values where !names.contains(name) {
      let hint = UnknownKey(DocumentKey(name), name, known: names).hint
      let known = names.isEmpty ? "none has a name" : "there are \(names.joined(separator: ", "))"
      throw .malformed(
        name,
        "No layer with a text or a picture has this name; "
          + (hint.map { "did you mean \($0)?" } ?? "\(known)."))
    }
    if values.isEmpty { return scene }
    guard case .object(let scene) = Self.replaced(.object(scene), values) else { return scene }
    return scene
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
