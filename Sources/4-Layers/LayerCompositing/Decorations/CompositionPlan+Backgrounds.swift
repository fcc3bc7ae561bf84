// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// Backgrounds of boxes: CSS Backgrounds and Borders 3, §3.
extension CompositionPlan {
  /// Adds the background colour and the pictures above it.
  mutating func addBackgrounds(
    _ properties: LayerProperties, _ box: BoxDecoration, _ border: BoxShape, _ map: PlaneMap,
    _ layer: Int, opacity: Double
  ) {
    guard box.backgrounds.contains(where: { $0.blendMode != .sourceOver }) else {
      return addLayers(properties, box, border, map, layer, opacity: opacity)
    }
    // Backgrounds blend with one another, and not with what lies behind the layer.
    nest(.group(GroupDraw(opacity: opacity, reason: .blendMode)), layer) {
      $0.addLayers(properties, box, border, map, layer, opacity: 1)
    }
  }

  private mutating func addLayers(
    _ properties: LayerProperties, _ box: BoxDecoration, _ border: BoxShape, _ map: PlaneMap,
    _ layer: Int, opacity: Double
  ) {
    if let color = properties.backgroundColor, color.alpha > 0 {
      let shape = box.backgroundShape(border, clip: box.backgroundClip, opacity: opacity)
      addFill(shape, color, map, layer, opacity: opacity)
    }
    let padding = border.rect.inset(by: box.borders.widths)
    for background in box.backgrounds.reversed() {
      let shape = box.backgroundShape(border, clip: background.clip, opacity: opacity)
      guard !shape.rect.isEmpty,
        let tiles = background.tiles(in: background.origin ?? padding, seen: shape.rect, map)
      else { continue }
      let add = { (plan: inout CompositionPlan) in
        plan.clipped(to: shape, map, layer) { plan in
          plan.append(
            .tiles(tiles), PixelRect(covering: map.boundingBox(of: tiles.extent)), layer)
        }
      }
      if background.blendMode == .sourceOver, opacity >= 1 {
        add(&self)
      } else {
        let group = GroupDraw(
          opacity: opacity, blendMode: background.blendMode,
          reason: opacity < 1 ? .opacity : .blendMode)
        nest(.group(group), layer, body: add)
      }
    }
  }
}

extension BoxBackground {
  /// The tiles that are seen; `nil` for none.
  ///
  /// - Parameters:
  ///   - area: The rectangle in which tiles are placed.
  ///   - seen: The rectangle that is drawn.
  fileprivate func tiles(in area: Rect, seen: Rect, _ map: PlaneMap) -> TileDraw? {
    let size = size ?? image.size ?? area.size
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite,
      position.x.isFinite, position.y.isFinite
    else { return nil }
    let columns = TileAxis(
      repeatX, position: position.x, length: size.width, area: (area.minX, area.maxX),
      seen: (seen.minX, seen.maxX))
    let rows = TileAxis(
      repeatY, position: position.y, length: size.height, area: (area.minY, area.maxY),
      seen: (seen.minY, seen.maxY))
    guard columns.count > 0, rows.count > 0 else { return nil }
    let tiles = TileDraw(image, columns: columns, rows: rows, map: map)
    return tiles.extent.intersects(seen) ? tiles : nil
  }
}
