// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
internal import TextModel

/// The members of `strut`.
package enum StrutMember: String, DocumentTable {
  case size
  case family
  case weight
  case forced

  package var row: Row {
    switch self {
    case .size: (.size, "the em size (default: that of the style)")
    case .family: (.families, "the families in order of preference (default: those of the style)")
    case .weight: (.weight, "the weight (default 400)")
    case .forced: (.flag, "whether lines have this height whatever they hold (default false)")
    }
  }
}

/// The strut of a style, whose size may be relative.
struct StrutValue: ParagraphValue {
  private var size: Length?
  private var families: [String]?
  private var weight = 400.0
  private var isForced = false

  init(
    _ value: JSONValue, _ key: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) {
    let members = try ObjectMembers<StrutMember>(value, key, &unknownKeys)
    if let (value, key) = members[.size] { size = try StyleProperty.size(value, key) }
    if let (value, key) = members[.family] { families = try StyleProperty.families(value, key) }
    if let (value, key) = members[.weight] {
      weight = try key.value(value, .weight, OptionValue.weight)
    }
    if let (value, key) = members[.forced] { isForced = try key.bool(value) }
  }

  mutating func resolve(em: Double) {
    if size == nil { size = Length(ems: 1) }
    size?.resolve(em: em)
  }

  func apply(to fields: inout ParagraphStyle.Fields, of change: StyleChange) {
    let font = FontDescriptor(families: families ?? change.families ?? [], weight: weight)
    fields.strut = LineStrut(
      ShapingStyle(font: font, size: size?.value ?? ShapingStyle.default.size), isForced: isForced)
  }
}
