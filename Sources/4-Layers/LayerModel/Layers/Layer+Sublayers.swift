// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Layer {
  /// The layer that holds this one, as a sublayer or as its mask; `nil` at the root of a tree.
  public var superlayer: Layer? { state.superlink?.layer }

  /// The layers inside this one, from back to front where `zPosition` is equal.
  ///
  /// Setting them removes those that are left out, and adds the others in their order. If a layer
  /// occurs twice, its last place counts.
  ///
  /// - Precondition: None of them is this layer or one of its ancestors.
  /// - Complexity: O(sublayers).
  public var sublayers: [Layer] {
    get { children?.sublayers ?? [] }
    set {
      for old in children?.removeAll() ?? [] { old.leaveSuperlayer() }
      dropNode()
      for layer in newValue { addSublayer(layer) }
    }
  }

  /// The layer whose alpha multiplies this layer and its sublayers, in the space of the bounds.
  ///
  /// - Precondition: The mask is neither this layer nor one of its ancestors.
  public var mask: Layer? {
    get { children?.mask }
    set {
      if newValue === children?.mask { return }
      if let newValue { detach(newValue) }
      children?.mask?.leaveSuperlayer()
      if newValue != nil || children != nil { madeChildren.mask = newValue }
      newValue?.come(to: children?.link)
      dropNode()
    }
  }

  /// Adds a layer in front of the other sublayers, after removing it from its superlayer.
  ///
  /// - Precondition: `layer` is neither this layer nor one of its ancestors.
  /// - Complexity: O(1); O(depth of the tree) for a layer that has sublayers.
  public func addSublayer(_ layer: Layer) {
    detach(layer)
    madeChildren.append(layer)
    attached(layer)
  }

  /// Inserts a layer among the sublayers, after removing it from its superlayer.
  ///
  /// - Parameters:
  ///   - layer: The layer to insert.
  ///   - index: Its place among the other sublayers, from the back; clamped to 0 and their number.
  /// - Precondition: `layer` is neither this layer nor one of its ancestors.
  /// - Complexity: O(sublayers + depth of the tree).
  public func insertSublayer(_ layer: Layer, at index: Int) {
    detach(layer)
    let children = madeChildren
    children.insert(layer, at: min(max(index, 0), children.count))
    attached(layer)
  }

  /// Inserts a layer behind a sublayer; behind all of them if `sibling` is none of them.
  ///
  /// - Complexity: O(sublayers + depth of the tree).
  public func insertSublayer(_ layer: Layer, below sibling: Layer) {
    if layer === sibling { return }
    detach(layer)
    insertSublayer(layer, at: index(of: sibling) ?? 0)
  }

  /// Inserts a layer in front of a sublayer; in front of all of them if `sibling` is none of them.
  ///
  /// - Complexity: O(sublayers + depth of the tree).
  public func insertSublayer(_ layer: Layer, above sibling: Layer) {
    if layer === sibling { return }
    detach(layer)
    insertSublayer(layer, at: index(of: sibling).map { $0 + 1 } ?? .max)
  }

  /// Puts a layer in the place of a sublayer, which is removed; without effect if `old` is no
  /// sublayer.
  ///
  /// - Complexity: O(depth of the tree).
  public func replaceSublayer(_ old: Layer, with new: Layer) {
    guard old !== new, let children, old.superlayer === self, children.mask !== old else { return }
    detach(new)
    children.replace(old, with: new)
    old.leaveSuperlayer()
    attached(new)
  }

  /// Removes the layer from its superlayer, of which it may be the mask; without one, nothing
  /// happens.
  ///
  /// - Complexity: O(1), amortised over the sublayers of the superlayer.
  public func removeFromSuperlayer() {
    guard let superlayer, let children = superlayer.children else { return }
    if children.mask === self {
      children.mask = nil
    } else {
      children.remove(self)
    }
    leaveSuperlayer()
    superlayer.dropNode()
  }

  /// The first layer of a name: this one or one below it, each layer before its sublayers, these
  /// from back to front. Masks are not searched.
  ///
  /// - Complexity: O(layers below this one).
  public func layer(named name: String) -> Layer? {
    var pending = [self]
    while let layer = pending.popLast() {
      if layer.name == name { return layer }
      pending += layer.sublayers.reversed()
    }
    return nil
  }
}

extension Layer {
  var children: LayerChildren? { state.children }

  /// The place among the superlayer's sublayers.
  var place: Int {
    get { state.place }
    set { state.place = newValue }
  }

  private var madeChildren: LayerChildren {
    if let children { return children }
    let children = LayerChildren(of: self)
    state.children = children
    return children
  }

  private func index(of layer: Layer) -> Int? {
    guard let children, layer.superlayer === self, children.mask !== layer else { return nil }
    return children.index(of: layer)
  }

  /// Makes a layer free to be added to this one.
  private func detach(_ layer: Layer) {
    precondition(layer !== self, "a layer cannot be a sublayer of itself")
    // A layer without children is no ancestor, so the search for it is skipped.
    if layer.children != nil {
      var above = superlayer
      while let ancestor = above {
        precondition(ancestor !== layer, "a layer cannot be a sublayer of itself")
        above = ancestor.superlayer
      }
    }
    layer.removeFromSuperlayer()
  }

  private func attached(_ layer: Layer) {
    layer.come(to: children?.link)
    dropNode()
    setNeedsLayout()
    boxesChanged(adding: layer)
  }
}
