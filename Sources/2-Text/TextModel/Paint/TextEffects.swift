// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// A shadow of the glyphs and their decorations.
///
/// It falls from the shapes of the text of one line, whatever their opacity, as in CSS: text in a
/// clear colour shows its shadow alone. Of a range's shadows the first 16 are drawn.
public struct TextShadow: Hashable, Codable, Sendable {
  /// Its colour.
  public var color: Color
  /// The distance from the text, in points to the right and downwards; drawn at whole device
  /// pixels. Numbers that are not finite count as 0, and greater ones than 100,000 as that.
  public var offset: Point
  /// The blur radius in points, twice the standard deviation of the Gaussian. Source: CSS
  /// Backgrounds and Borders 3, 6. One that is not finite or negative counts as 0; deviations over
  /// 128 device pixels count as 128.
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
/// A text in outlines alone has the colour `Color.clear`. Corners are mitered up to four widths, as
/// in browsers. Colour glyphs have no stroke.
public struct TextStroke: Hashable, Codable, Sendable {
  /// Its colour; `nil` means the text's own.
  public var color: Color?
  /// The width in points, at most 1,000; half of it lies outside the glyphs. A stroke is not drawn
  /// without a positive, finite width.
  public var width: Double

  /// Creates a stroke.
  public init(color: Color? = nil, width: Double) {
    self.color = color
    self.width = width
  }
}
