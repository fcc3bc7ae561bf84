// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerCompositing

/// The weak reference from the nodes of a tiled layer back to the layer.
final class TiledLayerLink: TileOwner {
  weak let layer: TiledLayer?

  @MainActor
  init(_ layer: TiledLayer) { self.layer = layer }
}
