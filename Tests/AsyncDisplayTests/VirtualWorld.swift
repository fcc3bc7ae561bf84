// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
import TextModel
import TextRuntime

@testable import AsyncDisplay

/// A commit queue that is stepped by hand, with a clock that is set by hand.
final class ManualCommitQueue: CommitQueue {
  private struct State {
    var ready: [@Sendable () -> Void] = []
    var delayed: [(time: UInt64, work: @Sendable () -> Void)] = []
    var now: UInt64 = 1
    var depth = 0
    var turn = 0
  }

  private let state = Mutex(State())

  func enqueue(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.ready.append(work) } }

  func enqueue(afterNanoseconds delay: UInt64, _ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.delayed.append(($0.now + delay, work)) }
  }

  func assertCurrent() { precondition(isCurrent, "not on the commit queue") }

  var isCurrent: Bool { state.withLock { $0.depth > 0 } }
  var now: UInt64 { state.withLock { $0.now } }
  var turn: Int { state.withLock { $0.turn } }
  var isEmpty: Bool { state.withLock { $0.ready.isEmpty } }
  var hasTimers: Bool { timerCount > 0 }
  var timerCount: Int { state.withLock { $0.delayed.count } }

  /// Runs something as a turn of the queue.
  func run(_ body: () -> Void) {
    state.withLock {
      $0.depth += 1
      if $0.depth == 1 { $0.turn += 1 }
    }
    body()
    state.withLock { $0.depth -= 1 }
  }

  /// Runs the first block that waits.
  func step() -> Bool {
    guard let work = state.withLock({ $0.ready.isEmpty ? nil : $0.ready.removeFirst() }) else {
      return false
    }
    run(work)
    return true
  }

  func advance(by nanoseconds: UInt64) {
    state.withLock { state in
      state.now += nanoseconds
      let now = state.now
      state.ready += state.delayed.filter { $0.time <= now }.map(\.work)
      state.delayed.removeAll { $0.time <= now }
    }
  }
}

/// Lanes that are stepped by hand.
final class ManualLanes {
  private(set) var lanes: RenderLanes
  private let awake: AwakeLanes
  private var cursors: [Cursor]

  private final class Cursor {
    var running: RunningDisplay?
    var isStepping = false
  }

  private final class AwakeLanes: Sendable {
    let set = Mutex<Set<Int>>([])
  }

  /// - Parameter crowd: So many jobs must wait for each lane before one takes several at once.
  init(count: Int, crowd: Int = 8) {
    let awake = AwakeLanes()
    self.awake = awake
    lanes = RenderLanes(count: count, crowd: crowd) { lane in
      awake.set.withLock { _ = $0.insert(lane) }
    }
    cursors = (0..<count).map { _ in Cursor() }
  }

  var count: Int { cursors.count }
  /// Lanes that are drawing.
  var busyCount: Int { cursors.filter { $0.running != nil || $0.isStepping }.count }

  /// Whether the lane can take a step.
  func isReady(_ lane: Int) -> Bool {
    !cursors[lane].isStepping
      && (cursors[lane].running != nil || awake.set.withLock { $0.contains(lane) })
  }

  /// One step of a lane: takes the next job, or goes on with the one it has.
  func step(_ lane: Int) {
    let cursor = cursors[lane]
    precondition(!cursor.isStepping)
    cursor.isStepping = true
    defer { cursor.isStepping = false }
    if var running = cursor.running.take() {
      if running.advance() { cursor.running = consume running }
      return
    }
    guard awake.set.withLock({ $0.contains(lane) }) else { return }
    guard let job = lanes.next(forLane: lane) else {
      awake.set.withLock { _ = $0.remove(lane) }
      return
    }
    guard let owner = job as? DisplayOwner else { return job.perform() }
    cursor.running = owner.take()
    if cursor.running == nil, owner.coordinator.isFull, lanes.rests(lane: lane, owner.coordinator) {
      awake.set.withLock { _ = $0.remove(lane) }
    }
  }
}

/// The numbers from which a schedule is made; when they run out, all are 0.
struct Choices {
  private(set) var numbers: [UInt32]
  private(set) var used = 0

  init(_ numbers: [UInt32]) { self.numbers = numbers }

  init(seed: UInt64, count: Int) {
    var state = seed
    numbers = (0..<count).map { _ in
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return UInt32(truncatingIfNeeded: (z ^ (z >> 31)) >> 16)
    }
  }

  var isEmpty: Bool { used >= numbers.count }

  mutating func next(_ bound: Int) -> Int {
    guard used < numbers.count else { return 0 }
    used += 1
    return Int(numbers[used - 1]) % bound
  }
}
