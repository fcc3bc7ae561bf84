// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
internal import StyledDocuments

/// A line of a batch as it is read: the document or the scene, and how it is drawn.
///
/// ```json
/// {"id": 1, "document": {"text": "Hello"}, "options": {"scale": 2, "frames": true}}
/// ```
package struct PictureLine {
  private static let members = ["id", "document", "scene", "options"]
  /// The names of parameters in the options of a line, or in the query for all lines.
  static let optionNames =
    PictureParameters.common + PictureParameters.documents + PictureParameters.scenes + ["timeout"]

  /// The document or the scene.
  package let content: JSONObject
  package let isScene: Bool
  package private(set) var parameters: PictureParameters
  /// Whether the places of layers and texts are wanted.
  package private(set) var tellsFrames = false

  /// Reads a line.
  ///
  /// - Parameter parameters: Those of all lines, in whose place the line may have others.
  package init(
    _ object: JSONObject, upon parameters: PictureParameters = PictureParameters()
  ) throws(ServiceRefusal) {
    if let member = object.members.first(where: { !Self.members.contains($0.name) }) {
      throw ServiceRefusal(
        UnknownKey(DocumentKey(member.name), member.name, known: Self.members).error)
    }
    let given = ["document", "scene"].filter { object[$0] != nil }
    guard given.count == 1, case .object(let content)? = object[given[0]] else {
      throw ServiceRefusal(
        400, "malformed", "A line must have a document or a scene, one of them, which is an object."
      )
    }
    guard (content["layers"] != nil) == (given[0] == "scene") else {
      throw ServiceRefusal.malformed(given[0], "A scene must have layers, a document none.")
    }
    (self.content, isScene, self.parameters) = (content, given[0] == "scene", parameters)
    switch object["options"] {
    case nil, .null: break
    case .object(let options): tellsFrames = try self.parameters.set(options)
    default: throw ServiceRefusal.malformed("options", "It must be an object.")
    }
  }
}

extension PictureParameters {
  /// Sets the members of the options of a line.
  ///
  /// - Returns: Whether they ask for the places of layers and texts.
  package mutating func set(_ options: JSONObject) throws(ServiceRefusal) -> Bool {
    var tellsFrames = false
    for member in options.members {
      if member.name == "frames", case .bool(let flag) = member.value {
        tellsFrames = flag
      } else if let value = try Self.text(member) {
        try setOption(member.name, value)
      }
    }
    return tellsFrames
  }

  /// Sets an option; an error names it as a member of the line.
  private mutating func setOption(_ name: String, _ value: String) throws(ServiceRefusal) {
    guard PictureLine.optionNames.contains(name) else {
      let known = PictureLine.optionNames + ["frames"]
      throw ServiceRefusal(UnknownKey(DocumentKey("options.\(name)"), name, known: known).error)
    }
    do throws(ServiceRefusal) {
      _ = try set(name, value)
    } catch {
      var refusal = error
      refusal.member = "options.\(name)"
      throw refusal
    }
  }

  /// The value of an option as it stands in a query; `nil` for `null`.
  private static func text(_ member: JSONObject.Member) throws(ServiceRefusal) -> String? {
    switch member.value {
    case .null: return nil
    case .bool(let flag): return flag ? "true" : "false"
    case .string(let text): return text
    case .number(let number):
      return number == number.rounded() && abs(number) < 1e15
        ? "\(Int(number))" : "\(number)"
    case .array(let values, _):
      let numbers = values.compactMap { value -> String? in
        if case .number(let number) = value { return "\(number)" }
        return nil
      }
      guard numbers.count == values.count else { break }
      return numbers.joined(separator: ",")
    case .object: break
    }
    throw .malformed("options.\(member.name)", "It must be a number, a string, or true or false.")
  }
}
