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

  /// Reads something that belongs to the queue, without a turn.
  func peek<R>(_ body: () -> R) -> R {
    state.withLock { $0.depth += 1 }
    defer { state.withLock { $0.depth -= 1 } }
    return body()
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

/// Lanes that are stepped by hand, each by the driver that runs on a real lane.
final class ManualLanes {
  private(set) var lanes: RenderLanes
  private let woken: WokenLanes
  private let drivers: [Driver]

  /// A driver, which user code may step others of while it is being stepped itself.
  private final class Driver {
    var driver: LaneDriver?
    var isStepping = false
  }

  private final class WokenLanes: Sendable {
    let set = Mutex<Set<Int>>([])
  }

  init(count: Int) {
    let woken = WokenLanes()
    self.woken = woken
    lanes = RenderLanes(count: count) { lane in woken.set.withLock { _ = $0.insert(lane) } }
    drivers = (0..<count).map { _ in Driver() }
  }

  var count: Int { drivers.count }

  /// The number of lanes that are drawing.
  var busyCount: Int { drivers.filter { $0.isStepping || $0.driver?.isRunning == true }.count }

  /// Whether the lane can take a step.
  func isReady(_ lane: Int) -> Bool {
    !drivers[lane].isStepping
      && (drivers[lane].driver != nil || woken.set.withLock { $0.contains(lane) })
  }

  /// Takes one step of a lane: a look at the queue, or a part of the job that it has.
  func step(_ lane: Int) {
    let own = drivers[lane]
    precondition(!own.isStepping)
    own.isStepping = true
    defer { own.isStepping = false }
    if own.driver == nil {
      guard woken.set.withLock({ $0.remove(lane) }) != nil else { return }
      own.driver = LaneDriver(lanes, lane)
    }
    guard var driver = own.driver else { return }
    _ = driver.step()
    own.driver = driver.isAsleep ? nil : driver
  }
}

extension LaneDriver {
  /// Runs one job to its end.
  ///
  /// - Returns: `false` if none was queued and the lane sleeps now.
  mutating func runJob() -> Bool {
    while step() {}
    return !isAsleep
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
