// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerRendering
public import LayerTree
internal import StyledDocuments

extension Scene {
  /// Makes layers of the scene, for a `LayerHost`: they can be hit, scrolled and changed.
  ///
  /// The layer's time begins with the time of the scene; where the scene has a duration, it goes
  /// round from 0 to that.
  ///
  /// The layers are made of the nodes of the scene. Films in them are drawn as in exports, decoded
  /// by the lane that needs a frame; `PlayerLayer`, which decodes ahead, is for programs.
  ///
  /// - Parameter time: The time of the host's clock at which the scene begins; `nil` for a scene
  ///   that stands still at its time.
  /// - Returns: A layer of the size of the scene, whose sublayers are its layers.
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
