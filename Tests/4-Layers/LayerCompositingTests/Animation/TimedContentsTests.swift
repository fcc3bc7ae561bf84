// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing

@testable import CanvasGeometry
@testable import LayerCompositing

/// Drawings that change with time by themselves.
struct TimedContentsTests {
  /// A layer with a bar that grows by one point a second, 10 at most, in a tree.
  private func layer(_ timing: MediaTiming? = nil, followsTree: Bool = false) -> RenderNode {
    var properties = LayerProperties()
    properties.frame = Rect(width: 20, height: 1)
    return RenderNode(
      properties: properties, contents: .vector(GrowingBar(followsTree: followsTree)),
      motion: timing.map { LayerMotion(timing: $0) })
  }

  private func length(_ node: RenderNode) throws -> Double {
    guard case .vector(let vector) = node.contents else { return .nan }
    return try #require(vector as? Bar).length
  }

  @Test func aTreeShowsThemAtItsTime() throws {
    let tree = RenderTree(root: layer(), size: Size(width: 20, height: 1), time: 4)
    #expect(try length(tree.presented.root) == 4)
    let image = try tree.image
    #expect(image.pixel(x: 3, y: 0) >> 24 == 255 && image.pixel(x: 4, y: 0) == 0)
  }

  @Test func theyFollowTheTimeOfTheLayer() throws {
    let twice = layer(MediaTiming(begin: 1, duration: .infinity, speed: 2))
    #expect(try length(twice.presented(at: 3)) == 4)
    #expect(twice.nextChange(from: 3) == 3)
    // 10 points are reached in the layer's time 10, and that is 6.
    #expect(twice.nextChange(from: 6) == .infinity)
  }

  @Test func theTimeOfTheTreeGoesOnInALayerThatStands() throws {
    let still = layer(MediaTiming(duration: .infinity, speed: 0), followsTree: true)
    #expect(try length(still.presented(at: 3)) == 3)
    #expect(still.nextChange(from: 3) == 3)
    #expect(still.nextChange(from: 10) == .infinity)
    let above = RenderNode(
      Rect(width: 20, height: 1), sublayers: [still])
    #expect(try length(above.presented(at: 0, treeTime: 5).sublayers[0]) == 5)
  }
}

private struct Bar: VectorContents {
  var length: Double

  func extent(in layerBounds: Rect) -> Rect { Rect(width: length, height: 1) }

  func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
    try context.fill(extent(in: layerBounds), with: .black)
  }

  func isEqual(to other: any VectorContents) -> Bool { (other as? Bar)?.length == length }
}

private struct GrowingBar: TimedContents {
  var followsTree: Bool

  func presented(at time: Double, treeTime: Double) -> any VectorContents {
    Bar(length: min(10, followsTree ? treeTime : time))
  }

  func nextChange(from time: Double) -> Double { followsTree || time >= 10 ? .infinity : time }

  func changes(atTreeTime treeTime: Double) -> Bool { followsTree && treeTime < 10 }

  func extent(in layerBounds: Rect) -> Rect { Rect(width: 10, height: 1) }

  func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {}

  func isEqual(to other: any VectorContents) -> Bool { true }
}
