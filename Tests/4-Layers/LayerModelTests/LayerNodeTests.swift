// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerModel
import Testing

@Suite("Layer: nodes")
@MainActor
struct LayerNodeTests {
  @Test("An unchanged layer keeps its node; a change makes those above it anew")
  func nodes() throws {
    let (leaf, other) = (Layer(Rect(width: 1, height: 1)), Layer(Rect(width: 1, height: 1)))
    let middle = Layer(Rect(width: 1, height: 1), nil, [leaf])
    let root = Layer(Rect(width: 9, height: 9), nil, [middle, other])
    let before = root.node
    #expect(root.node === before)
    leaf.opacity = 0.5
    let after = root.node
    #expect(after !== before && after.sublayers[0] !== before.sublayers[0])
    #expect(after.sublayers[1] === before.sublayers[1])
    #expect(after.sublayers[0].sublayers[0].properties.opacity == 0.5)
    #expect(before.sublayers[0].sublayers[0].properties.opacity == 1)
    let mask = Layer()
    leaf.mask = mask
    let masked = root.node
    #expect(masked.sublayers[0].sublayers[0].mask?.id == mask.id)
    mask.name = "mask"
    #expect(root.node.sublayers[0].sublayers[0].mask?.name == "mask")
    leaf.removeFromSuperlayer()
    #expect(root.node.nodeCount == 3)
    other.addSublayer(leaf)
    #expect(root.node.nodeCount == 5)
    root.sublayers = [other]
    #expect(root.node.nodeCount == 4)
    leaf.mask = nil
    #expect(root.node.nodeCount == 3)
  }
}
