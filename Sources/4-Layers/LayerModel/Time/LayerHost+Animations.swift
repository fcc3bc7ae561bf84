// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import LayerCompositing

extension LayerHost {
  /// Begins the new animations of layers of the tree, and schedules the ends of animations again,
  /// since changes of the tree may have moved them.
  ///
  /// - Complexity: O(*n*) for *n* layers with animations, and the layers above them.
  func begin(_ layers: [Layer]) {
    if animated.isEmpty, layers.isEmpty { return }
    let now = clock.now
    for layer in layers {
      layer.beginAnimations(at: now)
      animated[layer.id] = Weak(object: layer)
    }
    scheduleEnds()
  }

  /// Leaves the ends of animations to the next host that shows their layers.
  func endAnimations() {
    endingCall?.cancel()
    endingCall = nil
    for entry in animated.values { entry.object?.renewAnimations() }
    animated = [:]
  }

  /// Ends animations whose time is over, and asks the clock for the end of the next one.
  private func scheduleEnds() {
    endingCall?.cancel()
    endingCall = nil
    if loop.isClosed { return }
    let now = clock.now
    var next = Double.infinity
    for (id, entry) in animated {
      guard let layer = entry.object else {
        animated[id] = nil
        continue
      }
      // A layer that has left the tree loses its animations; their completions get `false`.
      if layer.host == nil {
        layer.removeAllAnimations()
        animated[id] = nil
        continue
      }
      let end = layer.endAnimations(at: now)
      if layer.animationKeys.isEmpty { animated[id] = nil }
      if end == .infinity { continue }
      // If a layer above has a time of its own, the end may move, so it is checked every 1/30
      // second.
      let isOwnTime = layer.isInOwnTime
      next = min(next, isOwnTime ? now + 1.0 / 30 : end)
    }
    if next == .infinity { return }
    let call = clock.schedule(at: next) { [weak self] in
      DisplayCoordinator.main.enqueue { MainActor.assumeIsolated { self?.scheduleEnds() } }
    }
    endingCall = call
    // A manual clock that has passed this time meanwhile would not call before its next advance, so
    // the call is made here.
    if next <= clock.now { call.perform() }
  }
}
