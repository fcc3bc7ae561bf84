// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LayerCompositing
import LayerModel
import SystemConcurrency
import Testing
import TextTestSupport

extension DisplayLinkTests {
  @Test("After invalidating there is no call, and the action is released")
  func s229_invalidate() {
    final class Object: Sendable {}
    weak var released: Object?
    let link: DisplayLink
    do {
      let object = Object()
      released = object
      link = DisplayLink(clock: clock) { [frames, object] in
        _ = object
        frames.add(Frame($0))
      }
    }
    link.add(to: queue)
    advance(by: 1.0 / 60)
    #expect(frames.all.count == 1 && released != nil)
    // One call waits on the queue, for the next the clock waits.
    queue.suspend()
    clock.advance(by: 1.0 / 60)
    link.invalidate()
    #expect(released == nil && clock.pendingCallCount == 0)
    queue.resume()
    advance(by: 1)
    link.add(to: queue)
    link.isPaused = true
    link.isPaused = false
    link.preferredFramesPerSecond = 10
    #expect(clock.pendingCallCount == 0)
    link.invalidate()
    advance(by: 1)
    #expect(frames.all.count == 1 && clock.pendingCallCount == 0)
  }

  @Test("A link on a queue lives until it is invalidated, kept by others or not, paused or not")
  func keptByItsQueue() {
    weak var kept: DisplayLink?
    do {
      let link = link()
      kept = link
      link.add(to: queue)
    }
    for _ in 0..<3 { advance(by: 1.0 / 60) }
    #expect(kept != nil && frames.all.count == 3)
    kept?.isPaused = true
    advance(by: 1)
    #expect(kept != nil && clock.pendingCallCount == 0 && frames.all.count == 3)
    kept?.isPaused = false
    advance(by: 1.0 / 60)
    #expect(frames.all.count == 4)
    kept?.add(to: queue)
    kept?.invalidate()
    #expect(kept == nil && clock.pendingCallCount == 0)
    advance(by: 1)
    #expect(frames.all.count == 4)
  }

  @Test("A link that is on no queue is released with its last owner")
  func releasedWithoutAQueue() {
    weak var released: DisplayLink?
    do {
      let link = link()
      released = link
      link.isPaused = true
      link.isPaused = false
    }
    #expect(released == nil && clock.pendingCallCount == 0)
  }

  @Test("A link that is invalidated in its own action is released after it")
  func invalidatedInItsAction() {
    weak var released: DisplayLink?
    do {
      let link = DisplayLink(clock: clock) { [frames] link in
        frames.add(Frame(link))
        link.invalidate()
      }
      released = link
      link.add(to: queue)
    }
    advance(by: 1.0 / 60)
    advance(by: 1)
    #expect(frames.all.count == 1 && released == nil && clock.pendingCallCount == 0)
  }

  @Test("Links that are paused, resumed and invalidated on other threads make no call afterwards")
  func races() {
    for round in 0..<200 {
      let state = Mutex((isInvalidated: false, callsAfter: 0))
      let link = DisplayLink(clock: clock) { [frames] link in
        frames.add(Frame(link))
        state.withLock { if $0.isInvalidated { $0.callsAfter += 1 } }
      }
      link.add(to: queue)
      DispatchQueue.concurrentPerform(iterations: 4) { index in
        for step in 0..<20 {
          switch (round + index + step) % 8 {
          case 0: link.isPaused = true
          case 1: link.isPaused = false
          case 2: link.preferredFramesPerSecond = 200 + step
          case 3: link.add(to: queue)
          default: clock.advance(by: 0.01)
          }
        }
      }
      queue.sync {
        link.invalidate()
        state.withLock { $0.isInvalidated = true }
      }
      clock.advance(by: 1)
      queue.sync {}
      #expect(state.withLock { $0.callsAfter } == 0)
      #expect(clock.pendingCallCount == 0)
    }
    #expect(!frames.all.isEmpty)
  }

  @Test("On the main queue the action runs on the main actor")
  @MainActor
  func onMain() async throws {
    var times: [Double] = []
    let link = DisplayLink.onMain(clock: clock) { times.append($0.timestamp) }
    clock.advance(by: 1.0 / 60)
    try await until { times.count == 1 }
    clock.advance(by: 1.0 / 60)
    try await until { times.count == 2 }
    let expected = Self.frames(1...2, rate: 60).map(\.timestamp)
    #expect(times == expected)
    link.invalidate()
    clock.advance(by: 1)
    await Task.yield()
    #expect(times.count == 2)
  }
}
