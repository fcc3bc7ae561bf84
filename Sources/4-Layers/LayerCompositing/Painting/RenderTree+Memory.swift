// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

extension RenderTree {
  /// About the memory that the paths of the tree take while the tree is drawn, in bytes: that of
  /// the outlines of all strokes, which the plan of the picture keeps, and the memory to draw the
  /// most expensive path, since a thread draws one path at a time.
  package var pathMemory: Int {
    var (kept, most) = (0, 0)
    // A loop in place of a recursion, since trees may be of any height.
    var left = [(node: root, scale: scale, copies: 1)]
    while let (node, outer, copies) = left.popLast() {
      let properties = node.properties
      let scale = outer * properties.transform.stretch
      let (outlines, work) = properties.pathMemory(scale: scale)
      kept = min(Self.mostTold, kept + min(outlines, Self.mostTold / copies) * copies)
      most = max(most, work)
      if let mask = node.mask { left.append((mask, scale, copies)) }
      let inner = scale * properties.sublayerTransform.stretch
      let instances = max(1, properties.kind.replicator?.instanceCount ?? 1)
      let inside = min(LayerLimits.instances, copies * min(LayerLimits.instances, instances))
      for sublayer in node.sublayers { left.append((sublayer, inner, inside)) }
    }
    return min(Self.mostTold, kept + most)
  }

  /// The most bytes that are reported: more than any machine has, and sums of two do not overflow.
  private static let mostTold = 1 << 60
}

extension LayerProperties {
  /// The memory of the paths of the layer alone: of the outline of its stroke, and to draw them.
  fileprivate func pathMemory(scale: Double) -> (outlines: Int, work: Int) {
    var work = shadow.path?.fillingMemory(scale: scale) ?? 0
    guard let shape = kind.shape, let path = shape.path else { return (0, work) }
    if shape.isFilled { work = max(work, path.fillingMemory(scale: scale)) }
    if !shape.isStroked { return (0, work) }
    let stroke = path.strokingMemory(shape.stroke, scale: scale)
    return (stroke.outline, max(work, stroke.work))
  }
}

extension Transform3D {
  /// How much the transform stretches lengths in the plane at most, about.
  fileprivate var stretch: Double {
    self == .identity ? 1 : max(hypot2(m11, m12), hypot2(m21, m22))
  }

  private func hypot2(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
}
