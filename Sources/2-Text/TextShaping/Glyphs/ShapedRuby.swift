// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel

/// A ruby with its glyphs.
package final class ShapedRuby: Sendable {
  package let ruby: RubyText
  /// The base, in code units of the paragraph.
  package let base: TextRange
  package let line: AnnotationLine
  /// For each run of ``line`` the glyphs at whose right side space may be added.
  package let gaps: [[Int]]
  /// Whether the paragraph is one from right to left.
  package let isRightToLeft: Bool
  /// How far the ruby reaches over the neighbours of its base where they are on its line, in
  /// points. Where a line begins or ends with the base, the base itself is widened by this room.
  let overhang: (before: Double, after: Double)
  /// The space at the left of the base up to the left edge of a ruby that is wider than the base,
  /// in points; otherwise 0.
  private let leftSpace: Double

  init(
    _ ruby: RubyText, base: TextRange, line: AnnotationLine, gaps: [[Int]], isRightToLeft: Bool,
    overhang: (before: Double, after: Double), leftSpace: Double
  ) {
    self.ruby = ruby
    self.base = base
    self.line = line
    self.gaps = gaps
    self.isRightToLeft = isRightToLeft
    self.overhang = overhang
    self.leftSpace = leftSpace
  }

  /// How far the ruby reaches beyond the left edge of its base, in points.
  ///
  /// - Parameter room: The space that the leftmost run of the base has.
  package func leftOverhang(_ room: RunRoom) -> Double {
    max(0, min(overhang.before, leftSpace - room.before))
  }
}

/// The space between the parts of the narrower text, which is a ruby or its base.
package struct RubySpread {
  /// The space before the first part, in points.
  package let before: Double
  /// The space between two parts, in points.
  package let gap: Double
  /// The space after the last part, in points.
  package let after: Double

  /// - Parameters:
  ///   - space: The difference of the widths, in points.
  ///   - gaps: The number of places between the parts.
  ///   - isRightToLeft: Whether the start is at the right, as in paragraphs from right to left.
  ///   - most: The most space at either end of a text that is spread; one em for a ruby, as in
  ///     Chromium.
  package init(
    _ space: Double, gaps: Int, _ alignment: RubyText.Alignment, isRightToLeft: Bool,
    most: Double = .infinity
  ) {
    switch alignment {
    case .spaceAround where gaps > 0:
      let end = min(most, space / Double(2 * gaps + 2))
      gap = (space - 2 * end) / Double(gaps)
      (before, after) = (end, end)
    case .spaceBetween where gaps > 0:
      gap = space / Double(gaps)
      (before, after) = (0, 0)
    case .center, .spaceAround, .spaceBetween:
      gap = 0
      (before, after) = (space / 2, space / 2)
    case .start:
      gap = 0
      (before, after) = isRightToLeft ? (space, 0) : (0, space)
    }
  }
}
