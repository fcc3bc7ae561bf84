// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import BoxTrees
import CanvasDrawing
import CanvasGeometry
import Testing
import TextTestSupport

@testable import LayerCompositing
@testable import LayerModel

/// Layers on the main actor and layers that are described get the same frames from the same boxes.
@MainActor
struct LayerBoxAgreementTests {
  /// A layer of both sorts.
  private struct Twins {
    let live: Layer
    var described: UnplacedLayer
  }

  private static let picture = try? Bitmap.filled(7, 5, .red)

  private static func length(_ random: inout SeededGenerator) -> BoxLength {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .points(Double.random(in: 0...90, using: &random))
    case 1: .percent(Double.random(in: 0...120, using: &random))
    case 2: .minContent
    default: .auto
    }
  }

  private static func layout(_ random: inout SeededGenerator) -> BoxLayout {
    var layout = BoxLayout(BoxLayout.Display.allCases.randomElement(using: &random) ?? .flex)
    layout.flexDirection = BoxLayout.FlexDirection.allCases.randomElement(using: &random) ?? .row
    layout.flexWrap = BoxLayout.FlexWrap.allCases.randomElement(using: &random) ?? .nowrap
    layout.direction = [nil, nil, .leftToRight, .rightToLeft].randomElement(using: &random) ?? nil
    layout.rowGap = .points(Double.random(in: 0...5, using: &random))
    layout.padding = BoxSides(.points(Double.random(in: 0...4, using: &random)))
    layout.border = BoxSides(.points(Double.random(in: 0...2, using: &random)))
    return layout
  }

  private static func twins(depth: Int, _ random: inout SeededGenerator) -> Twins {
    var twins = Twins(live: Layer(), described: UnplacedLayer())
    let anchor = Point(x: Double.random(in: 0...1, using: &random), y: 0.5)
    (twins.live.anchorPoint, twins.described.properties.anchorPoint) = (anchor, anchor)
    var item = BoxItem(width: length(&random), height: length(&random))
    item.flexGrow = Double.random(in: 0...2, using: &random)
    item.margin.left = length(&random)
    (twins.live.layoutItem, twins.described.item) = (item, item)
    if Int.random(in: 0..<5, using: &random) == 0, let picture {
      twins.live.contents = picture
      twins.described.contents = .made(.image(ImageContents(picture)))
    } else if depth > 0 {
      let layout = layout(&random)
      (twins.live.layout, twins.described.layout) = (layout, layout)
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let inner = Self.twins(depth: depth - 1, &random)
        twins.live.addSublayer(inner.live)
        twins.described.sublayers.append(inner.described)
      }
    }
    return twins
  }

  /// Compares to the last bit; below `display` `none` described layers have no extent either.
  private func expectSame(_ layer: Layer, _ node: RenderNode, _ seed: UInt64) {
    #expect(layer.bounds.size == node.properties.bounds.size, "seed \(seed)")
    #expect(layer.position == node.properties.position, "seed \(seed)")
    for (layer, node) in zip(layer.sublayers, node.sublayersInOrder) {
      expectSame(layer, node, seed)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>) func framesAreTheSame(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var top = Twins(live: Layer(), described: UnplacedLayer())
    let layout = Self.layout(&random)
    (top.live.layout, top.described.layout) = (layout, layout)
    let frame = Rect(x: 3, y: 4, width: 160, height: 120)
    top.live.frame = frame
    top.described.properties.frame = frame
    (top.described.hasSize, top.described.hasPosition) = (true, true)
    for _ in 0..<4 {
      let inner = Self.twins(depth: 3, &random)
      top.live.addSublayer(inner.live)
      top.described.sublayers.append(inner.described)
    }
    await DisplayCoordinator.main.drain()
    #expect(top.live.layoutError == nil)
    let room = UnplacedLayer.Room(width: nil, height: nil)
    let node = try top.described.makeNode(in: room)
    guard layout.display != .none else { return }
    expectSame(top.live, node, seed)
  }
}
