// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

extension RenderTree {
  /// The memory that the paths of the tree take while it is drawn, in bytes, about: as much as the
  /// one that takes most, since a thread draws one after the other.
  package var pathMemory: Int {
    var most = 0
    // Trees may be of any height.
    var left = [(node: root, scale: scale)]
    while let (node, outer) = left.popLast() {
      let properties = node.properties
      let scale = outer * properties.transform.stretch
      most = max(most, properties.pathMemory(scale: scale))
      if let mask = node.mask { left.append((mask, scale)) }
      let inner = scale * properties.sublayerTransform.stretch
      for sublayer in node.sublayers { left.append((sublayer, inner)) }
    }
    return most
  }
}

extension LayerProperties {
  /// The memory of the paths of the layer alone.
  fileprivate func pathMemory(scale: Double) -> Int {
    var most = shadow.path?.fillingMemory(scale: scale) ?? 0
    guard let shape = kind.shape, let path = shape.path else { return most }
    if shape.isFilled { most = max(most, path.fillingMemory(scale: scale)) }
    if shape.isStroked { most = max(most, path.strokingMemory(shape.stroke, scale: scale)) }
    return most
  }
}

extension Transform3D {
  /// How much the transform stretches lengths in the plane at most, about.
  fileprivate var stretch: Double {
    self == .identity ? 1 : max(hypot2(m11, m12), hypot2(m21, m22))
  }

  private func hypot2(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
}
