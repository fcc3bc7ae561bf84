// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import Dispatch
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel
@testable import SystemLanes

/// Delegates that display, drop their layer or throw inside callbacks, and a blocked main queue.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct AsyncLayerDelegateTests {
  /// Draws only the background, and runs closures of the test in its callbacks.
  private final class Unruly: AsyncLayerDelegate {
    var onCommit: ((AsyncLayer) -> Void)?
    var onTask: ((AsyncLayer) -> Void)?
    var onDid: (() -> Void)?
    var throwing = false
    var commits = 0
    var finished: [Bool] = []

    func displayTask(for layer: AsyncLayer) -> DisplayTask<Void>? {
      onTask?(layer)
      struct Unwilling: Error {}
      let throwing = throwing
      return DisplayTask(
        display: { _, _, _ in if throwing { throw Unwilling() } },
        didDisplay: { [self] _, isFinished in
          finished.append(isFinished)
          onDid?()
        })
    }

    func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {
      commits += 1
      onCommit?(layer)
    }
  }

  private func makeLayer(_ delegate: Unruly, _ coordinator: DisplayCoordinator) -> AsyncLayer {
    let layer = AsyncLayer(coordinator: coordinator)
    layer.displayDelegate = delegate
    layer.bounds = Rect(width: 8, height: 8)
    return layer
  }

  @Test func aTaskIsMadeFromAnIdentityAndADrawing() {
    let task = DisplayTask<Void>(
      contentIdentity: ContentIdentity(1), display: { (_, _, _) in })
    let trailing = DisplayTask<Int> { _, _, _ in 1 }
    #expect(task.contentIdentity == ContentIdentity(1))
    #expect(trailing.contentIdentity == nil)
  }

  @Test func aDelegateThatDisplaysInsideTheCommit() async {
    let coordinator = DisplayCoordinator(lanes: RenderLanes(count: 2))
    let delegate = Unruly()
    let layer = makeLayer(delegate, coordinator)
    delegate.onCommit = { layer in
      delegate.onCommit = nil
      layer.displaysAsynchronously = false
      layer.display()
      #expect(delegate.finished == [true, true])
    }
    layer.display()
    await coordinator.drain()
    #expect(delegate.commits == 2)
    #expect(delegate.finished == [true, true])
  }

  @Test func aDelegateThatDropsItsLayer() async {
    for place in 0..<2 {
      let coordinator = DisplayCoordinator(lanes: RenderLanes(count: 2))
      let delegate = Unruly()
      weak var weakLayer: AsyncLayer?
      var holder: [AsyncLayer] = [makeLayer(delegate, coordinator)]
      weakLayer = holder[0]
      if place == 0 {
        delegate.onTask = { _ in holder = [] }
      } else {
        delegate.onCommit = { _ in holder = [] }
      }
      weakLayer?.display()
      await coordinator.drain()
      #expect(holder.isEmpty)
      #expect(weakLayer == nil)
      #expect(coordinator.inFlightCount == 0)
      #expect(coordinator.uncommittedByteCount == 0)
    }
  }

  @Test func aDelegateWhoseDrawingThrows() async {
    let coordinator = DisplayCoordinator(lanes: RenderLanes(count: 2))
    let delegate = Unruly()
    let layer = makeLayer(delegate, coordinator)
    layer.display()
    await coordinator.drain()
    let before = layer.contents?.id
    delegate.throwing = true
    layer.display()
    await coordinator.drain()
    #expect(before != nil)
    #expect(layer.contents?.id == before)
    #expect(delegate.finished == [true, false])
  }

  /// Memory stays under the bound while the main queue is blocked; afterwards all is committed.
  @Test func aBlockedMainQueue() async throws {
    let bound = 64 << 10
    let lanes = RenderLanes(count: 2)
    let coordinator = DisplayCoordinator(
      lanes: lanes, pool: BitmapPool(), uncommittedByteLimit: bound)
    let delegate = Unruly()
    let layers = (0..<200).map { _ in makeLayer(delegate, coordinator) }
    for layer in layers {
      layer.bounds = Rect(width: 32, height: 32)
      layer.display()
    }
    // Jobs behind all displays: while the test waits for them, the main queue runs nothing.
    for _ in 0..<4 {
      let passed = DispatchSemaphore(value: 0)
      lanes.run { passed.signal() }
      try passed.waitInTurns()
    }
    #expect(delegate.commits == 0)
    #expect(coordinator.uncommittedByteCount > 0)
    #expect(coordinator.uncommittedByteCount <= bound)
    await coordinator.drain()
    #expect(delegate.commits == layers.count)
    #expect(coordinator.peakUncommittedByteCount <= bound)
  }
}
