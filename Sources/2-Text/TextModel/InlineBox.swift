// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// How far something reaches above and below a baseline, in points; a number below 0 ends on the
/// other side of the baseline.
package struct LineExtents: Hashable, Sendable {
  package var above: Double
  package var below: Double

  package init(above: Double, below: Double) { (self.above, self.below) = (above, below) }

  /// The extents of nothing, to which others are added.
  package static let none = LineExtents(above: -.infinity, below: -.infinity)

  package var height: Double { above + below }

  mutating func scale(by factor: Double) { (above, below) = (above * factor, below * factor) }

  /// Extends the extents by others.
  package mutating func add(_ other: LineExtents) {
    (above, below) = (max(above, other.above), max(below, other.below))
  }
}

/// An inline box, whose height counts for its lines instead of `ParagraphStyle.lineHeight`.
///
/// A line is as high as all boxes on it together, each raised by its style's `baselineOffset`. The
/// strut of a paragraph is the box of its block if its style has an inline box, too. Source:
/// CSS 2.2, 10.8.1.
package struct InlineBox: Hashable, Sendable {
  /// The place of the box on its line. Source: CSS 2.2, 10.8.1, `vertical-align`.
  package enum Alignment: UInt8, Hashable, Sendable {
    /// On the baseline of the line.
    case baseline
    /// At the upper edge of the line.
    case top
    /// At the lower edge of the line.
    case bottom
  }

  /// The height of the box in points; half of the difference to the ascent and descent of the font
  /// is added above the text and half below. `nil` for the ascent, descent and line gap of each of
  /// the fonts (`line-height: normal`).
  package var lineHeight: Double?
  /// The ascent and descent of the first font of the box in points, between which half of
  /// ``lineHeight``'s difference is added: other fonts of its text do not make the line higher.
  /// `nil` for those of each of the fonts.
  package var font: LineExtents?
  /// The extents of the boxes around this one, from the baseline of the line: they count for each
  /// line that holds text of this box. Of a box that is aligned to an edge of the line, the extents
  /// of its whole aligned subtree from the subtree's baseline.
  package var around: LineExtents?
  /// The place of the box on its line.
  package var alignment: Alignment
  /// How far the box and all in it are moved from their place, in points of line space: x along the
  /// line, y downwards. Lines are set as if nothing were moved. Source: CSS 2.2, 9.4.3.
  package var offset = Point.zero

  package init(
    lineHeight: Double? = nil, font: LineExtents? = nil, around: LineExtents? = nil,
    alignment: Alignment = .baseline
  ) {
    (self.lineHeight, self.font) = (lineHeight, font)
    (self.around, self.alignment) = (around, alignment)
  }

  mutating func scale(by factor: Double) {
    lineHeight? *= factor
    font?.scale(by: factor)
    around?.scale(by: factor)
    offset = Point(x: offset.x * factor, y: offset.y * factor)
  }

  /// The extents of the box of a font above and below the line's baseline, or the baseline of the
  /// aligned subtree, with those of the boxes around it.
  ///
  /// - Parameters:
  ///   - ascent: The ascent of the font above that baseline.
  ///   - descent: The descent of the font below that baseline.
  ///   - gap: The line gap of the font.
  package func extents(ascent: Double, descent: Double, gap: Double) -> LineExtents {
    let leading = lineHeight.map { $0 - (ascent + descent) } ?? gap
    // Browsers add the lesser half above, in whole points.
    let half = (leading / 2).rounded(.down)
    var extents = LineExtents(above: ascent + half, below: descent + leading - half)
    if let around { extents.add(around) }
    return extents
  }
}
