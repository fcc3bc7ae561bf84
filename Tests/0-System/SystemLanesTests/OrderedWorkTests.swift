// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemConcurrency
import Testing
import TextTestSupport

@testable import SystemLanes

/// Work that lanes do at the same time and that is taken in order.
@Suite(.timeLimit(.minutes(30)))
struct OrderedWorkTests {
  private struct Failure: Error, Equatable {
    let number: Int
  }

  /// The numbers that a queue gives to a thread that blocks, up to its end or its error.
  private static func taken(_ work: OrderedWork<Int>) -> (numbers: [Int], error: (any Error)?) {
    var numbers: [Int] = []
    do {
      while let number = try work.waitForNext() { numbers.append(number) }
      return (numbers, nil)
    } catch {
      return (numbers, error)
    }
  }

  /// Keeps a lane busy.
  private static func busy(_ turns: Int) -> Int { (0..<turns).reduce(0) { ($0 &* 31) ^ $1 } }

  @Test(arguments: [1, 2, 7]) func resultsComeInOrder(_ lanes: Int) async throws {
    let work = OrderedWork<Int>(on: RenderLanes(count: lanes))
    for number in 0..<200 {
      // Each third one takes longest, so that it is overtaken.
      work.submit { _ in Self.busy(number % 3 == 0 ? 20_000 : 10) == 1 ? -1 : number }
    }
    #expect(work.count == 200)
    for number in 0..<100 { #expect(try await work.next() == number) }
    #expect(work.count == 100)
    let rest = try await completion { done in
      DispatchQueue.global().async { done.resume(returning: Self.taken(work)) }
    }
    #expect(rest.numbers == Array(100..<200) && rest.error == nil)
    #expect(try await work.next() == nil)
    #expect(work.count == 0 && !work.isNextReady)
  }

  /// A later result waits for its turn, and says so.
  @Test func theNextIsReadyWhenItHasCome() async throws {
    let lanes = RenderLanes(count: 2)
    let gate = DispatchSemaphore(value: 0)
    let work = OrderedWork<Int>(on: lanes)
    work.submit { _ in
      gate.wait()
      return 0
    }
    let hasEnded = CancellationFlag()
    work.submit { _ in
      hasEnded.set()
      return 1
    }
    try await until { hasEnded.isSet }
    #expect(!work.isNextReady && work.count == 2)
    gate.signal()
    try await until { work.isNextReady }
    #expect(try await work.next() == 0)
    try await until { work.isNextReady }
    #expect(try await work.next() == 1)
  }

  @Test(arguments: [1, 2, 7]) func theEarliestErrorEndsTheQueue(_ lanes: Int) async throws {
    let work = OrderedWork<Int>(on: RenderLanes(count: lanes))
    for number in 0..<50 {
      work.submit { _ in
        // The later ones fail sooner.
        if number >= 7 {
          _ = Self.busy((50 - number) * 1000)
          throw Failure(number: number)
        }
        return number
      }
    }
    let (numbers, error) = Self.taken(work)
    #expect(numbers == Array(0..<7))
    #expect(error as? Failure == Failure(number: 7))
    let begun = Tally()
    work.submit { _ in
      begun.add()
      return 8
    }
    #expect(work.count == 0)
    #expect(try await work.next() == nil)
    #expect(begun.count == 0)
  }

  @Test func aCancelledQueueBeginsNothing() async throws {
    let lanes = RenderLanes(count: 1)
    let work = OrderedWork<Int>(on: lanes)
    let (started, gate) = (CancellationFlag(), DispatchSemaphore(value: 0))
    let begun = Tally()
    let sawIt = Mutex(false)
    work.submit { cancellation in
      started.set()
      gate.wait()
      sawIt.withLock { $0 = cancellation.isCancelled }
      return 0
    }
    for _ in 0..<5 {
      work.submit { _ in
        begun.add()
        return 1
      }
    }
    try await until { started.isSet }
    work.cancel()
    work.cancel()
    gate.signal()
    await #expect(throws: CancellationError.self) { try await work.next() }
    #expect(try await work.next() == nil)
    try await completion { done in lanes.run { done.resume() } }
    #expect(begun.count == 0 && sawIt.withLock { $0 })
  }

  /// Both a thread and a task that wait are told at once.
  @Test(arguments: [false, true]) func aCallThatWaitsIsToldOfTheCancellation(
    _ isTask: Bool
  ) async throws {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    let started = CancellationFlag()
    let work = OrderedWork<Int>(on: RenderLanes(count: 1))
    work.submit { _ in
      started.set()
      gate.wait()
      return 0
    }
    try await until { started.isSet }
    if isTask {
      let task = Task { try await work.next() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    } else {
      let error = try await completion { done in
        DispatchQueue.global().async { done.resume(returning: Self.taken(work).error) }
        work.cancel()
      }
      #expect(error is CancellationError)
    }
    #expect(try await work.next() == nil)
  }

  // MARK: Work that is begun elsewhere

  /// Its result is taken in its turn, whenever it comes.
  @Test func workBegunElsewhereKeepsItsTurn() async throws {
    let work = OrderedWork<Int>(on: RenderLanes(count: 1))
    let late = Mutex<OrderedWork<Int>.Completion?>(nil)
    let cancelled = Tally()
    work.submit { completion in
      late.withLock { $0 = completion }
      return { cancelled.add() }
    }
    work.submit { _ in 1 }
    work.submit { completion in
      completion(.success(2))
      return { cancelled.add() }
    }
    #expect(work.count == 3 && !work.isNextReady)
    late.withLock { $0.take() }?(.success(0))
    for number in 0..<3 { #expect(try await work.next() == number) }
    #expect(try await work.next() == nil)
    work.cancel()
    #expect(cancelled.count == 0)
  }

  @Test func workBegunElsewhereIsCancelledOnce() async throws {
    let work = OrderedWork<Int>(on: RenderLanes(count: 1))
    let (cancelled, begun) = (Tally(), Tally())
    for number in 0..<3 {
      work.submit { _ in
        begun.add()
        // The last one is being begun when the queue ends.
        if number == 2 { work.end() }
        return { cancelled.add() }
      }
    }
    #expect(begun.count == 3 && cancelled.count == 3 && work.count == 0)
    // Told of no cancellation, and of nothing that is submitted later.
    #expect(try await work.next() == nil)
    work.submit { _ in
      begun.add()
      return {}
    }
    #expect(begun.count == 3)
  }

  private final class Token: Sendable {}

  /// A queue that is released ends its work, and keeps nothing of it.
  @Test func aReleasedQueueEndsTheWork() async throws {
    let lanes = RenderLanes(count: 1)
    let gate = DispatchSemaphore(value: 0)
    lanes.run { gate.wait() }
    let begun = Tally()
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let work = OrderedWork<Int>(on: lanes)
      work.submit { _ in
        withExtendedLifetime(token) { begun.add() }
        return 0
      }
    }
    #expect(held == nil)
    gate.signal()
    try await completion { done in lanes.run { done.resume() } }
    #expect(begun.count == 0)
  }
}
