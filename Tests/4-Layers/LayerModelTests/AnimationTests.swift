// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Dispatch
import LayerCompositing
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel
@testable import SystemLanes

/// Animations of layers in a host with a clock that is moved by hand.
@Suite("Animations", .timeLimit(.minutes(30)))
@MainActor
struct AnimationTests {
  private let root = Layer(Rect(width: 200, height: 20))
  private let box = Layer(Rect(x: 0, y: 5, width: 10, height: 10), .red)
  private let clock = ManualClock(now: 100)

  init() { root.addSublayer(box) }

  private func host() -> LayerHost {
    let host = LayerHost(
      root: root, size: Size(width: 200, height: 20), background: .white, clock: clock)
    // Sums of sixty-fourths are exact: a frame comes at each time that the tests wait for.
    host.preferredFramesPerSecond = 64
    return host
  }

  /// The first column that is red; `nil` for none.
  private nonisolated func left(_ image: Bitmap) -> Int? {
    (0..<image.width).first { image.rgba($0, 10) == [255, 0, 0, 255] }
  }

  private nonisolated func slide(_ duration: Double = 1) -> LayerAnimation {
    LayerAnimation(
      "position.x", from: .number(5), to: .number(105), duration: duration, curve: .linear)
  }

  /// The frame that shows a time, a multiple of 1/64 s.
  private func frame(of host: LayerHost, at time: Double) async throws -> Frame {
    try await until { (host.frame?.time ?? 0) >= time - 1e-6 }
    return try #require(host.frame)
  }

  @Test("Frames follow the clock, the layer keeps its value")
  func s108_follows() async throws {
    let host = host()
    _ = try await host.settledFrame()
    try box.add(slide(), forKey: "slide")
    #expect(left(try await host.settledFrame().image) == 0)
    #expect(box.animation(forKey: "slide")?.timing.begin == 100)
    for step in [0.25, 0.5, 0.75] {
      clock.set(to: 100 + step)
      #expect(left(try await frame(of: host, at: 100 + step).image) == Int(step * 100))
    }
    #expect(box.position.x == 5)
    #expect(box.presentation()?.position.x == 80)
    clock.set(to: 101)
    #expect(left(try await frame(of: host, at: 101).image) == 0)
    try await until { box.animationKeys.isEmpty }
    // Nothing is left to do.
    let sequence = host.frame?.sequence
    clock.advance(by: 100)
    #expect(try await host.settledFrame().sequence == sequence)
    #expect(clock.pendingCallCount == 0)
  }

  @Test("Motion does not need the main queue")
  func mainQueueBlocked() throws {
    let node = RenderNode(
      properties: box.properties, motion: LayerMotion(animations: [(key: "", animation: slide())]))
    let tree = RenderTree(
      root: RenderNode(properties: root.properties, sublayers: [node]),
      size: Size(width: 200, height: 20), background: .white)
    let clock = ManualClock()
    let frames = Mutex([Frame]())
    let arrival = DispatchSemaphore(value: 0)
    let lanes = RenderLanes(count: 1)
    let composer = FrameComposer(on: lanes, clock: clock) { event in
      guard case .composed(let frame) = event else { return }
      frames.withLock { $0.append(frame) }
      arrival.signal()
    }
    // Sums of sixty-fourths are exact, so that a frame has the time of each quarter of a second.
    composer.framesPerSecond = 64
    // This function holds the main queue until the last frame is there.
    composer.compose(tree)
    for step in 0...4 {
      if step > 0 { clock.advance(by: 0.25) }
      while (frames.withLock { $0.last?.time ?? -1 }) < clock.now {
        try arrival.waitInTurns()
      }
    }
    let shown = frames.withLock { $0 }
    #expect(shown.count >= 5)
    for frame in shown {
      // The first column that is covered as a whole; frames come at any time on the way.
      let place = frame.time < 1 ? 100 * frame.time : 0
      let column = try #require(left(frame.image).map(Double.init))
      #expect(column > place - 0.01 && column < place + 1, "at \(frame.time)")
    }
  }

  @Test("A clock that goes on while the next frame is asked for stops no motion")
  func hastyClock() async throws {
    let node = RenderNode(
      properties: box.properties, motion: LayerMotion(animations: [(key: "", animation: slide())]))
    let tree = RenderTree(
      root: RenderNode(properties: root.properties, sublayers: [node]),
      size: Size(width: 200, height: 20), background: .white)
    let times = Mutex([Double]())
    let lanes = RenderLanes(count: 1)
    let composer = FrameComposer(on: lanes, clock: HastyClock(jump: 0.5)) { event in
      guard case .composed(let frame) = event else { return }
      times.withLock { $0.append(frame.time) }
    }
    composer.compose(tree)
    try await until { times.withLock { $0.count } == 2 }
    #expect(times.withLock { $0 } == [0, 0.5])
    composer.isRunning = false
  }

  @Test("The completion comes once: at the end, at the removal, at the release")
  func completions() async throws {
    final class Log { var calls: [String] = [] }
    let log = Log()
    let host = host()
    _ = try await host.settledFrame()
    func add(_ name: String, to layer: Layer, duration: Double = 1) throws {
      try layer.add(slide(duration), forKey: name) { log.calls.append("\(name) \($0)") }
    }
    try add("ends", to: box)
    try add("removed", to: box)
    try add("replaced", to: box)
    try add("replaced", to: box, duration: 2)
    var other: Layer? = Layer(Rect(width: 1, height: 1))
    root.addSublayer(other!)
    try add("released", to: other!)
    _ = try await host.settledFrame()
    box.removeAnimation(forKey: "removed")
    other!.removeFromSuperlayer()
    other = nil
    clock.set(to: 101.5)
    try await until { log.calls.count == 4 }
    #expect(
      log.calls.sorted() == ["ends true", "released false", "removed false", "replaced false"])
    clock.set(to: 102)
    try await until { log.calls.count == 5 }
    #expect(log.calls.last == "replaced true")
    clock.advance(by: 10)
    _ = try await host.settledFrame()
    #expect(log.calls.count == 5 && box.animationKeys.isEmpty)
  }

  @Test("A layer that leaves the tree loses its animations, then and not at their end")
  func leavesTree() async throws {
    final class Log { var calls: [String] = [] }
    let log = Log()
    let host = host()
    let (group, inside, mask) = (Layer(), Layer(), Layer())
    group.addSublayer(inside)
    root.addSublayer(group)
    box.mask = mask
    _ = try await host.settledFrame()
    func add(_ name: String, to layer: Layer) throws {
      try layer.add(slide(100), forKey: "slide") { log.calls.append("\(name) \($0)") }
    }
    for (name, layer) in [("box", box), ("inside", inside), ("mask", mask)] {
      try add(name, to: layer)
    }
    _ = try await host.settledFrame()
    group.removeFromSuperlayer()
    _ = try await host.settledFrame()
    try await until { log.calls == ["inside false"] }
    #expect(inside.animationKeys.isEmpty && box.animationKeys == ["slide"])
    box.mask = nil
    _ = try await host.settledFrame()
    try await until { log.calls == ["inside false", "mask false"] }
    // One that is moved within a turn stays in the tree.
    let other = Layer()
    root.addSublayer(other)
    other.addSublayer(box)
    _ = try await host.settledFrame()
    #expect(box.animationKeys == ["slide"] && log.calls.count == 2)
    clock.advance(by: 101)
    try await until { log.calls.count == 3 }
    #expect(log.calls.last == "box true")
  }

  @Test("A completion may remove and add animations, also its own")
  func changesInCompletion() async throws {
    let host = host()
    var calls = 0
    func again() throws {
      try box.add(slide(0.5), forKey: "a") { [box] _ in
        calls += 1
        box.removeAllAnimations()
        if calls < 5 { try? again() }
      }
    }
    try again()
    for step in 1...20 {
      _ = try await host.settledFrame()
      clock.set(to: 100 + Double(step) * 0.6)
      let wanted = min(5, step)
      try await until { calls >= wanted }
    }
    #expect(calls == 5)
  }

  @Test("Changes are animated inside a body of Transaction.animate alone, from what is shown")
  func s027_implicit() async throws {
    let host = host()
    _ = try await host.settledFrame()
    box.position.x = 5
    #expect(box.animationKeys.isEmpty)
    Transaction.animate(duration: 1, curve: .linear) {
      box.position.x = 105
      box.isHidden = false
      Transaction.withoutAnimation { box.opacity = 0.5 }
    }
    #expect(box.animationKeys == ["position"])
    #expect(box.position.x == 105 && box.presentation()?.position.x == 5)
    _ = try await host.settledFrame()
    clock.set(to: 100.5)
    _ = try await frame(of: host, at: 100.5)
    #expect(box.presentation()?.position.x == 55)
    // Interrupted: the way back begins where it is.
    Transaction.animate(duration: 2, curve: .linear) { box.position.x = 5 }
    #expect(box.presentation()?.position.x == 55)
    _ = try await host.settledFrame()
    #expect(box.presentation()?.position.x == 55)
    clock.set(to: 101.5)
    #expect(box.presentation()?.position.x == 30)
    #expect(box.animation(forKey: "position")?.timing.begin == 100.5)
    // Twice in one turn: from the first value.
    Transaction.animate(duration: 1) { box.position.x = 50 }
    Transaction.animate(duration: 1) { box.position.x = 90 }
    #expect(box.presentation()?.position.x == 30)
  }

  @Test("Nested bodies have their own duration; completions wait for all of theirs")
  func nested() async throws {
    let host = host()
    var calls: [String] = []
    let outer: @MainActor @Sendable (Bool) -> Void = { calls.append("outer \($0)") }
    let inner: @MainActor @Sendable (Bool) -> Void = { calls.append("inner \($0)") }
    let empty: @MainActor @Sendable (Bool) -> Void = { calls.append("empty \($0)") }
    Transaction.animate(duration: 2, completion: outer) {
      box.position.x = 50
      Transaction.animate(duration: 1, completion: inner) { box.cornerRadius = 5 }
      box.opacity = 0.5
    }
    Transaction.animate(completion: empty) {}
    #expect(box.animation(forKey: "cornerRadius")?.timing.duration == 1)
    #expect(box.animation(forKey: "opacity")?.timing.duration == 2)
    _ = try await host.settledFrame()
    try await until { calls == ["empty true"] }
    clock.set(to: 101)
    try await until { calls.last == "inner true" }
    clock.set(to: 102)
    try await until { calls == ["empty true", "inner true", "outer true"] }
  }

  @Test("A delay shows the start; a spring takes its time")
  func delaysAndSprings() async throws {
    let host = host()
    Transaction.animate(duration: 1, curve: .linear, delay: 1) { box.position.x = 105 }
    _ = try await host.settledFrame()
    #expect(
      [100, 101, 101.5, 102.5].map { box.presentation(at: $0)?.position.x } == [5, 5, 55, 105])
    Transaction.animate(curve: .spring(Spring())) { box.opacity = 0 }
    #expect(box.animation(forKey: "opacity")?.timing.duration == Spring().settlingDuration)
  }

  @Test("A layer's own time bends that of its animations and sublayers")
  func ownTime() async throws {
    let host = host()
    root.timing = MediaTiming(begin: 90, duration: .infinity, speed: 2)
    _ = try await host.settledFrame()
    var isDone = false
    try box.add(slide(), forKey: "slide") { _ in isDone = true }
    _ = try await host.settledFrame()
    #expect(box.animation(forKey: "slide")?.timing.begin == 20)
    #expect(box.localTime(at: 100.25) == 20.5)
    #expect(box.presentation(at: 100.25)?.position.x == 55)
    for _ in 0..<40 {
      clock.advance(by: 1.0 / 30)
      _ = try await host.settledFrame()
      await Task.yield()
    }
    try await until { isDone }
    // Paused: it stays.
    root.timing = MediaTiming(begin: 0, duration: .infinity, speed: 0, timeOffset: 7)
    #expect(box.localTime(at: 1e6) == 7)
  }

  @Test("A start far away holds up no other motion, and one of its own time ends, too")
  func farStarts() async throws {
    let host = host()
    try box.add(slide(), forKey: "late", delay: 1000)
    _ = try await host.settledFrame()
    clock.set(to: 101)
    var isDone = false
    var own = LayerAnimation("opacity", from: .number(0), duration: 1, curve: .linear)
    own.timing.begin = 102
    try box.add(own, forKey: "own") { _ in isDone = true }
    try box.add(slide(2), forKey: "now")
    _ = try await host.settledFrame()
    clock.set(to: 101.5)
    #expect(left(try await frame(of: host, at: 101.5).image) == 25)
    #expect(!isDone && box.animation(forKey: "own")?.timing.begin == 102)
    clock.set(to: 103.5)
    try await until { isDone }
    #expect(box.animationKeys == ["late"])
  }

  @Test("Another host ends the animations of one that was closed, which moves no more")
  func anotherHost() async throws {
    let first = host()
    var calls: [Bool] = []
    try box.add(slide()) { calls.append($0) }
    _ = try await first.settledFrame()
    let sequence = first.frame?.sequence
    first.close()
    first.isSuspended = true
    first.isSuspended = false
    let second = host()
    _ = try await second.settledFrame()
    clock.set(to: 100.5)
    #expect(left(try await frame(of: second, at: 100.5).image) == 50)
    clock.set(to: 101)
    try await until { !calls.isEmpty }
    #expect(calls == [true] && first.frame?.sequence == sequence)
  }

  @Test("Errors of frames in motion are told; the next tree moves again")
  func errors() async throws {
    let host = host()
    let copies = ReplicatorLayer()
    copies.frame = Rect(width: 10, height: 10)
    copies.addSublayer(Layer(Rect(width: 1, height: 1), .blue))
    root.addSublayer(copies)
    _ = try await host.settledFrame()
    try copies.add(
      LayerAnimation("instanceCount", from: .number(1), to: .number(1e6), duration: 1))
    try box.add(slide(2))
    _ = try await host.settledFrame()
    clock.set(to: 100.5)
    try await until { host.frameError != nil }
    copies.removeAllAnimations()
    #expect(left(try await host.settledFrame().image) == 25)
    #expect(host.frameError == nil)
    clock.set(to: 101)
    #expect(left(try await frame(of: host, at: 101).image) == 50)
  }

  @Test("Layers without a host change at once")
  func withoutHost() async throws {
    var calls: [Bool] = []
    Transaction.animate(duration: 1, completion: { calls.append($0) }, { box.position.x = 50 })
    #expect(box.animationKeys.isEmpty && box.position.x == 50 && box.presentation() == nil)
    try await until { calls == [true] }
    try box.add(LayerAnimation(.group([slide()]), timing: MediaTiming(duration: 1)))
    try box.add(LayerAnimation(.group([slide()]), timing: MediaTiming(duration: 1)))
    #expect(box.animationKeys.count == 2)
  }

  @Test("A transition leads from the old picture to the new one")
  func s230_transitions() async throws {
    let host = host()
    _ = try await host.settledFrame()
    root.addTransition(.push, side: .right, duration: 1, curve: .linear)
    box.backgroundColor = .blue
    box.position.x = 105
    let start = try await host.settledFrame()
    #expect(left(start.image) == 0)
    clock.set(to: 100.5)
    let middle = try await frame(of: host, at: 100.5)
    // The old picture went a hundred points to the left; the new box comes from there.
    #expect(left(middle.image) == nil && middle.image.rgba(195, 10) == [255, 255, 255, 255])
    clock.set(to: 100.75)
    #expect(try await frame(of: host, at: 100.75).image.rgba(155, 10) == [0, 0, 255, 255])
    clock.set(to: 101)
    #expect(try await frame(of: host, at: 101).image.rgba(105, 10) == [0, 0, 255, 255])
    try await until { root.animationKeys.isEmpty }
  }

  @Test("A clock that goes back, odd durations, suspended and closed hosts")
  func oddities() async throws {
    let host = host()
    try box.add(slide(10))
    _ = try await host.settledFrame()
    clock.set(to: 105)
    _ = try await frame(of: host, at: 105)
    clock.set(to: 1)
    box.opacity = 0.9
    #expect(left(try await host.settledFrame().image) == nil)
    clock.set(to: 106)
    box.opacity = 1
    #expect(left(try await host.settledFrame().image) == 60)
    host.isSuspended = true
    let sequence = host.frame?.sequence
    clock.set(to: 107)
    for _ in 0..<20 { await Task.yield() }
    #expect(host.frame?.sequence == sequence)
    host.isSuspended = false
    #expect(left(try await frame(of: host, at: 107).image) == 70)
    for duration in [0, -1, .infinity, .nan] {
      try box.add(slide(duration), forKey: "odd")
      _ = try await host.settledFrame()
      clock.advance(by: 0.1)
    }
    try box.add(LayerAnimation("position.x", to: .number(.nan)), forKey: "odd")
    _ = try await host.settledFrame()
    #expect(throws: LayerKeyError.self) { try box.add(LayerAnimation("nothing", to: .number(1))) }
    #expect(throws: LayerKeyError.self) {
      try box.add(LayerAnimation("opacity", to: .boolean(true)))
    }
    host.close()
    clock.advance(by: 1)
    #expect(clock.pendingCallCount == 0)
  }
}
