// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Foundation
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// The number of random edits: more by the environment variable `LAYER_EDITS`.
private let edits = ProcessInfo.processInfo.environment["LAYER_EDITS"].flatMap(Int.init) ?? 160

struct DamageTests {
  /// A damaged picture is the whole picture, after any edit.
  @Test(arguments: 0..<8) func damagedIsWhole(_ seed: Int) throws {
    var model = try RandomTree(seed: UInt64(seed), decorates: seed >= 4)
    var buffers = FrameBuffers()
    var held: [Bitmap] = []
    var image: Bitmap?
    var isPartial = 0
    var last: (tree: RenderTree, whole: Bitmap)?
    let canvas = PixelRect(width: 160, height: 120)
    for edit in 0..<edits / 4 {
      model.edit()
      let tree = model.tree()
      if let job = try buffers.begin(tree) {
        _ = job.run()
        let frame = try buffers.finish(job)
        if frame.damage.pixelCount < 160 * 120 { isPartial += 1 }
        image = frame.image
      }
      // Some frames are held by others for a while.
      if edit % 7 == 0, let image { held.append(image) }
      if held.count > 3 { held.removeFirst() }
      let whole = try Compositor.image(of: tree)
      let damage = last.map { TreeDifference(from: $0.tree, to: tree, canvas: canvas).damage }
      if let last, let damage, let pixel = PixelDifference(last.whole, whole, except: damage).first
      {
        Issue.record("seed \(seed), edit \(edit): \(pixel) outside the damage")
        return
      }
      last = (tree, whole)
      if image != whole, let image {
        let difference = PixelDifference(image, whole)
        Issue.record("seed \(seed), edit \(edit): \(difference)")
        return
      }
    }
    // Backdrops are damaged as a whole.
    #expect(isPartial > edits / (seed < 4 ? 40 : 200))
  }
}

/// Damage of single changes that random edits seldom make.
struct HostileDamageTests {
  /// Whether all pixels that differ between two pictures are damaged, and the repaint of the damage
  /// gives the whole picture.
  private func check(_ old: [RenderNode], _ new: [RenderNode]) throws {
    let (before, after) = (RenderTree(200, 150, old), RenderTree(200, 150, new))
    let canvas = PixelRect(width: 200, height: 150)
    let damage = TreeDifference(from: before, to: after, canvas: canvas).damage
    let outside = PixelDifference(try before.image, try after.image, except: damage)
    #expect(outside.count == 0, "\(outside)")
    // The third frame and the fourth are painted into the buffers of the first two.
    var buffers = FrameBuffers()
    var last: Bitmap?
    for tree in [before, after, before, after] {
      last = nil
      if let job = try buffers.begin(tree) {
        _ = job.run()
        last = try buffers.finish(job).image
      }
    }
    let repainted = PixelDifference(try #require(last), try after.image)
    #expect(repainted.count == 0, "\(repainted)")
  }

  @Test func shadowUnderThinScale() throws {
    func box(_ x: Double) -> RenderNode {
      RenderNode(Rect(x: x, y: 60, width: 100, height: 10), .red) {
        $0.transform = .scale(x: 0.2, y: 5)
        $0.shadow = Shadow(opacity: 1, offset: .zero, radius: 10)
      }
    }
    try check([box(50)], [box(51)])
  }

  @Test(arguments: [-1e20, -1e17, -1e300]) func farAway(_ x: Double) throws {
    func box(_ color: Color) -> RenderNode {
      RenderNode(
        Rect(x: 0, y: 0, width: 10, height: 10), nil,
        sublayers: [
          RenderNode(Rect(x: x, y: 0, width: -x, height: 10), .blue),
          RenderNode(Rect(x: 20, y: 20, width: 100, height: 90), color) {
            $0.shadow = Shadow(opacity: 1, offset: Size(width: x, height: 0), radius: 2)
          },
        ])
    }
    try check([box(.red)], [box(.lime)])
  }

  /// A layer of 10⁹ points is seen in its middle, and one of 10¹⁰ that is made small; found by seed
  /// 110 of `SimulationTests`.
  @Test(arguments: [(1e9, 1.0), (1e10, 0.01), (3e9, 0.1)])
  func hugeLayers(width: Double, scale: Double) throws {
    func box(_ width: Double, _ color: Color) -> RenderNode {
      RenderNode(Rect(x: 100 - width / 2, y: 40, width: width, height: 50), color) {
        $0.transform = .scale(x: scale, y: 1)
      }
    }
    try check([box(8, .red)], [box(width, .red)])
    try check([box(width, .red)], [box(width, .lime)])
  }

  /// A change deep in a tree is damaged where it lies, with the shadow that its superlayer casts.
  @Test func changedSublayer() throws {
    func tree(_ color: Color, _ x: Double) -> RenderNode {
      let child = RenderNode(Rect(x: x, y: 10, width: 20, height: 20), color)
      let other = RenderNode(Rect(x: 50, y: 5, width: 10, height: 10), .blue)
      return RenderNode(Rect(x: 40, y: 30, width: 80, height: 60), sublayers: [child, other]) {
        $0.shadow = Shadow(opacity: 1, offset: Size(width: 20, height: 40), radius: 2)
      }
    }
    try check([tree(.red, 5)], [tree(.lime, 5)])
    try check([tree(.red, 5)], [tree(.red, 15)])
  }

  @Test func maskOrderAndMany() throws {
    let frame = Rect(x: 20, y: 20, width: 60, height: 50)
    let mask = RenderNode(Rect(x: 10, y: 10, width: 20, height: 20), .black)
    try check([RenderNode(frame, .red)], [RenderNode(frame, .red, mask: mask)])
    let front = RenderNode(frame, .red, id: LayerID())
    let back = RenderNode(frame.offsetBy(dx: 30, dy: 20), .blue, id: LayerID())
    try check([back, front], [front, back])
    func boxes(_ color: Color) -> [RenderNode] {
      (0..<40).map { i in
        RenderNode(
          Rect(x: Double(i % 8) * 24, y: Double(i / 8) * 28, width: 9, height: 9), color)
      }
    }
    try check(boxes(.red), boxes(.lime))
  }

  /// A mask in place of another.
  @Test func replacedMask() throws {
    func masked(_ x: Double) -> RenderNode {
      RenderNode(
        Rect(x: 20, y: 20, width: 60, height: 50), .red,
        mask: RenderNode(Rect(x: x, y: 10, width: 20, height: 20), .black))
    }
    try check([masked(5)], [masked(30)])
  }

  /// A sublayer that no longer sticks out: the shadow has the shape of the background instead of
  /// all that is drawn, and its offset is no longer rounded.
  @Test func otherShapeOfTheShadow() throws {
    func card(_ x: Double) -> RenderNode {
      let child = RenderNode(Rect(x: x, y: 10, width: 20, height: 20), .blue)
      return RenderNode(Rect(x: 40, y: 30, width: 80, height: 60), .red, sublayers: [child]) {
        $0.shadow = Shadow(opacity: 1, offset: Size(width: 4.5, height: 6.5), radius: 3)
      }
    }
    try check([card(70)], [card(50)])
    try check([card(50)], [card(70)])
  }

  /// A change below a layer that moves its sublayers.
  @Test func changeUnderSublayerTransform() throws {
    func moved(_ color: Color) -> RenderNode {
      let child = RenderNode(Rect(x: 5, y: 5, width: 20, height: 20), color)
      return RenderNode(Rect(x: 10, y: 10, width: 60, height: 50), sublayers: [child]) {
        $0.sublayerTransform = .translation(x: 90, y: 60)
      }
    }
    try check([moved(.red)], [moved(.lime)])
  }

  /// A small layer that comes, and changes its whole backdrop.
  @Test(arguments: BlendMode.allCases.filter(\.coversAll))
  func addedLayerChangesItsWholeBackdrop(_ mode: BlendMode) throws {
    let behind = RenderNode(Rect(x: 10, y: 10, width: 150, height: 100), .blue, id: LayerID())
    let front = RenderNode(Rect(x: 60, y: 50, width: 20, height: 20), .red, id: LayerID()) {
      $0.blendMode = mode
    }
    try check([behind], [behind, front])
    try check([behind, front], [behind])
  }
}
