// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// What frames say of content that they do not show.
@Suite struct FrameNoteTests {
  private func frame(_ nodes: [RenderNode], size: Double = 100) throws -> Frame {
    try Compositor.frame(of: RenderTree(size, size, nodes))
  }

  private func notes(_ nodes: RenderNode...) throws -> [FrameNote] { try frame(nodes).notes }

  private func codes(_ nodes: RenderNode...) throws -> [FrameNote.Code] {
    try frame(nodes).notes.map(\.code)
  }

  private let square = Rect(x: 10, y: 10, width: 20, height: 20)

  private func picture(_ side: Double = 4) throws -> NodeContents {
    let size = Size(width: side, height: side)
    return .image(
      ImageContents(try GraphicsContext(size: size, background: .blue).makeBitmap()))
  }

  @Test func whatIsShownHasNoNotes() throws {
    let flat = RenderNode(square, .red) { $0.transform = .scale(x: 1, y: -1, z: 0) }
    #expect(try codes(RenderNode(square, .red), flat).isEmpty)
  }

  @Test func aMapWithoutAnInverse() throws {
    let line = RenderNode(square, .red) { $0.transform = .scale(x: 1, y: 0) }
    let named = RenderNode(
      id: LayerID(), name: "flat", properties: line.properties, contents: .none)
    let outer = RenderNode(square, .red, sublayers: [RenderNode(square), named])
    let found = try notes(outer, line)
    #expect(found.map(\.code) == [.noInverse, .noInverse])
    #expect(found.map(\.path) == ["0/flat", "1"])
    try #require(found.count == 2)
    #expect(found[0].name == "flat" && found[0].id == named.id && found[1].name == nil)
    #expect(
      found[1].description
        == "layer 1 is not shown: as seen, its transform makes a line or a point of it, and has no "
        + "inverse")
    // In the space of a transform layer, too.
    let space = RenderNode(square, sublayers: [line]) { $0.kind = .transform }
    #expect(try notes(space).map(\.path) == ["0/0"])
  }

  @Test func numbersThatAreNotFinite() throws {
    #expect(try codes(RenderNode(square, .red) { $0.position.x = .nan }) == [.notFinite])
    let endless = RenderNode(square, .red) { $0.bounds.size.width = .infinity }
    #expect(try codes(endless) == [.notFinite])
    #expect(
      try codes(RenderNode(square, .red) { $0.transform = .scale(x: .nan, y: 1) }) == [.notFinite])
    let copies = RenderNode(square, sublayers: [RenderNode(square, .red)]) {
      $0.replicator.instanceCount = 5
      $0.replicator.instanceTransform = .scale(x: 1e200, y: 1e200, z: 1e200)
    }
    let found = try notes(copies)
    #expect(found.contains { $0.code == .notFinite && $0.message.hasPrefix("shows 2 of 5 copies") })
  }

  @Test func aSpaceTooFarAway() throws {
    let far = RenderNode(square, .red) { $0.bounds.origin.x = 2e9 }
    #expect(try codes(far) == [.tooFar])
    // Outside of the picture.
    #expect(try codes(RenderNode(square, .red) { $0.position.x = 2e9 }).isEmpty)
  }

  @Test func behindTheEye() throws {
    let near = RenderNode(square, .red) { $0.zPosition = 600 }
    let outer = RenderNode(Rect(width: 100, height: 100), sublayers: [near]) {
      $0.sublayerTransform.m34 = -1.0 / 500
    }
    #expect(try codes(outer) == [.behindEye])
  }

  @Test func boundsWithoutExtent() throws {
    let point = Rect(x: 10, y: 10, width: 0, height: 20)
    let found = try notes(RenderNode(point, .red))
    #expect(found.map(\.code) == [.emptyBounds])
    try #require(found.count == 1)
    #expect(
      found[0].message
        == "has bounds of 0 × 20 points, which show nothing of its backgroundColor")
    #expect(try codes(RenderNode(point, contents: try picture())) == [.emptyBounds])
    #expect(try codes(RenderNode(point) { $0.borderWidth = 2 }) == [.emptyBounds])
    let masked = RenderNode(point, sublayers: [RenderNode(square, .red)]) {
      $0.masksToBounds = true
    }
    #expect(try notes(masked).first?.message.hasSuffix("its sublayers") == true)
    // Nothing is lost.
    let holder = RenderNode(point, sublayers: [RenderNode(square, .red)])
    #expect(try codes(RenderNode(point), holder).isEmpty)
    #expect(
      try codes(RenderNode(point, contents: try picture()) { $0.contentsGravity = .center })
        .isEmpty)
    #expect(
      try codes(RenderNode(point) { $0.shape.path = Path(rect: Rect(width: 9, height: 9)) })
        .isEmpty)
  }

  @Test func contentsWithoutExtent() throws {
    let none = RenderNode(square, contents: try picture()) { $0.contentsRect = .zero }
    #expect(try codes(none) == [.emptyContents])
  }

  @Test func masksThatDrawNothing() throws {
    func masked(_ mask: RenderNode) -> RenderNode { RenderNode(square, .red, mask: mask) }
    let found = try notes(masked(RenderNode(Rect(width: 20, height: 20))))
    #expect(found.map(\.code) == [.emptyMask] && found.first?.path == "0/mask")
    #expect(try codes(masked(RenderNode(Rect(width: 20, height: 20), .black))).isEmpty)
    #expect(
      try codes(masked(RenderNode(Rect(width: 20, height: 20)) { $0.isHidden = true })).isEmpty)
  }

  @Test func gradients() throws {
    func gradient(_ change: (inout GradientProperties) -> Void) -> RenderNode {
      RenderNode(square) {
        $0.gradient.colors = [.red, .blue]
        change(&$0.gradient)
      }
    }
    #expect(try codes(gradient { _ in }).isEmpty)
    let found = try notes(gradient { $0.locations = [0, 0.5, 1] })
    #expect(found.map(\.message) == ["shows no gradient: 2 colors have 3 locations"])
    #expect(
      try codes(
        gradient {
          $0.type = .conic
          $0.endPoint = $0.startPoint
        }) == [.badGradient])
    let both = RenderNode(square, contents: try picture()) { $0.gradient.colors = [.red, .blue] }
    #expect(try codes(both) == [.gradientContents])
  }

  @Test func transformLayersDrawNothingThemselves() throws {
    let space = RenderNode(square, .red, sublayers: [RenderNode(square, .blue)]) {
      $0.kind = .transform
    }
    let inner = RenderNode(square, sublayers: [space]) { $0.kind = .transform }
    #expect(try notes(space).map(\.path) == ["0"])
    let found = try notes(inner)
    #expect(found.map(\.code) == [.spaceContents] && found.first?.path == "0/0")
  }

  @Test func layersThatLieTooDeep() throws {
    var node = RenderNode(square, .red)
    for _ in 0..<LayerLimits.depth { node = RenderNode(square, sublayers: [node]) }
    #expect(try codes(node) == [.tooDeep])
  }

  @Test func particles() throws {
    var cell = EmitterCell()
    (cell.birthRate, cell.lifetime) = (10, 5)
    var emitter = ParticleEmitter()
    emitter.cells = [cell]
    func codes(at time: Double) throws -> [FrameNote.Code] {
      let node = RenderNode(square, contents: .vector(ParticleContents(ParticleSystem(emitter))))
      var tree = RenderTree(100, 100, [node])
      tree.time = time
      return try Compositor.frame(of: tree).notes.map(\.code)
    }
    #expect(try codes(at: 1) == [.emptyCell])
    emitter.cells[0].contents = try GraphicsContext(
      size: Size(width: 1, height: 1), background: .red
    ).makeBitmap()
    #expect(try codes(at: 1).isEmpty)
    emitter.cells[0].birthRate = 2 * Double(LayerLimits.particles)
    #expect(try codes(at: 0.25).isEmpty)
    #expect(try codes(at: 1) == [.particleLimit])
  }

  @Test func whatIsMeantIsNotNoted() throws {
    let line = Transform3D.scale(x: 1, y: 0)
    #expect(try codes(RenderNode(square) { $0.transform = line }).isEmpty)
    #expect(
      try codes(
        RenderNode(square, .red) {
          $0.transform = line
          $0.isHidden = true
        }
      ).isEmpty)
    #expect(
      try codes(
        RenderNode(square, .red) {
          $0.transform = line
          $0.opacity = 0
        }
      ).isEmpty)
    // The back of a layer that is not double-sided.
    #expect(
      try codes(
        RenderNode(square, .red) {
          $0.transform = .scale(x: -1, y: 1)
          $0.isDoubleSided = false
        }
      ).isEmpty)
    // A layer that an animation takes through such a map.
    let motion = LayerMotion(animations: [
      ("turn", LayerAnimation("transform.scale.y", from: .number(0), to: .number(1)))
    ])
    let moving = RenderNode(
      properties: RenderNode(square, .red) { $0.transform = line }.properties, motion: motion)
    #expect(try codes(moving).isEmpty)
  }

  @Test func manyNotesAreCounted() throws {
    let lines = (0..<40).map { _ in RenderNode(square, .red) { $0.transform = .scale(x: 1, y: 0) } }
    let found = try frame(lines).notes
    #expect(found.count == 33 && found.last?.code == .more)
    #expect(found.last?.description == "8 more layers are not shown as a whole")
  }

  @Test func copiesHaveOneNote() throws {
    let line = RenderNode(square, .red) { $0.transform = .scale(x: 1, y: 0) }
    let copies = RenderNode(square, sublayers: [line]) { $0.replicator.instanceCount = 9 }
    #expect(try notes(copies).map(\.path) == ["0/0"])
  }

  @Test func aNoteAloneMakesAFrame() throws {
    func tree(_ transform: Transform3D, hidden: Bool) -> RenderTree {
      RenderTree(
        100, 100,
        [
          RenderNode(square, .red) {
            $0.transform = transform
            $0.isHidden = hidden
          }
        ])
    }
    var buffers = FrameBuffers()
    let first = try #require(try buffers.begin(tree(.scale(x: 1, y: 0), hidden: true)))
    _ = first.run()
    #expect(try buffers.finish(first).notes.isEmpty)
    let second = try #require(try buffers.begin(tree(.scale(x: 1, y: 0), hidden: false)))
    _ = second.run()
    let frame = try buffers.finish(second)
    #expect(frame.notes.map(\.code) == [.noInverse] && frame.damage.isEmpty)
    #expect(try buffers.begin(tree(.scale(x: 1, y: 0), hidden: false)) == nil)
  }
}
