// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// A glyph with colours of its own, ready to be painted.
package enum ColorGlyph: Sendable {
  /// A graph of paints, from table `COLR`.
  case paint(PaintGraph)
  /// A picture, from tables `CBDT` or `sbix`.
  case bitmap(BitmapGlyph)
}

/// A picture of a glyph at one size.
package struct BitmapGlyph: Sendable {
  /// The picture, a whole PNG file.
  package let png: [UInt8]
  /// The size that the picture was drawn for, in pixels per em.
  package let pixelsPerEm: Double
  /// The distance from the origin to the picture's left edge, in the picture's pixels.
  package let bearingX: Double
  /// From the baseline up to the picture's upper edge, in the picture's pixels; `nil` where
  /// ``originOffsetY`` places the lower edge instead (table `sbix`).
  package let bearingY: Double?
  /// From the baseline up to the picture's lower edge, in the picture's pixels, where ``bearingY``
  /// is `nil`.
  package let originOffsetY: Double
}

/// A directed graph of paints without cycles; coordinates are font units, y upwards.
package struct PaintGraph: Sendable {
  /// The paints; a paint's children have smaller indices.
  package let nodes: [PaintNode]
  /// The index of the paint that draws the whole glyph.
  package let root: Int
  /// The box that clips the drawing, y upwards (`origin` is its lower left corner); `nil` for none.
  package let clipBox: Rect?
}

/// One paint. Source: OpenType specification, table COLR, "Formats 1 to 32".
package enum PaintNode: Sendable {
  /// One colour everywhere (formats 2 and 3).
  case solid(PaintColor)
  /// A linear gradient: colour 0 at `p0`, 1 at `p1`, constant along the line from `p0` to `p2` (4,
  /// 5).
  case linearGradient(p0: Point, p1: Point, p2: Point, line: PaintColorLine)
  /// A gradient between two circles (6, 7).
  case radialGradient(
    center0: Point, radius0: Double, center1: Point, radius1: Double, line: PaintColorLine)
  /// A gradient around a point, angles in degrees, counter-clockwise from the positive x axis (8,
  /// 9).
  case sweepGradient(center: Point, startAngle: Double, endAngle: Double, line: PaintColorLine)
  /// A child limited to a glyph's outline (10).
  case glyph(UInt32, child: Int)
  /// A child drawn under a map (12 to 31).
  case transform(AffineTransform, child: Int)
  /// Two children composed (32).
  case composite(source: Int, mode: PaintCompositeMode, backdrop: Int)
  /// Children drawn one over the other, the first one at the bottom (1, and COLR version 0).
  case layers([Int])
  /// A child limited to a box, y upwards: a glyph with a clip box inside another one (11).
  case clip(Rect, child: Int)
  /// Nothing: a paint that is missing, malformed, or part of a cycle.
  case empty
}

/// A colour of a paint: from the font's palette 0, or the text's own.
package struct PaintColor: Hashable, Sendable {
  /// The palette's colour with the paint's alpha; where ``isForeground`` is set only its alpha
  /// counts.
  package let color: Color
  /// Whether the paint has the text's colour, its alpha multiplied by that of ``color``.
  package let isForeground: Bool

  /// The colour in a text of the given colour.
  package func resolved(foreground: Color) -> Color {
    guard isForeground else { return color }
    var result = foreground
    result.alpha *= color.alpha
    return result
  }
}

/// The stops of a gradient.
package struct PaintColorLine: Sendable {
  /// A colour at an offset.
  package struct Stop: Hashable, Sendable {
    /// The place along the gradient; any number, not only 0 to 1.
    package let offset: Double
    /// The colour there.
    package let color: PaintColor
  }

  /// The continuation of a gradient outside its stops.
  package enum Extend: UInt8, Sendable {
    /// The colour of the nearest stop.
    case pad = 0
    /// The gradient again, from its start.
    case `repeat` = 1
    /// The gradient again, mirrored each time.
    case reflect = 2
  }

  /// The stops by ascending offset; those with equal offsets in the font's order.
  package let stops: [Stop]
  /// The continuation of the gradient outside its stops.
  package let extend: Extend
}

/// The mode in which a source is composed with its backdrop; raw values as in table `COLR`.
package enum PaintCompositeMode: UInt8, Sendable, CaseIterable {
  case clear, source, destination, sourceOver, destinationOver, sourceIn, destinationIn
  case sourceOut, destinationOut, sourceAtop, destinationAtop, xor, plus
  case screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight
  case difference, exclusion, multiply, hue, saturation, color, luminosity
}
