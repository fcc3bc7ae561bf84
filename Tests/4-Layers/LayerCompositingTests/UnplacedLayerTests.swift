// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry
import Testing

@testable import LayerCompositing

/// Layers whose frames boxes decide.
struct UnplacedLayerTests {
  private func box(_ width: BoxLength, _ name: String = "", z: Double = 0) -> UnplacedLayer {
    var box = UnplacedLayer()
    box.item.width = width
    box.name = name
    box.properties.zPosition = z
    return box
  }

  private func row(_ boxes: [UnplacedLayer]) -> UnplacedLayer {
    UnplacedLayer(LayerProperties(), layout: BoxLayout(.row), sublayers: boxes)
  }

  private let room = UnplacedLayer.Room(width: 90, height: 10)

  @Test func theAnchorPointLiesAtThePosition() throws {
    var moved = box(30)
    moved.properties.anchorPoint = Point(x: 1, y: 0)
    moved.properties.bounds.origin = Point(x: 5, y: 6)
    let node = try row([box(20), moved]).makeNode(in: room).sublayers[1]
    #expect(node.properties.position == Point(x: 50, y: 0))
    #expect(node.properties.bounds == Rect(x: 5, y: 6, width: 30, height: 10))
  }

  @Test func aTransformActsAfterTheLayout() throws {
    var scaled = box(30)
    scaled.properties.transform = .scale(x: 2, y: 2)
    let node = try row([scaled]).makeNode(in: room).sublayers[0]
    #expect(node.properties.bounds.size == Size(width: 30, height: 10))
    #expect(node.properties.frame == Rect(x: -15, y: -5, width: 60, height: 20))
  }

  @Test func theGivenOrderIsKeptBesideThatOfDrawing() throws {
    let node = try row([box(1, "a", z: 2), box(1, "b"), box(1, "c", z: 1)]).makeNode(in: room)
    #expect(node.sublayers.map(\.name) == ["b", "c", "a"])
    #expect(node.sublayersInOrder.map(\.name) == ["a", "b", "c"])
    #expect(node.presented(at: 0).sublayersInOrder.map(\.name) == ["a", "b", "c"])
  }

  @Test func contentsAreMadeForTheirBounds() throws {
    var drawn = box(.percent(50))
    drawn.contents = .fitted(
      BoundsContents { properties in
        properties.contentsScale = properties.bounds.width
        return .none
      })
    let node = try row([drawn]).makeNode(in: room).sublayers[0]
    #expect(node.properties.contentsScale == 45)
  }

  @Test func errorsOfContentsPass() throws {
    struct Broken: Error {}
    var drawn = box(10)
    drawn.contents = .fitted(BoundsContents { _ in throw Broken() })
    #expect(throws: Broken.self) { try row([drawn]).makeNode(in: room) }
    // One without a box is not made.
    drawn.layout = BoxLayout(.none)
    #expect(try row([drawn]).makeNode(in: room).sublayers[0].properties.isHidden)
  }

  @Test func roundedEdgesMeet() throws {
    // Tenths of a pixel and a half, in two levels.
    let inner = row([box(0.5), box(0.7), box(0.9)])
    let node = try row([box(0.35), inner, box(0.35)]).makeNode(in: room, rounding: 1)
    let outer = node.sublayers.map(\.properties.frame)
    #expect(outer[0].maxX == outer[1].minX && outer[1].maxX == outer[2].minX)
    #expect(node.sublayers[1].sublayers.map(\.properties.frame.maxX) == [1, 2, 2])
  }

  @Test func aPictureWithoutASizeHasNoRatio() {
    let picture = ImageBox(Size(width: 0, height: 10))
    #expect(picture.measure(width: 5).height == 10)
    #expect(picture.completed(BoxItem()).aspectRatio == nil)
    let wide = ImageBox(Size(width: 20, height: 10))
    #expect(wide.completed(BoxItem()).aspectRatio == 2 && wide.measure(width: 5).height == 2.5)
  }

  @Test func copiesAndLayersInSpaceHaveTheirPlaces() throws {
    var copied = LayerProperties()
    copied.kind = .replicator(ReplicatorProperties())
    copied.replicator.instanceCount = 3
    copied.replicator.instanceTransform = .translation(x: 20, y: 0)
    var inside = LayerProperties()
    inside.frame = Rect(x: 1, y: 2, width: 5, height: 5)
    let leaf = RenderNode(properties: inside)
    let replicator = RenderNode(properties: copied, sublayers: [leaf])
    var turned = LayerProperties()
    turned.transform = .rotation(.pi / 2, x: 0, y: 0, z: 1)
    turned.position = Point(x: 50, y: 0)
    let root = RenderNode(properties: turned, sublayers: [replicator])
    let tree = RenderTree(root: root, size: Size(width: 100, height: 100), scale: 2)
    let space = SublayerSpace(around: tree).inside(root).inside(replicator)
    let corners = space.maps(of: leaf).map { $0.apply(.zero) }
    // (1, 2) turned by 90° is (-2, 1), then moved by 50 and doubled; copies lie 40 lower.
    for (corner, y) in zip(corners, [2.0, 42, 82]) {
      #expect(abs((corner?.x ?? 0) - 96) < 1e-9 && abs((corner?.y ?? 0) - y) < 1e-9)
    }
    #expect(corners.count == 3)
    inside.isHidden = true
    #expect(space.maps(of: RenderNode(properties: inside)).isEmpty)
  }
}
