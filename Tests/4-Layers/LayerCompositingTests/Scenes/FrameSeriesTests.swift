// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Dispatch
import LayerCompositing
import SystemConcurrency
import SystemLanes
import Testing
import TextTestSupport

/// Frames of a tree in the order of their times.
@Suite(.timeLimit(.minutes(30)))
struct FrameSeriesTests {
  /// A box that moves by 10 a second.
  private let tree = {
    var properties = LayerProperties()
    properties.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    properties.backgroundColor = .red
    let slide = LayerAnimation(
      "position.x", from: .number(5), to: .number(95), duration: 9, curve: .linear)
    let box = RenderNode(
      properties: properties, motion: LayerMotion(animations: [(key: "", animation: slide)]))
    return RenderTree(root: box, size: Size(width: 100, height: 10), background: .white)
  }()

  @Test func framesAreThoseAloneInOrder() async throws {
    let times = [3, 0, 1, 7.5, 1, 8]
    for count in [1, 2, 5] {
      let renderer = TreeRenderer(lanes: RenderLanes(count: count))
      var shown: [Double] = []
      for try await frame in renderer.frames(of: tree, at: times) {
        var alone = tree
        alone.time = times[shown.count]
        #expect(try frame.image == renderer.renderNow(alone).image)
        shown.append(frame.time)
      }
      #expect(shown == times)
    }
    for try await _ in TreeRenderer().frames(of: tree, at: []) {
      Issue.record("there is no frame")
    }
  }

  /// A drawing that counts its calls.
  private final class Probe: VectorContents {
    let count = Mutex(0)
    private let body: @Sendable () throws -> Void

    init(_ body: @escaping @Sendable () throws -> Void = {}) { self.body = body }

    var tree: RenderTree {
      var properties = LayerProperties()
      properties.frame = Rect(width: 8, height: 8)
      let node = RenderNode(properties: properties, contents: .vector(self))
      return RenderTree(root: node, size: Size(width: 8, height: 8))
    }

    func extent(in layerBounds: Rect) -> Rect { layerBounds }

    func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
      count.withLock { $0 += 1 }
      try body()
    }

    func isEqual(to other: any VectorContents) -> Bool { false }
  }

  private let lanes = RenderLanes(count: 1)

  /// The number of frames that the lane has drawn by the time it is free.
  private func drawn(_ probe: Probe) async throws -> Int {
    try await completion { done in lanes.run { done.resume() } }
    return probe.count.withLock { $0 }
  }

  @Test func noMoreFramesThanLanesAreAhead() async throws {
    let probe = Probe()
    let frames = TreeRenderer(lanes: lanes).frames(
      of: probe.tree, at: Array(repeating: 0, count: 50))
    var iterator = frames.makeAsyncIterator()
    for taken in 1...5 {
      #expect(try await iterator.next() != nil)
      try await until { probe.count.withLock { $0 } == taken + 1 }
      #expect(try await drawn(probe) == taken + 1)
    }
  }

  @Test func anErrorEndsTheSeries() async throws {
    struct Broken: Error {}
    let probe = Probe { throw Broken() }
    var iterator = TreeRenderer(lanes: lanes).frames(of: probe.tree, at: [0, 1, 2, 3])
      .makeAsyncIterator()
    await #expect(throws: Broken.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
    #expect(try await drawn(probe) <= 2)
  }

  /// A drawing that notes the widths in which it is drawn.
  private final class Widths: VectorContents {
    let all = Mutex<[Double]>([])

    func extent(in layerBounds: Rect) -> Rect { layerBounds }

    func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
      all.withLock { $0.append(layerBounds.size.width) }
    }

    func isEqual(to other: any VectorContents) -> Bool { false }
  }

  /// A later frame that came first would take the lane from the one that is awaited.
  @Test func framesBeginInTheirOrder() async throws {
    var properties = LayerProperties()
    properties.frame = Rect(width: 10, height: 10)
    let growth = LayerAnimation(
      "bounds.size.width", from: .number(10), to: .number(20), duration: 10, curve: .linear)
    let motion = LayerMotion(animations: [(key: "", animation: growth)])
    for _ in 0..<200 {
      let widths = Widths()
      let node = RenderNode(properties: properties, contents: .vector(widths), motion: motion)
      let tree = RenderTree(root: node, size: Size(width: 30, height: 10))
      for try await _ in TreeRenderer(lanes: lanes).frames(of: tree, at: [0, 1, 2]) {}
      try #require(widths.all.withLock { $0 } == [10, 11, 12])
    }
  }

  @Test func aLoopThatIsLeftEndsTheWork() async throws {
    let goOn = DispatchSemaphore(value: 0)
    let isFirst = CancellationFlag()
    let probe = Probe {
      // The second frame waits.
      if isFirst.isSet { goOn.wait() }
      isFirst.set()
    }
    for try await _ in TreeRenderer(lanes: lanes).frames(of: probe.tree, at: [0, 1, 2, 3, 4, 5]) {
      break
    }
    for _ in 0..<6 { goOn.signal() }
    #expect(try await drawn(probe) <= 2)
  }

  @Test func aCancelledTaskIsToldAtOnce() async throws {
    let goOn = DispatchSemaphore(value: 0)
    let began = CancellationFlag()
    let probe = Probe {
      began.set()
      goOn.wait()
    }
    let frames = TreeRenderer(lanes: lanes).frames(of: probe.tree, at: [0, 1, 2])
    let task = Task { for try await _ in frames {} }
    try await until { began.isSet }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    for _ in 0..<3 { goOn.signal() }
    #expect(try await drawn(probe) <= 2)
  }
}
