// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing

extension TiledLayer {
  /// The rows that tiled layers add.
  static let tileKeys: [LayerClassKey] = [
    LayerClassKey(
      "tileSize",
      read: { (layer: TiledLayer) in
        let size = layer.tileSize
        return .size(Size(width: Double(size.width), height: Double(size.height)))
      },
      write: { layer, value in
        guard case .size(let size) = value, let width = Int(exactly: size.width),
          let height = Int(exactly: size.height)
        else { return false }
        layer.tileSize = PixelSize(width: width, height: height)
        return true
      }), LayerClassKey("levelsOfDetail", \TiledLayer.levelsOfDetail),
    LayerClassKey("levelsOfDetailBias", \TiledLayer.levelsOfDetailBias),
    LayerClassKey("fadeDuration", \TiledLayer.fadeDuration),
    LayerClassKey("cacheByteLimit", \TiledLayer.cacheByteLimit),
    LayerClassKey("prefetchMargin", \TiledLayer.prefetchMargin),
  ]
}
