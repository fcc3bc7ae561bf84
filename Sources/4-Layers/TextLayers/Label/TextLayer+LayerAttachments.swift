// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerModel
import TextModel
import TextTypesetting

extension TextLayer {
  /// Moves the layers of attachments to their rectangles, and removes those that are no longer
  /// shown. Called after a commit.
  func placeLayers() {
    let text = shownText
    guard labelState?.placedLayers.isEmpty == false || text.hasLayers else { return }
    let state = makeLabelState()
    var placed: [ObjectIdentifier: Layer] = [:]
    let isFlipped = contentsAreFlipped
    for attachment in layOutNow()?.attachments ?? [] {
      guard let layer = (attachment.attachment.content as? LayerAttachment)?.layer else { continue }
      placed[ObjectIdentifier(layer)] = layer
      if layer.superlayer !== self { addSublayer(layer) }
      var rect = attachment.rect
      if isFlipped { rect.origin.y = bounds.height - rect.maxY }
      layer.bounds.size = rect.size
      layer.position = Point(
        x: bounds.minX + rect.minX + rect.width * layer.anchorPoint.x,
        y: bounds.minY + rect.minY + rect.height * layer.anchorPoint.y)
    }
    for (id, layer) in state.placedLayers where placed[id] == nil && layer.superlayer === self {
      layer.removeFromSuperlayer()
    }
    state.placedLayers = placed
  }
}

extension AttributedText {
  /// Whether some attachment is a layer.
  fileprivate var hasLayers: Bool {
    for run in 0..<elements.count
    where elements.value(ofRun: run).attachment?.content is LayerAttachment { return true }
    return false
  }
}
