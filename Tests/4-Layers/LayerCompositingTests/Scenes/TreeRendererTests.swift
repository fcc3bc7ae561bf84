// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Dispatch
import LayerCompositing
import SystemConcurrency
import SystemLanes
import Testing
import TextLayers
import TextTestSupport

/// Composing trees on lanes.
@Suite(.timeLimit(.minutes(30)))
struct TreeRendererTests {
  private func tree() throws -> RenderTree {
    try RenderTree(size: Size(width: 300, height: 900), scale: 1, background: .white) {
      for i in 0..<40 {
        Box(Color(red8: UInt8(6 * i), green8: 90, blue8: 40))
          .frame(Double(i) * 5, Double(i) * 20, 100, 60).cornerRadius(9).shadow(radius: 4)
      }
      Text("Hello, мир", size: 48).position(150, 450)
    }
  }

  @Test func anyNumberOfLanesGivesTheSameBytes() async throws {
    let tree = try tree()
    let whole = try TreeRenderer().renderNow(tree)
    for count in [1, 2, 5, 16] {
      let renderer = TreeRenderer(lanes: RenderLanes(count: count))
      let frame = try await renderer.render(tree, reporting: true)
      #expect(frame.image == whole.image)
      #expect(frame.report?.layerCount == 42 && frame.damage == whole.damage)
    }
    #expect(whole.report == nil)
  }

  /// A thread that waits paints, too, and asks other lanes only where there are several bands.
  @Test func aThreadThatWaitsHasTheSameBytes() throws {
    let tree = try tree()
    let whole = try TreeRenderer().renderNow(tree).image
    for count in [1, 2, 5, 16] {
      let lanes = RenderLanes(count: count)
      #expect(try TreeRenderer(lanes: lanes).renderAndWait(tree).image == whole)
    }
    var small = tree
    small.size = Size(width: 100, height: 100)
    // Lanes that never run.
    let asleep = Mutex(0)
    let lanes = RenderLanes(count: 4) { _ in asleep.withLock { $0 += 1 } }
    _ = try TreeRenderer(lanes: lanes).renderAndWait(small)
    #expect(asleep.withLock { $0 } == 0)
    #expect(try TreeRenderer(lanes: lanes).renderAndWait(tree).image == whole)
    #expect(asleep.withLock { $0 } > 0)
  }

  /// A drawing that fails in each part of the picture, sooner in the lower ones.
  private struct Failing: VectorContents {
    struct Failure: Error {
      let row: Int
    }

    func extent(in layerBounds: Rect) -> Rect { layerBounds }

    func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
      let row = context.clipPixels.y
      if row < 1000 { _ = (0..<2000).reduce(0) { ($0 &* 3) ^ $1 } }
      throw Failure(row: row)
    }

    func isEqual(to other: any VectorContents) -> Bool { false }
  }

  @Test func theErrorIsThatOfTheFirstBand() async throws {
    var properties = LayerProperties()
    properties.frame = Rect(width: 256, height: 2048)
    let node = RenderNode(properties: properties, contents: .vector(Failing()))
    let tree = RenderTree(root: node, size: Size(width: 256, height: 2048))
    for count in [1, 2, 8] {
      let lanes = RenderLanes(count: count)
      for _ in 0..<20 {
        let error = await #expect(throws: Failing.Failure.self) {
          try await TreeRenderer(lanes: lanes).render(tree)
        }
        try #require(error?.row == 0)
      }
    }
  }

  @Test func tooManyCopiesAreRefused() async throws {
    var properties = LayerProperties()
    properties.frame = Rect(width: 10, height: 10)
    properties.backgroundColor = .red
    let dot = RenderNode(properties: properties)
    properties.replicator.instanceCount = 1000
    let copies = (0..<2).reduce(dot) { node, _ in
      RenderNode(properties: properties, sublayers: [node])
    }
    let tree = RenderTree(root: copies, size: Size(width: 10, height: 10))
    let errors = [
      await #expect(throws: GraphicsError.self) { try await TreeRenderer().render(tree) },
      #expect(throws: GraphicsError.self) { try TreeRenderer().renderNow(tree) },
    ]
    #expect(errors.map { $0?.code } == [.tooLarge, .tooLarge])
  }

  @Test func manyAtOnce() async throws {
    let (tree, lanes) = (try tree(), RenderLanes(count: 2))
    let whole = try TreeRenderer().renderNow(tree).image
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask { try await TreeRenderer(lanes: lanes).render(tree).image == whole }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }

  @Test func errorsAreThrown() async throws {
    let tree = RenderTree(root: RenderNode(), size: Size(width: 1e6, height: 9))
    await #expect(throws: GraphicsError.self) { try await TreeRenderer().render(tree) }
    #expect(throws: GraphicsError.self) { try TreeRenderer().renderNow(tree) }
  }

  /// A drawing that counts its calls.
  private final class Probe: VectorContents {
    let count = Mutex(0)
    private let body: @Sendable () throws -> Void

    init(_ body: @escaping @Sendable () throws -> Void) { self.body = body }

    var node: RenderNode {
      var properties = LayerProperties()
      properties.frame = Rect(width: 1000, height: 4000)
      return RenderNode(properties: properties, contents: .vector(self))
    }

    func extent(in layerBounds: Rect) -> Rect { layerBounds }

    func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
      count.withLock { $0 += 1 }
      try body()
    }

    func isEqual(to other: any VectorContents) -> Bool { false }
  }

  @Test func anErrorOfContentsEndsThePicture() async throws {
    struct Broken: Error {}
    let probe = Probe { throw Broken() }
    let tree = RenderTree(root: probe.node, size: Size(width: 1000, height: 4000))
    await #expect(throws: Broken.self) {
      try await TreeRenderer(lanes: RenderLanes(count: 2)).render(tree)
    }
    #expect(probe.count.withLock { $0 } <= 2)
  }

  @Test func aCancelledTaskIsToldAtOnceAndNoFurtherBandIsPainted() async throws {
    let (started, goOn) = (CancellationFlag(), CancellationFlag())
    let probe = Probe {
      started.set()
      while !goOn.isSet {}
    }
    let tree = RenderTree(root: probe.node, size: Size(width: 1000, height: 4000))
    let lanes = RenderLanes(count: 1)
    let task = Task { try await TreeRenderer(lanes: lanes).render(tree) }
    try await until { started.isSet }
    task.cancel()
    // The band is still being painted.
    await #expect(throws: CancellationError.self) { try await task.value }
    goOn.set()
    // The lane takes this when it is done with the picture.
    try await completion { done in lanes.run { done.resume() } }
    #expect(probe.count.withLock { $0 } == 1)
  }

  @Test func cancelledBeforeItBegins() async throws {
    let tree = try tree()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await TreeRenderer().render(tree)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
