// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// The pixels that may differ between the pictures of two trees: a pure function of both.
///
/// Layers that are the same object are skipped with all below them; others are matched by identity.
/// A layer that differs itself damages its old and its new extent.
struct TreeDifference {
  private(set) var damage = DamageRegion()
  /// Whether the plans of both trees are the same, with their notes and the visible parts of tiled
  /// layers, so that the new plan need not be made. `false` is always safe.
  private(set) var isPlannedAlike = true

  /// Compares two trees.
  ///
  /// - Parameter canvas: The pixels of the new picture.
  init(from old: RenderTree, to new: RenderTree, canvas: PixelRect) {
    guard old.size == new.size, old.scale == new.scale, old.background == new.background else {
      damage.add(canvas)
      isPlannedAlike = false
      return
    }
    let map = PlaneMap.affine(.scale(x: new.scale, y: new.scale))
    damage = difference(old.root, new.root, map, under: nil, level: 1, isFlipped: false)
    // A backdrop spreads changes behind it.
    if !damage.rectangles.isEmpty, old.root.hasBackdrops || new.root.hasBackdrops {
      damage.add(canvas)
    }
    damage.formIntersection(canvas)
  }

  /// The damage of a layer that lies in the same space and at the same level in both trees.
  ///
  /// - Parameter isFlipped: Whether an odd number of layers around it are flipped.
  private mutating func difference(
    _ old: RenderNode, _ new: RenderNode, _ outer: PlaneMap, under space: Transform3D?, level: Int,
    isFlipped: Bool
  ) -> DamageRegion {
    var damage = DamageRegion()
    if old === new { return damage }
    if level > LayerLimits.depth {
      isPlannedAlike = false
      return damage
    }
    if isPlannedAlike, !old.isPlannedAlike(new) { isPlannedAlike = false }
    // The whole layer is damaged if a change inside cannot be located: sublayers at another depth
    // or in copies may lie anywhere, and a bitmap of another scale spreads changes.
    guard old.isDrawnAlike(new, isFlipped: isFlipped), new.properties.keepsSublayers,
      !new.properties.isRasterized, !new.properties.isFiltered,
      let changes = new.contents.changes(since: old.contents),
      let inner = new.properties.planeMap(under: space)
    else {
      isPlannedAlike = false
      damage.add(old.pixels(outer, under: space, isFlipped: isFlipped))
      damage.add(new.pixels(outer, under: space, isFlipped: isFlipped))
      return damage
    }
    if !changes.isEmpty { isPlannedAlike = false }
    let map = inner.concatenating(outer)
    damage = difference(
      old.sublayers, new.sublayers, map, under: new.properties.transformOfSublayers,
      level: level + 1, isFlipped: isFlipped != new.properties.isGeometryFlipped)
    let contentsMap = isFlipped ? new.contentsMap(map) : map
    for rect in changes {
      damage.add(PixelRect(covering: contentsMap.boundingBox(of: rect)).inset(by: -1))
    }
    if new.properties.masksToBounds {
      damage.formIntersection(new.properties.outline(map).pixels.inset(by: -1))
    } else if !new.properties.isCommon, new.properties.shadow.ink != nil {
      damage.castShadow(new.properties.shadow, map.affine(near: new.properties.bounds.center))
    }
    return damage
  }

  /// The damage of sublayers: sublayers that keep their order are compared, the others redrawn.
  private mutating func difference(
    _ old: [RenderNode], _ new: [RenderNode], _ map: PlaneMap, under space: Transform3D?,
    level: Int, isFlipped: Bool
  ) -> DamageRegion {
    var damage = DamageRegion()
    var places: [SiblingKey: Int] = [:]
    for (place, key) in SiblingKey.keys(of: old).enumerated() { places[key] = place }
    let matches = SiblingKey.keys(of: new).map { places[$0] ?? -1 }
    if !matches.elementsEqual(old.indices) { isPlannedAlike = false }
    let kept = LongestIncreasing.members(of: matches)
    var isMatched = [Bool](repeating: false, count: old.count)
    for (i, node) in new.enumerated() {
      if kept[i] {
        isMatched[matches[i]] = true
        damage.formUnion(
          difference(
            old[matches[i]], node, map, under: space, level: level, isFlipped: isFlipped))
      } else {
        damage.add(node.pixels(map, under: space, isFlipped: isFlipped))
      }
    }
    for (i, node) in old.enumerated() where !isMatched[i] {
      damage.add(node.pixels(map, under: space, isFlipped: isFlipped))
    }
    return damage
  }
}

/// The key by which a layer is matched with a sibling of the other tree.
private enum SiblingKey: Hashable {
  case id(LayerID)
  /// The place among siblings without an identity.
  case place(Int)

  static func keys(of nodes: [RenderNode]) -> [SiblingKey] {
    var unnamed = 0
    return nodes.map { node in
      if let id = node.id { return .id(id) }
      unnamed += 1
      return .place(unnamed)
    }
  }
}

extension RenderNode {
  /// The device pixels that the layer and its sublayers may touch.
  ///
  /// - Parameters:
  ///   - outer: The map from the plane that the layer lies in to the device.
  ///   - space: The map of space that the superlayer applies to its sublayers.
  ///   - isFlipped: Whether an odd number of layers around it are flipped.
  fileprivate func pixels(
    _ outer: PlaneMap, under space: Transform3D?, isFlipped: Bool
  ) -> PixelRect {
    let extent = extent(under: space, isFlipped: isFlipped)
    return extent.isEmpty
      ? .empty : PixelRect(covering: outer.boundingBox(of: extent)).inset(by: -1)
  }

  /// Whether another state of the layer draws the same pixels, apart from its contents and
  /// sublayers.
  fileprivate func isDrawnAlike(_ other: RenderNode, isFlipped: Bool) -> Bool {
    properties == other.properties && mask === other.mask && groupReason == other.groupReason
      && castShape(isFlipped: isFlipped) == other.castShape(isFlipped: isFlipped)
      && paintsOnce == other.paintsOnce
  }

  /// Whether a plan has the same notes about another state of the layer that draws the same pixels.
  fileprivate func isPlannedAlike(_ other: RenderNode) -> Bool {
    id == other.id && name == other.name && isAnimated == other.isAnimated
      && contents.isPlannedAlike(other.contents)
  }
}

extension NodeContents {
  /// Whether a plan has the same notes about other contents that draw the same pixels.
  fileprivate func isPlannedAlike(_ other: NodeContents) -> Bool {
    guard case .vector(let a) = self, case .vector(let b) = other else { return true }
    switch (a, b) {
    case (let a as TilePicture, let b as TilePicture):
      return a.contents.owner === b.contents.owner
        && a.contents.lacksSource == b.contents.lacksSource
    case (let a as ParticlePicture, let b as ParticlePicture):
      return a.isOverLimit == b.isOverLimit && a.hasEmptyCells == b.hasEmptyCells
    default: return true
    }
  }

  /// The rectangles in which the contents may differ from older contents of the same layer; `nil`
  /// if they may differ anywhere.
  fileprivate func changes(since old: NodeContents) -> [Rect]? {
    switch (self, old) {
    case (.none, .none): []
    case (.image(let a), .image(let b)): a == b ? [] : nil
    case (.vector(let a), .vector(let b)): a.isEqual(to: b) ? [] : a.changes(since: b)
    default: nil
    }
  }
}

extension DamageRegion {
  /// Adds the shadow of the damaged pixels.
  fileprivate mutating func castShadow(_ shadow: Shadow, _ map: AffineTransform) {
    let factor = map.leastScale
    let blur = GaussianBlur(deviation: max(0, shadow.radius) * factor)
    let (dx, dy) = (
      map.a * shadow.offset.width + map.c * shadow.offset.height,
      map.b * shadow.offset.width + map.d * shadow.offset.height
    )
    guard abs(dx) < 1e6, abs(dy) < 1e6 else { return }
    for area in rectangles {
      add(
        area.inset(by: -blur.reach - 1)
          .offset(dx: Int(dx.rounded()), dy: Int(dy.rounded())))
    }
  }
}

/// The longest increasing subsequence, by patience sorting. O(*n* log *n*).
private enum LongestIncreasing {
  /// Which values belong to the subsequence; negative values never do.
  static func members(of values: [Int]) -> [Bool] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for (i, value) in values.enumerated() where value >= 0 {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[i] = tails[low - 1] }
      if low == tails.count { tails.append(i) } else { tails[low] = i }
    }
    var result = [Bool](repeating: false, count: values.count)
    var i = tails.last ?? -1
    while i >= 0 {
      result[i] = true
      i = previous[i]
    }
    return result
  }
}
