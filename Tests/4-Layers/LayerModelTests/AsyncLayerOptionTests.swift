// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import Dispatch
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel
@testable import SystemLanes

/// The effects of a layer's properties on its displays.
@Suite("AsyncLayer: options", .timeLimit(.minutes(30)))
@MainActor
struct AsyncLayerOptionTests {
  private let recorder = Recorder()

  private func makeLayer(_ coordinator: DisplayCoordinator = .main) -> AsyncLayer {
    let layer = AsyncLayer(coordinator: coordinator)
    layer.displayDelegate = recorder
    layer.bounds = Rect(width: 4, height: 4)
    return layer
  }

  @Test("Properties that change the picture need a display; equal values do not")
  func invalidation() {
    let layer = makeLayer()
    layer.isOpaque = true
    layer.displayAndWait()
    let changes: [@MainActor (AsyncLayer) -> Void] = [
      { $0.bounds.size.width = 5 }, { $0.contentsScale = 2 }, { $0.contentsFormat = .alpha8 },
      { $0.backgroundColor = .black }, { $0.isOpaque = false },
    ]
    for (index, change) in changes.enumerated() {
      change(layer)
      #expect(layer.needsDisplay, "change \(index)")
      layer.displayAndWait()
      change(layer)
      #expect(!layer.needsDisplay, "change \(index), repeated")
    }
    // The background of a translucent layer is not in its bitmap.
    layer.backgroundColor = .white
    #expect(!layer.needsDisplay)
  }

  @Test("A placeholder is shown while the next contents are drawn")
  func placeholder() async throws {
    let layer = makeLayer()
    layer.displayAndWait()
    let image = try GraphicsContext(size: Size(width: 2, height: 2), scale: 1).makeBitmap()
    layer.placeholder = image
    layer.contentsPolicy = .placeholder
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.contents?.id == image.id)
    layer.displayAndWait()
    #expect(layer.contents?.pixelSize == PixelSize(width: 4, height: 4))
  }

  @Test("A display that takes longer than its deadline fails, and the old contents stay")
  func deadline() async throws {
    let lanes = RenderLanes(count: 1)
    let coordinator = DisplayCoordinator(lanes: lanes)
    let layer = makeLayer(coordinator)
    layer.displayAndWait()
    let old = layer.contents?.id
    recorder.log = []
    layer.displayDeadline = .milliseconds(20)
    let gate = DispatchSemaphore(value: 0)
    lanes.run { gate.wait() }
    layer.display()
    try await until { !layer.isDisplaying }
    gate.signal()
    await coordinator.drain()
    #expect(recorder.log == ["will a", "did a false"])
    #expect(layer.contents?.id == old)
  }

  @Test("Displays wait in the band of their layer's priority, also after it has changed")
  func priority() async throws {
    let lanes = RenderLanes(count: 1)
    let coordinator = DisplayCoordinator(lanes: lanes)
    let order = Mutex<[Int]>([])
    let layers = (0..<3).map { index in
      let layer = NumberedLayer(coordinator: coordinator)
      layer.note = { order.withLock { $0.append(index) } }
      layer.bounds = Rect(width: 4, height: 4)
      return layer
    }
    let gate = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    lanes.run {
      started.signal()
      gate.wait()
    }
    try started.waitInTurns()
    layers[0].displayPriority = .idle
    layers[1].displayPriority = .near
    for layer in layers { layer.display() }
    #expect(layers.map(\.displayPriority) == [.idle, .near, .visible])
    layers[2].displayPriority = .idle
    gate.signal()
    await coordinator.drain()
    #expect(order.withLock { $0 } == [1, 0, 2])
  }

  /// Notes when it is drawn.
  private final class NumberedLayer: AsyncLayer {
    var note: @Sendable () -> Void = {}
    var identity: ContentIdentity?

    override func makeDisplayTask() -> AnyDisplayTask? {
      let note = note
      return AnyDisplayTask(
        DisplayTask<Void>(contentIdentity: identity, display: { _, _, _ in note() }))
    }
  }

  @Test(
    "With `progressive`, a drawing of the same content is published",
    arguments: [(SupersedePolicy.latestOnly, 1), (.progressive, 2)])
  func policy(policy: SupersedePolicy, expected: Int) async throws {
    let coordinator = DisplayCoordinator(
      lanes: RenderLanes(count: 1))
    let layer = NumberedLayer(coordinator: coordinator)
    layer.bounds = Rect(width: 4, height: 4)
    layer.identity = ContentIdentity(1)
    layer.supersedePolicy = policy
    #expect(layer.supersedePolicy == policy)
    coordinator.metrics.isEnabled = true
    let gate = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    layer.note = {
      started.signal()
      gate.wait()
    }
    layer.display()
    try started.waitInTurns()
    layer.note = {}
    layer.display()
    gate.signal()
    await coordinator.drain()
    #expect(coordinator.metrics.current.commits == expected)
  }

  @Test("A suspended layer is displayed once, when it is resumed")
  func suspension() async {
    let coordinator = DisplayCoordinator(
      lanes: RenderLanes(count: 1))
    let layer = makeLayer(coordinator)
    layer.isDisplaySuspended = true
    for _ in 0..<3 { layer.setNeedsDisplay() }
    coordinator.flush()
    await coordinator.drain()
    #expect(layer.isDisplaySuspended)
    #expect(recorder.log.isEmpty)
    layer.isDisplaySuspended = false
    await coordinator.drain()
    #expect(recorder.log == ["will a", "commit a", "did a true"])
  }

  @Test("The display of a layer that is gone is not drawn")
  func deallocation() async {
    let lanes = RenderLanes(count: 1)
    let coordinator = DisplayCoordinator(lanes: lanes)
    let gate = DispatchSemaphore(value: 0)
    lanes.run { gate.wait() }
    let isDrawn = Mutex(false)
    do {
      let layer = NumberedLayer(coordinator: coordinator)
      layer.note = { isDrawn.withLock { $0 = true } }
      layer.bounds = Rect(width: 4, height: 4)
      layer.display()
    }
    gate.signal()
    await coordinator.drain()
    #expect(!isDrawn.withLock { $0 })
  }
}
