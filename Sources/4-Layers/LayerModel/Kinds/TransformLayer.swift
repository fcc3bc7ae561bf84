// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerCompositing

/// A layer whose sublayers stand in a three-dimensional space: they are not flattened into its
/// plane, and nearer ones cover the others.
///
/// The layer draws nothing itself: background, contents, border, shadow, mask and clip are ignored,
/// and its opacity applies to each sublayer separately. For perspective, set `m34` of the
/// `sublayerTransform` of a layer above to −1 / distance of the eye, in points. Layers that
/// intersect are divided where they meet. Source: Core Animation's `CATransformLayer`.
open class TransformLayer: Layer {
  /// Creates a layer without extent and sublayers.
  public override init() {
    super.init()
    properties.kind = .transform
  }
}
