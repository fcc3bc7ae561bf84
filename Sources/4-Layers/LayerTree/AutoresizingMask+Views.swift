// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The names of `UIView.AutoresizingMask`.
extension AutoresizingMask {
  /// The left margin: ``layerMinXMargin``.
  public static let flexibleLeftMargin = AutoresizingMask.layerMinXMargin
  /// The width: ``layerWidthSizable``.
  public static let flexibleWidth = AutoresizingMask.layerWidthSizable
  /// The right margin: ``layerMaxXMargin``.
  public static let flexibleRightMargin = AutoresizingMask.layerMaxXMargin
  /// The upper margin: ``layerMinYMargin``.
  public static let flexibleTopMargin = AutoresizingMask.layerMinYMargin
  /// The height: ``layerHeightSizable``.
  public static let flexibleHeight = AutoresizingMask.layerHeightSizable
  /// The lower margin: ``layerMaxYMargin``.
  public static let flexibleBottomMargin = AutoresizingMask.layerMaxYMargin
}
