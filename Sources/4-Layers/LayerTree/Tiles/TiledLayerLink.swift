// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerRendering

/// The way from a frame to a layer of tiles, which it does not retain.
final class TiledLayerLink: TileOwner {
  weak let layer: TiledLayer?

  @MainActor
  init(_ layer: TiledLayer) { self.layer = layer }
}
