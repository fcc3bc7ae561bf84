// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The names of `CACornerMask`. The y of this library runs downwards, so the least y is the top.
extension Corners {
  /// ``topLeft``.
  public static let layerMinXMinYCorner = Corners.topLeft
  /// ``topRight``.
  public static let layerMaxXMinYCorner = Corners.topRight
  /// ``bottomLeft``.
  public static let layerMinXMaxYCorner = Corners.bottomLeft
  /// ``bottomRight``.
  public static let layerMaxXMaxYCorner = Corners.bottomRight
}
