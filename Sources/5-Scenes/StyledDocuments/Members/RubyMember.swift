// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import TextModel

/// The members of a span's `ruby`, if it is an object.
package enum RubyMember: String, DocumentTable {
  case text
  case position
  case align
  case overhang
  case scale

  package var row: Row {
    switch self {
    case .text: (.text, "the small text")
    case .position:
      (
        .words("SIDE", RubyText.Position.self),
        "the side of the text: over (default, right of vertical lines) or under"
      )
    case .align:
      (
        .words("ALIGN", RubyText.Alignment.self),
        "how the narrower of text and ruby is spread (default space-around)"
      )
    case .overhang:
      (
        .words("MODE", RubyText.Overhang.self),
        "whether it may reach over kana beside the text (default auto)"
      )
    case .scale: (.factor, "its size as a part of the text's, 0.1 to 1 (default 0.5)")
    }
  }

  package var isRequired: Bool { self == .text }
}

extension RubyText.Position: Keyword {}
extension RubyText.Overhang: Keyword {}

extension RubyText.Alignment: ListedKeyword {
  package static let list = ["space-around", "center", "start", "space-between"]
}

extension RubyText {
  /// Reads a text, or an object.
  ///
  /// - Throws: ``DocumentError`` with `malformed`.
  init(
    _ value: JSONValue, _ key: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) {
    self.init("")
    switch value {
    case .string: text = try key.string(value)
    case .object:
      let members = try ObjectMembers<RubyMember>(value, key, &unknownKeys)
      if let (value, key) = members[.text] { text = try key.string(value) }
      if let (value, key) = members[.position] { position = try key.keyword(value) }
      if let (value, key) = members[.align] { alignment = try key.keyword(value) }
      if let (value, key) = members[.overhang] { overhang = try key.keyword(value) }
      if let (value, key) = members[.scale] {
        scale = try key.number(value)
        guard scale >= 0.1, scale <= 1 else { throw key.error("a number from 0.1 to 1 is wanted") }
      }
    default: throw key.typeError("a string or an object", value)
    }
  }
}
