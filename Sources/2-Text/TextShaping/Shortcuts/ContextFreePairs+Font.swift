// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts

extension ContextFreePairs {
  private static let kerning: UInt32 = 0x6B65_726E  // kern

  /// Reads all rules that HarfBuzz applies to the text of an item; `nil` if they cannot be
  /// determined.
  init?(_ item: borrowing ShapingItem, glyphs: [UInt16]) {
    self.init(glyphs: glyphs)
    let face = item.font.face
    // Without kerning in `GPOS`, HarfBuzz applies the table `kern`, which moves both glyphs of a
    // pair; this reader does not allow for that.
    if !LayoutTable(Self.kerning, of: face).isEmpty,
      !PlannedLookups.hasPositioning(Self.kerning, item)
    {
      return nil
    }
    let lookups = PlannedLookups(item)
    let isRead =
      read(
        LayoutTable(PlannedLookups.substitutionTable, of: face), lookups: lookups.substitutions,
        positions: false)
      && read(
        LayoutTable(PlannedLookups.positionTable, of: face), lookups: lookups.positions,
        positions: true)
    if !isRead { return nil }
  }
}
