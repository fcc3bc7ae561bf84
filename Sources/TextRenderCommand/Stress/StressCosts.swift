// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import Dispatch
internal import LayerTree
internal import TextGraphics
internal import TextModel
internal import TextRuntime

internal import struct Synchronization.Atomic

/// What displays cost that draw nothing, and how long short jobs wait for long ones.
extension StressRun {
  /// An empty display from its request to its commit, many at a time and alone.
  func runEmpty() {
    let coordinator = DisplayCoordinator(
      commitQueue: .main, lanes: RenderLanes(count: laneCount), pool: BitmapPool())
    for count in [1000, 100] { addInFlight(coordinator, count: count) }
    addHeldInFlight(coordinator, count: 100)
    let total = options.isFull ? 100_000 : 10_000
    let best = (0..<3).map { _ in
      let countdown = Countdown(total)
      let face = EmptyFace {
        if countdown.tick() { countdown.owner.withLock { $0 }?.display() }
      }
      let owner = DisplayOwner(coordinator: coordinator, client: face)
      countdown.owner.withLock { $0 = owner }
      let start = ProcessGauge.processTime
      MainQueue.later { owner.display() }
      countdown.ended.wait()
      let spent = Double(ProcessGauge.processTime - start) / Double(total)
      withExtendedLifetime(face) {}
      return spent
    }.min()
    add("emptyDisplayAlone", best ?? 0, "ns of CPU", atMost: 3000)
    settle(coordinator)
  }

  /// Empty displays that are asked for in one turn of the main queue, so many at a time: the last commit asks for the turn of the
  /// next ones, so that no thread is woken for the sake of the measurement.
  private func addInFlight(_ coordinator: DisplayCoordinator, count: Int) {
    let total = options.isFull ? 200_000 : 20_000
    let best = (0..<3).map { _ in
      let turns = Countdown(total / count)
      let turn = Countdown(0)
      let owners = Mutex<[DisplayOwner]>([])
      let begin = { @Sendable in
        turn.left.store(count, ordering: .relaxed)
        for owner in owners.withLock({ $0 }) { owner.setNeedsDisplay() }
      }
      let faces = (0..<count).map { _ in
        EmptyFace { if !turn.tick(), turns.tick() { MainQueue.later(begin) } }
      }
      owners.withLock { $0 = faces.map { DisplayOwner(coordinator: coordinator, client: $0) } }
      let start = ProcessGauge.processTime
      MainQueue.later(begin)
      turns.ended.wait()
      let spent = Double(ProcessGauge.processTime - start) / Double(total)
      settle(coordinator)
      withExtendedLifetime(faces) {}
      return spent
    }.min()
    add("emptyDisplay\(count)InFlight", best ?? 0, "ns of CPU", atMost: 1000)
  }

  /// Empty displays of which so many are in flight all the time: each that is committed is followed by another.
  private func addHeldInFlight(_ coordinator: DisplayCoordinator, count: Int) {
    let total = options.isFull ? 200_000 : 20_000
    let best = (0..<3).map { _ in
      let countdown = Countdown(total)
      let seats = (0..<count).map { _ in Countdown(0) }
      let faces = seats.map { seat in
        EmptyFace { if countdown.tick() { seat.owner.withLock { $0 }?.setNeedsDisplay() } }
      }
      let owners = faces.map { DisplayOwner(coordinator: coordinator, client: $0) }
      for (seat, owner) in zip(seats, owners) { seat.owner.withLock { $0 = owner } }
      let start = ProcessGauge.processTime
      MainQueue.later { for owner in owners { owner.setNeedsDisplay() } }
      countdown.ended.wait()
      let spent = Double(ProcessGauge.processTime - start) / Double(total)
      settle(coordinator)
      withExtendedLifetime(faces) {}
      return spent
    }.min()
    add("emptyDisplay\(count)HeldInFlight", best ?? 0, "ns of CPU", atMost: 1000)
  }

  /// A request that takes the place of one that is queued; what it replaces must go at once.
  func runSuperseded() {
    let lanes = RenderLanes(count: 1)
    let coordinator = DisplayCoordinator(commitQueue: .main, lanes: lanes, pool: BitmapPool())
    let gate = DispatchSemaphore(value: 0)
    let held = DispatchSemaphore(value: 0)
    lanes.run {
      held.signal()
      gate.wait()
    }
    held.wait()
    let total = options.isFull ? 1_000_000 : 100_000
    let face = EmptyFace()
    let owner = DisplayOwner(coordinator: coordinator, client: face)
    let spent = MainQueue.run {
      owner.display()
      let start = ProcessGauge.threadTime
      for _ in 0..<total { owner.display() }
      return ProcessGauge.threadTime - start
    }
    add("supersededRequest", Double(spent) / Double(total), "ns of CPU", atMost: 500)
    let tally = StormTally(findings, laneCount: 1)
    let left = MainQueue.run {
      let layer = StormLayer(coordinator: coordinator, tally: tally)
      layer.bounds = Rect(x: 0, y: 0, width: 20, height: 20)
      for _ in 0..<100 { layer.display() }
      let queued = tally.snapshots.load(ordering: .relaxed)
      layer.cancelDisplay()
      return (queued, tally.snapshots.load(ordering: .relaxed))
    }
    findings.expect(left.0 == 1, .earlyRelease, "\(left.0) snapshots for one queued display")
    findings.expect(left.1 == 0, .earlyRelease, "\(left.1) snapshots after a cancel")
    gate.signal()
    settle(coordinator)
    withExtendedLifetime(face) {}
  }

  /// One job in fifty is long: how long the short ones wait, here and on queues taken in turn.
  ///
  /// Jobs sleep, so that it is the scheduling that is measured and not how busy the processors are.
  func runHeadOfLine() {
    let lanes = RenderLanes(count: 4)
    let ours = shortJobWaits { job in lanes.run { job() } }
    let queues = (0..<4).map { index in
      DispatchQueue(label: "stress.lane.\(index)", target: .global(qos: .default))
    }
    let next = Atomic<Int>(0)
    let turns = shortJobWaits { job in
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      queues[index % 4].async(execute: job)
    }
    let ms = 1e-6
    add("shortJobWaitP95", Double(ours.percentile(0.95)) * ms, "ms", atMost: 2)
    add("shortJobWaitP99", Double(ours.percentile(0.99)) * ms, "ms")
    add("shortJobWaitP95OfOldDesign", Double(turns.percentile(0.95)) * ms, "ms")
  }

  private func shortJobWaits(
    _ submit: (@escaping @Sendable () -> Void) -> Void
  ) -> LatencyHistogram {
    let total = options.isFull ? 2000 : 500
    let waits = Mutex(LatencyHistogram())
    let group = DispatchGroup()
    var random = StressRandom(seed: options.seed)
    for index in 0..<total {
      let isLong = index % 50 == 25
      let asked = ProcessGauge.now
      group.enter()
      submit {
        let waited = ProcessGauge.now - asked
        if !isLong { waits.withLock { $0.record(waited) } }
        try? StormLayer.sleep(microseconds: isLong ? 40_000 : 200, .never)
        group.leave()
      }
      lookAround()
      ProcessGauge.pause(microseconds: 1000 + random.below(1000))
    }
    group.wait()
    return waits.withLock { $0 }
  }
}

/// A client whose displays draw nothing.
private final class EmptyFace: DisplayClient {
  private let task = AnyDisplayTask(
    DisplayTask<Void>(willBegin: nil, display: { (_: inout GraphicsContext, _: Size, _) in }))
  private let onShow: @Sendable () -> Void

  init(onShow: @escaping @Sendable () -> Void = {}) { self.onShow = onShow }

  func prepareDisplay() -> DisplayRequest {
    DisplayRequest(task: task, size: Size(width: 1, height: 1), scale: 1)
  }

  func show(_ update: DisplayUpdate) {}

  func didShow(_ update: DisplayUpdate) { onShow() }
}

/// Counts down to the end of a round, and tells that it has come.
private final class Countdown: Sendable {
  let ended = DispatchSemaphore(value: 0)
  let left: Atomic<Int>
  let owner = Mutex<DisplayOwner?>(nil)

  init(_ count: Int) { left = Atomic(count) }

  /// - Returns: Whether there is more to come.
  func tick() -> Bool {
    if left.wrappingSubtract(1, ordering: .relaxed).newValue > 0 { return true }
    ended.signal()
    return false
  }
}
