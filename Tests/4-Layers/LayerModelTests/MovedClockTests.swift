// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LayerModel
import Synchronization
import Testing
import TextTestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// A manual clock that one thread moves, and another one asks for calls.
@Suite("ManualClock on two threads", .timeLimit(.minutes(30)))
struct MovedClockTests {
  /// A call, and the time at which it was made.
  private final class Call: Sendable {
    let time: Double
    private let made = Atomic(Double.nan.bitPattern)

    init(at time: Double) { self.time = time }

    var madeAt: Double { Double(bitPattern: made.load(ordering: .acquiring)) }

    func make(at now: Double) { made.store(now.bitPattern, ordering: .releasing) }
  }

  /// What hosts and display links rely on that ask for a call while the clock is moved elsewhere.
  @Test("A call that is asked for before its time, while the clock goes on, is not put off")
  func isNotPutOff() async throws {
    final class Shared: Sendable {
      let isDone = Atomic(false)
      let hasStopped = Atomic(false)
      /// The calls that are asked for and not made: a few, so that each thread waits for the other.
      let pending = Atomic(0)
    }
    let (clock, shared) = (ManualClock(), Shared())
    let began = DispatchSemaphore(value: 0)
    // Both on queues of their own: a task would wait for its turn while the clock goes on.
    DispatchQueue(label: "MovedClockTests: moves").async {
      began.wait()
      while !shared.isDone.load(ordering: .acquiring) { clock.advance(by: 1) }
      shared.hasStopped.store(true, ordering: .releasing)
    }
    let calls = try await completion(turns: 600_000) { (done: Completion<[Call]>) in
      DispatchQueue(label: "MovedClockTests: asks").async {
        began.signal()
        var early: [Call] = []
        var turns = 0
        for _ in 0..<10_000 {
          while shared.pending.load(ordering: .acquiring) > 16, turns < 50_000_000 {
            turns += 1
            sched_yield()
          }
          let call = Call(at: clock.now + 0.5)
          shared.pending.add(1, ordering: .acquiringAndReleasing)
          clock.schedule(at: call.time) {
            call.make(at: clock.now)
            shared.pending.subtract(1, ordering: .acquiringAndReleasing)
          }
          // The clock is not there yet: it makes the call on its way.
          if clock.now < call.time { early.append(call) }
        }
        shared.isDone.store(true, ordering: .releasing)
        done.resume(returning: early)
      }
    }
    try await until { shared.hasStopped.load(ordering: .acquiring) }
    clock.advance(by: 1)
    #expect(!calls.isEmpty)
    #expect(calls.count { $0.madeAt != $0.time } == 0)
  }
}
