// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// The notes that a plan takes of its layers.
extension CompositionPlan {
  /// Notes why a layer has no picture, unless that is meant.
  ///
  /// - Parameters:
  ///   - space: The map of space that the superlayer applies to its sublayers.
  ///   - isMoving: Whether the layer or one around it has animations, which may pass through maps
  ///     without an inverse.
  mutating func noteFlaw(of node: RenderNode, under space: Transform3D?, isMoving: Bool) {
    guard node.mayShow else { return }
    switch node.properties.planeFlaw(under: space) {
    case .notFinite:
      notes.add(
        .notFinite, node, "is not shown: its size, its place or its transform is not finite")
    case .noInverse where !isMoving:
      notes.add(
        .noInverse, node,
        "is not shown: as seen, its transform makes a line or a point of it, and has no inverse")
    case .noInverse, .back, nil: break
    }
  }

  /// Notes a layer whose map cannot be drawn, unless animations of the layer or of one around it
  /// may pass through such a map.
  mutating func notePlace(of node: RenderNode, _ map: PlaneMap) {
    guard !isMoving, node.mayShow else { return }
    switch map {
    case .affine(let affine):
      let box = affine.boundingBox(of: node.properties.bounds)
      if !(affine.tx.isFinite && affine.ty.isFinite) {
        notes.add(.notFinite, node, "is not shown: its place is not finite")
      } else if !PixelRect(covering: box).intersection(canvas).isEmpty {
        notes.add(
          .tooFar, node,
          "is not shown: the origin of its space lies more than 10⁹ pixels from the picture")
      }
    case .projective:
      notes.add(.notFinite, node, "is not shown: its perspective is not finite")
    }
  }

  /// Notes a layer that lies behind the eye, unless animations of the layer or of one around it may
  /// take it there.
  mutating func noteEye(_ node: RenderNode, _ map: PlaneMap) {
    let bounds = node.properties.bounds
    guard case .projective(let projection) = map, node.drawsItself, !isMoving,
      !bounds.isEmpty, bounds.corners.allSatisfy({ projection.apply($0) == nil })
    else { return }
    notes.add(
      .behindEye, node, "is not shown: it lies behind the eye of the perspective, or too near to it"
    )
  }

  /// Notes content for which bounds without extent leave no room.
  mutating func noteBounds(_ node: RenderNode) {
    guard node.properties.bounds.isEmpty, !node.isAnimated else { return }
    let lost = node.lostInEmptyBounds
    if lost.isEmpty { return }
    let size = node.properties.bounds.size
    notes.add(
      .emptyBounds, node,
      "has bounds of \(size.width.shortText) × \(size.height.shortText) points, which show nothing "
        + "of its \(lost.joined(separator: ", "))")
  }

  /// Notes a layer that lies too deep.
  mutating func noteDepth(_ node: RenderNode) {
    notes.add(
      .tooDeep, node,
      "is not shown: pictures have \(LayerLimits.depth) levels of layers, and it lies deeper")
  }

  /// Notes a mask that leaves nothing of its layer, unless the mask is hidden or transparent.
  mutating func noteMask(_ mask: RenderNode) {
    let properties = mask.properties
    guard !properties.isHidden, properties.opacity > 0, !mask.mayShowInside else { return }
    notes.add(.emptyMask, mask, "is a mask that draws nothing, so nothing of its layer is shown")
  }

  /// Notes contents of which no part is shown, unless animations of the layer may have that effect.
  /// Contents in empty bounds have another note.
  mutating func noteContents(_ node: RenderNode) {
    if node.isAnimated || node.properties.bounds.isEmpty { return }
    notes.add(
      .emptyContents, node,
      "shows nothing of its contents: contentsRect or contentsScale leave no part of them")
  }

  /// Notes contents that a gradient replaces.
  mutating func noteGradientContents(_ node: RenderNode) {
    notes.add(
      .gradientContents, node, "shows its gradient in place of its contents, which are not drawn")
  }

  /// Notes particles that are not drawn.
  mutating func note(_ particles: ParticlePicture, _ node: RenderNode) {
    if particles.isOverLimit {
      notes.add(
        .particleLimit, node,
        "shows a part of its particles: more than \(LayerLimits.particles) would be looked at")
    }
    if particles.hasEmptyCells {
      notes.add(
        .emptyCell, node,
        "has cells that emit nothing to see: no contents, and no cells of their own")
    }
  }

  /// Notes a layer that is drawn at the scale of the device in place of its own.
  ///
  /// - Parameter limit: The most pixels of all bitmaps.
  mutating func noteRasterization(_ node: RenderNode, limit: Int) {
    notes.add(
      .rasterLimit, node,
      "is drawn at the scale of the device in place of its rasterizationScale: the bitmaps of this "
        + "picture's layers have \(limit) pixels at most")
  }

  /// Notes a layer of tiles that has nothing to draw them.
  mutating func noteSource(_ node: RenderNode) {
    notes.add(
      .noTileSource, node, "shows no tiles: nothing draws them, neither a source nor a delegate")
  }

  /// Notes copies that are left out.
  mutating func noteCopies(_ node: RenderNode, after count: Int) {
    notes.add(
      .notFinite, node,
      "shows \(count) of \(node.properties.replicator.instanceCount) copies: the transform of the "
        + "next one is not finite")
  }

  /// Notes content of a layer that only is a space for its sublayers and draws nothing itself.
  mutating func noteSpace(_ node: RenderNode) {
    let lost = node.ownContent
    if lost.isEmpty { return }
    notes.add(
      .spaceContents, node,
      "is a space for its sublayers, and shows nothing of its \(lost.joined(separator: ", "))")
  }

  /// Notes a gradient that cannot be drawn. A gradient without extent is not noted if animations of
  /// the layer may pass through this state.
  mutating func noteGradient(_ gradient: GradientProperties, _ node: RenderNode) {
    if gradient.colors.allSatisfy({ ($0?.alpha ?? 0) <= 0 }) { return }
    let (colors, places) = (gradient.colors.count, gradient.locations?.count)
    if let places, places != colors {
      notes.add(
        .badGradient, node, "shows no gradient: \(colors) colors have \(places) locations")
    } else if !node.isAnimated {
      notes.add(
        .badGradient, node, "shows no gradient: its start point and its end point leave no extent")
    }
  }
}

extension RenderNode {
  /// Whether the layer or one inside may show something.
  fileprivate var mayShow: Bool { drawsItself || !sublayers.isEmpty }

  /// Whether the layer has content of its own.
  fileprivate var drawsItself: Bool { !ownContent.isEmpty }

  /// Whether the layer or one inside has content, seen or not, or animations, which may give it
  /// some. Layers that lie too deep for every picture are not looked at.
  ///
  /// - Complexity: O(layers inside), without recursion.
  fileprivate var mayShowInside: Bool {
    var left = [(node: self, level: 1)]
    while let (node, level) = left.popLast() {
      if node.isAnimated || node.drawsItself { return true }
      if level < LayerLimits.depth {
        for sublayer in node.sublayers { left.append((sublayer, level + 1)) }
      }
    }
    return false
  }

  /// What the layer draws itself, by the names of the properties.
  fileprivate var ownContent: [String] {
    var content: [String] = []
    if (properties.backgroundColor?.alpha ?? 0) > 0 { content.append("backgroundColor") }
    if hasContents { content.append("contents") }
    if !properties.isCommon {
      if properties.borderWidth > 0, (properties.borderColor?.alpha ?? 0) > 0 {
        content.append("border")
      }
      content += properties.decorationBox?.value.visibleContent ?? []
      content += properties.kind.visibleContent.map { [$0] } ?? []
    }
    return content
  }

  /// The content that is not shown because the bounds are empty, by the names of the properties.
  fileprivate var lostInEmptyBounds: [String] {
    if properties.masksToBounds { return ownContent + (sublayers.isEmpty ? [] : ["sublayers"]) }
    return ownContent.filter { name in
      switch name {
      case "path", "boxShadows", "outline": return false
      case "contents":
        if case .image = contents { return properties.contentsGravity.stretches }
        return false
      default: return true
      }
    }
  }
}

extension Double {
  /// The number without a fraction if it has none.
  fileprivate var shortText: String {
    abs(self) < 1e15 && self == rounded() ? String(Int(self)) : String(self)
  }
}
