// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import LayerCompositing
internal import StyleSheets

/// What a stacking context paints, in the layers of CSS 2.2, appendix E: from back to front.
final class PaintOrder {
  /// The layers between the box of a stacking context and the contexts above it.
  enum Layer: Int, CaseIterable {
    case blocks, floats, lines, positioned
  }

  /// A node with the clips around it.
  struct Item {
    let node: RenderNode
    let clips: ClipChain?
  }

  private var layers = [[Item]](repeating: [], count: Layer.allCases.count)
  private var behind: [(z: Int, item: Item)] = []
  private var above: [(z: Int, item: Item)] = []

  func add(_ node: RenderNode, _ clips: ClipChain?, to layer: Layer) {
    layers[layer.rawValue].append(Item(node: node, clips: clips))
  }

  func add(_ items: [Item], to layer: Layer) { layers[layer.rawValue] += items }

  /// The number of nodes in a layer.
  func count(_ layer: Layer) -> Int { layers[layer.rawValue].count }

  func insert(_ items: [Item], at index: Int, of layer: Layer) {
    layers[layer.rawValue].insert(contentsOf: items, at: index)
  }

  /// Adds a stacking context by its `z-index`.
  func add(_ node: RenderNode, _ clips: ClipChain?, z: Int) {
    let item = Item(node: node, clips: clips)
    if z == 0 {
      layers[Layer.positioned.rawValue].append(item)
    } else if z < 0 {
      behind.append((z, item))
    } else {
      above.append((z, item))
    }
  }

  /// What is painted, from back to front. Contexts behind lie above the background of the box
  /// itself, which is the first of its blocks.
  var items: [Item] {
    func sorted(_ list: [(z: Int, item: Item)]) -> [Item] {
      list.enumerated().sorted { ($0.element.z, $0.offset) < ($1.element.z, $1.offset) }
        .map(\.element.item)
    }
    let blocks = layers[0]
    let own = blocks.prefix(hasOwnBackground ? 1 : 0)
    return own + sorted(behind) + blocks.dropFirst(own.count) + layers[1] + layers[2] + layers[3]
      + sorted(above)
  }

  /// Whether something in the context has a blend mode.
  var hasBlending = false

  /// Whether the first block is the background of the box itself.
  var hasOwnBackground = false

  /// The nodes from back to front, with clips around neighbours that share them.
  func nodes() -> [RenderNode] { ClipChain.nodes(items) }
}

/// A box that cuts off its contents, within others that do.
final class ClipChain {
  /// The area in the space of the stacking context.
  let rect: Rect
  let radii: CornerRadii?
  let outer: ClipChain?
  private let depth: Int

  init(_ rect: Rect, radii: CornerRadii?, in outer: ClipChain?) {
    (self.rect, self.radii, self.outer) = (rect, radii, outer)
    depth = (outer?.depth ?? 0) + 1
  }

  /// Nodes of items: neighbours with one clip lie in one node that cuts them off.
  static func nodes(_ items: [PaintOrder.Item]) -> [RenderNode] {
    nodes(items[...], within: nil)
  }

  private static func nodes(
    _ items: ArraySlice<PaintOrder.Item>, within outer: ClipChain?
  ) -> [RenderNode] {
    var result: [RenderNode] = []
    var rest = items
    while let first = rest.first {
      guard let clip = first.clips?.ancestor(at: (outer?.depth ?? 0) + 1) else {
        result.append(first.node)
        rest = rest.dropFirst()
        continue
      }
      let run = rest.prefix { $0.clips?.ancestor(at: clip.depth) === clip }
      rest = rest.dropFirst(run.count)
      result.append(clip.node(around: nodes(run, within: clip)))
    }
    return result
  }

  /// The clip at a depth among this one and those around it; `nil` if it is deeper.
  private func ancestor(at depth: Int) -> ClipChain? {
    var clip: ClipChain? = self
    while let current = clip, current.depth > depth { clip = current.outer }
    return clip?.depth == depth ? clip : nil
  }

  private func node(around nodes: [RenderNode]) -> RenderNode {
    var properties = LayerProperties()
    // The space of the contents is that of the stacking context.
    properties.bounds = rect
    properties.anchorPoint = .zero
    properties.position = rect.origin
    properties.masksToBounds = true
    if let radii { properties.cornerRadii = radii }
    return RenderNode(properties: properties, sublayers: nodes)
  }
}

extension [PageBox] {
  /// The boxes in the order in which they are painted: items by their `order`.
  func sorted(inItemsOf box: PageBox) -> [PageBox] {
    guard box.hasItems, contains(where: { $0.style.item.order != 0 }) else { return self }
    return enumerated().sorted {
      ($0.element.style.item.order, $0.offset) < ($1.element.style.item.order, $1.offset)
    }.map(\.element)
  }
}
