// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes

/// What a document or a scene depends on besides its own text: the files that it names, and the
/// host's fonts.
struct RequestFiles {
  /// The font files.
  private(set) var fonts: [String] = []
  /// The pictures and films.
  private(set) var pictures: [String] = []
  /// Whether some text may be drawn with fonts of the host.
  private(set) var usesSystemFonts = false
  /// Whether there are files that no name tells: those of tiles.
  private(set) var hasTiles = false

  /// Looks for the members that name files, at any depth.
  init(_ object: JSONObject) { visit(.object(object)) }

  private mutating func visit(_ value: JSONValue) {
    switch value {
    case .null, .bool, .number, .string: break
    case .array(let values, _): for value in values { visit(value) }
    case .object(let object):
      let isText =
        object[DocumentMember.text.rawValue] != nil || object[LayerMember.string.rawValue] != nil
      if isText {
        if case .bool(false)? = object[DocumentMember.systemFonts.rawValue] {
        } else {
          usesSystemFonts = true
        }
      }
      for member in object.members { visit(member) }
    }
  }

  private mutating func visit(_ member: JSONObject.Member) {
    switch (member.name, member.value) {
    case (DocumentMember.fonts.rawValue, .array(let values, _)):
      for value in values {
        switch value {
        case .string(let file): fonts.append(file)
        case .object(let font):
          if case .string(let file)? = font[FontMember.file.rawValue] { fonts.append(file) }
        default: break
        }
      }
    case (ContentsMember.image.rawValue, .string(let file)),
      (LayerMember.video.rawValue, .string(let file)):
      pictures.append(file)
    case (LayerMember.tiles.rawValue, .string): hasTiles = true
    default: visit(member.value)
    }
  }
}
