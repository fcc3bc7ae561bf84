// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
internal import Markup
package import StyledDocuments

/// A line of a batch: the document, the scene or the page of HTML or Markdown, and how it is drawn.
///
/// ```json
/// {"id": 1, "document": {"text": "Hello"}, "options": {"scale": 2, "frames": true}}
/// ```
///
/// Unknown members and options are noted, or refused if the options are strict, as unknown keys of
/// documents are.
package struct PictureLine: Sendable {
  private static let kinds = ["document", "scene"] + MarkupLanguage.allCases.map(\.rawValue)
  private static let members = ["id"] + kinds + ["options"]

  /// The member that has the contents.
  package let member: JSONObject.Member
  package let content: PictureContent
  package let options: PictureOptions
  /// The member `options`.
  package let optionMembers: JSONObject
  /// The unknown members of the line and of its options.
  package let unknownKeys: [UnknownKey]

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - options: The options of all lines, each of which the line may override.
  ///   - isStrict: Whether unknown members are errors whatever the options say.
  ///   - otherMembers: The names of members that the entry point reads itself.
  ///   - otherOptions: The names of members of `options` that the entry point reads itself.
  /// - Throws: `DocumentError` with `malformed`, or `unknownKey` where the options are strict.
  package init(
    _ line: JSONObject, upon options: PictureOptions = PictureOptions(), isStrict: Bool = false,
    otherMembers: [String] = [], otherOptions: [String] = []
  ) throws(DocumentError) {
    let whole = DocumentKey("")
    var (member, unknownKeys) = try Self.kind(of: line, otherMembers: otherMembers)
    let place = whole.at(member)
    let content: PictureContent =
      switch member.name {
      case "document": .documentJSON(try place.object(member.value))
      case "scene": .sceneJSON(try place.object(member.value))
      default:
        .page(
          Array(try place.string(member.value).utf8), MarkupLanguage(rawValue: member.name) ?? .html
        )
      }
    var read = options
    var members = JSONObject()
    switch line.member("options") {
    case nil: break
    case let member? where member.value.isNull: break
    case let member?:
      let key = whole.at(member)
      members = try key.object(member.value)
      try read.read(members, key, besides: otherOptions, unknownKeys: &unknownKeys)
    }
    if isStrict || read.isStrict, let unknown = unknownKeys.first { throw unknown.error }
    (self.member, self.content) = (member, content)
    (self.options, optionMembers, self.unknownKeys) = (read, members, unknownKeys)
  }

  /// Finds the member that says what a line asks for.
  ///
  /// - Parameters:
  ///   - otherKinds: The names of members that the entry point reads in place of a document or a
  ///     scene.
  ///   - otherMembers: The names of all members that the entry point reads itself.
  /// - Throws: `DocumentError` with `malformed`, or `unknownKey` for a member that is misspelt.
  package static func kind(
    of line: JSONObject, or otherKinds: [String] = [], otherMembers: [String]
  ) throws(DocumentError) -> (member: JSONObject.Member, unknownKeys: [UnknownKey]) {
    let (kinds, known) = (kinds + otherKinds, members + otherMembers)
    let unknownKeys = line.members.filter { !known.contains($0.name) }
      .map { UnknownKey(DocumentKey("").at($0), $0.name, known: known) }
    let given = kinds.compactMap(line.member)
    if let member = given.first, given.count == 1 { return (member, unknownKeys) }
    let meant = unknownKeys.first { $0.hint.map(kinds.contains) ?? false }
    if given.isEmpty, let meant { throw meant.error }
    throw DocumentError(.malformed, nil, "a line has one of \(kinds.joined(separator: ", "))")
  }

  /// The request of the line.
  ///
  /// - Parameters:
  ///   - options: The options of the line, or what the entry point has made of them.
  ///   - notes: Notes about the bytes of the line.
  package func request(
    _ options: PictureOptions? = nil, notes: [String] = []
  ) -> PictureRequest {
    PictureRequest(
      content, options ?? self.options,
      notes: notes + [unknownKeys.note].compactMap(\.self))
  }
}
