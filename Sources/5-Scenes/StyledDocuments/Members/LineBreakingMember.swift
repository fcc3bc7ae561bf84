// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
internal import TextModel

/// The member of `lineBreaking`, if it is an object.
package enum LineBreakingMember: String, DocumentObject {
  case optimal

  package var summary: String { "the lines with the least cost, and what they cost" }
  package var form: ValueForm? { .object("breakCosts") }
  package var isRequired: Bool { true }
}

/// The members of the costs of optimal lines.
package enum BreakCostMember: String, DocumentTable {
  case line
  case hyphen
  case consecutiveHyphens
  case finalHyphen
  case fitness
  case rivers
  case runt
  case runtLength
  case pretolerance
  case tolerance
  case emergencyStretch

  package var row: Row {
    switch self {
    case .line: (.integer, "what each line costs (default 10)")
    case .hyphen: (.integer, "the penalty of a line that ends in a hyphen (default 50)")
    case .consecutiveHyphens: (.integer, "the demerits of two such lines (default 10000)")
    case .finalHyphen: (.integer, "the demerits of such a line before the last (default 5000)")
    case .fitness: (.integer, "the demerits of a loose line beside a tight one (default 10000)")
    case .rivers: (.integer, "the demerits of two loose lines in sequence (default 3000)")
    case .runt: (.integer, "the penalty of a last line that is too short (default 100)")
    case .runtLength: (.number, "the share of the width that is not too short (default 0.2)")
    case .pretolerance: (.number, "the greatest badness at first; -1: no such try (default -1)")
    case .tolerance: (.integer, "the greatest badness then (default 200)")
    case .emergencyStretch:
      (.number, "the share of the width that lines may lack at last (default 0.1)")
    }
  }
}

extension BreakCosts {
  /// Reads costs; costs that are absent have their defaults.
  init(
    _ value: JSONValue, _ parent: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) {
    let members = try ObjectMembers<BreakCostMember>(value, parent, &unknownKeys)
    self.init()
    for name in BreakCostMember.allCases {
      guard let (value, key) = members[name] else { continue }
      switch name {
      case .line: line = try key.integer(value)
      case .hyphen: hyphen = try key.integer(value)
      case .consecutiveHyphens: consecutiveHyphens = try key.integer(value)
      case .finalHyphen: finalHyphen = try key.integer(value)
      case .fitness: fitness = try key.integer(value)
      case .rivers: rivers = try key.integer(value)
      case .runt: runt = try key.integer(value)
      case .runtLength: runtLength = try key.number(value)
      case .pretolerance:
        guard let whole = Int(exactly: try key.number(value)) else {
          throw key.error("a whole number from -1 is wanted")
        }
        pretolerance = whole
      case .tolerance: tolerance = try key.integer(value)
      case .emergencyStretch: emergencyStretch = try key.number(value)
      }
      if let found = invalid {
        throw key.error("a number from 0 to \(DecimalNumber.text(found.most)) is wanted")
      }
    }
  }
}

extension LineBreaking {
  /// Reads a word, or an object with costs.
  init(
    _ value: JSONValue, _ key: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) {
    if case .object = value {
      let members = try ObjectMembers<LineBreakingMember>(value, key, &unknownKeys)
      guard let (value, key) = members[.optimal] else {
        self = .optimal
        return
      }
      self = .optimal(try BreakCosts(value, key, &unknownKeys))
      return
    }
    self.init(try key.keyword(value) as LineBreakingWord)
  }
}
