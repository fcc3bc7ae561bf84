// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// Layers that are drawn as bitmaps of a scale of their own.
extension CompositionPlan {
  /// Adds a layer of `rasterizationScale` as a bitmap, with all that it draws.
  ///
  /// - Returns: `false` if the bitmap would be too large; the caller then uses the device's scale.
  mutating func addRasterized(
    _ node: RenderNode, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) -> Bool {
    let memory = rasterMemory ?? RasterMemory(for: canvas)
    rasterMemory = memory
    let picture: RasterizedLayer
    if let known = memory.picture(of: node, level: level, isFlipped: isFlipped) {
      picture = known
    } else {
      guard let grid = RasterGrid(of: node, isFlipped: isFlipped) else { return false }
      let isTooLarge = !grid.isPossible || grid.canvas.area > memory.limit
      if isTooLarge || !memory.take(grid.canvas.area) {
        // A layer that is too large by itself never gets a bitmap, so it does not count here: its
        // picture does not depend on the room that other layers take.
        if !isTooLarge { isOverRasterLimit = true }
        noteRasterization(node, limit: memory.limit)
        return false
      }
      picture = RasterizedLayer(
        node, grid, level: level, isMoving: isMoving, isFlipped: isFlipped, memory,
        cancellation: cancellation)
      memory.keep(picture, of: node, level: level, isFlipped: isFlipped)
      tileDemands += picture.plan.tileDemands
      isOverRasterLimit = isOverRasterLimit || picture.plan.isOverRasterLimit
      notes.add(picture.plan.notes, of: picture.root, as: node)
    }
    let extent = PixelRect(covering: map.boundingBox(of: picture.area))
    let group = GroupDraw(
      opacity: opacity, blendMode: node.properties.blendMode, reason: .rasterize)
    nest(.group(group), layer) { $0.append(.vector(picture, picture.area, map), extent, layer) }
    return true
  }
}

extension LayerProperties {
  /// Whether the layer is drawn as a bitmap of its own scale.
  var isRasterized: Bool {
    !isCommon && shouldRasterize && rasterizationScale > 0 && rasterizationScale.isFinite
  }
}

extension RenderNode {
  /// The layer with all below it, in the space of its bounds: without position and transform.
  func atOrigin(_ change: (inout LayerProperties) -> Void = { _ in }) -> RenderNode {
    var properties = properties
    properties.position = properties.anchor
    if !properties.isCommon {
      properties.transform = .identity
      properties.anchorPointZ = 0
    }
    properties.zPosition = 0
    change(&properties)
    return RenderNode(
      id: id, name: name, properties: properties, contents: contents, mask: mask,
      sublayers: sublayers, motion: motion, copies: copies, isAnimated: isAnimated)
  }
}
