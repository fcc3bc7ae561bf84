// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A complex selector (Selectors 4, §4): compounds from the right to the left.
struct Selector: Sendable {
  /// How a compound meets the one to its left.
  enum Combinator: Sendable { case descendant, child, next, following }

  /// Simple selectors of one element.
  struct Compound: Sendable {
    var parts: [Part] = []
    /// How the compound meets the next one, which stands to its left.
    var combinator = Combinator.descendant
  }

  /// A simple selector.
  enum Part: Sendable {
    case type(String)
    case id(String)
    case `class`(String)
    case attribute(AttributeTest)
    case root, empty, firstChild, lastChild, onlyChild, firstOfType, lastOfType, onlyOfType
    /// `:nth-child()` and its kin; `of` is a list of selectors.
    case nth(step: Int, offset: Int, isLast: Bool, isOfType: Bool, of: [Selector]?)
    case not([Selector])
    case `is`([Selector])
    case has([Selector])
    case language([String])
    case direction(TextDirection)
    case link, checked, disabled, enabled
    /// The element that `:has()` or a nested rule starts from.
    case scope
    /// A state that no element here is in: `:hover`.
    case never
  }

  /// A test of an attribute.
  struct AttributeTest: Sendable {
    enum Kind: Sendable { case exists, equals, word, dash, prefix, suffix, contains }
    var name: String
    var kind = Kind.exists
    var value = ""
    var ignoresCase = false
  }

  /// The compounds, the subject first.
  var compounds: [Compound]
  /// The part of the element that is meant.
  var pseudo: PseudoElement?
  /// Identifiers, classes and types, in ten, eleven and eleven bits.
  var specificity: UInt32
  /// The number of the selector among those of a cascade; 0 for one within another.
  var number = 0
  /// Of a selector in `:has()`: how its leftmost compound meets the element.
  var leading: Combinator?
  /// Hashes of what ancestors of the subject must have: names, identifiers and classes.
  var ancestors: [UInt32] = []
}

extension Selector {
  /// A name's hash for the filter of ancestors; the kinds of names differ.
  static func hash(_ name: String, _ kind: UInt32) -> UInt32 {
    var hash: UInt32 = 2_166_136_261 ^ kind
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash
  }

  /// Notes what ancestors must have: of the compounds that stand behind a descendant or a child.
  mutating func findAncestors() {
    var isAncestor = false
    for (index, compound) in compounds.enumerated() {
      if isAncestor, ancestors.count < 4 {
        for part in compound.parts where ancestors.count < 4 {
          switch part {
          case .type(let name): ancestors.append(Self.hash(name, 0))
          case .id(let name): ancestors.append(Self.hash(name, 1))
          case .class(let name): ancestors.append(Self.hash(name, 2))
          default: break
          }
        }
      }
      if index + 1 < compounds.count {
        // What stands beside an element is no ancestor, but what it lies in is.
        isAncestor = compound.combinator == .descendant || compound.combinator == .child
      }
    }
  }

  /// The sum of two specificities; what does not fit stays the greatest number.
  static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let classes = min((a >> 11 & 0x7FF) + (b >> 11 & 0x7FF), 0x7FF)
    return min((a >> 22) + (b >> 22), 0x3FF) << 22 | classes << 11
      | min((a & 0x7FF) + (b & 0x7FF), 0x7FF)
  }

  static func add(_ weight: UInt32, to specificity: inout UInt32) {
    specificity = sum(specificity, weight)
  }

  /// The greatest specificity of a list (Selectors 4, §17).
  static func specificity(of list: [Selector]) -> UInt32 { list.map(\.specificity).max() ?? 0 }
}
