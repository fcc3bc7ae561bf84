// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A pattern as a tree.
indirect enum PatternNode: Hashable, Sendable {
  case empty
  case scalar(Unicode.Scalar)
  case set(PatternSet)
  case assertion(PatternAssertion)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  case repetition(PatternNode, minimum: Int, maximum: Int?, isLazy: Bool)
}

/// A condition on a place between two characters.
enum PatternAssertion: Hashable, Sendable {
  case startOfLine
  case endOfLine
  case wordBoundary
  case noWordBoundary

  /// Whether the condition holds at an offset.
  func holds(in text: ScannedText, at offset: Int) -> Bool {
    switch self {
    case .startOfLine:
      return offset == 0 || text.unit(offset - 1) == 0x0A
    case .endOfLine:
      return offset == text.count || text.unit(offset) == 0x0A
    case .wordBoundary, .noWordBoundary:
      let before = PatternSet.isWord(text.scalar(before: offset).scalar)
      let after = PatternSet.isWord(text.scalar(at: offset).scalar)
      return (before != after) == (self == .wordBoundary)
    }
  }
}

/// A set of characters, as `[a-z\d]` denotes one.
struct PatternSet: Hashable, Sendable {
  /// A class that a letter after `\` names; capitals name the complements.
  enum Class: Hashable, Sendable {
    case digit
    case word
    case space
  }

  var ranges: [ClosedRange<UInt32>] = []
  var classes: [Class] = []
  /// The classes whose complement belongs to the set, as `\D` in `[\Da]`.
  var complements: [Class] = []
  /// Whether the set holds the characters that are not listed, as `[^a-z]`.
  var isNegated = false

  /// Whether the set has a character.
  func contains(_ scalar: Unicode.Scalar, ignoresCase: Bool) -> Bool {
    var found = lists(scalar)
    if ignoresCase, !found {
      let (lower, upper) = scalar.simpleCases
      found = lists(lower) || lists(upper)
    }
    return found != isNegated
  }

  private func lists(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
      || classes.contains { Self.contains(scalar, $0) }
      || complements.contains { !Self.contains(scalar, $0) }
  }

  private static func contains(_ scalar: Unicode.Scalar, _ name: Class) -> Bool {
    switch name {
    case .digit: scalar.decimalDigit != nil
    case .word: isWord(scalar)
    case .space: scalar.properties.isWhitespace
    }
  }

  /// Whether a character is a letter, combining mark, digit or low line.
  static func isWord(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.isWordScalar }
}

extension Unicode.Scalar {
  /// The lower and upper case, where each is one scalar; else the scalar itself.
  var simpleCases: (lower: Unicode.Scalar, upper: Unicode.Scalar) {
    func single(_ mapping: String) -> Unicode.Scalar {
      let scalars = mapping.unicodeScalars
      guard let first = scalars.first, scalars.count == 1 else { return self }
      return first
    }
    return (single(properties.lowercaseMapping), single(properties.uppercaseMapping))
  }
}
