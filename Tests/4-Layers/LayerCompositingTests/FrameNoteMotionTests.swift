// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// What frames say of layers in motion, and of layers in high trees.
struct FrameNoteMotionTests {
  private let square = Rect(x: 10, y: 10, width: 20, height: 20)

  private func notes(_ nodes: RenderNode...) throws -> [FrameNote] {
    try Compositor.frame(of: RenderTree(100, 100, nodes)).notes
  }

  /// A layer with an animation of a number that stays as it is.
  private func moving(
    _ node: RenderNode, _ key: String = "transform.rotation.y", value: Double = 0
  ) -> RenderNode {
    RenderNode(
      id: node.id, name: node.name, properties: node.properties, contents: node.contents,
      mask: node.mask, sublayers: node.sublayers,
      motion: LayerMotion(animations: [
        ("motion", LayerAnimation(key, from: .number(value), to: .number(value)))
      ]))
  }

  @Test func placesInsideOfMotionAreNotNoted() throws {
    let near = RenderNode(square, .red) { $0.zPosition = 600 }
    let flat = RenderNode(square, .red) { $0.transform = .scale(x: 1, y: 0) }
    let far = RenderNode(square, .red) { $0.bounds.origin.x = 2e9 }
    let inside = [near, flat, far]
    func outer(_ sublayers: [RenderNode]) -> RenderNode {
      RenderNode(Rect(width: 100, height: 100), sublayers: sublayers) {
        $0.sublayerTransform.m34 = -1.0 / 500
      }
    }
    let still = try notes(outer(inside)).map(\.code)
    #expect(Set(still) == [.behindEye, .noInverse, .tooFar])
    #expect(try notes(moving(outer(inside))).isEmpty)
    // Two levels further down, in the space of a transform layer, and in a bitmap.
    let group = RenderNode(Rect(width: 100, height: 100), sublayers: inside)
    #expect(try notes(moving(outer([group]))).isEmpty)
    let space = RenderNode(Rect(width: 100, height: 100), sublayers: inside) {
      $0.kind = .transform
    }
    #expect(try !notes(outer([space])).isEmpty)
    #expect(try notes(outer([moving(space)])).isEmpty)
    let bitmap = RenderNode(Rect(width: 100, height: 100), sublayers: [flat]) {
      $0.shouldRasterize = true
      $0.rasterizationScale = 1
    }
    #expect(try notes(bitmap).map(\.code) == [.noInverse])
    #expect(try notes(moving(bitmap)).isEmpty)
    // Beside it places are noted.
    let beside = RenderNode(square, .red) { $0.transform = .scale(x: 1, y: 0) }
    #expect(try notes(moving(group), beside).map(\.path) == ["1"])
    // A flaw of the layer's own numbers is none of a place.
    let broken = RenderNode(square, .red) { $0.position.x = .nan }
    #expect(try notes(moving(outer([broken]))).map(\.code) == [.notFinite])
  }

  @Test func contentsAndGradientsInMotionAreNotNoted() throws {
    let bitmap = try GraphicsContext(size: Size(width: 4, height: 4), background: .blue)
      .makeBitmap()
    let none = RenderNode(square, contents: .image(ImageContents(bitmap))) {
      $0.contentsRect = .zero
    }
    #expect(try notes(none).map(\.code) == [.emptyContents])
    #expect(try notes(moving(none, "opacity", value: 1)).isEmpty)
    let point = RenderNode(square) {
      $0.gradient.colors = [.red, .blue]
      $0.gradient.type = .conic
      $0.gradient.endPoint = $0.gradient.startPoint
    }
    #expect(try notes(point).map(\.code) == [.badGradient])
    #expect(try notes(moving(point, "opacity", value: 1)).isEmpty)
    // No motion mends another number of places.
    let uneven = RenderNode(square) {
      $0.gradient.colors = [.red, .blue]
      $0.gradient.locations = [0, 0.5, 1]
    }
    #expect(try notes(moving(uneven, "opacity", value: 1)).map(\.code) == [.badGradient])
  }

  @Test func aMaskWithMotionInsideIsNotNoted() throws {
    let inside = RenderNode(Rect(width: 5, height: 5))
    func masked(_ sublayer: RenderNode) -> RenderNode {
      RenderNode(
        square, .red, mask: RenderNode(Rect(width: 20, height: 20), sublayers: [sublayer]))
    }
    #expect(try notes(masked(inside)).map(\.code) == [.emptyMask])
    #expect(try notes(masked(moving(inside, "opacity", value: 1))).isEmpty)
  }

  @Test func aMaskOfAnyHeightIsLookedThrough() throws {
    var mask = RenderNode(Rect(width: 5, height: 5), .red)
    for _ in 0..<200_000 { mask = RenderNode(Rect(width: 5, height: 5), sublayers: [mask]) }
    let codes = try notes(RenderNode(square, .red, mask: mask)).map(\.code)
    #expect(codes == [.tooDeep, .emptyMask])
  }

  @Test func pathsLeadFromTheRootToTheLayer() throws {
    func flat(_ name: String? = nil) -> RenderNode {
      RenderNode(
        name: name,
        properties: RenderNode(square, .red) { $0.transform = .scale(x: 1, y: 0) }.properties)
    }
    func group(named name: String? = nil, mask: RenderNode? = nil, _ inside: [RenderNode])
      -> RenderNode
    {
      RenderNode(
        name: name, properties: RenderNode(Rect(width: 100, height: 100)).properties, mask: mask,
        sublayers: inside)
    }
    // Deep siblings before the layers that are named.
    let deep = group([group([group([RenderNode(square, .red)])])])
    let mask = group([RenderNode(square, .red), group([deep, flat("m")])])
    let found = try notes(
      group(named: "a", mask: mask, [deep, group([deep, flat(), flat("b")])]), deep, flat("c"))
    #expect(Set(found.map(\.path)) == ["a/mask/1/m", "a/1/1", "a/1/b", "c"])
  }
}
