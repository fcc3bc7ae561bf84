// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import LayerCompositing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel
@testable import SystemLanes

/// Motion that is paused, and stills of it.
@Suite("Paused motion", .timeLimit(.minutes(30)))
@MainActor
struct PausedMotionTests {
  private let root = Layer(Rect(width: 200, height: 20))
  private let box = Layer(Rect(x: 0, y: 5, width: 10, height: 10), .red)
  private let clock = ManualClock(now: 100)

  private func movingHost() async throws -> LayerHost {
    root.addSublayer(box)
    let host = LayerHost(
      root: root, size: Size(width: 200, height: 20), background: .white, clock: clock)
    _ = try await host.settledFrame()
    // A point a hundredth of a second, for 100 seconds.
    try box.add(
      LayerAnimation(
        "position.x", from: .number(5), to: .number(10_005), duration: 100, curve: .linear))
    _ = try await host.settledFrame()
    return host
  }

  private func left(_ frame: Frame) -> Int? {
    (0..<frame.image.width).first { frame.image.rgba($0, 10) == [255, 0, 0, 255] }
  }

  @Test("While motion is paused no frame is composed; afterwards it goes on at its time")
  func paused() async throws {
    let host = try await movingHost()
    host.isMotionPaused = true
    let last = try #require(host.frame)
    for step in 1...50 { clock.set(to: 100 + Double(step) / 100) }
    // The lanes and the main queue have done what there was to do.
    await DisplayCoordinator.main.drain()
    try await RenderLanes.shared.perform { _ in }
    await DisplayCoordinator.main.drain()
    #expect(host.frame?.sequence == last.sequence)
    // Set before motion goes on: its first frame may end at once, and the next ones are counted
    // from it. Sums of sixty-fourths are exact: a frame comes at the time that is waited for.
    host.preferredFramesPerSecond = 64
    host.isMotionPaused = false
    clock.set(to: 100.75)
    try await until { (host.frame?.time ?? 0) >= 100.75 }
    #expect(host.frame.flatMap(left) == 75)
  }

  @Test("A change is shown while motion is paused, at the clock's time")
  func changes() async throws {
    let host = try await movingHost()
    host.isMotionPaused = true
    clock.set(to: 100.25)
    let other = Layer(Rect(x: 150, y: 0, width: 50, height: 20), .blue)
    root.addSublayer(other)
    let frame = try await host.settledFrame()
    #expect(left(frame) == 25)
    #expect(frame.image.rgba(160, 10) == [0, 0, 255, 255])
  }

  @Test("The current frame is that of the moment, also twice and while nothing has changed")
  func current() async throws {
    let host = try await movingHost()
    host.isMotionPaused = true
    clock.set(to: 100.4)
    #expect(left(try await host.currentFrame()) == 40)
    clock.set(to: 100.8)
    async let first = host.currentFrame()
    async let second = host.currentFrame()
    #expect(left(try await first) == 80)
    #expect(left(try await second) == 80)
    #expect(left(try await host.currentFrame()) == 80)
    host.close()
    await #expect(throws: CancellationError.self) { try await host.currentFrame() }
  }

  @Test("A change before the call is in the frame, although another tree waits already")
  func currentAfterAChange() async throws {
    let (first, kept) = (Gate(.red, isClosed: true), Gate(.blue))
    let layer = Layer(Rect(width: 40, height: 20))
    root.addSublayer(layer)
    layer.vectorContents = first
    let host = LayerHost(
      root: root, size: Size(width: 200, height: 20), background: .white, clock: clock,
      lanes: RenderLanes(count: 1))
    while first.count.withLock({ $0 }) == 0 { await DisplayCoordinator.main.drain() }
    // A tree that is taken now waits for the frame under way.
    layer.vectorContents = kept
    await DisplayCoordinator.main.drain()
    layer.vectorContents = Gate(.lime)
    async let frame = host.currentFrame()
    await Task.yield()
    first.open()
    #expect(try await frame.image.rgba(5, 5) == [0, 255, 0, 255])
  }

  @Test("A call of a suspended host ends with its task")
  func cancelled() async throws {
    let host = try await movingHost()
    host.isSuspended = true
    let task = Task { try await host.currentFrame() }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    host.isSuspended = false
    _ = try await host.currentFrame()
  }
}
