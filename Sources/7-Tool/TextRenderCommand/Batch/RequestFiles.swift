// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import LayerScenes
internal import StyledDocuments

/// The files that a document or a scene names, and whether it may use the host's fonts: all that
/// its picture depends on besides the JSON itself.
///
/// The files are found by the keys of the JSON. Nothing is laid out and no font or image is
/// decoded, so the name of an existing picture costs only parsing the request and hashing its
/// files.
struct RequestFiles {
  /// The fonts, pictures and films, in the order of their places.
  private(set) var names: [String] = []
  /// Whether some text may be drawn with fonts of the host.
  private(set) var usesSystemFonts = false
  /// Whether there are tiles, whose files the request does not name one by one.
  private(set) var hasTiles = false

  /// Looks for the members that name files, at any depth.
  init(_ object: JSONObject, isScene: Bool) {
    if !isScene { visit(document: object) }
    visit(.object(object))
  }

  private mutating func visit(_ value: JSONValue) {
    switch value {
    case .null, .bool, .number, .string: break
    case .array(let values, _): for value in values { visit(value) }
    case .object(let object): for member in object.members { visit(member) }
    }
  }

  private mutating func visit(document object: JSONObject) {
    if case .bool(false)? = object[DocumentMember.systemFonts.rawValue] { return }
    usesSystemFonts = true
  }

  private mutating func visit(_ member: JSONObject.Member) {
    switch (member.name, member.value) {
    case (DocumentMember.fonts.rawValue, .array(let values, _)):
      for value in values {
        switch value {
        case .string(let file): names.append(file)
        case .object(let font):
          if case .string(let file)? = font[FontMember.file.rawValue] { names.append(file) }
        default: break
        }
      }
    case (ContentsMember.image.rawValue, .string(let file)),
      (LayerMember.video.rawValue, .string(let file)):
      names.append(file)
    case (LayerMember.tiles.rawValue, .string): hasTiles = true
    // A layer with a plain `string` uses the standard fonts, which include the host's.
    case (LayerMember.string.rawValue, .string): usesSystemFonts = true
    case (LayerMember.document.rawValue, .object(let document)):
      visit(document: document)
      visit(member.value)
    default: visit(member.value)
    }
  }
}
