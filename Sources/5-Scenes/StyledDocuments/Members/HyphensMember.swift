// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The members of `hyphens`, if it is an object; words are then divided as with `auto`.
package enum HyphensMember: String, DocumentTable {
  case dictionary
  case maxConsecutive
  case minWordLength
  case minBefore
  case minAfter
  case zone
  case capitalized
  case character

  package var row: Row {
    switch self {
    case .dictionary:
      (.file, "a file hyph_*.dic (default: the language's, embedded or else the system's)")
    case .maxConsecutive:
      (.integer, "the most lines in a row that end in a hyphen (default 0: any number)")
    case .minWordLength: (.integer, "the fewest characters of a word that is divided (default 5)")
    case .minBefore: (.integer, "the fewest characters before a hyphen (default 2)")
    case .minAfter: (.integer, "the fewest characters behind a hyphen (default 2)")
    case .zone:
      (.length, "the most blank space at a line's end for which no word is divided (default 0)")
    case .capitalized:
      (.flag, "divide words that begin with a capital letter (default: in German alone)")
    case .character: (.text, "what is drawn as a hyphen (default U+2010)")
    }
  }
}
