// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// When a layer came to its superlayer, in the number of trees that hosts had taken for pictures.
///
/// A host has shown a layer if it has taken its tree since the layer and all above it came to their
/// places. So nothing has to be noted of each layer of a tree that is taken, or that is removed.
struct LayerArrival {
  /// The number of trees at that time; -1 for a layer that was moved and that was shown before.
  private(set) var trees = 0
  /// The number of trees when the layer, which was shown then, left its last superlayer; `nil` for
  /// one that was not shown.
  private var departure: Int?

  /// Notes that the layer leaves its superlayer.
  mutating func leave(isShown: Bool, at count: Int) { departure = isShown ? count : nil }

  /// Notes that the layer comes to a superlayer. One that was moved, between two pictures, stays
  /// shown.
  mutating func come(at count: Int) {
    trees = departure == count ? -1 : count
    departure = nil
  }
}

extension Layer {
  /// The host of which a picture has shown the layer in its present place; `nil` for none.
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

  /// Ends the way to the superlayer.
  func leaveSuperlayer() {
    // Whether it was shown counts where layers are animated by themselves.
    let isShown = Transaction.implicitHosts > 0 && showingHost != nil
    state.arrival.leave(isShown: isShown, at: LayerHost.treeCount)
    state.superlink = nil
  }

  /// Sets the way to a superlayer.
  func come(to link: SuperlayerLink?) {
    state.arrival.come(at: LayerHost.treeCount)
    state.superlink = link
  }
}
