// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A token of CSS Syntax 3, §4.
enum CSSToken: Hashable, Sendable {
  /// What the spelling of a number says.
  struct Spelling: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let integer = Spelling(rawValue: 1)
    static let signed = Spelling(rawValue: 2)
  }

  case ident(String)
  /// The name in lower case; the token stands for its opening bracket, too.
  case function(String)
  /// The name in lower case.
  case atKeyword(String)
  /// Whether the name could be one of an element.
  case hash(String, isName: Bool)
  case string(String)
  case badString
  case url(String)
  case badURL
  case delimiter(Character)
  case number(Double, Spelling)
  case percentage(Double)
  /// The unit in lower case.
  case dimension(Double, Spelling, unit: String)
  case whitespace, cdo, cdc, colon, semicolon, comma
  case openSquare, closeSquare, openRound, closeRound, openCurly, closeCurly

  /// The token that closes what this one opens.
  var closing: CSSToken? {
    switch self {
    case .function, .openRound: .closeRound
    case .openSquare: .closeSquare
    case .openCurly: .closeCurly
    default: nil
    }
  }
}
