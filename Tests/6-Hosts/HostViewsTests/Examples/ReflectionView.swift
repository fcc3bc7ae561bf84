// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import HostViews

/// A view with its reflection below it: its layer draws what is inside a second time, upside down
/// and paler.
final class ReflectionView: HostView {
  /// Between the view and its reflection, in points.
  static let gap = 2.0

  override class func makeLayer() -> Layer { ReplicatorLayer() }

  private var copies: ReplicatorLayer { unsafeDowncast(layer, to: ReplicatorLayer.self) }

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    copies.instanceCount = 2
    copies.instanceAlphaOffset = -0.6
    // The copy is turned about the middle of the bounds.
    copies.instanceTransform = .translation(x: 0, y: bounds.height + Self.gap, z: 0)
      .scaled(x: 1, y: -1, z: 1)
  }

  override func layoutSubviews() {
    copies.instanceTransform = .translation(x: 0, y: bounds.height + Self.gap, z: 0)
      .scaled(x: 1, y: -1, z: 1)
  }
}
