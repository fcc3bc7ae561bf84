// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Four distances from the edges of a rectangle inwards, in points.
///
/// ``leading`` lies at the left in left-to-right text, and at the right in right-to-left text.
public struct EdgeInsets: Hashable, Codable, Sendable {
  /// The distance from the upper edge, in points.
  public var top: Double
  /// The distance from the edge at which lines start, in points.
  public var leading: Double
  /// The distance from the lower edge, in points.
  public var bottom: Double
  /// The distance from the edge at which lines end, in points.
  public var trailing: Double

  /// Creates insets from four distances in points.
  @inlinable
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Creates insets that are alike on all sides, in points.
  @inlinable
  public init(_ all: Double) {
    self.init(top: all, leading: all, bottom: all, trailing: all)
  }

  /// Insets of 0 on all sides.
  public static let zero = EdgeInsets()
}
