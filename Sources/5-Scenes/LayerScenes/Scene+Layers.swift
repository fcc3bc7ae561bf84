// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerCompositing
public import LayerModel
internal import StyledDocuments

extension Scene {
  /// Makes layers of the scene, for a `LayerHost`: the layers can be hit-tested, scrolled and
  /// changed.
  ///
  /// The layer's time begins with the time of the scene. If the scene has a duration, the time
  /// repeats from 0 to the duration.
  ///
  /// The layers are made of the nodes of the scene. Films in them are drawn as in exports: the lane
  /// that needs a frame decodes it. A program that plays films uses `PlayerLayer`, which decodes
  /// ahead.
  ///
  /// - Parameter time: The time of the host's clock at which the scene begins; `nil` for a scene
  ///   that stands still at the time in its JSON.
  /// - Returns: A layer of the size of the scene, whose sublayers are the layers of the scene.
  @MainActor
  public func makeLayer(beginningAt time: Double?) -> Layer {
    let layer = Layer.tree(of: tree.root) { node in
      guard let id = node.id, let mode = scrollModes[id] else { return nil }
      let layer = ScrollLayer()
      layer.scrollMode = mode
      return layer
    }
    var timing = MediaTiming.continuous
    timing.timeOffset = tree.time
    if let time {
      timing.begin = time
      if let duration, duration > 0 {
        (timing.duration, timing.repeatCount) = (duration, .infinity)
      }
    } else {
      timing.speed = 0
    }
    layer.timing = timing
    return layer
  }
}
