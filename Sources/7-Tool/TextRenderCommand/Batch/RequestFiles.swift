// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import LayerScenes
internal import Pictures
internal import StyledDocuments

/// The files that the contents of a line name, and whether it may use the host's fonts: all that
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
  /// Whether there may be files that the request does not name one by one: tiles, and those of
  /// pages, whose style sheets name more.
  var hasOthers = false

  /// Looks for the members that name files, at any depth.
  init(_ contents: JSONValue, of kind: PictureOption.Contents) {
    if kind == .html {
      usesSystemFonts = true
      hasOthers = Self.mayNameFiles(contents)
      return
    }
    if kind == .document, case .object(let object) = contents { visit(document: object) }
    visit(contents)
  }

  /// Whether a page of HTML or Markdown may name files: it has one of the words that lead to a file.
  private static func mayNameFiles(_ page: JSONValue) -> Bool {
    guard case .string(let source) = page else { return false }
    let text = source.utf8Span.span
    return text.indices.contains { start in
      fileWords.contains { word in
        start + word.count <= text.count
          && word.indices.allSatisfy { isSame(text[start + $0], word[$0]) }
      }
    }
  }

  private static let fileWords = [
    "src", "href", "url", "@import", "image", "data=", "](", "]:",
  ].map { Array($0.utf8) }

  /// Whether a byte is a small letter or its capital, or a sign itself.
  private static func isSame(_ byte: UInt8, _ sign: UInt8) -> Bool {
    byte == sign || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == sign
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
    case (LayerMember.tiles.rawValue, .string): hasOthers = true
    // A layer with a plain `string` uses the standard fonts, which include the host's.
    case (LayerMember.string.rawValue, .string): usesSystemFonts = true
    case (LayerMember.document.rawValue, .object(let document)):
      visit(document: document)
      visit(member.value)
    default: visit(member.value)
    }
  }
}
