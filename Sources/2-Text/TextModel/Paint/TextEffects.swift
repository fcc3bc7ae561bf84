// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// A shadow of the glyphs and their decorations.
///
/// The shapes of the text of one line cast the shadow, whatever their opacity, as in CSS: text in a
/// clear colour still has a visible shadow. The first 16 shadows of a range are drawn.
public struct TextShadow: Hashable, Sendable {
  /// The colour of the shadow.
  public var color: Color
  /// The distance from the text, in points to the right and downwards; rounded to whole device
  /// pixels. Numbers that are not finite count as 0; others are limited to 100,000.
  public var offset: Point
  /// The blur radius in points, twice the standard deviation of the Gaussian. Source: CSS
  /// Backgrounds and Borders 3, 6. A radius that is not finite or negative counts as 0; standard
  /// deviations over 128 device pixels count as 128.
  public var blurRadius: Double
  /// Whether the shadow falls into the glyphs, as if they were cut out, rather than behind them.
  public var isInner: Bool

  /// Creates a shadow.
  public init(
    color: Color, offset: Point = Point(x: 0, y: 1), blurRadius: Double = 0, isInner: Bool = false
  ) {
    self.color = color
    self.offset = offset
    self.blurRadius = blurRadius
    self.isInner = isInner
  }
}

/// A line along the outlines of the glyphs, drawn over their fill.
///
/// For outlines only, give the text the colour `Color.clear`. Corners are mitered up to a miter
/// limit of 4, as in browsers. Colour glyphs have no stroke.
public struct TextStroke: Hashable, Sendable {
  /// The colour of the line; `nil` for that of the text.
  public var color: Color?
  /// The width in points, at most 1,000; half of it lies outside the glyphs. A stroke is not drawn
  /// without a positive, finite width.
  public var width: Double
  /// What the line is filled with in place of its colour; `nil` for the colour.
  public var fill: TextFill?

  /// Creates a stroke.
  public init(color: Color? = nil, width: Double) {
    self.color = color
    self.width = width
  }

  /// Creates a stroke with a fill.
  public init(width: Double, fill: TextFill) {
    self.init(width: width)
    self.fill = fill
  }
}
