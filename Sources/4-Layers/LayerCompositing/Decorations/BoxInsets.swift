// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// Four distances from the sides of a rectangle inwards, whatever the direction of text.
public struct BoxInsets: Hashable, Sendable {
  /// The distance from the side with the least y.
  public var top: Double
  /// The distance from the side with the greatest x.
  public var right: Double
  /// The distance from the side with the greatest y.
  public var bottom: Double
  /// The distance from the side with the least x.
  public var left: Double

  /// Creates insets from four distances.
  public init(top: Double = 0, right: Double = 0, bottom: Double = 0, left: Double = 0) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }

  /// Creates insets that are alike on all sides.
  public init(_ all: Double) {
    self.init(top: all, right: all, bottom: all, left: all)
  }

  /// Insets of 0 on all sides.
  public static let zero = BoxInsets()

  func map(_ body: (Double) -> Double) -> BoxInsets {
    BoxInsets(top: body(top), right: body(right), bottom: body(bottom), left: body(left))
  }
}

extension Rect {
  /// The rectangle with each side moved inwards; sides that would pass each other leave no width
  /// or height.
  public func inset(by insets: BoxInsets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: max(0, width - insets.left - insets.right),
      height: max(0, height - insets.top - insets.bottom))
  }
}
