// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The names of `CACornerMask`. The y of this library runs downwards, so the least y is the top.
extension Corners {
  /// ``topLeft``.
  public static let layerMinXMinYCorner = Corners.topLeft
  /// ``topRight``.
  package static let layerMaxXMinYCorner = Corners.topRight
  /// ``bottomLeft``.
  package static let layerMinXMaxYCorner = Corners.bottomLeft
  /// ``bottomRight``.
  package static let layerMaxXMaxYCorner = Corners.bottomRight
}
