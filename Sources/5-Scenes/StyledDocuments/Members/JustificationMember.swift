// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
internal import TextModel

/// The members of `justify`.
package enum JustificationMember: String, DocumentTable {
  case spaces
  case gaps
  case letters
  case kashida
  case shrink
  case strict

  package var row: Row {
    switch self {
    case .spaces: (.number, "the most that a space grows, in its own widths (default: any)")
    case .gaps: (.number, "the most between ideographs, in em (default: any)")
    case .letters: (.number, "the most between letters, in em (default 0)")
    case .kashida:
      (
        .amountOrFlag,
        "the most that joined letters are elongated, in em, or true for 1 (default 0)"
      )
    case .shrink: (.flag, "whether optimal lines may have narrower spaces (default true)")
    case .strict: (.flag, "leave lines short that the limits do not fill (default false)")
    }
  }
}

extension JustificationLimits {
  /// Reads limits; limits that are absent have their defaults.
  init(
    _ value: JSONValue, _ parent: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) {
    let members = try ObjectMembers<JustificationMember>(value, parent, &unknownKeys)
    self.init()
    for name in JustificationMember.allCases {
      guard let (value, key) = members[name] else { continue }
      switch name {
      case .spaces: spaces = try key.number(value)
      case .gaps: gaps = try key.number(value)
      case .letters: letters = try key.number(value)
      case .kashida:
        if case .bool(let isOn) = value {
          kashida = isOn ? 1 : 0
        } else {
          kashida = try key.number(value)
        }
      case .shrink: shrinksSpaces = try key.bool(value)
      case .strict: isStrict = try key.bool(value)
      }
      if invalid != nil {
        throw key.error(
          "a number from 0 to \(DecimalNumber.text(JustificationLimits.greatest)) is wanted")
      }
    }
  }
}
