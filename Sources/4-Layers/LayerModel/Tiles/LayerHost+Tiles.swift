// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing

extension LayerHost {
  /// Tells tiled layers which part of them the last frame shows; for several copies of a layer, the
  /// rectangle around the parts of all.
  func take(_ demands: [TileDemand]) {
    // A frame's event may arrive after the host was closed: then no part is visible.
    let demands = loop.isClosed ? [] : demands
    var shown: [ObjectIdentifier: (link: TiledLayerLink, visible: Rect, zoom: Double)] = [:]
    for demand in demands {
      guard let link = demand.owner as? TiledLayerLink, !demand.visible.isEmpty else { continue }
      let id = ObjectIdentifier(link)
      if let other = shown[id] {
        shown[id] = (link, other.visible.union(demand.visible), max(other.zoom, demand.zoom))
      } else {
        shown[id] = (link, demand.visible, demand.zoom)
      }
    }
    for (id, link) in tiled where shown[id] == nil {
      // A layer that another host shows by now gets its visible part from the frames of that host.
      if let layer = link.layer, layer.host == nil || layer.host === self {
        layer.take(visible: nil, zoom: 1)
      }
    }
    tiled = shown.mapValues(\.link)
    for (link, visible, zoom) in shown.values { link.layer?.take(visible: visible, zoom: zoom) }
  }
}
