// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Opacity of a layer and its sublayers, as a group or not; half of black on white is 127 or 128.
struct GroupOpacityTests {
  private func tree(
    allows: Bool, opacity: Double = 0.5, inner: Double = 1,
    _ change: (inout LayerProperties) -> Void = { _ in }
  ) throws -> Bitmap {
    let grandchild = RenderNode(Rect(x: 5, y: 5, width: 5, height: 5), .black)
    let node = RenderNode(
      Rect(width: 40, height: 40), .black,
      sublayers: [
        RenderNode(Rect(x: 10, y: 10, width: 20, height: 20), .black, sublayers: [grandchild]) {
          $0.opacity = inner
        }
      ]
    ) {
      $0.opacity = opacity
      $0.allowsGroupOpacity = allows
      change(&$0)
    }
    return try RenderTree(40, 40, [node]).image
  }

  private func expect(_ image: Bitmap, _ x: Int, _ y: Int, _ value: Double) {
    #expect(abs(Double(image.rgba(x, y)[0]) - value) <= 1.5, "\(x) \(y)")
  }

  @Test func asAGroupNothingShowsThrough() throws {
    let image = try tree(allows: true)
    for (x, y) in [(2, 2), (12, 12), (17, 17)] { expect(image, x, y, 127.5) }
  }

  @Test func otherwiseEachFadesByItself() throws {
    let image = try tree(allows: false)
    // 1/2 of white is left by the layer, a quarter with the sublayer; the one inside that is part
    // of a group, since its superlayer allows that.
    expect(image, 2, 2, 127.5)
    expect(image, 12, 12, 63.75)
    expect(image, 17, 17, 63.75)
  }

  @Test func opacitiesMultiply() throws {
    let image = try tree(allows: false, inner: 0.5)
    // 255 × 1/2, and × 3/4 for the sublayer's quarter.
    expect(image, 2, 2, 127.5)
    expect(image, 12, 12, 95.6)
    expect(image, 17, 17, 95.6)
  }

  @Test func opaqueLayersAndMasksAreAsBefore() throws {
    #expect(try tree(allows: false, opacity: 1) == (try tree(allows: true, opacity: 1)))
    let blended = { (p: inout LayerProperties) in p.blendMode = .multiply }
    #expect(
      try tree(allows: false, opacity: 0.5, blended)
        == (try tree(allows: true, opacity: 0.5, blended)))
  }

  @Test func copiesAndSpacesFadeEach() throws {
    // Two copies, one above the other.
    var copies = LayerProperties()
    copies.replicator.instanceCount = 2
    copies.bounds = Rect(width: 10, height: 10)
    copies.position = Point(x: 5, y: 5)
    copies.opacity = 0.5
    for (allows, value) in [(true, 127.5), (false, 63.75)] {
      copies.allowsGroupOpacity = allows
      let node = RenderNode(
        properties: copies, sublayers: [RenderNode(Rect(width: 10, height: 10), .black)])
      expect(try RenderTree(10, 10, [node]).image, 5, 5, value)
    }
    // A transform layer inside a layer that leaves its opacity to it.
    var space = LayerProperties()
    space.kind = .transform
    let inner = RenderNode(
      properties: space, sublayers: [RenderNode(Rect(width: 10, height: 10), .black)])
    let node = RenderNode(Rect(width: 10, height: 10), sublayers: [inner]) {
      $0.opacity = 0.5
      $0.allowsGroupOpacity = false
    }
    expect(try RenderTree(10, 10, [node]).image, 5, 5, 127.5)
  }

  @Test func contentsThatDrawThemselvesFade() throws {
    struct Square: VectorContents {
      func extent(in layerBounds: Rect) -> Rect { layerBounds }
      func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
        try context.fill(layerBounds, with: .black)
      }
      func isEqual(to other: any VectorContents) -> Bool { true }
    }
    let node = RenderNode(Rect(width: 10, height: 10), contents: .vector(Square())) {
      $0.opacity = 0.5
      $0.allowsGroupOpacity = false
    }
    expect(try RenderTree(10, 10, [node]).image, 5, 5, 127.5)
  }

  /// With opacity 1/2 each: the border leaves 1/4 of white and half of a quarter of red below it.
  @Test func anOpaqueBorderShowsTheBackgroundBelowIt() throws {
    let blue = Color(red: 0, green: 0, blue: 1)
    let node = RenderNode(Rect(width: 20, height: 20), .red) {
      ($0.borderWidth, $0.borderColor) = (6, blue)
      $0.opacity = 0.5
      $0.allowsGroupOpacity = false
    }
    let pixel = try RenderTree(20, 20, [node]).image.rgba(1, 10).map(Double.init)
    // Red: 1/4 of the background layer and 1/4 of white; green: 1/4 of white; blue: 1/2 and that.
    for (part, value) in zip(pixel, [127.5, 63.75, 191.25, 255]) {
      #expect(abs(part - value) <= 1.5, "\(pixel)")
    }
  }

  /// An operator that needs no backdrop draws in a group that has nothing else.
  @Test(arguments: [
    (BlendMode.sourceOut, 127.5), (.destinationAtop, 127.5), (.source, 127.5), (.sourceIn, 0),
    (.destinationIn, 0), (.clear, 0),
  ])
  func operatorsInAGroupOfTheirOwn(_ mode: BlendMode, _ alpha: Double) throws {
    let inner = RenderNode(Rect(width: 10, height: 10), .red) { $0.blendMode = mode }
    let node = RenderNode(Rect(width: 10, height: 10), sublayers: [inner]) { $0.opacity = 0.5 }
    let image = try RenderTree(10, 10, background: nil, [node]).image
    #expect(abs(Double(image.rgba(5, 5)[3]) - alpha) <= 1)
  }

  /// The border over the background is half red and half blue; at half opacity 3/4, 1/2 and 3/4 of
  /// white, and not what two veils leave: 3/4, 3/8 and 5/8.
  @Test func aBorderFadesWithItsBackground() throws {
    let node = RenderNode(Rect(width: 20, height: 20), .red) {
      $0.borderWidth = 4
      $0.borderColor = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
      $0.opacity = 0.5
      $0.allowsGroupOpacity = true
    }
    let image = try RenderTree(20, 20, [node]).image
    for (value, wanted) in zip(image.rgba(2, 10), [191.25, 127.5, 191.25, 255]) {
      #expect(abs(Double(value) - wanted) <= 1.5)
    }
    for (value, wanted) in zip(image.rgba(10, 10), [255, 127.5, 127.5, 255]) {
      #expect(abs(Double(value) - wanted) <= 1.5)
    }
  }
}
