// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// When a layer was added to its superlayer, as the number of trees that hosts had taken for
/// frames.
///
/// A host has shown a layer if it has taken a tree since the layer and all layers above it were
/// added. So taking or removing a tree need not visit each of its layers.
struct LayerArrival {
  /// The number of trees at the arrival; -1 for a layer that was moved after it had been shown.
  private(set) var trees = 0
  /// The number of trees when the layer left its last superlayer, if it was shown there; `nil` for
  /// a layer that was not shown.
  private var departure: Int?

  /// Notes that the layer is removed from its superlayer.
  mutating func leave(isShown: Bool, at count: Int) { departure = isShown ? count : nil }

  /// Notes that the layer is added to a superlayer. If no tree was taken since it left another
  /// superlayer in which it was shown, it counts as shown.
  mutating func come(at count: Int) {
    trees = departure == count ? -1 : count
    departure = nil
  }
}

extension Layer {
  /// The host that has shown the layer in its present place; `nil` for none.
  ///
  /// - Complexity: O(depth).
  var showingHost: LayerHost? {
    var (layer, newest) = (self, -1)
    while let above = layer.superlayer {
      newest = max(newest, layer.state.arrival.trees)
      layer = above
    }
    guard let host = layer.state.extras?.host, let last = host.lastTree else { return nil }
    return newest < last ? host : nil
  }

  /// Removes the link to the superlayer.
  func leaveSuperlayer() {
    // Whether the layer was shown matters only to animations of boxes and of implicit changes, so
    // it is not found out without them.
    let isShown = (Transaction.implicitHosts > 0 || LayerBoxState.isUsed) && showingHost != nil
    let old = LayerBoxState.isUsed ? superlayer : nil
    state.arrival.leave(isShown: isShown, at: LayerHost.treeCount)
    state.superlink = nil
    boxesChanged(leaving: old)
  }

  /// Sets the link to a superlayer.
  func come(to link: SuperlayerLink?) {
    state.arrival.come(at: LayerHost.treeCount)
    state.superlink = link
  }
}
