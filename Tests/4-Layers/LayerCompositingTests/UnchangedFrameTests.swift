// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency
import Testing

@testable import CanvasGeometry
@testable import LayerCompositing

/// Frames in which nothing has changed: they plan nothing.
struct UnchangedFrameTests {
  /// A drawing that counts how often it is asked for its extent: once when a node is made of it,
  /// and once when it is planned.
  private final class Probe: VectorContents {
    let count = Mutex(0)

    func extent(in layerBounds: Rect) -> Rect {
      count.withLock { $0 += 1 }
      return layerBounds
    }

    func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {}

    func isEqual(to other: any VectorContents) -> Bool { (other as? Probe) === self }
  }

  private let probe = Probe()

  private func show(_ tree: RenderTree, _ buffers: inout FrameBuffers) throws -> Frame? {
    guard let job = try buffers.begin(tree) else { return nil }
    _ = job.run()
    return try buffers.finish(job)
  }

  /// How often the drawing is asked while a tree is shown, and whether that gives a frame.
  private func asked(
    _ tree: RenderTree, _ buffers: inout FrameBuffers
  ) throws -> (count: Int, isFrame: Bool) {
    let before = probe.count.withLock { $0 }
    let frame = try show(tree, &buffers)
    return (probe.count.withLock { $0 } - before, frame != nil)
  }

  /// A box with the drawing inside, below a layer that is made anew.
  private func tree(_ change: (inout LayerProperties) -> Void = { _ in }) -> RenderTree {
    let drawing = RenderNode(Rect(x: 2, y: 2, width: 6, height: 6), contents: .vector(probe))
    return RenderTree(
      20, 20, [RenderNode(Rect(width: 20, height: 20), sublayers: [drawing], change)])
  }

  @Test func theSameTreeIsNotPlanned() throws {
    var buffers = FrameBuffers()
    let tree = tree()
    #expect(try asked(tree, &buffers) == (1, true))
    #expect(try asked(tree, &buffers) == (0, false))
  }

  @Test func equalLayersAreNotPlanned() throws {
    var buffers = FrameBuffers()
    _ = try show(tree { $0.opacity = 0.5 }, &buffers)
    let other = tree { $0.opacity = 0.5 }
    #expect(try asked(other, &buffers) == (0, false))
    // What has changed is.
    let changed = tree { $0.opacity = 0.25 }
    #expect(try asked(changed, &buffers) == (1, true))
  }

  /// An animation that holds its value: the presented layers are made for each frame, and not
  /// planned.
  @Test func motionThatHoldsIsNotPlanned() throws {
    var properties = LayerProperties()
    properties.frame = Rect(width: 20, height: 20)
    let hold = LayerAnimation("opacity", from: .number(0.5), to: .number(0.5), duration: 10)
    let drawing = RenderNode(
      properties: properties, contents: .vector(probe),
      motion: LayerMotion(animations: [(key: "", animation: hold)]))
    var tree = RenderTree(20, 20, [drawing])
    tree.time = 1
    let before = probe.count.withLock { $0 }
    _ = tree.presented
    let made = probe.count.withLock { $0 } - before
    var buffers = FrameBuffers()
    #expect(try asked(tree, &buffers) == (made + 1, true))
    tree.time = 2
    #expect(try asked(tree, &buffers) == (made, false))
  }

  /// What changes no pixel and may change a note is planned: here a name on the way to the layer.
  @Test func whatMayChangeNotesIsPlanned() throws {
    var properties = LayerProperties()
    properties.frame = Rect(width: 8, height: 8)
    properties.backgroundColor = .red
    properties.transform = .scale(x: 1, y: 0)
    let flat = RenderNode(name: "flat", properties: properties)
    func tree(_ name: String) -> RenderTree {
      RenderTree(20, 20, [RenderNode(name: name, sublayers: [flat])])
    }
    var buffers = FrameBuffers()
    let first = try #require(try show(tree("a"), &buffers))
    #expect(first.notes.map(\.path) == ["a/flat"])
    let second = try #require(try show(tree("b"), &buffers))
    #expect(second.notes.map(\.path) == ["b/flat"] && second.damage.isEmpty)
    #expect(try show(tree("b"), &buffers) == nil)
  }

  /// Of layers that lie too deep only those that would be seen have a note.
  @Test func whatLiesTooDeepIsPlanned() throws {
    func deep(isHidden: Bool) -> RenderTree {
      var node = RenderNode(Rect(width: 1, height: 1), .red) { $0.isHidden = isHidden }
      for _ in 0..<LayerLimits.depth - 1 {
        node = RenderNode(Rect(width: 0, height: 0), sublayers: [node])
      }
      return RenderTree(20, 20, [node])
    }
    var buffers = FrameBuffers()
    #expect(try show(deep(isHidden: true), &buffers)?.notes.isEmpty == true)
    #expect(try show(deep(isHidden: false), &buffers)?.notes.map(\.code) == [.tooDeep])
  }

  private final class Owner: TileOwner {}

  private func tiles(_ owner: Owner, x: Double) -> RenderTree {
    let bounds = Rect(width: 512, height: 512)
    var contents = TileContents(TileGrid(bounds: bounds))
    contents.owner = owner
    return RenderTree(
      100, 100,
      [RenderNode(bounds, contents: .vector(contents)) { $0.position.x += x }])
  }

  /// Layers of tiles are told what the newest frame shows, also after one that was never ended.
  @Test func anUnchangedFrameShowsTheSameTiles() throws {
    var buffers = FrameBuffers()
    let owner = Owner()
    _ = try show(tiles(owner, x: 0), &buffers)
    let demands = buffers.tileDemands
    #expect(demands.map(\.visible) == [Rect(width: 100, height: 100)])
    _ = try buffers.begin(tiles(owner, x: 50))
    #expect(buffers.tileDemands.map(\.visible) == [Rect(width: 50, height: 100)])
    #expect(try buffers.begin(tiles(owner, x: 0)) == nil)
    #expect(buffers.tileDemands == demands)
    // Another layer with the same tiles asks for them itself.
    let other = Owner()
    #expect(try buffers.begin(tiles(other, x: 0)) == nil)
    #expect(buffers.tileDemands.first?.owner === other)
    #expect(try buffers.begin(tiles(other, x: 0)) == nil)
    #expect(buffers.tileDemands.first?.owner === other)
  }

  /// A report is made where it is asked for.
  @Test func reportsAreMadeOnRequest() throws {
    let tree = RenderTree(20, 20, [RenderNode(Rect(width: 10, height: 5), .red, id: LayerID())])
    #expect(try Compositor.frame(of: tree).report == nil)
    let report = try #require(try Compositor.frame(of: tree, reporting: true).report)
    #expect(report.layerCount == 2 && report.layers.map(\.pixels) == [50])
    #expect(report.paintedPixels == 400 && report.drawnPixels == 50)
    var buffers = FrameBuffers()
    #expect(try show(tree, &buffers)?.report == nil)
  }
}
