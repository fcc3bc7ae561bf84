// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerCompositing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel

/// The ends of animations: they come at their time, in whichever host, and leave nothing behind.
@Suite("Ends of animations", .timeLimit(.minutes(30)))
@MainActor
struct AnimationEndTests {
  private let root = Layer(Rect(width: 200, height: 20))
  private let box = Layer(Rect(x: 0, y: 5, width: 10, height: 10), .red)
  private let clock = ManualClock(now: 100)

  init() { root.addSublayer(box) }

  private func host(_ clock: (any LayerClock)? = nil) -> LayerHost {
    LayerHost(root: root, size: Size(width: 200, height: 20), clock: clock ?? self.clock)
  }

  private func slide(_ duration: Double = 1) -> LayerAnimation {
    LayerAnimation(
      "position.x", from: .number(5), to: .number(105), duration: duration, curve: .linear)
  }

  @Test("Another host ends the animations of one that was released")
  func releasedHost() async throws {
    var first: LayerHost? = host()
    weak let released = first
    var calls: [Bool] = []
    try box.add(slide(), forKey: "slide") { calls.append($0) }
    _ = try await first?.settledFrame()
    first = nil
    try await until { released == nil }
    let second = host()
    _ = try await second.settledFrame()
    #expect(box.animation(forKey: "slide")?.timing.begin == 100)
    clock.set(to: 101)
    try await until { !calls.isEmpty }
    #expect(calls == [true] && box.animationKeys.isEmpty)
    #expect(clock.pendingCallCount == 0)
  }

  @Test("A change of a layer's time moves the ends that were asked for")
  func changedTime() async throws {
    let host = host()
    var calls: [Bool] = []
    try box.add(slide(10)) { calls.append($0) }
    _ = try await host.settledFrame()
    // From now on ten times as fast.
    root.timing = MediaTiming(begin: 100, duration: .infinity, speed: 10, timeOffset: 100)
    _ = try await host.settledFrame()
    clock.set(to: 101)
    try await until { !calls.isEmpty }
    #expect(calls == [true])
  }

  @Test("A layer that moves into another time ends in that")
  func otherTime() async throws {
    let fast = Layer(Rect(width: 200, height: 20))
    fast.timing = MediaTiming(begin: 100, duration: .infinity, speed: 10, timeOffset: 100)
    root.addSublayer(fast)
    let host = host()
    var calls: [Bool] = []
    try box.add(slide(10)) { calls.append($0) }
    _ = try await host.settledFrame()
    fast.addSublayer(box)
    _ = try await host.settledFrame()
    clock.set(to: 101)
    try await until { !calls.isEmpty }
    #expect(calls == [true])
  }

  @Test("A clock that goes on while an end is asked for puts it off no further")
  func hastyClock() async throws {
    let clock = HastyClock(now: 100, jump: 1.5, before: 101)
    let host = host(clock)
    _ = try await host.settledFrame()
    var calls: [Bool] = []
    try box.add(slide()) { calls.append($0) }
    _ = try await host.settledFrame()
    try await until { !calls.isEmpty }
    #expect(calls == [true])
  }

  @Test("Without a host, animated layers leave nothing in the program")
  func withoutHost() throws {
    // Layers of other tests are among them.
    let before = LayerTurn.main.animatedCount
    for _ in 0..<2000 {
      try box.add(slide())
      box.removeAllAnimations()
      try Layer(Rect(width: 1, height: 1)).add(slide())
    }
    #expect(LayerTurn.main.animatedCount < before + 200)
  }

  @Test("Transitions that interrupt each other hold a bounded number of pictures")
  func interruptedTransitions() async throws {
    let host = host()
    _ = try await host.settledFrame()
    var most = 0
    for step in 0..<60 {
      root.addTransition(.fade, duration: 1, curve: .linear)
      box.position.x = Double(step)
      clock.advance(by: 0.01)
      if step % 3 == 0 { _ = try await host.settledFrame() }
      most = max(most, root.node.presented(at: clock.now).nodeCount)
    }
    #expect(most > 10 && most < 100)
    _ = try await host.settledFrame()
    // What is over nests nothing.
    clock.advance(by: 2)
    root.addTransition(.fade, duration: 1, curve: .linear)
    _ = try await host.settledFrame()
    #expect(root.node.presented(at: clock.now).nodeCount == 5)
  }
}
