// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Foundation
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Trees with more levels than pictures show.
struct DepthTests {
  /// A chain of layers without a picture, one point further to the right on each level.
  ///
  /// - Parameters:
  ///   - levels: The number of layers, the root included.
  ///   - bottom: The lowest one.
  private func chain(_ levels: Int, _ bottom: RenderNode) -> RenderNode {
    (1..<levels).reversed().reduce(bottom) { below, level in
      RenderNode(Rect(x: level == 1 ? 0 : 1, y: 0, width: 400, height: 10), sublayers: [below])
    }
  }

  private func tree(_ root: RenderNode) -> RenderTree {
    RenderTree(root: root, size: Size(width: 400, height: 10), background: .white)
  }

  private func dot(_ color: Color, _ below: [RenderNode] = []) -> RenderNode {
    RenderNode(Rect(x: 1, y: 0, width: 1, height: 10), color, sublayers: below)
  }

  /// The levels down to `LayerLimits.depth` are drawn, the next one is not, however many more
  /// there are.
  @Test(arguments: [0, 1, 2, 254, 255, 256, 257, 1000])
  func upperLevelsAreDrawn(_ more: Int) throws {
    let lowest = more > 0 ? [chain(more, dot(.blue, [dot(.blue)]))] : []
    let next = dot(.red, lowest.isEmpty ? [] : [dot(.blue, lowest)])
    let root = chain(LayerLimits.depth, next)
    let frame = try Compositor.frame(of: tree(root), reporting: true)
    let ink = ContentsTests.ink(frame.image)
    #expect(ink == PixelRect(x: LayerLimits.depth - 1, y: 0, width: 1, height: 10))
    #expect(frame.image.rgba(ink.x, 5) == [255, 0, 0, 255])
    #expect(root.isCutOff == (more > 0) && frame.report?.isCutOff == (more > 0))
  }

  /// A mask lies a level below its layer: one that lies too deep hides all, as an empty one does.
  @Test(arguments: [false, true]) func masksAreLevels(_ isTooDeep: Bool) throws {
    let mask = RenderNode(Rect(width: 1, height: 10), .black)
    let masked = RenderNode(Rect(x: 1, y: 0, width: 1, height: 10), .red, mask: mask)
    let root = chain(LayerLimits.depth - (isTooDeep ? 0 : 1), masked)
    #expect(ContentsTests.ink(try tree(root).image).isEmpty == isTooDeep)
    #expect(root.isCutOff == isTooDeep)
  }

  /// Levels within a bitmap count from the root of the tree: the same ones are drawn.
  @Test func levelsWithinABitmap() throws {
    func root(_ isRasterized: Bool) -> RenderNode {
      let below = chain(100, dot(.red, [dot(.blue)]))
      let middle = RenderNode(Rect(x: 1, y: 0, width: 400, height: 10), sublayers: [below]) {
        $0.shouldRasterize = isRasterized
        $0.rasterizationScale = 1
      }
      return chain(LayerLimits.depth - 100, middle)
    }
    let image = try tree(root(true)).image
    let ink = ContentsTests.ink(image)
    #expect(ink.width == 1 && image.rgba(ink.x, 5) == [255, 0, 0, 255])
    #expect(try image == tree(root(false)).image)
  }

  /// A change is damaged down to the last level that is drawn, and not below it.
  @Test(arguments: [0, 1]) func changesOfDeepLayers(_ deeper: Int) throws {
    let (old, new) = (
      tree(chain(LayerLimits.depth + deeper, dot(.red))),
      tree(chain(LayerLimits.depth + deeper, dot(.lime)))
    )
    let canvas = PixelRect(width: 400, height: 10)
    let damage = TreeDifference(from: old, to: new, canvas: canvas).damage
    #expect(PixelDifference(try old.image, try new.image, except: damage).count == 0)
    #expect(damage.pixelCount == (deeper == 0 ? 30 : 0))
  }

  /// Chains deeper than any stack, of sublayers and of masks, are made and released; what others
  /// hold of them stays.
  @Test(arguments: [false, true]) func releaseOfDeepChains(_ isMasked: Bool) throws {
    weak var bottom: RenderNode?
    weak var top: RenderNode?
    var held: RenderNode?
    do {
      var node = RenderNode(Rect(width: 1, height: 1), .red)
      bottom = node
      for level in 1..<200_000 {
        node =
          isMasked
          ? RenderNode(Rect(width: 1, height: 1), mask: node)
          : RenderNode(Rect(width: 1, height: 1), sublayers: [node])
        if level == 100_000 { held = node }
      }
      top = node
      #expect(node.nodeCount == 200_000)
    }
    #expect(top == nil && bottom != nil)
    #expect(held?.nodeCount == 100_001)
    #expect((isMasked ? held?.mask : held?.sublayers.first) != nil)
    held = nil
    #expect(bottom == nil)
  }

  /// Each level with a mask, a group and a round clip: the planning and painting of
  /// all levels fit into a stack.
  @Test func richLevels() async throws {
    var node = dot(.red)
    for _ in 1..<LayerLimits.depth {
      let mask = RenderNode(Rect(x: 0, y: 0, width: 40, height: 40), .black)
      node = RenderNode(
        Rect(x: 0, y: 0, width: 40, height: 40), mask: mask, sublayers: [node]
      ) {
        $0.cornerRadius = 1
        $0.masksToBounds = true
        $0.opacity = 0.999
        $0.blendMode = .multiply
      }
    }
    let root = node
    let image = try await completion { done in
      let thread = Thread {
        let tree = RenderTree(root: root, size: Size(width: 40, height: 40))
        done.resume(with: Result { try Compositor.image(of: tree) })
      }
      // A debug build needs less than 3 MiB; sanitizers need more.
      thread.stackSize = 16 << 20
      thread.start()
    }
    #expect(root.isCutOff == false)
    #expect(image.pixel(x: 1, y: 5) >> 24 > 0)
  }
}
