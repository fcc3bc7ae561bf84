// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerRendering

/// The value of a layer, and when it is made anew.
extension Layer {
  /// The layer and all below it as a value; the same object until something there changes.
  ///
  /// - Complexity: O(*n*) for *n* layers that have changed, and the neighbours of each.
  public var node: RenderNode {
    if let node = state.node { return node }
    // Depth first, without recursion: a layer is made when nothing below it is missing.
    var path = [self]
    while let layer = path.last {
      let family = layer.family
      let sublayers = family?.sublayers ?? []
      let depth = path.count
      for sublayer in sublayers where sublayer.state.node == nil { path.append(sublayer) }
      if let mask = family?.mask, mask.state.node == nil { path.append(mask) }
      if path.count > depth { continue }
      layer.state.node = layer.makeNode(sublayers, mask: family?.mask)
      path.removeLast()
    }
    return state.node ?? makeNode([], mask: nil)
  }

  /// - Precondition: The sublayers and the mask have nodes.
  private func makeNode(_ sublayers: [Layer], mask: Layer?) -> RenderNode {
    RenderNode(
      id: id, name: name, properties: state.properties,
      contents: state.contents.node(tint: contentsTint), mask: mask?.state.node,
      sublayers: sublayers.compactMap { $0.state.node }, motion: motion)
  }

  /// Tells a change of this layer, the one place where that is done: drops its node and those of
  /// the layers above it, and tells the host. Layers above one without a node have none either, and
  /// the host was told.
  ///
  /// - Parameter tellsHosts: Whether the tree is taken anew.
  func dropNode(tellsHosts: Bool = true) {
    if state.node == nil { return }
    var layer = self
    // Each node is released after the access: its contents may have any `deinit`.
    while layer.state.node.take() != nil {
      if tellsHosts { layer.state.extras?.host?.treeChanged() }
      guard let above = layer.superlayer else { return }
      layer = above
    }
  }

  /// Sets all properties that differ: those with overrides one by one. What overrides and actions
  /// change meanwhile of the others stays.
  func assign(_ new: LayerProperties) {
    let old = state.properties
    if new.bounds != old.bounds { bounds = new.bounds }
    if new.position != old.position { position = new.position }
    if new.anchorPoint != old.anchorPoint { anchorPoint = new.anchorPoint }
    if new.contentsScale != old.contentsScale { contentsScale = new.contentsScale }
    if new.isOpaque != old.isOpaque { isOpaque = new.isOpaque }
    if new.backgroundColor != old.backgroundColor { backgroundColor = new.backgroundColor }
    if new.isHidden != old.isHidden { isHidden = new.isHidden }
    change { properties in
      let set = properties
      func settingOverridden(in properties: LayerProperties) -> LayerProperties {
        var properties = properties
        properties.bounds = set.bounds
        properties.position = set.position
        properties.anchorPoint = set.anchorPoint
        properties.contentsScale = set.contentsScale
        properties.isOpaque = set.isOpaque
        properties.backgroundColor = set.backgroundColor
        properties.isHidden = set.isHidden
        return properties
      }
      properties.take(
        changesFrom: settingOverridden(in: old), to: settingOverridden(in: new))
    }
  }
}
