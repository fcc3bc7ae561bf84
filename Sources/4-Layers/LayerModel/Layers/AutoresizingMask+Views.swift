// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The names of `UIView.AutoresizingMask`.
extension AutoresizingMask {
  /// The left margin is flexible; the same as ``layerMinXMargin``.
  public static let flexibleLeftMargin = AutoresizingMask.layerMinXMargin
  /// The width is flexible; the same as ``layerWidthSizable``.
  public static let flexibleWidth = AutoresizingMask.layerWidthSizable
  /// The right margin is flexible; the same as ``layerMaxXMargin``.
  public static let flexibleRightMargin = AutoresizingMask.layerMaxXMargin
  /// The upper margin is flexible; the same as ``layerMinYMargin``.
  public static let flexibleTopMargin = AutoresizingMask.layerMinYMargin
  /// The height is flexible; the same as ``layerHeightSizable``.
  public static let flexibleHeight = AutoresizingMask.layerHeightSizable
  /// The lower margin is flexible; the same as ``layerMaxYMargin``.
  public static let flexibleBottomMargin = AutoresizingMask.layerMaxYMargin
}
