// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// The members of `shape`, if it is an object: `path` or one shape, as in the path of a shape
/// layer.
package enum ShapeMember: String, DocumentObject {
  case path
  case circle
  case ellipse
  case rect
  case roundedRect
  case corners
  case rule

  package var summary: String {
    switch self {
    case .path: "SVG path data"
    case .rule: "the rule by which points lie inside (default nonzero)"
    default: PathMember(rawValue: rawValue)?.summary ?? ""
    }
  }

  package var form: ValueForm? {
    switch self {
    case .path: .text
    case .rule: .words("RULE", FillRuleKeyword.self)
    default: PathMember(rawValue: rawValue)?.form
    }
  }
}

/// The members of an element of `exclusions`: `path` or one shape, as in the path of a shape layer.
package enum ExclusionMember: String, DocumentObject {
  case path
  case circle
  case ellipse
  case rect
  case roundedRect
  case corners
  case margin

  package var summary: String {
    switch self {
    case .path: "SVG path data"
    case .margin: "the distance that lines keep from it (default 0)"
    default: PathMember(rawValue: rawValue)?.summary ?? ""
    }
  }

  package var form: ValueForm? {
    switch self {
    case .path: .text
    case .margin: .length
    default: PathMember(rawValue: rawValue)?.form
    }
  }
}

/// The members of `columns`, if it is an object.
package enum ColumnsMember: String, DocumentTable {
  case count
  case gap
  case balance

  package var row: Row {
    switch self {
    case .count: (.integerOrWord, "their number, 1 to \(StyledDocument.Columns.mostColumns)")
    case .gap: (.length, "the distance between two of them (default 1em)")
    case .balance: (.flag, "make them equal in a box with a height, too, instead of filling them")
    }
  }

  package var isRequired: Bool { self == .count }
}

/// The members of `textCombine`, if it is an object.
package enum TextCombineMember: String, DocumentObject {
  case digits

  package var summary: String { "the most digits that stand side by side, 2 to 4" }
  package var form: ValueForm? { .integer }
  package var isRequired: Bool { true }
}
