// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// Layers in space.
extension CompositionPlan {
  /// A flat layer in the space of a transform layer.
  private struct Leaf {
    let node: RenderNode
    /// The map of space that the layers around the layer apply to it.
    let space: Transform3D?
    /// The opacity of the transform layers around it.
    let opacity: Double
    /// The colours of the copies around it, as one factor.
    let color: Color
    /// Whether the layer or one around it has animations.
    let isMoving: Bool
    /// Whether an odd number of layers around it are flipped.
    let isFlipped: Bool
  }

  /// Adds the sublayers of a transform layer, from back to front as seen.
  ///
  /// - Parameters:
  ///   - outer: The map from the plane that the layer is seen in to the device.
  ///   - space: The map of space that the superlayer applies to its sublayers.
  mutating func addSpace(_ node: RenderNode, in outer: PlaneMap, under space: Transform3D?) {
    var leaves: [Leaf] = []
    noteSpace(node)
    collect(
      node, under: space, opacity: fade, color: .white, level: level, isMoving: isMoving,
      isFlipped: isFlipped, into: &leaves)
    fading(1) { $0.add(leaves, of: node, in: outer) }
  }

  private mutating func add(_ leaves: [Leaf], of node: RenderNode, in outer: PlaneMap) {
    let polygons = leaves.indices.compactMap { index -> DepthPolygon? in
      let leaf = leaves[index]
      var map = leaf.node.properties.transformToSuperlayer
      if let space = leaf.space { map = map.concatenating(space) }
      let extent = leaf.node.extentInPlane(isFlipped: leaf.isFlipped)
      return DepthPolygon(extent, under: map, layer: index)
    }
    let layer = enter(node)
    let inverse = outer.projection.inverted()
    for polygon in DepthOrder(polygons).polygons {
      let leaf = leaves[polygon.layer]
      if polygon.cuts.isEmpty {
        addLeaf(leaf, in: outer, layer)
      } else if let inverse {
        let sides = polygon.cuts.map { $0.applying(inverse: inverse) }
        nest(.cut(sides), layer) { $0.addLeaf(leaf, in: outer, layer) }
      } else if !leaf.isMoving {
        notes.add(
          .noInverse, leaf.node, "is not shown: the plane that it is seen in has no inverse")
      }
    }
  }

  /// - Parameter layer: The index of the transform layer.
  private mutating func addLeaf(_ leaf: Leaf, in outer: PlaneMap, _ layer: Int) {
    let (isAroundMoving, isAroundFlipped) = (isMoving, isFlipped)
    (isMoving, isFlipped) = (leaf.isMoving, leaf.isFlipped)
    defer { (isMoving, isFlipped) = (isAroundMoving, isAroundFlipped) }
    modulated(by: leaf.color, [leaf.node], layer) { plan in
      if leaf.opacity < 1 {
        plan.nest(.group(GroupDraw(opacity: leaf.opacity, reason: .opacity)), layer) {
          $0.add(leaf.node, in: outer, under: leaf.space)
        }
      } else {
        plan.add(leaf.node, in: outer, under: leaf.space)
      }
    }
  }

  /// Finds the flat layers below a transform layer, or a replicator that preserves depth.
  private mutating func collect(
    _ node: RenderNode, under space: Transform3D?, opacity: Double, color: Color, level: Int,
    isMoving: Bool, isFlipped: Bool, into leaves: inout [Leaf]
  ) {
    let properties = node.properties
    guard !properties.isHidden, properties.opacity > 0 else { return }
    guard level <= LayerLimits.depth else { return noteDepth(node) }
    let isMoving = isMoving || node.isAnimated
    guard let inner = properties.spaceOfSublayers(under: space) else {
      if properties.planeMap(under: space) != nil {
        leaves.append(
          Leaf(
            node: node, space: space, opacity: opacity, color: color, isMoving: isMoving,
            isFlipped: isFlipped))
      } else {
        noteFlaw(of: node, under: space, isMoving: isMoving)
      }
      return
    }
    if level > self.level { noteSpace(node) }
    if node.sublayers.isEmpty { return }
    guard inner.isFinite else {
      notes.add(.notFinite, node, "is not shown: the map of its sublayers is not finite")
      return
    }
    let faded = opacity * min(1, properties.opacity)
    var count = 0
    defer {
      if !properties.isCommon, let replicator = properties.kind.replicator,
        count < replicator.instanceCount
      {
        noteCopies(node, after: count)
      }
    }
    for copy in properties.copies(in: inner) {
      count += 1
      for sublayer in node.sublayers(of: copy) {
        collect(
          sublayer, under: copy.space, opacity: faded, color: color.multiplied(by: copy.color),
          level: level + 1, isMoving: isMoving,
          isFlipped: isFlipped != properties.isGeometryFlipped, into: &leaves)
      }
    }
  }
}
