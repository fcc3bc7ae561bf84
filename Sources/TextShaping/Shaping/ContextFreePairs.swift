// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The pairs of characters in which nothing but kerning happens, read from the rules of a font.
///
/// A pair is *unfit* where some rule may do more beside it than move the pen between the two. In a
/// text without unfit pairs no substitution applies and no context matches: every rule that begins
/// at a glyph needs the glyph beside it to be one that it accepts, and that one is not. What is
/// left are rules for pairs, which see two neighbours and move the first one's advance. So the
/// glyphs of such a text are those of its characters, and each advance follows from two of them.
///
/// The analysis is conservative: a rule counts by its first glyph and one neighbour alone.
///
/// Source: OpenType 1.9, `GSUB` and `GPOS`.
struct ContextFreePairs {
  /// A set of characters, each a bit.
  typealias Characters = UInt128

  /// Characters at which a rule begins that needs no neighbour.
  private(set) var excluded: Characters = 0
  /// For each character those with which it is an unfit pair when they follow.
  private(set) var unfit: [Characters]
  /// The glyph of each character; 0 for none.
  private let glyphs: [UInt16]
  /// The number of rules that may still be read: a bound on the time that a font can take.
  private var budget = 20_000
  private var coverages: [Int: Covered] = [:]
  private var classes: [Int: [Int]] = [:]

  /// The characters of a coverage table.
  private struct Covered {
    var characters: Characters = 0
    /// The coverage index of each character; -1 for none.
    var indices: [Int]
  }

  /// - Parameter glyphs: The glyph of each of at most 128 characters; 0 for none.
  init(glyphs: [UInt16]) {
    self.glyphs = glyphs
    unfit = Array(repeating: 0, count: glyphs.count)
  }

  /// Adds the rules of some lookups.
  ///
  /// - Returns: Whether all of them are of a known kind, and there were not too many.
  mutating func read(_ table: LayoutTable, lookups: [Int], positions: Bool) -> Bool {
    coverages = [:]
    classes = [:]
    if table.isEmpty { return true }
    if table.u16(0) != 1 { return false }
    let list = table.u16(8)
    for index in lookups where list != 0 && index < table.u16(list) {
      guard let lookup = table.offset(at: list + 2 + 2 * index, from: list) else { continue }
      let (type, flags) = (table.u16(lookup), table.u16(lookup + 2))
      for k in 0..<table.u16(lookup + 4) {
        budget -= 1
        if budget < 0 { return false }
        guard let subtable = table.offset(at: lookup + 6 + 2 * k, from: lookup) else { continue }
        let isExtension = type == (positions ? 9 : 7)
        let kind = isExtension ? table.u16(subtable + 2) : type
        let at = isExtension ? subtable + table.u32(subtable + 4) : subtable
        if flags & 6 != 0 {
          // The rule skips marks or ligatures, so its neighbour may stand further off.
          exclude(table, coverage: firstCoverage(table, kind, at, positions), from: at)
        } else if positions {
          if !readPositioning(table, kind, at) { return false }
        } else {
          if !readSubstitution(table, kind, at) { return false }
        }
      }
    }
    return budget >= 0
  }

  /// The offset of the field that refers to the coverage of a rule's first glyph.
  private func firstCoverage(
    _ table: LayoutTable, _ kind: Int, _ at: Int, _ positions: Bool
  ) -> Int {
    if table.u16(at) != 3 { return at + 2 }
    if kind == (positions ? 7 : 5) { return at + 6 }
    return kind == (positions ? 8 : 6) ? at + 6 + 2 * table.u16(at + 2) : at + 2
  }

  private mutating func readSubstitution(_ table: LayoutTable, _ kind: Int, _ at: Int) -> Bool {
    switch kind {
    case 1, 2, 3: exclude(table, coverage: at + 2, from: at)
    case 4: readLigatures(table, at)
    case 5: return readContexts(table, at)
    case 6: return readChains(table, at)
    case 8:
      let backtrack = at + 4
      let lookahead = backtrack + 2 + 2 * table.u16(backtrack)
      note(
        covered(table, field: at + 2, from: at).characters,
        before: first(of: table, list: backtrack, from: at),
        after: first(of: table, list: lookahead, from: at))
    default: return false
    }
    return true
  }

  private mutating func readPositioning(_ table: LayoutTable, _ kind: Int, _ at: Int) -> Bool {
    switch kind {
    case 1, 3, 4, 5, 6: exclude(table, coverage: at + 2, from: at)
    case 2:
      // A rule that moves the second glyph goes on after it.
      if table.u16(at + 6) != 0 { exclude(table, coverage: at + 2, from: at) }
    case 7: return readContexts(table, at)
    case 8: return readChains(table, at)
    default: return false
    }
    return true
  }

  // MARK: - Rules

  /// Adds a rule by the characters at which it begins and those that it accepts beside them; nil
  /// for any.
  private mutating func note(_ first: Characters, before: Characters?, after: Characters?) {
    budget -= 1
    if first == 0 { return }
    // One of the two is enough to keep it from matching.
    if let after, after.nonzeroBitCount <= before?.nonzeroBitCount ?? .max {
      Self.forEach(first) { unfit[$0] |= after }
    } else if let before {
      Self.forEach(before) { unfit[$0] |= first }
    } else {
      excluded |= first
    }
  }

  private mutating func exclude(_ table: LayoutTable, coverage field: Int, from at: Int) {
    excluded |= covered(table, field: field, from: at).characters
  }

  private mutating func readLigatures(_ table: LayoutTable, _ at: Int) {
    let first = covered(table, field: at + 2, from: at)
    Self.forEach(first.characters) { character in
      guard let set = ruleSet(table, at, sets: at + 4, first.indices[character]) else { return }
      for rule in table.rules(of: set) where budget >= 0 {
        note(
          1 << Characters(character), before: nil,
          after: table.u16(rule + 2) > 1 ? characters(ofGlyph: table.u16(rule + 4)) : nil)
      }
    }
  }

  private mutating func readContexts(_ table: LayoutTable, _ at: Int) -> Bool {
    switch table.u16(at) {
    case 1:
      let first = covered(table, field: at + 2, from: at)
      Self.forEach(first.characters) { character in
        guard let set = ruleSet(table, at, sets: at + 4, first.indices[character]) else { return }
        for rule in table.rules(of: set) where budget >= 0 {
          note(
            1 << Characters(character), before: nil,
            after: table.u16(rule) > 1 ? characters(ofGlyph: table.u16(rule + 4)) : nil)
        }
      }
    case 2:
      let first = covered(table, field: at + 2, from: at).characters
      let classes = classes(table, field: at + 4, from: at)
      for number in 0..<table.u16(at + 6) where budget >= 0 {
        let starters = first & characters(ofClass: number, classes)
        guard starters != 0, let set = ruleSet(table, at, sets: at + 6, number) else { continue }
        for rule in table.rules(of: set) where budget >= 0 {
          note(
            starters, before: nil,
            after: table.u16(rule) > 1 ? characters(ofClass: table.u16(rule + 4), classes) : nil)
        }
      }
    case 3:
      note(
        covered(table, field: at + 6, from: at).characters, before: nil,
        after: table.u16(at + 2) > 1
          ? covered(table, field: at + 8, from: at).characters : nil)
    default: return false
    }
    return true
  }

  private mutating func readChains(_ table: LayoutTable, _ at: Int) -> Bool {
    switch table.u16(at) {
    case 1:
      let first = covered(table, field: at + 2, from: at)
      Self.forEach(first.characters) { character in
        guard let set = ruleSet(table, at, sets: at + 4, first.indices[character]) else { return }
        for rule in table.rules(of: set) where budget >= 0 {
          let (before, inner, after) = neighbours(table, rule)
          note(
            1 << Characters(character), before: before.map { characters(ofGlyph: $0) },
            after: (inner ?? after).map { characters(ofGlyph: $0) })
        }
      }
    case 2:
      let first = covered(table, field: at + 2, from: at).characters
      let backtrack = classes(table, field: at + 4, from: at)
      let input = classes(table, field: at + 6, from: at)
      let lookahead = classes(table, field: at + 8, from: at)
      for number in 0..<table.u16(at + 10) where budget >= 0 {
        let starters = first & characters(ofClass: number, input)
        guard starters != 0, let set = ruleSet(table, at, sets: at + 10, number) else { continue }
        for rule in table.rules(of: set) where budget >= 0 {
          let (before, inner, after) = neighbours(table, rule)
          note(
            starters, before: before.map { characters(ofClass: $0, backtrack) },
            after: inner.map { characters(ofClass: $0, input) }
              ?? after.map { characters(ofClass: $0, lookahead) })
        }
      }
    case 3:
      let backtrack = at + 2
      let input = backtrack + 2 + 2 * table.u16(backtrack)
      let lookahead = input + 2 + 2 * table.u16(input)
      // Nothing begins where there is no input.
      if table.u16(input) == 0 { return true }
      note(
        covered(table, field: input + 2, from: at).characters,
        before: first(of: table, list: backtrack, from: at),
        after: table.u16(input) > 1
          ? covered(table, field: input + 4, from: at).characters
          : first(of: table, list: lookahead, from: at))
    default: return false
    }
    return true
  }

  /// The first of each sequence of a chained rule: before it, the second of its input, after it.
  private func neighbours(_ table: LayoutTable, _ rule: Int) -> (Int?, Int?, Int?) {
    let input = rule + 2 + 2 * table.u16(rule)
    let count = table.u16(input)
    let lookahead = input + 2 + 2 * max(0, count - 1)
    return (
      table.u16(rule) > 0 ? table.u16(rule + 2) : nil, count > 1 ? table.u16(input + 2) : nil,
      table.u16(lookahead) > 0 ? table.u16(lookahead + 2) : nil
    )
  }

  // MARK: - Sets

  private static func forEach(_ characters: Characters, _ body: (Int) -> Void) {
    var rest = characters
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  private func ruleSet(_ table: LayoutTable, _ at: Int, sets: Int, _ index: Int) -> Int? {
    index < table.u16(sets) ? table.offset(at: sets + 2 + 2 * index, from: at) : nil
  }

  /// The characters that the first coverage of a list accepts; nil where the list is empty.
  private mutating func first(
    of table: LayoutTable, list: Int, from at: Int
  ) -> Characters? {
    table.u16(list) == 0 ? nil : covered(table, field: list + 2, from: at).characters
  }

  private func characters(ofGlyph glyph: Int) -> Characters {
    var found: Characters = 0
    for (i, own) in glyphs.enumerated() where own != 0 && Int(own) == glyph {
      found |= 1 << Characters(i)
    }
    return found
  }

  private func characters(ofClass number: Int, _ classes: [Int]) -> Characters {
    var found: Characters = 0
    for (i, own) in classes.enumerated() where own == number { found |= 1 << Characters(i) }
    return found
  }

  private mutating func covered(_ table: LayoutTable, field: Int, from at: Int) -> Covered {
    guard let coverage = table.offset(at: field, from: at) else {
      return Covered(indices: Array(repeating: -1, count: glyphs.count))
    }
    if let known = coverages[coverage] { return known }
    var made = Covered(indices: Array(repeating: -1, count: glyphs.count))
    for (i, glyph) in glyphs.enumerated() where glyph != 0 {
      guard let index = table.coverageIndex(Int(glyph), at: coverage) else { continue }
      made.indices[i] = index
      made.characters |= 1 << Characters(i)
    }
    budget -= 4
    coverages[coverage] = made
    return made
  }

  /// The class of each character.
  private mutating func classes(_ table: LayoutTable, field: Int, from at: Int) -> [Int] {
    guard let definition = table.offset(at: field, from: at) else {
      return Array(repeating: 0, count: glyphs.count)
    }
    if let known = classes[definition] { return known }
    let made = glyphs.map { table.glyphClass(Int($0), at: definition) }
    budget -= 4
    classes[definition] = made
    return made
  }
}
