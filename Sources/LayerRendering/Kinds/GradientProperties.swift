// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

/// The direction in which a gradient layer's colours vary.
public enum GradientType: String, Hashable, Sendable, CaseIterable {
  /// Along the line from the start point to the end point.
  case axial
  /// From the start point outwards, in ellipses through the end point's row and column.
  case radial
  /// Around the start point, clockwise from the direction of the end point.
  case conic
}

/// A gradient that a layer draws above its background. Defaults are Core Animation's.
///
/// Points are fractions of the bounds. Colours mix premultiplied and go on beyond the first and the
/// last one.
public struct GradientProperties: Hashable, Sendable {
  /// The direction.
  public var type = GradientType.axial
  /// The colours in order; `nil` counts as clear.
  public var colors: [Color?] = []
  /// The place of each colour, 0 to 1 and not descending; `nil` for evenly spread. Another number
  /// of places than of colours draws nothing.
  public var locations: [Double]?
  /// The place of the first colour, or the centre.
  public var startPoint = Point(x: 0.5, y: 0)
  /// The place of the last colour, or a point that sets radii or the direction.
  public var endPoint = Point(x: 0.5, y: 1)

  /// Creates a gradient without colours.
  public init() {}
}
