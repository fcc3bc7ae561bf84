// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// The copies that replicators draw of their sublayers.
extension CompositionPlan {
  /// Refuses a picture with more copies than the limit.
  ///
  /// - Throws: `tooLarge`.
  static func checkCopies(of root: RenderNode) throws(GraphicsError) {
    let limit = LayerLimits.instances
    guard root.copyCount > limit else { return }
    throw GraphicsError(
      .tooLarge, "The copies of replicators draw more than \(limit) layers, the most in a picture.")
  }

  /// Adds the copies of a replicator's sublayers, each one flattened into the layer's plane.
  mutating func addCopies(of node: RenderNode, _ map: PlaneMap, _ layer: Int) {
    if node.sublayers.isEmpty { return }
    var count = 0
    defer {
      if count < node.properties.replicator.instanceCount { noteCopies(node, after: count) }
    }
    for copy in node.properties.copies(in: node.properties.transformOfSublayers) {
      count += 1
      let sublayers = node.sublayers(of: copy)
      modulated(by: copy.color, sublayers, layer) { plan in
        plan.inside(node.properties) { plan in
          for sublayer in sublayers { plan.add(sublayer, in: map, under: copy.space) }
        }
      }
    }
  }

  /// Adds the steps of a closure so that their pixels are multiplied by a colour.
  ///
  /// - Parameter nodes: The layers that the closure adds.
  mutating func modulated(
    by color: Color, _ nodes: [RenderNode], _ layer: Int,
    _ body: (inout CompositionPlan) -> Void
  ) {
    let factor = color.premultiplied8
    if factor == .max { return body(&self) }
    // A copy whose colour is clear draws nothing.
    if factor >> 24 == 0 { return }
    // A single fill is drawn in the product of both colours: the same pixels without a group.
    if nodes.count == 1, nodes[0].isPlainFill {
      modulation = color
      body(&self)
      modulation = .white
    } else {
      nest(.group(GroupDraw(modulation: factor, reason: .instanceColor)), layer, body: body)
    }
  }
}
