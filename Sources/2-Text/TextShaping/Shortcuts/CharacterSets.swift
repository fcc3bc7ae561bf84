// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles

/// The characters in the coverage and class tables of a font's layout rules; each is read once.
struct CharacterSets {
  typealias Characters = ContextFreePairs.Characters

  /// The characters of a coverage table.
  struct Covered {
    var characters: Characters = 0
    /// The coverage index of each character; invalid for none.
    var indices: [FileNumber]
  }

  /// The glyph of each character; 0 for none.
  private let glyphs: [UInt16]
  /// The number of rules that may still be read: a bound on the time that a font can take. A table
  /// counts as four.
  var budget = 20_000
  private var coverages: [Int: Covered] = [:]
  private var classes: [Int: [FileNumber]] = [:]

  init(glyphs: [UInt16]) { self.glyphs = glyphs }

  /// Drops the coverages and classes, which are cached by their offsets in one layout table.
  mutating func removeAll() {
    coverages = [:]
    classes = [:]
  }

  /// Calls a function with each character of a set, ascending.
  static func forEach(_ characters: Characters, _ body: (Int) -> Void) {
    var rest = characters
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  /// The characters that the first coverage of a list accepts; nil where the list is empty.
  mutating func first(
    of table: LayoutTable, list: FileNumber, from at: FileNumber
  ) -> Characters? {
    table.u16(list) == 0 ? nil : covered(table, field: list + 2, from: at).characters
  }

  /// The characters that a glyph stands for.
  func characters(ofGlyph glyph: FileNumber) -> Characters {
    var found: Characters = 0
    for (i, own) in glyphs.enumerated() where own != 0 && glyph == FileNumber(Int(own)) {
      found |= 1 << Characters(i)
    }
    return found
  }

  func characters(ofClass number: FileNumber, _ classes: [FileNumber]) -> Characters {
    var found: Characters = 0
    for (i, own) in classes.enumerated() where own == number { found |= 1 << Characters(i) }
    return found
  }

  /// The characters of the coverage table that a field refers to.
  mutating func covered(_ table: LayoutTable, field: FileNumber, from at: FileNumber) -> Covered {
    var made = Covered(indices: Array(repeating: .invalid, count: glyphs.count))
    guard let coverage = table.offset(at: field, from: at), let place = coverage.value else {
      return made
    }
    if let known = coverages[place] { return known }
    for (i, glyph) in glyphs.enumerated() where glyph != 0 {
      guard let index = table.coverageIndex(glyph, at: coverage) else { continue }
      made.indices[i] = index
      made.characters |= 1 << Characters(i)
    }
    budget -= 4
    coverages[place] = made
    return made
  }

  mutating func classes(_ table: LayoutTable, field: FileNumber, from at: FileNumber)
    -> [FileNumber]
  {
    guard let definition = table.offset(at: field, from: at), let place = definition.value else {
      return Array(repeating: 0, count: glyphs.count)
    }
    if let known = classes[place] { return known }
    let made = glyphs.map { table.glyphClass($0, at: definition) }
    budget -= 4
    classes[place] = made
    return made
  }
}
