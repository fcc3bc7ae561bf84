// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import SystemConcurrency
package import TextModel

/// The punctuation marks of a paragraph that hang beyond the edges of its lines.
package struct HangingMarks: Sendable {
  /// The kinds of punctuation marks that hang.
  package let kinds: HangingPunctuation
  private let baseLevel: UInt8

  /// - Returns: `nil` for a style by which nothing hangs.
  package init?(_ style: ParagraphStyle, baseLevel: UInt8) {
    guard style.storage.hangsPunctuation else { return nil }
    kinds = style.storage.fields.hangingPunctuation
    self.baseLevel = baseLevel
  }

  /// Whether a punctuation mark hangs at the end of a line that has no room for it.
  ///
  /// - Parameter isLast: Whether the paragraph ends behind the mark.
  package func mayHang(_ unit: UInt16, isLast: Bool) -> Bool {
    if Self.isStop(unit) { return !kinds.isDisjoint(with: [.allowEnd, .forceEnd]) }
    return isLast && kinds.contains(.last) && Self.closes(unit)
  }

  /// Whether a punctuation mark that may hang also hangs where its line has room for it.
  package func mustHang(_ unit: UInt16) -> Bool {
    !Self.isStop(unit) || kinds.contains(.forceEnd)
  }

  /// The width of a punctuation mark, in points; 0 if the mark does not run in the direction of its
  /// paragraph, or is part of a ligature.
  package func width(of offset: Int, in run: ShapedRun) -> Double {
    guard run.level == baseLevel, run.kind == .text else { return 0 }
    let glyphs = run.glyphRange(for: TextRange(offset, offset + 1))
    guard let first = glyphs.first, run.cluster(at: first) == offset else { return 0 }
    // The mark does not hang if its glyph also stands for the next character: it is a ligature.
    if offset + 1 < run.textRange.end, !run.beginsCluster(at: offset + 1) { return 0 }
    // At the end of a line, a mark that is trimmed beside another run gets its other half back.
    let isTrimmed = run.trimmedEdges.contains(.end) && offset + 1 == run.textRange.end
    return max(0, run.width(of: glyphs) + (isTrimmed ? run.size / 2 : 0))
  }

  /// Whether a code unit is a stop or comma. Source: CSS Text 3, 8.2.
  package static func isStop(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x2C, 0x2E, 0x060C, 0x06D4, 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFE50...0xFE52, 0xFF61,
      0xFF64:
      true
    default: false
    }
  }

  /// Whether a code unit is an opening bracket or a quote. Source: CSS Text 3, 8.2: Ps, Pi, Pf and
  /// the quotes of ASCII.
  package static func opens(_ unit: UInt16) -> Bool {
    if unit == 0x22 || unit == 0x27 { return true }
    // The numbers are ICU's `UCharCategory`: Ps is 20, Pe 21, Pi 28, Pf 29.
    let category = ctext_icu_general_category(Int32(unit))
    return category == 20 || category == 28 || category == 29
  }

  /// Whether a code unit is a closing bracket or a quote: Pe, Pi, Pf and the quotes of ASCII.
  package static func closes(_ unit: UInt16) -> Bool {
    if unit == 0x22 || unit == 0x27 { return true }
    let category = ctext_icu_general_category(Int32(unit))
    return category == 21 || category == 28 || category == 29
  }
}

extension ShapedRun {
  /// Whether a cluster with glyphs begins at an offset within the run.
  fileprivate func beginsCluster(at offset: Int) -> Bool {
    guard let first = glyphRange(for: TextRange(offset, offset + 1)).first else { return false }
    return cluster(at: first) == offset
  }
}

extension BreakTableBuilder {
  /// Subtracts the width of each punctuation mark that may hang from the trimmed advance of the
  /// line that ends with it. Whether the mark hangs is decided line by line.
  mutating func hang(
    _ marks: HangingMarks, _ runs: [ShapedRun], _ text: Span<UInt16>
  ) throws {
    var index = 0
    for row in 0..<columns.count {
      if row & 0xFFF == 0xFFF { try cancellation.check() }
      var end = columns[row].offset
      let first = max(0, end - BreakTable.LineEndTraits.maximumHangingCount)
      while end > first, BreakTable.hangs(text[end - 1]) { end -= 1 }
      guard end > first, marks.mayHang(text[end - 1], isLast: row == columns.count - 1) else {
        continue
      }
      while index + 1 < runs.count, runs[index].textRange.end < end {
        index += 1
        if index & 0xFFF == 0xFFF { try cancellation.check() }
      }
      let run = runs[index]
      var width = marks.width(of: end - 1, in: run)
      // Half of the mark's width was already subtracted, since a line may trim the mark.
      if end == columns[row].offset, run.trimsAtLineEnd(text[end - 1], at: end - 1) {
        width = max(0, width - run.size / 2)
      }
      guard width > 0 else { continue }
      columns.trimEnd(at: row, by: width)
      if row > 0, columns[row].trimmed < columns[row - 1].trimmed { isMonotone = false }
    }
  }
}
