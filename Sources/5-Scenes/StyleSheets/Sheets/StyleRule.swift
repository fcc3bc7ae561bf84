// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// A property with the tokens of its value.
struct Declaration: Sendable {
  /// A keyword of every property (CSS Cascade 4, §7).
  enum Wide: String, Sendable {
    case initial, inherit, unset, revert
    case revertLayer = "revert-layer"
  }

  /// The row of the table; `nil` for a custom property.
  var row: Int?
  /// The name of a custom property.
  var name = ""
  var tokens: [CSSToken]
  var isImportant = false
  /// Whether `var()` is to be resolved.
  var hasReferences = false
  var wide: Wide?
  /// The place, for notes on what is found late.
  var line = 0
  var column = 0

  /// Whether a name is that of a property.
  static func isKnown(_ name: String) -> Bool {
    (name.hasPrefix("--") && name.count > 2) || Property.rows[name.lowercasedASCII] != nil
  }

  /// Creates a declaration of a known property; `nil` if the value is none of it.
  init?(_ name: String, _ tokens: ArraySlice<CSSToken>) {
    var tokens = tokens
    func trim() { while tokens.last == .whitespace { tokens.removeLast() } }
    trim()
    if case .ident(let word)? = tokens.last, word.lowercasedASCII == "important" {
      let all = tokens
      tokens.removeLast()
      trim()
      if tokens.popLast() == .delimiter("!") {
        isImportant = true
        trim()
      } else {
        tokens = all
      }
    }
    self.tokens = Array(tokens)
    if name.hasPrefix("--") { self.name = name } else { row = Property.rows[name.lowercasedASCII] }
    hasReferences = tokens.contains { $0 == .function("var") || $0 == .function("env") }
    if tokens.count == 1, case .ident(let word)? = tokens.first {
      wide = Wide(rawValue: word.lowercasedASCII)
    }
    guard Self.isBalanced(self.tokens), CustomProperties.areReferences(self.tokens) else {
      return nil
    }
    if wide == nil, !hasReferences, let row, !Property.table[row].accepts(self.tokens) {
      return nil
    }
  }

  /// Whether brackets are closed in their order, and nothing stands that ends a declaration.
  private static func isBalanced(_ tokens: [CSSToken]) -> Bool {
    var closers: [CSSToken] = []
    for token in tokens {
      switch token {
      case .badString, .badURL: return false
      case .closeRound, .closeSquare, .closeCurly:
        if closers.popLast() != token { return false }
      case .delimiter("!") where closers.isEmpty, .semicolon where closers.isEmpty: return false
      default: if let closing = token.closing { closers.append(closing) }
      }
    }
    return true
  }
}

extension Property {
  /// Whether a value without references is one of the property.
  func accepts(_ tokens: [CSSToken]) -> Bool {
    var style = ComputedStyle.initial
    var reader = ValueReader(
      tokens, ValueContext(environment: MediaEnvironment(viewport: Size(width: 800, height: 600))))
    return !reader.isAtEnd && read(&reader, &style) && reader.isAtEnd
  }
}

/// A style rule: selectors and declarations, under a condition.
struct StyleRule: Sendable {
  var selectors: [Selector]
  var declarations: [Declaration]
  /// The media on which the rule depends: a place in the sheet's conditions.
  var condition: Int?
  /// The layer of the rule; rules without a layer stand above all layers.
  var layer = Int.max
  /// Whether the rule declares custom properties.
  var hasCustom: Bool
  /// The reference of the sheet.
  var base: String
}

/// A font or a page under a condition.
struct ConditionalRule<Rule: Sendable>: Sendable {
  var rule: Rule
  var condition: Int?
}

/// The media of a block, within those of the block around it.
struct MediaBlock: Sendable {
  var condition: MediaCondition
  var parent: Int?
}

/// A descriptor of a rule with a name.
struct Descriptor: Sendable {
  var name: String
  var tokens: [CSSToken]
  /// The value as it is spelled.
  var text: String
}
