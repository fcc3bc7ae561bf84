// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// Drawings in place of the bitmaps that were made of them.
extension CompositionPlan {
  /// Adds a drawing, cut off at the bounds as its bitmap is.
  mutating func addDrawing(
    _ drawing: any RepeatableDrawing, _ bounds: Rect, _ map: PlaneMap, _ layer: Int,
    opacity: Double
  ) {
    let outline = ShapeOutline(rect: bounds, map: map)
    if opacity < 1 {
      nest(.group(GroupDraw(opacity: opacity, reason: .opacity)), layer) {
        $0.addDrawing(drawing, bounds, map, layer, opacity: 1)
      }
    } else {
      nest(.clip(outline), layer) {
        $0.append(.vector(drawing, bounds, map), outline.pixels, layer)
      }
    }
  }
}
