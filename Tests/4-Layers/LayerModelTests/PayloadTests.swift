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

private final class Frees: Sendable {
  let all = Mutex<[Bool]>([])
  func withLock<R>(_ body: (inout [Bool]) -> R) -> R { all.withLock { body(&$0) } }
}

private final class Heavy: Sendable {
  let freed: Frees
  let key: DispatchSpecificKey<Bool>
  init(_ freed: Frees, _ key: DispatchSpecificKey<Bool>) {
    self.freed = freed
    self.key = key
  }
  deinit {
    let isHere = DispatchQueue.getSpecific(key: key) == true
    freed.withLock { $0.append(isHere) }
  }
}

@MainActor private final class Source: AsyncLayerDelegate {
  let freed: Frees
  let key: DispatchSpecificKey<Bool>
  var gate: DispatchSemaphore?
  init(_ freed: Frees, _ key: DispatchSpecificKey<Bool>) {
    self.freed = freed
    self.key = key
  }
  func displayTask(for layer: AsyncLayer) -> DisplayTask<Heavy>? {
    let (freed, key) = (freed, key)
    let gate = gate
    return DisplayTask(display: { _, _, _ in
      gate?.wait()
      return Heavy(freed, key)
    })
  }
}

@Suite(.timeLimit(.minutes(30)))
@MainActor struct PayloadTests {
  @Test(arguments: [ContentsPolicy.keepOld, .clear, .placeholder])
  func oldPayloadsAreFreedOnTheReleaseQueue(policy: ContentsPolicy) async throws {
    let releases = DispatchQueue(label: "releases")
    let key = DispatchSpecificKey<Bool>()
    releases.setSpecific(key: key, value: true)
    let coordinator = DisplayCoordinator(
      executor: DispatchedQueue(.main), lanes: RenderLanes(count: 1),
      releaseQueue: ReleaseQueue(on: DispatchedQueue(releases)), pool: BitmapPool())
    let freed = Frees()
    let source = Source(freed, key)
    let layer = AsyncLayer(coordinator: coordinator)
    layer.displayDelegate = source
    layer.contentsPolicy = policy
    layer.bounds = Rect(width: 4, height: 4)
    let gate = DispatchSemaphore(value: 0)
    source.gate = gate
    for _ in 0..<3 {
      layer.setNeedsDisplay()
      releases.suspend()
      coordinator.flush()
      releases.resume()
      try await completion { done in releases.async { done.resume() } }
      releases.suspend()
      gate.signal()
      await coordinator.drain()
      releases.resume()
      try await completion { done in releases.async { done.resume() } }
    }
    try await completion { done in releases.async { done.resume() } }
    #expect(freed.withLock { $0 } == [true, true])
  }
}
