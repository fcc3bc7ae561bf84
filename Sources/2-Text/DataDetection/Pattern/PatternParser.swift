// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads the syntax of patterns, which ``CustomRule`` describes.
struct PatternParser {
  /// The longest pattern, in scalars, and the deepest nesting of groups.
  static let maximumLength = 1000
  static let maximumDepth = 50
  /// The largest bound of `{m,n}`.
  static let maximumRepetition = 1000

  private let scalars: [Unicode.Scalar]
  private var offset = 0
  private var depth = 0

  init(_ pattern: String) throws(DataDetectionError) {
    scalars = Array(pattern.unicodeScalars.prefix(Self.maximumLength + 1))
    if scalars.count > Self.maximumLength {
      throw DataDetectionError(
        .tooLarge, at: Self.maximumLength,
        "a pattern has at most \(Self.maximumLength) characters")
    }
  }

  /// The tree of the whole pattern.
  mutating func parse() throws(DataDetectionError) -> PatternNode {
    let node = try alternatives()
    if offset < scalars.count {
      throw DataDetectionError(.malformed, at: offset, "no group is open here: write \\)")
    }
    return node
  }

  private var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    offset += 1
    return true
  }

  private mutating func alternatives() throws(DataDetectionError) -> PatternNode {
    var nodes = [try sequence()]
    while take("|") { nodes.append(try sequence()) }
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() throws(DataDetectionError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let node = try atom()
      nodes.append(try repetitions(of: node))
    }
    return nodes.isEmpty ? .empty : .sequence(nodes)
  }

  private mutating func repetitions(of atom: PatternNode) throws(DataDetectionError)
    -> PatternNode
  {
    let bounds: (Int, Int?)
    switch next {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{": bounds = try braces()
    default: return atom
    }
    offset += 1
    if case .assertion = atom {
      throw DataDetectionError(.malformed, at: offset - 1, "a place cannot be repeated")
    }
    let isLazy = take("?")
    if let scalar = next, scalar == "*" || scalar == "+" || scalar == "?" || scalar == "{" {
      throw DataDetectionError(
        scalar == "+" ? .unsupported : .malformed, at: offset,
        "a repetition follows a repetition: put the first into a group")
    }
    return .repetition(atom, minimum: bounds.0, maximum: bounds.1, isLazy: isLazy)
  }

  /// Reads `{m}`, `{m,}` or `{m,n}` up to the closing brace, which is left.
  private mutating func braces() throws(DataDetectionError) -> (Int, Int?) {
    let start = offset
    offset += 1
    let minimum = try number(start)
    var maximum: Int? = minimum
    if take(",") { maximum = next == "}" ? nil : try number(start) }
    guard next == "}" else {
      throw DataDetectionError(.malformed, at: start, "write {m}, {m,} or {m,n}, or \\{")
    }
    if let maximum, maximum < minimum {
      throw DataDetectionError(.malformed, at: start, "the second bound is below the first")
    }
    return (minimum, maximum)
  }

  private mutating func number(_ start: Int) throws(DataDetectionError) -> Int {
    var value: Int?
    while let scalar = next, scalar >= "0", scalar <= "9" {
      value = (value ?? 0) * 10 + Int(scalar.value - 0x30)
      offset += 1
      if let value, value > Self.maximumRepetition {
        throw DataDetectionError(
          .tooLarge, at: start, "a repetition is bounded by \(Self.maximumRepetition)")
      }
    }
    guard let value else {
      throw DataDetectionError(.malformed, at: start, "write {m}, {m,} or {m,n}, or \\{")
    }
    return value
  }

  private mutating func atom() throws(DataDetectionError) -> PatternNode {
    let start = offset
    let scalar = scalars[offset]
    offset += 1
    switch scalar {
    case "(": return try group(start)
    case "[": return .set(try set(start))
    case ".": return .set(PatternSet(ranges: [0x0A...0x0A], isNegated: true))
    case "^": return .assertion(.startOfLine)
    case "$": return .assertion(.endOfLine)
    case "*", "+", "?", "{":
      throw DataDetectionError(.malformed, at: start, "there is nothing to repeat")
    case "\\":
      switch try escape(start) {
      case .scalar(let scalar): return .scalar(scalar)
      case .set(let set): return .set(set)
      case .assertion(let assertion): return .assertion(assertion)
      }
    default: return .scalar(scalar)
    }
  }

  private mutating func group(_ start: Int) throws(DataDetectionError) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth {
      throw DataDetectionError(
        .tooLarge, at: start, "groups nest at most \(Self.maximumDepth) deep")
    }
    if take("?"), !take(":") {
      throw DataDetectionError(.unsupported, at: start, "of groups with ? only (?:…) is known")
    }
    let node = try alternatives()
    guard take(")") else {
      throw DataDetectionError(.malformed, at: start, "the group is not closed")
    }
    return node
  }

  private enum Escape {
    case scalar(Unicode.Scalar)
    case set(PatternSet)
    case assertion(PatternAssertion)
  }

  private mutating func escape(_ start: Int) throws(DataDetectionError) -> Escape {
    guard let scalar = next else {
      throw DataDetectionError(.malformed, at: start, "nothing follows \\")
    }
    offset += 1
    switch scalar {
    case "d": return .set(PatternSet(classes: [.digit]))
    case "w": return .set(PatternSet(classes: [.word]))
    case "s": return .set(PatternSet(classes: [.space]))
    case "D": return .set(PatternSet(complements: [.digit]))
    case "W": return .set(PatternSet(complements: [.word]))
    case "S": return .set(PatternSet(complements: [.space]))
    case "b": return .assertion(.wordBoundary)
    case "B": return .assertion(.noWordBoundary)
    case "n": return .scalar("\n")
    case "r": return .scalar("\r")
    case "t": return .scalar("\t")
    case "u": return .scalar(try codePoint(start))
    default:
      if scalar.isWordScalar {
        throw DataDetectionError(.unsupported, at: start, "\\\(scalar) is not known")
      }
      return .scalar(scalar)
    }
  }

  /// Reads `{1F600}`.
  private mutating func codePoint(_ start: Int) throws(DataDetectionError) -> Unicode.Scalar {
    var digits = ""
    if take("{") {
      while let scalar = next, scalar != "}", digits.count < 7 {
        digits.unicodeScalars.append(scalar)
        offset += 1
      }
    }
    guard take("}"), let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
      throw DataDetectionError(.malformed, at: start, "write \\u{…} with a code point")
    }
    return scalar
  }

  private mutating func set(_ start: Int) throws(DataDetectionError) -> PatternSet {
    var set = PatternSet()
    set.isNegated = take("^")
    var isFirst = true
    while let scalar = next, scalar != "]" || isFirst {
      isFirst = false
      guard let lower = try member(&set) else { continue }
      guard next == "-", offset + 1 < scalars.count, scalars[offset + 1] != "]" else {
        set.ranges.append(lower.value...lower.value)
        continue
      }
      let hyphen = offset
      offset += 1
      guard let upper = try member(&set), upper >= lower else {
        throw DataDetectionError(.malformed, at: hyphen, "the range ends before it starts")
      }
      set.ranges.append(lower.value...upper.value)
    }
    guard take("]") else {
      throw DataDetectionError(.malformed, at: start, "the class is not closed")
    }
    return set
  }

  /// Reads a member of a class: a character, which is returned, or a class, which is added.
  private mutating func member(_ set: inout PatternSet) throws(DataDetectionError)
    -> Unicode.Scalar?
  {
    let start = offset
    let scalar = scalars[offset]
    offset += 1
    guard scalar == "\\" else { return scalar }
    switch try escape(start) {
    case .scalar(let scalar): return scalar
    case .set(let other):
      set.classes += other.classes
      set.complements += other.complements
      return nil
    case .assertion:
      throw DataDetectionError(.malformed, at: start, "a class has characters, not places")
    }
  }
}
