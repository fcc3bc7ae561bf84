// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The curve of rounded corners.
public enum CornerCurve: String, Hashable, Sendable, CaseIterable {
  /// A quarter of a circle: the curvature jumps where it meets the sides.
  case circular
  /// A curve whose curvature grows from zero at the sides to that of the circle in the middle,
  /// which it follows there.
  ///
  /// It begins 1.528665 radii from the corner, as far as there is room: in half of the
  /// shorter side; where there is room for the radius alone, it is the circle. It lies within 0.3 %
  /// of the radius of the shape that was read off rectangles of iOS 7; Apple tells no formula.
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
