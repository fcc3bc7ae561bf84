// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import Dispatch
import LayerCompositing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel
@testable import SystemLanes

/// A source of drawings of one colour that can be held up, or fail.
@MainActor
private final class Source: AsyncLayerDelegate {
  struct Failure: Error {}

  var color = Color.lime
  var fails = false
  /// Held up until it is signalled.
  var gate: DispatchSemaphore?
  let began = DispatchSemaphore(value: 0)

  func displayTask(for layer: AsyncLayer) -> DisplayTask<Void>? {
    let (color, fails, gate, began) = (color, fails, gate, began)
    return DisplayTask(display: { context, size, _ in
      began.signal()
      gate?.wait()
      gate?.signal()
      if fails { throw Failure() }
      try context.fill(Rect(width: size.width, height: size.height), with: color)
    })
  }
}

@Suite("LayerHost: settled frames", .timeLimit(.minutes(30)))
@MainActor
struct SettledFrameTests {
  private let root = Layer(Rect(width: 40, height: 40))
  private let box = Layer(Rect(x: 10, y: 10, width: 10, height: 10), .red)
  private let source = Source()

  init() { root.addSublayer(box) }

  private func host(of root: Layer? = nil) -> LayerHost {
    LayerHost(root: root ?? self.root, size: Size(width: 40, height: 40), background: .white)
  }

  /// A layer with a coordinator and lanes of its own, so that a drawing which is held up holds up
  /// no other test.
  private func layer() -> AsyncLayer {
    let lanes = RenderLanes(count: 1)
    let layer = AsyncLayer(coordinator: DisplayCoordinator(lanes: lanes))
    layer.displayDelegate = source
    layer.frame = Rect(x: 20, y: 20, width: 10, height: 10)
    return layer
  }

  @Test("Displays are in the settled frame; layout too", arguments: [false, true])
  func displays(isSynchronous: Bool) async throws {
    let layer = AsyncLayer()
    layer.displayDelegate = source
    layer.displaysAsynchronously = !isSynchronous
    root.addSublayer(layer)
    let host = host()
    layer.frame = Rect(x: 20, y: 20, width: 10, height: 10)
    #expect(try await host.settledFrame().image.rgba(25, 25) == [0, 255, 0, 255])
    source.color = .blue
    layer.setNeedsDisplay()
    #expect(try await host.settledFrame().image.rgba(25, 25) == [0, 0, 255, 255])
  }

  /// A layer of a program's own whose contents are made elsewhere.
  private final class Elsewhere: Layer {
    var isBusy = true
    override var isDisplaying: Bool { isBusy }
    func end() {
      isBusy = false
      displayDidEnd()
    }
  }

  @Test("Layers that say they display are waited for, with new contents or without")
  func displaysElsewhere() async throws {
    let layer = Elsewhere(Rect(x: 20, y: 20, width: 10, height: 10), .blue)
    root.addSublayer(layer)
    let host = host()
    var isSettled = false
    let frame = Task {
      defer { isSettled = true }
      return try await host.settledFrame()
    }
    try await until { host.frame != nil }
    try await Task.sleep(for: .milliseconds(20))
    #expect(!isSettled)
    layer.end()
    #expect(try await frame.value.image.rgba(25, 25) == [0, 0, 255, 255])
  }

  @Test("Waiting for a frame is cancelled with its task")
  func cancelledWait() async throws {
    let host = host()
    _ = try await host.settledFrame()
    host.isSuspended = true
    box.opacity = 0.5
    let waiting = Task { try await host.settledFrame() }
    await DisplayCoordinator.main.drain()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { _ = try await waiting.value }
  }

  @Test("A display that always invalidates its layer stops no frame")
  func endlessDisplay() async throws {
    final class Endless: Layer {
      var isOver = false
      override func display() { if !isOver { setNeedsDisplay() } }
    }
    let endless = Endless()
    root.addSublayer(endless)
    endless.setNeedsDisplay()
    let host = host()
    var frames = host.frames.makeAsyncIterator()
    #expect(await frames.next() != nil)
    endless.isOver = true
    endless.removeFromSuperlayer()
  }

  @Test("A display of a layer with another coordinator is in the frame")
  func otherCoordinator() async throws {
    let layer = layer()
    source.gate = DispatchSemaphore(value: 0)
    root.addSublayer(layer)
    let host = host()
    let waiting = Task { try await host.settledFrame() }
    await DisplayCoordinator.main.drain()
    try await began(source)
    try await until { host.frame != nil }
    #expect(host.frame?.image.rgba(25, 25) == [255, 255, 255, 255])
    source.gate?.signal()
    #expect(try await waiting.value.image.rgba(25, 25) == [0, 255, 0, 255])
  }

  @Test("A display of another tree of the same coordinator is not waited for")
  func otherTree() async throws {
    let (mine, other) = (layer(), Source())
    let theirs = AsyncLayer(coordinator: mine.coordinator)
    theirs.displayDelegate = other
    theirs.frame = mine.frame
    other.gate = DispatchSemaphore(value: 0)
    root.addSublayer(mine)
    let host = host()
    let first = try await host.settledFrame()
    theirs.display()
    try await began(other)
    box.position.x += 1
    #expect(try await host.settledFrame().sequence == first.sequence + 1)
    #expect(theirs.isDisplaying)
    other.gate?.signal()
    await theirs.coordinator.drain()
  }

  @Test("Cancelling the task or closing the host ends the wait, though a display is held up")
  func endedWait() async throws {
    for closes in [false, true] {
      let layer = layer()
      source.gate = DispatchSemaphore(value: 0)
      root.sublayers = [layer]
      let host = host()
      let waiting = Task { try await host.settledFrame() }
      await DisplayCoordinator.main.drain()
      try await began(source)
      if closes { host.close() } else { waiting.cancel() }
      await #expect(throws: CancellationError.self) { _ = try await waiting.value }
      #expect(layer.isDisplaying)
      source.gate?.signal()
      await layer.coordinator.drain()
      host.close()
    }
  }

  @Test("A display that ends without new contents ends the wait", arguments: 0..<4)
  func endedDisplay(way: Int) async throws {
    let layer = layer()
    source.gate = DispatchSemaphore(value: 0)
    source.fails = way == 0
    root.addSublayer(layer)
    let host = host()
    let waiting = Task { try await host.settledFrame() }
    await DisplayCoordinator.main.drain()
    try await began(source)
    try await until { host.frame != nil }
    switch way {
    case 0: source.gate?.signal()
    case 1: layer.cancelDisplay()
    case 2: layer.isDisplaySuspended = true
    default: layer.removeFromSuperlayer()
    }
    let frame = try await waiting.value
    // The removal damages the place of the layer.
    #expect(frame.sequence == (way == 3 ? 1 : 0))
    #expect(frame.image.rgba(25, 25) == [255, 255, 255, 255])
    source.gate?.signal()
    await layer.coordinator.drain()
  }

  @Test("A display that is cancelled before its turn is not waited for")
  func cancelledBeforeTheTurn() async throws {
    let layer = layer()
    root.addSublayer(layer)
    let host = host()
    _ = try await host.settledFrame()
    let waiting = Task { try await host.settledFrame() }
    layer.setNeedsDisplay()
    layer.cancelDisplay()
    #expect(try await waiting.value.sequence >= 0)
    #expect(layer.needsDisplay)
  }

  @Test("An override of `display()` that does not call `super` is called for each invalidation")
  func repeatedOverride() async throws {
    final class Displaying: Layer {
      var count = 0
      override func display() { count += 1 }
    }
    let layer = Displaying()
    root.addSublayer(layer)
    let host = host()
    for count in 1...3 {
      layer.setNeedsDisplay()
      _ = try await host.settledFrame()
      #expect(layer.count == count && !layer.needsDisplay)
    }
  }

  /// Waits until a drawing has begun, in turns: the display itself needs the main queue.
  private func began(_ source: Source) async throws {
    try await until { source.began.wait(timeout: .now()) == .success }
  }
}
