// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

@Suite("GradientLayer")
@MainActor
struct GradientLayerTests {
  @Test("S-148, S-149, S-150: properties, their defaults, and the node made of them")
  func s148_properties() {
    let layer = GradientLayer()
    #expect(layer.type == .axial && layer.colors.isEmpty && layer.locations == nil)
    #expect(layer.startPoint == Point(x: 0.5, y: 0) && layer.endPoint == Point(x: 0.5, y: 1))
    #expect(layer.properties.kind == .gradient(GradientProperties()))
    let before = layer.node
    layer.type = .conic
    layer.colors = [.red, nil, .blue]
    layer.locations = [0, 0.25, 1]
    layer.startPoint = Point(x: 0.25, y: 0.5)
    layer.endPoint = Point(x: 1, y: 0.75)
    let node = layer.node
    #expect(node !== before)
    var expected = GradientProperties()
    expected.type = .conic
    expected.colors = [.red, nil, .blue]
    expected.locations = [0, 0.25, 1]
    expected.startPoint = Point(x: 0.25, y: 0.5)
    expected.endPoint = Point(x: 1, y: 0.75)
    #expect(node.properties.gradient == expected)
    #expect(layer.type == .conic && layer.colors == [.red, nil, .blue])
    #expect(layer.locations == [0, 0.25, 1])
    #expect(layer.startPoint == Point(x: 0.25, y: 0.5) && layer.endPoint == Point(x: 1, y: 0.75))
  }

  @Test("S-149: a picture of red to blue") func s149_picture() throws {
    let layer = GradientLayer()
    layer.frame = Rect(width: 200, height: 200)
    layer.colors = [.red, .blue]
    layer.startPoint = .zero
    layer.endPoint = Point(x: 1, y: 1)
    let image = try Compositor.image(
      of: RenderTree(root: layer.node, size: Size(width: 200, height: 200)))
    #expect(image.pixel(x: 0, y: 0) == 0xff01_00fe)
    #expect(image.pixel(x: 100, y: 100) == 0xff80_007f)
  }

  @Test("Key paths of gradients") func keyPaths() throws {
    let layer = GradientLayer()
    try layer.setValue(.colors([.red, .blue]), forKeyPath: "colors")
    try layer.setValue(.numbers([0.1, 0.9]), forKeyPath: "locations")
    try layer.setValue(.number(0.75), forKeyPath: "endPoint.x")
    #expect(layer.colors == [.red, .blue] && layer.locations == [0.1, 0.9])
    #expect(layer.endPoint == Point(x: 0.75, y: 1))
  }
}
