// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import CanvasDrawing
internal import CanvasGeometry
internal import Dispatch
internal import LayerModel
internal import SystemConcurrency
internal import SystemLanes

internal import struct Synchronization.Atomic

/// Processor time of displays that draw nothing.
extension StressRun {
  /// Measures empty displays from request to commit: many in flight, and one at a time.
  func runEmpty() {
    let coordinator = DisplayCoordinator(
      commitQueue: .main, lanes: RenderLanes(count: laneCount), pool: BitmapPool())
    for count in [1000, 100] { measureInTurns(coordinator, count: count) }
    measureHeldInFlight(coordinator, count: 100)
    measureAlone(coordinator)
  }

  /// Measures displays of which each is requested by the commit of the one before.
  private func measureAlone(_ coordinator: DisplayCoordinator) {
    let total = configuration.isFullSize ? 100_000 : 10_000
    let best = (0..<3).map { _ in
      let countdown = Countdown(total)
      let nextCycle = Mutex<DisplayCycle?>(nil)
      let client = EmptyDisplayClient {
        if countdown.decrement() { nextCycle.withLock { $0 }?.display() }
      }
      let cycle = DisplayCycle(coordinator: coordinator, client: client)
      nextCycle.withLock { $0 = cycle }
      let start = ProcessGauge.processTime
      MainQueue.submit { cycle.display() }
      countdown.ended.wait()
      let spent = Double(ProcessGauge.processTime - start) / Double(total)
      withExtendedLifetime(client) {}
      return spent
    }.min()
    addFigure("emptyDisplayAlone", best ?? 0, "ns of CPU", atMost: 4000)
    waitUntilIdle(coordinator)
  }

  /// Measures `count` displays that are requested in one turn of the main queue, repeatedly.
  ///
  /// The last commit of a turn submits the next turn, so that the measurement adds no wake-ups.
  private func measureInTurns(_ coordinator: DisplayCoordinator, count: Int) {
    let total = configuration.isFullSize ? 200_000 : 20_000
    let best = (0..<3).map { _ in
      let turns = Countdown(total / count)
      let turn = Countdown(0)
      let cycles = Mutex<[DisplayCycle]>([])
      let begin = { @Sendable in
        turn.left.store(count, ordering: .relaxed)
        for cycle in cycles.withLock({ $0 }) { cycle.setNeedsDisplay() }
      }
      let clients = (0..<count).map { _ in
        EmptyDisplayClient {
          if !turn.decrement(), turns.decrement() { MainQueue.submit(begin) }
        }
      }
      cycles.withLock { $0 = clients.map { DisplayCycle(coordinator: coordinator, client: $0) } }
      let start = ProcessGauge.processTime
      MainQueue.submit(begin)
      turns.ended.wait()
      let spent = Double(ProcessGauge.processTime - start) / Double(total)
      waitUntilIdle(coordinator)
      withExtendedLifetime(clients) {}
      return spent
    }.min()
    addFigure("emptyDisplay\(count)InFlight", best ?? 0, "ns of CPU", atMost: 2000)
  }

  /// Measures displays with `count` in flight at all times: each commit requests another display.
  private func measureHeldInFlight(_ coordinator: DisplayCoordinator, count: Int) {
    let total = configuration.isFullSize ? 200_000 : 20_000
    let best = (0..<3).map { _ in
      let countdown = Countdown(total)
      let cycles = Mutex<[DisplayCycle]>([])
      let clients = (0..<count).map { index in
        EmptyDisplayClient {
          if countdown.decrement() { cycles.withLock { $0[index] }.setNeedsDisplay() }
        }
      }
      cycles.withLock { $0 = clients.map { DisplayCycle(coordinator: coordinator, client: $0) } }
      let begin = { @Sendable in
        for cycle in cycles.withLock({ $0 }) { cycle.setNeedsDisplay() }
      }
      let start = ProcessGauge.processTime
      MainQueue.submit(begin)
      countdown.ended.wait()
      let spent = Double(ProcessGauge.processTime - start) / Double(total)
      waitUntilIdle(coordinator)
      withExtendedLifetime(clients) {}
      return spent
    }.min()
    addFigure("emptyDisplay\(count)HeldInFlight", best ?? 0, "ns of CPU", atMost: 2000)
  }

  /// Measures requests that replace a queued display, and checks that they free its snapshot.
  func runSuperseded() {
    let lanes = RenderLanes(count: 1)
    let coordinator = DisplayCoordinator(commitQueue: .main, lanes: lanes, pool: BitmapPool())
    let laneMayContinue = DispatchSemaphore(value: 0)
    let laneIsBlocked = DispatchSemaphore(value: 0)
    lanes.run {
      laneIsBlocked.signal()
      laneMayContinue.wait()
    }
    laneIsBlocked.wait()
    let total = configuration.isFullSize ? 1_000_000 : 100_000
    let client = EmptyDisplayClient()
    let cycle = DisplayCycle(coordinator: coordinator, client: client)
    let spent = MainQueue.run {
      cycle.display()
      let start = ProcessGauge.threadTime
      for _ in 0..<total { cycle.display() }
      return ProcessGauge.threadTime - start
    }
    addFigure("supersededRequest", Double(spent) / Double(total), "ns of CPU", atMost: 500)
    let counters = TaskCounters(findings, laneCount: 1)
    let snapshots = MainQueue.run {
      let layer = InstrumentedLayer(coordinator: coordinator, counters: counters)
      layer.bounds = Rect(x: 0, y: 0, width: 20, height: 20)
      for _ in 0..<100 { layer.display() }
      let queued = counters.snapshots.load(ordering: .relaxed)
      layer.cancelDisplay()
      return (queued: queued, cancelled: counters.snapshots.load(ordering: .relaxed))
    }
    findings.expect(
      snapshots.queued == 1, .earlyRelease, "\(snapshots.queued) snapshots for one queued display")
    findings.expect(
      snapshots.cancelled == 0, .earlyRelease, "\(snapshots.cancelled) snapshots after a cancel")
    laneMayContinue.signal()
    waitUntilIdle(coordinator)
    withExtendedLifetime(client) {}
  }
}

/// A display client whose drawings are empty.
private final class EmptyDisplayClient: DisplayClient {
  private let task = AnyDisplayTask(
    DisplayTask<Void>(display: { (_: inout GraphicsContext, _: Size, _) in }))
  private let onShow: @Sendable () -> Void

  init(onShow: @escaping @Sendable () -> Void = {}) { self.onShow = onShow }

  func makeDisplayRequest() -> DisplayRequest {
    DisplayRequest(task: task, size: Size(width: 1, height: 1), scale: 1)
  }

  func show(_ update: DisplayUpdate) {}

  func didCommit(_ contents: DisplayContents?) { onShow() }
}

/// A counter that signals ``ended`` when it reaches zero.
private final class Countdown: Sendable {
  let ended = DispatchSemaphore(value: 0)
  let left: Atomic<Int>

  init(_ count: Int) { left = Atomic(count) }

  /// Decrements the counter.
  ///
  /// - Returns: Whether it is still above zero.
  func decrement() -> Bool {
    if left.wrappingSubtract(1, ordering: .relaxed).newValue > 0 { return true }
    ended.signal()
    return false
  }
}
