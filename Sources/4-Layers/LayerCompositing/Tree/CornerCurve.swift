// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The curve of rounded corners.
public enum CornerCurve: String, Hashable, Sendable, CaseIterable {
  /// A quarter of a circle: the curvature jumps where it meets the sides.
  case circular
  /// A curve whose curvature grows from zero at the sides to that of the circle in the middle,
  /// which it follows there.
  ///
  /// The curve begins `expansionFactor` radii from the corner, or half of the shorter side if
  /// that is less; where there is room for the radius alone, the corner is the circle. Apple
  /// publishes no formula: the curve lies within 0.3 % of the radius of a shape measured on
  /// rectangles of iOS 7.
  case continuous

  /// The distance from the corner at which the curve begins, in radii.
  ///
  /// The counterpart of `cornerCurveExpansionFactor(_:)`, with its numbers.
  package var expansionFactor: Double {
    switch self {
    case .circular: 1
    case .continuous: 1.528665
    }
  }
}
