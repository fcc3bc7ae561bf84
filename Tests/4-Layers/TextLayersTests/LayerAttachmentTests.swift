// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextLayers
import TextTestSupport

/// Layers and trees of layers as attachments: which ones count as the same.
@MainActor
@Suite struct LayerAttachmentTests {
  private let root = RenderNode(properties: LayerProperties())
  private let size = Size(width: 10, height: 20)

  private func tree(_ change: (inout RenderTree) -> Void = { _ in }) -> TreeAttachment {
    var tree = RenderTree(root: root, size: size, background: .white, time: 1)
    change(&tree)
    return TreeAttachment(tree)
  }

  @Test func aTreeIsTheSameByItsRootSizeBackgroundAndTime() {
    #expect(tree().isEqual(to: tree()))
    // The scale is that of the drawing.
    #expect(tree().isEqual(to: tree { $0.scale = 2 }))
    #expect(!tree().isEqual(to: tree { $0.size.width = 11 }))
    #expect(!tree().isEqual(to: tree { $0.size.height = 21 }))
    #expect(!tree().isEqual(to: tree { $0.background = nil }))
    #expect(!tree().isEqual(to: tree { $0.time = 2 }))
    #expect(!tree().isEqual(to: tree { $0.root = RenderNode(properties: LayerProperties()) }))
    #expect(!tree().isEqual(to: LayerAttachment(Layer())))
  }

  @Test func aLayerIsTheSameByItsIdentityAndItsSizeThen() {
    let layer = Layer()
    layer.bounds = Rect(width: 10, height: 20)
    let attachment = LayerAttachment(layer)
    #expect(attachment.naturalSize == size)
    #expect(attachment.isEqual(to: LayerAttachment(layer)))
    let other = Layer()
    other.bounds = layer.bounds
    #expect(!attachment.isEqual(to: LayerAttachment(other)))
    layer.bounds.size.width = 11
    #expect(attachment.naturalSize == size)
    #expect(!attachment.isEqual(to: LayerAttachment(layer)))
    #expect(!attachment.isEqual(to: tree()))
  }
}
