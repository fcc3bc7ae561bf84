// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
internal import TextModel

/// The members of `list`, if it is an object.
package enum ListMember: String, DocumentTable {
  case marker
  case text
  case prefix
  case suffix
  case level
  case start
  case gap
  case indent

  package var row: Row {
    switch self {
    case .marker: (.marker, "the sign or the style of the numbers (default disc)")
    case .text: (.text, "a text as the marker")
    case .prefix: (.text, "what stands before a number (default: nothing)")
    case .suffix: (.text, "what stands behind a number (default: . or 、)")
    case .level: (.integer, "how deep the list lies in others (default 0)")
    case .start: (.number, "the number of the item (default: one more than of the one before)")
    case .gap: (.length, "the space between the marker and the text (default 0.5em)")
    case .indent:
      (.length, "the startIndent, if there is no other (default 1.75em times level + 1)")
    }
  }
}

/// The list of a style, whose lengths may be relative to the em size.
struct ListValue: ParagraphValue {
  private(set) var list: TextList
  private var gap = Length(ems: 0.5)
  private var indent: Length

  private static let indentOfLevel = 1.75
  /// The deepest level that is read.
  private static let deepest = 63

  /// Reads the word for a marker, or an object.
  init(
    _ value: JSONValue, _ key: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) {
    list = TextList(.disc)
    indent = Length(ems: Self.indentOfLevel)
    guard case .object = value else {
      list.marker = try (key.keyword(value) as MarkerWord).marker
      return
    }
    let members = try ObjectMembers<ListMember>(value, key, &unknownKeys)
    if let (value, key) = members[.marker] {
      list.marker = try (key.keyword(value) as MarkerWord).marker
    }
    if let (value, key) = members[.text] { list.marker = .text(try key.string(value)) }
    var (prefix, suffix): (String, String?) = ("", nil)
    if let (value, key) = members[.prefix] { prefix = try key.string(value) }
    if let (value, key) = members[.suffix] { suffix = try key.string(value) }
    if case .counter(let style, _, _) = list.marker {
      list.marker = .counter(style, prefix: prefix, suffix: suffix)
    }
    if let (value, key) = members[.level] {
      list.level = try key.integer(value)
      guard list.level <= Self.deepest else { throw key.error("a number up to 63 is wanted") }
    }
    indent = Length(ems: Self.indentOfLevel * Double(list.level + 1))
    if let (value, key) = members[.start] {
      guard let start = Int(exactly: try key.number(value)), abs(start) < 1 << 31 else {
        throw key.error("a whole number is wanted")
      }
      (list.start, list.number) = (start, start)
    }
    if let (value, key) = members[.gap] { gap = try key.length(value) }
    if let (value, key) = members[.indent] { indent = try key.length(value) }
  }

  mutating func resolve(em: Double) {
    gap.resolve(em: em)
    indent.resolve(em: em)
  }

  /// Makes a paragraph an item, indented by the list's indent unless the style sets `startIndent`.
  func apply(to fields: inout ParagraphStyle.Fields, of change: StyleChange) {
    fields.list = list
    fields.list?.gap = gap.value
    if change[.startIndent] == nil { fields.startIndent = indent.value }
  }
}
