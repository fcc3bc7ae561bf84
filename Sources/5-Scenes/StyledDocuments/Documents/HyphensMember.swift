// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The members of `hyphens` as an object, which divides words as `auto` does.
package enum HyphensMember: String, DocumentObject {
  case dictionary
  case maxConsecutive
  case minWordLength
  case minBefore
  case minAfter
  case zone
  case capitalized
  case character

  package var summary: String {
    switch self {
    case .dictionary: "a file hyph_*.dic (default: the language's, embedded or else the system's)"
    case .maxConsecutive: "the most lines in a row that end in a hyphen (default 0: any number)"
    case .minWordLength: "the fewest characters of a word that is divided (default 5)"
    case .minBefore: "the fewest characters before a hyphen (default 2)"
    case .minAfter: "the fewest characters behind a hyphen (default 2)"
    case .zone: "the most blank space at a line's end for which no word is divided (default 0)"
    case .capitalized:
      "divide words that begin with a capital letter (default: in German alone)"
    case .character: "what is drawn as a hyphen (default U+2010)"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .dictionary: .file
    case .maxConsecutive, .minWordLength, .minBefore, .minAfter: .integer
    case .zone: .length
    case .capitalized: .flag
    case .character: .text
    }
  }

  package var isRequired: Bool { false }
}
