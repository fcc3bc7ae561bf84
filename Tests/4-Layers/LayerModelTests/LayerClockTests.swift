// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LayerModel
import SystemConcurrency
import Testing
import TextTestSupport

@Suite("ManualClock", .timeLimit(.minutes(30)))
struct ManualClockTests {
  private struct Call: Equatable {
    let name: String
    let time: Double
  }

  private let clock = ManualClock(now: 100)
  private let notes = Notes<Call>()

  /// Schedules a call that is noted with its time, and then does something.
  @discardableResult
  private func note(
    _ name: String, at time: Double, then action: @escaping @Sendable () -> Void = {}
  ) -> ScheduledCall {
    clock.schedule(at: time) { [clock, notes] in
      notes.add(Call(name: name, time: clock.now))
      action()
    }
  }

  @Test("Calls come in the order of time, then of scheduling, each at its time")
  func order() {
    note("c", at: 103)
    note("b", at: 102)
    note("b again", at: 102)
    note("d", at: 104.5)
    note("a", at: 101)
    #expect(notes.all.isEmpty)
    clock.advance(by: 4)
    #expect(notes.all.map(\.name) == ["a", "b", "b again", "c"])
    #expect(notes.all.map(\.time) == [101, 102, 102, 103])
    #expect(clock.now == 104 && clock.pendingCallCount == 1)
    clock.set(to: 104.5)
    #expect(notes.all.last == Call(name: "d", time: 104.5))
    clock.advance(by: 100)
    #expect(notes.all.count == 5 && clock.now == 204.5 && clock.pendingCallCount == 0)
  }

  @Test("A thousand calls at random times come in order, those that were cancelled not")
  func randomOrder() {
    var generator = SeededGenerator(seed: 3)
    var expected: [(time: Double, order: Int)] = []
    for order in 0..<1000 {
      let time = Double(Int.random(in: 100..<300, using: &generator))
      let call = note("\(order)", at: time)
      if Bool.random(using: &generator) {
        call.cancel()
      } else {
        expected.append((time, order))
      }
    }
    expected.sort { ($0.time, $0.order) < ($1.time, $1.order) }
    #expect(clock.pendingCallCount == expected.count)
    while clock.now < 300 { clock.advance(by: 17.25) }
    let calls = expected.map { Call(name: "\($0.order)", time: $0.time) }
    #expect(notes.all == calls)
  }

  @Test("A call that has passed is made in the next advance, also one by zero")
  func passed() {
    note("passed", at: 50)
    #expect(notes.all.isEmpty)
    clock.advance(by: 0)
    #expect(notes.all == [Call(name: "passed", time: 100)])
  }

  @Test("Calls scheduled by calls are made in the same advance when they are due")
  func nested() {
    note("first", at: 101) { [self] in
      note("later", at: 102)
      note("beyond", at: 110)
      note("now", at: 101)
      note("passed", at: 1) { [self] in note("again", at: 1) }
    }
    note("other", at: 103)
    clock.advance(by: 5)
    // Those for times that have passed come after the others.
    #expect(notes.all.map(\.name) == ["first", "later", "other", "now", "passed"])
    #expect(notes.all.map(\.time) == [101, 102, 103, 105, 105])
    clock.advance(by: 0)
    #expect(notes.all.last == Call(name: "again", time: 105))
    clock.advance(by: 5)
    #expect(notes.all.last == Call(name: "beyond", time: 110))
  }

  @Test("Calls that schedule themselves without delay stop no advance")
  func endless() {
    @Sendable func again() { note("again", at: clock.now, then: again) }
    again()
    for count in 1...10 {
      clock.advance(by: 1)
      #expect(notes.all.count <= 2 * count)
    }
    #expect(notes.all.count >= 10 && clock.pendingCallCount == 1)
  }

  @Test("Going back makes no call, and calls keep their times")
  func back() {
    note("a", at: 101)
    note("b", at: 50)
    clock.set(to: 20)
    #expect(clock.now == 20 && notes.all.isEmpty)
    clock.advance(by: -10)
    #expect(clock.now == 10 && notes.all.isEmpty)
    clock.advance(by: 50)
    #expect(notes.all == [Call(name: "b", time: 50)])
    clock.set(to: 200)
    #expect(notes.all.last == Call(name: "a", time: 101))
  }

  @Test("An action that sets the clock back ends the advance")
  func backWithin() {
    @Sendable func rewind() {
      note(
        "rewind", at: 101,
        then: { [self] in
          clock.set(to: 0)
          rewind()
        })
    }
    rewind()
    note("later", at: 102)
    clock.advance(by: 10)
    #expect(notes.all == [Call(name: "rewind", time: 101)] && clock.now == 0)
    // Calls that had come late in the advance are not lost either.
    note("late", at: 1) { [self] in
      note("put off", at: 0)
      clock.set(to: -5)
    }
    clock.advance(by: 2)
    #expect(clock.now == -5 && notes.all.last == Call(name: "late", time: 1))
    clock.set(to: 50)
    #expect(notes.all.last == Call(name: "put off", time: 0))
    note("two late ones", at: 51) { [self] in
      note("back", at: 51) { [clock] in clock.set(to: 0) }
      note("not made", at: 51)
    }
    clock.set(to: 52)
    #expect(notes.all.last == Call(name: "back", time: 52) && clock.now == 0)
  }

  @Test("An action that advances the clock makes the calls up to there, and none twice")
  func advanceWithin() {
    note("a", at: 101) { [clock] in clock.advance(by: 5) }
    note("b", at: 102)
    note("c", at: 108)
    clock.advance(by: 10)
    #expect(notes.all.map(\.name) == ["a", "b", "c"])
    #expect(notes.all.map(\.time) == [101, 102, 108] && clock.now == 110)
    // Beyond the end of the advance it comes from.
    note("d", at: 111) { [clock] in clock.advance(by: 20) }
    clock.advance(by: 5)
    #expect(clock.now == 131)
  }

  @Test("Times that are infinite or none do nothing")
  func noNumbers() {
    for time in [Double.nan, .infinity, -.infinity] {
      #expect(!note("never", at: time).isPending)
      clock.set(to: time)
      clock.advance(by: time)
      #expect(clock.now == 100)
      #expect(ManualClock(now: time).now == 0)
    }
    clock.set(to: .greatestFiniteMagnitude)
    clock.advance(by: .greatestFiniteMagnitude)
    #expect(clock.now == .greatestFiniteMagnitude && notes.all.isEmpty)
  }

  @Test("A cancelled call is not made, and its action is released")
  func cancel() {
    final class Object: Sendable {}
    weak var released: Object?
    let call: ScheduledCall
    do {
      let object = Object()
      released = object
      call = clock.schedule(at: 101) { [object, notes] in
        _ = object
        notes.add(Call(name: "cancelled", time: 0))
      }
    }
    #expect(released != nil && call.isPending)
    call.cancel()
    call.cancel()
    #expect(released == nil && !call.isPending && clock.pendingCallCount == 0)
    let second = note("second", at: 102)
    note("first", at: 101) { second.cancel() }
    clock.advance(by: 10)
    #expect(notes.all == [Call(name: "first", time: 101)])
  }

  @Test("Advances on several threads make each call once")
  func concurrent() {
    for index in 0..<2000 { note("\(index)", at: 100 + Double(index) / 100) }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<50 { clock.advance(by: 0.125) }
    }
    // An advance begins where the others have come to.
    let due = min(Int((clock.now - 100) * 100), 2000)
    #expect(clock.now <= 125 && notes.all.count >= due)
    clock.set(to: 125)
    #expect(notes.all.count == 2000 && clock.pendingCallCount == 0)
    #expect(Set(notes.all.map(\.name)).count == 2000)
  }
}

@Suite("SystemClock", .timeLimit(.minutes(30)))
struct SystemClockTests {
  private let clock = SystemClock.shared

  @Test("The time does not go back, and is that of the dispatch timers")
  func now() {
    let before = Double(DispatchTime.now().uptimeNanoseconds) / 1e9
    let times = (0..<1000).map { _ in clock.now }
    let after = Double(DispatchTime.now().uptimeNanoseconds) / 1e9
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(times[0] >= before && times[999] <= after)
  }

  @Test("Calls are not early, and come though their result is dropped")
  func schedule() async throws {
    let early = Notes<Double>()
    let start = clock.now
    for index in 0..<50 {
      let time = start + Double(index) * 0.001
      clock.schedule(at: time) { [clock] in early.add(time - clock.now) }
    }
    clock.schedule(after: 0.02) { [clock] in early.add(start + 0.02 - clock.now) }
    try await until { early.all.count == 51 }
    #expect(early.all.allSatisfy { $0 <= 0 })
  }

  @Test("A call that has passed is made on another thread, not before schedule returns")
  func passed() async throws {
    let notes = Notes<String>()
    let gate = Mutex(false)
    for time in [clock.now, clock.now - 5, -1e300] {
      gate.withLock { _ in _ = clock.schedule(at: time) { gate.withLock { _ in notes.add("call") } }
      }
    }
    try await until { notes.all.count == 3 }
  }

  @Test("Cancelled calls are not made, and release their actions")
  func cancel() async throws {
    final class Object: Sendable {}
    weak var released: Object?
    let notes = Notes<String>()
    var earlier = 0
    while true {
      earlier = notes.all.count
      let time = clock.now + 1
      let call: ScheduledCall
      do {
        let object = Object()
        released = object
        call = clock.schedule(at: time) { [object] in
          _ = object
          notes.add("cancelled")
        }
      }
      call.cancel()
      #expect(released == nil && !call.isPending)
      // Otherwise others took the place of this thread until the call was due: once more.
      if clock.now < time { break }
    }
    for time in [Double.nan, .infinity, -.infinity, 1e300, 1e12] {
      #expect(!clock.schedule(at: time) { notes.add("never") }.isPending)
    }
    clock.schedule(after: 1.1) { notes.add("later") }
    try await until { notes.all.count > earlier }
    #expect(notes.all.dropFirst(earlier) == ["later"])
  }

  @Test("A call releases its action when it has been made")
  func release() async throws {
    final class Object: Sendable {}
    weak var released: Object?
    let notes = Notes<Bool>()
    let call: ScheduledCall
    do {
      let object = Object()
      released = object
      call = clock.schedule(after: 0.002) { [object] in
        _ = object
        notes.add(true)
      }
    }
    try await until { !notes.all.isEmpty && released == nil }
    #expect(!call.isPending)
  }
}
