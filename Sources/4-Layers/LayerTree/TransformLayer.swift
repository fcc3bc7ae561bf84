// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerRendering

/// A layer that holds its sublayers in space: they are not flattened into its plane, and those that
/// are nearer to the eye cover the others.
///
/// The layer draws nothing itself: background, contents, border, shadow, mask and clip are ignored,
/// and its opacity counts for each sublayer by itself. The eye is that of a layer above with a
/// `sublayerTransform` whose `m34` is −1 / distance. Layers that go through each other are divided
/// where they meet. Source: Core Animation's `CATransformLayer`.
open class TransformLayer: Layer {
  /// Creates a layer without extent and sublayers.
  public override init() {
    super.init()
    properties.kind = .transform
  }
}
