// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles

/// The pairs of characters for which a font may do more than kern, read from its rules. Text
/// without them can be put together from the glyphs and the kerning of single pairs.
///
/// A pair is *unfit* if a rule that may do more than change the advance of the pair's first glyph
/// begins at one of its characters and needs the other beside it. In a text without unfit pairs and
/// without ``excluded`` characters no substitution applies and no context matches, since each such
/// rule needs a certain neighbour of its first glyph, and the two would be an unfit pair. The rules
/// that remain position pairs: they change the advance of the first glyph of two. So each character
/// has its own glyph, and each advance depends on two characters only.
///
/// The analysis is conservative: of each rule only the first glyph and one neighbour are compared,
/// so a pair may be unfit although the rest of the rule never matches.
///
/// Source: OpenType 1.9, `GSUB` and `GPOS`.
struct ContextFreePairs {
  /// A set of characters: bit *n* is the character with index *n* in the array given to
  /// ``init(glyphs:)``.
  typealias Characters = UInt128

  /// The characters to which a rule applies whatever stands beside them.
  private(set) var excluded: Characters = 0
  /// For each character, the ones that may not follow it: the second characters of its unfit pairs.
  private(set) var unfit: [Characters]
  private var sets: CharacterSets

  /// - Parameter glyphs: The glyph of each character, at most 128; 0 for a character without a
  ///   glyph.
  init(glyphs: [UInt16]) {
    sets = CharacterSets(glyphs: glyphs)
    unfit = Array(repeating: 0, count: glyphs.count)
  }

  /// Adds the rules of some lookups.
  ///
  /// - Returns: `false` if a lookup is of an unknown kind or the rules are too many to read; the
  ///   pairs are then of no use.
  mutating func read(_ table: LayoutTable, lookups: [Int], positions: Bool) -> Bool {
    sets.removeAll()
    if table.isEmpty { return true }
    if table.u16(0) != 1 { return false }
    let list = table.u16(8)
    for index in lookups.map({ FileNumber($0) }) where list > 0 && index < table.u16(list) {
      guard let lookup = table.offset(at: list + 2 + 2 * index, from: list) else { continue }
      let (type, flags) = (table.u16(lookup), table.u16(lookup + 2))
      for k in table.indices(lookup + 4) {
        sets.budget -= 1
        if sets.budget < 0 { return false }
        guard let subtable = table.offset(at: lookup + 6 + 2 * FileNumber(k), from: lookup) else {
          continue
        }
        let isExtension = type == (positions ? 9 : 7)
        let kind = isExtension ? table.u16(subtable + 2) : type
        let at = isExtension ? subtable + table.u32(subtable + 4) : subtable
        if flags & 6 > 0 {
          // The rule skips combining marks or ligatures, so the glyph that it needs may stand
          // further off: all characters at which it begins are excluded.
          exclude(table, coverage: firstCoverage(table, kind, at, positions), from: at)
        } else if positions {
          if !readPositioning(table, kind, at) { return false }
        } else {
          if !readSubstitution(table, kind, at) { return false }
        }
      }
    }
    return sets.budget >= 0
  }

  /// The offset of the field that refers to the coverage of a rule's first glyph.
  private func firstCoverage(
    _ table: LayoutTable, _ kind: FileNumber, _ at: FileNumber, _ positions: Bool
  ) -> FileNumber {
    if table.u16(at) != 3 { return at + 2 }
    if kind == (positions ? 7 : 5) { return at + 6 }
    return kind == (positions ? 8 : 6) ? at + 6 + 2 * table.u16(at + 2) : at + 2
  }

  private mutating func readSubstitution(_ table: LayoutTable, _ kind: FileNumber, _ at: FileNumber)
    -> Bool
  {
    switch kind.value {
    case 1, 2, 3: exclude(table, coverage: at + 2, from: at)
    case 4: readLigatures(table, at)
    case 5: return readContexts(table, at)
    case 6: return readChains(table, at)
    case 8:
      let backtrack = at + 4
      let lookahead = backtrack + 2 + 2 * table.u16(backtrack)
      note(
        sets.covered(table, field: at + 2, from: at).characters,
        before: sets.first(of: table, list: backtrack, from: at),
        after: sets.first(of: table, list: lookahead, from: at))
    default: return false
    }
    return true
  }

  private mutating func readPositioning(_ table: LayoutTable, _ kind: FileNumber, _ at: FileNumber)
    -> Bool
  {
    switch kind.value {
    case 1, 3, 4, 5, 6: exclude(table, coverage: at + 2, from: at)
    case 2:
      // A rule that also moves the second glyph is not applied at that glyph again, so advances
      // would depend on more than two characters.
      if table.u16(at + 6) != 0 { exclude(table, coverage: at + 2, from: at) }
    case 7: return readContexts(table, at)
    case 8: return readChains(table, at)
    default: return false
    }
    return true
  }

  // MARK: - Rules

  /// Adds one rule: the characters at which it begins, and those that it needs directly before and
  /// after them; `nil` if any will do.
  private mutating func note(_ first: Characters, before: Characters?, after: Characters?) {
    sets.budget -= 1
    if first == 0 { return }
    // The rule needs both neighbours, so it is enough to mark one side; the smaller set marks fewer
    // pairs.
    if let after, after.nonzeroBitCount <= before?.nonzeroBitCount ?? .max {
      CharacterSets.forEach(first) { unfit[$0] |= after }
    } else if let before {
      CharacterSets.forEach(before) { unfit[$0] |= first }
    } else {
      excluded |= first
    }
  }

  private mutating func exclude(
    _ table: LayoutTable, coverage field: FileNumber, from at: FileNumber
  ) {
    excluded |= sets.covered(table, field: field, from: at).characters
  }

  private mutating func readLigatures(_ table: LayoutTable, _ at: FileNumber) {
    let first = sets.covered(table, field: at + 2, from: at)
    CharacterSets.forEach(first.characters) { character in
      guard let set = ruleSet(table, at, sets: at + 4, first.indices[character]) else { return }
      for rule in table.rules(of: set) where sets.budget >= 0 {
        note(
          1 << Characters(character), before: nil,
          after: table.u16(rule + 2) > 1 ? sets.characters(ofGlyph: table.u16(rule + 4)) : nil)
      }
    }
  }

  private mutating func readContexts(_ table: LayoutTable, _ at: FileNumber) -> Bool {
    switch table.u16(at).value {
    case 1:
      let first = sets.covered(table, field: at + 2, from: at)
      CharacterSets.forEach(first.characters) { character in
        guard let set = ruleSet(table, at, sets: at + 4, first.indices[character]) else { return }
        for rule in table.rules(of: set) where sets.budget >= 0 {
          note(
            1 << Characters(character), before: nil,
            after: table.u16(rule) > 1 ? sets.characters(ofGlyph: table.u16(rule + 4)) : nil)
        }
      }
    case 2:
      let first = sets.covered(table, field: at + 2, from: at).characters
      let classes = sets.classes(table, field: at + 4, from: at)
      for number in table.indices(at + 6).map({ FileNumber($0) }) where sets.budget >= 0 {
        let starters = first & sets.characters(ofClass: number, classes)
        guard starters != 0, let set = ruleSet(table, at, sets: at + 6, number) else { continue }
        for rule in table.rules(of: set) where sets.budget >= 0 {
          note(
            starters, before: nil,
            after: table.u16(rule) > 1
              ? sets.characters(ofClass: table.u16(rule + 4), classes) : nil)
        }
      }
    case 3:
      note(
        sets.covered(table, field: at + 6, from: at).characters, before: nil,
        after: table.u16(at + 2) > 1
          ? sets.covered(table, field: at + 8, from: at).characters : nil)
    default: return false
    }
    return true
  }

  private mutating func readChains(_ table: LayoutTable, _ at: FileNumber) -> Bool {
    switch table.u16(at).value {
    case 1:
      let first = sets.covered(table, field: at + 2, from: at)
      CharacterSets.forEach(first.characters) { character in
        guard let set = ruleSet(table, at, sets: at + 4, first.indices[character]) else { return }
        for rule in table.rules(of: set) where sets.budget >= 0 {
          let (before, inner, after) = neighbours(table, rule)
          note(
            1 << Characters(character), before: before.map { sets.characters(ofGlyph: $0) },
            after: (inner ?? after).map { sets.characters(ofGlyph: $0) })
        }
      }
    case 2:
      let first = sets.covered(table, field: at + 2, from: at).characters
      let backtrack = sets.classes(table, field: at + 4, from: at)
      let input = sets.classes(table, field: at + 6, from: at)
      let lookahead = sets.classes(table, field: at + 8, from: at)
      for number in table.indices(at + 10).map({ FileNumber($0) }) where sets.budget >= 0 {
        let starters = first & sets.characters(ofClass: number, input)
        guard starters != 0, let set = ruleSet(table, at, sets: at + 10, number) else { continue }
        for rule in table.rules(of: set) where sets.budget >= 0 {
          let (before, inner, after) = neighbours(table, rule)
          note(
            starters, before: before.map { sets.characters(ofClass: $0, backtrack) },
            after: inner.map { sets.characters(ofClass: $0, input) }
              ?? after.map { sets.characters(ofClass: $0, lookahead) })
        }
      }
    case 3:
      let backtrack = at + 2
      let input = backtrack + 2 + 2 * table.u16(backtrack)
      let lookahead = input + 2 + 2 * table.u16(input)
      // A rule without input glyphs never applies.
      if table.u16(input) == 0 { return true }
      note(
        sets.covered(table, field: input + 2, from: at).characters,
        before: sets.first(of: table, list: backtrack, from: at),
        after: table.u16(input) > 1
          ? sets.covered(table, field: input + 4, from: at).characters
          : sets.first(of: table, list: lookahead, from: at))
    default: return false
    }
    return true
  }

  /// The nearest neighbours of the first glyph in a chained rule: the glyph before it, the second
  /// one of the input, and the first one after the input; `nil` for an empty sequence.
  private func neighbours(_ table: LayoutTable, _ rule: FileNumber) -> (
    FileNumber?, FileNumber?, FileNumber?
  ) {
    let input = rule + 2 + 2 * table.u16(rule)
    let count = table.u16(input)
    let lookahead = input + 2 + 2 * (count > 0 ? count - 1 : 0)
    return (
      table.u16(rule) > 0 ? table.u16(rule + 2) : nil, count > 1 ? table.u16(input + 2) : nil,
      table.u16(lookahead) > 0 ? table.u16(lookahead + 2) : nil
    )
  }

  private func ruleSet(
    _ table: LayoutTable, _ at: FileNumber, sets: FileNumber, _ index: FileNumber
  ) -> FileNumber? {
    index < table.u16(sets) ? table.offset(at: sets + 2 + 2 * index, from: at) : nil
  }
}
