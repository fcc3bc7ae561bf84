// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A set of the corners of a rectangle; top is the side with the least y.
public struct Corners: OptionSet, Hashable, Sendable {
  /// One bit for each corner.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The corner with the least x and y.
  public static let topLeft = Corners(rawValue: 1)
  /// The corner with the greatest x and the least y.
  public static let topRight = Corners(rawValue: 2)
  /// The corner with the least x and the greatest y.
  public static let bottomLeft = Corners(rawValue: 4)
  /// The corner with the greatest x and y.
  public static let bottomRight = Corners(rawValue: 8)
  /// All four.
  public static let all: Corners = [.topLeft, .topRight, .bottomLeft, .bottomRight]
}
