// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Dispatch
import SystemConcurrency
import Testing
import TextTestSupport

@testable import AsyncDisplay
@testable import CanvasGeometry
@testable import SystemLanes

#if canImport(Glibc)
  import Glibc
#endif

/// Payloads are freed on the release queue, within its bound.
@Suite struct ReleaseQueueTests {
  @Test(arguments: [Change.anotherDisplay, .nothingToDraw, .drop])
  func whatWasShownIsFreedOnTheReleaseQueue(change: Change) async throws {
    let commits = DispatchQueue(label: "commits")
    let releases = DispatchQueue(label: "releases")
    let key = DispatchSpecificKey<Bool>()
    releases.setSpecific(key: key, value: true)
    let coordinator = DisplayCoordinator(
      executor: DispatchedQueue(commits), lanes: RenderLanes(count: 1),
      releaseQueue: ReleaseQueue(on: DispatchedQueue(releases)), pool: BitmapPool())
    let freed = Frees()
    let client = Client { Payload(freed, key) }
    let cycle = DisplayCycle(coordinator: coordinator, client: client)

    commits.sync { cycle.display() }
    await coordinator.drain()
    #expect(commits.sync { client.contents != nil })
    #expect(freed.log.withLock { $0 }.isEmpty)

    // Nothing is freed before the release queue runs: the commit queue only hands over.
    releases.suspend()
    commits.sync {
      switch change {
      case .anotherDisplay: cycle.display()
      case .nothingToDraw:
        client.width = 0
        cycle.display()
      case .drop:
        client.contents = nil
        cycle.drop()
      }
    }
    await coordinator.drain()
    commits.sync {}
    let early = freed.log.withLock { $0 }
    releases.resume()
    // The release queue is serial and lies on this one; a last turn comes after its own.
    try await completion { done in releases.async { done.resume() } }
    try await completion { done in releases.async { done.resume() } }
    #expect(early.isEmpty)
    #expect(freed.log.withLock { $0 } == [true])
    commits.sync { cycle.drop() }
  }

  /// Objects that a turn is freeing still take memory, and count until they are freed.
  @Test func whatIsBeingFreedCounts() async throws {
    let queue = ReleaseQueue(capacity: 1000, on: DispatchedQueue(DispatchQueue(label: "slow")))
    let begins = Mutex(false)
    let goesOn = DispatchSemaphore(value: 0)
    queue.release(
      FreedWith {
        begins.withLock { $0 = true }
        goesOn.wait()
      }, byteCount: 800)
    try await until { begins.withLock { $0 } }
    #expect(queue.pendingByteCount == 800)
    let freed = Mutex(0)
    for _ in 0..<3 { queue.release(FreedWith { freed.withLock { $0 += 1 } }, byteCount: 100) }
    #expect(queue.inlineReleaseCount == 1 && freed.withLock { $0 } == 1)
    #expect(queue.pendingByteCount == 1000)
    goesOn.signal()
    await queue.empty()
    #expect(queue.pendingByteCount == 0 && freed.withLock { $0 } == 3)
  }

  /// The caller never frees the object itself, however soon the queue runs: no copy of the
  /// reference lives until the end of the call.
  @Test func theCallerDoesNotFreeTheObject() async throws {
    let queue = ReleaseQueue()
    let isOver = Mutex(false)
    let drains = DispatchGroup()
    DispatchQueue.global().async(group: drains) {
      while !isOver.withLock({ $0 }) { queue.drain() }
    }
    let freedHere = Mutex(0)
    let giver = UInt(bitPattern: pthread_self().hashValue)
    for _ in 0..<50_000 {
      queue.release(
        FreedWith {
          if UInt(bitPattern: pthread_self().hashValue) == giver { freedHere.withLock { $0 += 1 } }
        }, byteCount: 1)
    }
    #expect(freedHere.withLock { $0 } == 0)
    isOver.withLock { $0 = true }
    try await completion { done in drains.notify(queue: .global()) { done.resume() } }
  }

  /// Any byte count is accepted: a negative one makes no room, and a large one does not overflow.
  @Test func anyByteCountIsBounded() {
    let starved = DispatchQueue(label: "starved")
    starved.suspend()
    let queue = ReleaseQueue(capacity: 1000, on: DispatchedQueue(starved))
    let freed = Mutex(0)
    func give(_ byteCount: Int) {
      queue.release(FreedWith { freed.withLock { $0 += 1 } }, byteCount: byteCount)
    }
    give(-5000)
    give(.min)
    #expect(queue.pendingByteCount == 0)
    give(600)
    give(.max)
    give(600)
    #expect(queue.pendingByteCount == 600 && queue.inlineReleaseCount == 2)
    #expect(freed.withLock { $0 } == 2)
    queue.drain()
    #expect(queue.pendingByteCount == 0 && freed.withLock { $0 } == 5)
    starved.resume()
  }

  /// Surplus memory of a pool that coordinators share goes to the release queue of the first one.
  @Test(arguments: [false, true]) func aPoolKeepsItsReleaseQueue(isTheFirstGone: Bool) throws {
    let pool = BitmapPool(capacity: 0)
    // (What is over a bound of nothing is counted, and freed there and then.)
    let queues = [ReleaseQueue(capacity: 0), ReleaseQueue(capacity: 0)]
    var coordinators = queues.map {
      DisplayCoordinator(
        executor: DispatchedQueue(DispatchQueue(label: "commits")),
        lanes: RenderLanes(count: 1),
        releaseQueue: $0, pool: pool)
    }
    if isTheFirstGone { coordinators.removeFirst() }
    let size = PixelSize(width: 8, height: 8)
    do { _ = try GraphicsContext(pixels: size, pool: pool) }
    #expect(queues.map(\.inlineReleaseCount) == [1, 0])
    #expect(pool.ledger.live == 0)
    withExtendedLifetime(coordinators) {}
  }

  enum Change: Sendable {
    case anotherDisplay
    case nothingToDraw
    case drop
  }
}

/// Runs something when it is freed.
private final class FreedWith: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  deinit { body() }
}

/// Whether each payload was freed on the release queue.
private final class Frees: Sendable {
  let log = Mutex<[Bool]>([])
}

private final class Payload: Sendable {
  private let freed: Frees
  private let key: DispatchSpecificKey<Bool>

  init(_ freed: Frees, _ key: DispatchSpecificKey<Bool>) {
    self.freed = freed
    self.key = key
  }

  deinit {
    let isHere = DispatchQueue.getSpecific(key: key) == true
    freed.log.withLock { $0.append(isHere) }
  }
}

// @unchecked Sendable: used on the commit queue of one test alone.
private final class Client: DisplayClient, @unchecked Sendable {
  var width = 4.0
  var contents: DisplayContents?
  private let payload: @Sendable () -> Payload

  init(_ payload: @escaping @Sendable () -> Payload) { self.payload = payload }

  func makeDisplayRequest() -> DisplayRequest {
    let payload = payload
    let task = DisplayTask<Payload>(display: { (_: inout GraphicsContext, _: Size, _) in payload() }
    )
    return DisplayRequest(
      task: AnyDisplayTask(task), size: Size(width: width, height: 4), scale: 1)
  }

  func show(_ update: DisplayUpdate) {
    if case .contents(let new) = update { contents = new } else { contents = nil }
  }
}
