// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerCompositing

/// The node of a layer, and its invalidation.
extension Layer {
  /// The layer and all below it as a value; the same object until something there changes.
  ///
  /// - Complexity: O(*n*) for *n* layers that have changed, the layers above them, and the
  ///   sublayers of all these.
  public var node: RenderNode {
    if let node = state.node { return node }
    // Depth-first traversal without recursion: a node is made once all nodes below it exist.
    var path = [self]
    while let layer = path.last {
      let children = layer.children
      let sublayers = children?.sublayers ?? []
      let depth = path.count
      for sublayer in sublayers where sublayer.state.node == nil { path.append(sublayer) }
      if let mask = children?.mask, mask.state.node == nil { path.append(mask) }
      if path.count > depth { continue }
      layer.state.node = layer.makeNode(sublayers, mask: children?.mask)
      path.removeLast()
    }
    return state.node ?? makeNode([], mask: nil)
  }

  /// - Precondition: The sublayers and the mask have nodes.
  private func makeNode(_ sublayers: [Layer], mask: Layer?) -> RenderNode {
    var properties = state.properties
    if isWithoutBox { properties.isHidden = true }
    return RenderNode(
      id: id, name: name, properties: properties,
      contents: state.contents.node(tint: contentsTint), mask: mask?.state.node,
      sublayers: sublayers.compactMap { $0.state.node }, motion: motion)
  }

  /// Records a change of this layer: drops its node and those of the layers above it, and notifies
  /// the host. Every change calls this function. If this layer has no node, the layers above have
  /// none either, and the host was notified already.
  ///
  /// - Parameter tellsHosts: Whether the host takes the tree again.
  func dropNode(tellsHosts: Bool = true) {
    if state.node == nil { return }
    var layer = self
    // A node is released after the access to `state` has ended, since the `deinit` of its contents
    // may use the layer.
    while layer.state.node.take() != nil {
      if tellsHosts { layer.state.extras?.host?.treeChanged() }
      guard let above = layer.superlayer else { return }
      layer = above
    }
  }

  /// Sets all properties that differ. Those that subclasses may override are set one by one. Other
  /// properties that overrides and actions change meanwhile keep these changes.
  func assign(_ new: LayerProperties) { changeImage { assignNow(new) } }

  private func assignNow(_ new: LayerProperties) {
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
