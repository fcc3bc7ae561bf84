// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

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
}

/// A style rule: selectors and declarations, under a condition.
struct StyleRule: Sendable {
  var selectors: [Selector]
  var declarations: [Declaration]
  /// The media on which the rule depends: a place in the sheet's conditions.
  var condition: Int?
  /// The layer of the rule; rules without a layer stand above all layers.
  var layer = Int.max
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
