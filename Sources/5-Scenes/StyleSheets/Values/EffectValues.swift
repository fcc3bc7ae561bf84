// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A function of `transform` (CSS Transforms 1 and 2); angles in degrees.
package enum TransformFunction: Sendable, Hashable {
  /// Offsets; percentages refer to the reference box.
  case translate(LengthPercentage, LengthPercentage, Double)
  case scale(Double, Double, Double)
  /// An angle around an axis.
  case rotate(x: Double, y: Double, z: Double, angle: Double)
  /// Angles along x and y.
  case skew(Double, Double)
  /// Sixteen numbers in columns, as `matrix3d()` has them.
  case matrix([Double])
  /// A distance in points; `nil` for none.
  case perspective(Double?)
}

/// `transform-origin`, with the depth in points.
package struct TransformOrigin: Sendable, Hashable {
  package var x = LengthPercentage.percent(50)
  package var y = LengthPercentage.percent(50)
  package var z = 0.0
}

/// A function of `filter` and `backdrop-filter` (Filter Effects 1).
package enum FilterFunction: Sendable, Hashable {
  /// The standard deviation in points.
  case blur(Double)
  case brightness(Double)
  case contrast(Double)
  case grayscale(Double)
  /// An angle in degrees.
  case hueRotate(Double)
  case invert(Double)
  case opacity(Double)
  case saturate(Double)
  case sepia(Double)
  /// A shadow whose blur is the standard deviation.
  case dropShadow(StyleShadow)
  /// A filter of SVG.
  case url(String)
}

/// A shape of `clip-path` and `shape-outside` (CSS Shapes 1).
package enum BasicShape: Sendable, Hashable {
  /// A radius of a circle or an ellipse.
  package enum Radius: Sendable, Hashable {
    case closestSide, farthestSide
    case length(LengthPercentage)
  }
  /// Insets from the sides of the reference box, with radii.
  case inset(Sides<LengthPercentage>, Corners<LengthPair>)
  case circle(Radius, at: LengthPair)
  case ellipse(Radius, Radius, at: LengthPair)
  /// Corners; `evenodd` counts crossings.
  case polygon([LengthPair], isEvenOdd: Bool)
  /// A path of SVG, in points.
  case path(String, isEvenOdd: Bool)
}

package enum ClipPath: Sendable, Hashable {
  case none
  /// A clip of SVG.
  case url(String)
  /// A shape within a box; without a shape the box itself.
  case shape(BasicShape?, ReferenceBox)
}

package enum ShapeOutside: Sendable, Hashable {
  case none
  case image(StyleImage)
  /// A shape within a box; without a shape the box itself.
  case shape(BasicShape?, ReferenceBox)
}
