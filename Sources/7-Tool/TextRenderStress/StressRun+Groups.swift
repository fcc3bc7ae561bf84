// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import CanvasDrawing
internal import CanvasGeometry
internal import Dispatch
internal import SystemConcurrency
internal import SystemLanes

/// Progressive display, and groups that are published together.
extension StressRun {
  // MARK: Progress

  /// Invalidates a layer more often than it can be drawn, and measures the commits.
  func runProgressive() {
    let progressive = commitIntervals(.progressive)
    let latestOnly = commitIntervals(.latestOnly)
    addFigure("progressiveCommits", Double(progressive.count), "commits")
    addFigure("progressiveLongestInterval", progressive.longest, "ms", atMost: 60)
    addFigure("latestOnlyCommits", Double(latestOnly.count), "commits")
    findings.expect(progressive.count > 0, .progress, "no commit while it is invalidated")
  }

  /// The number of commits, and the longest interval between two in milliseconds.
  private func commitIntervals(_ policy: SupersedePolicy) -> (count: Int, longest: Double) {
    let coordinator = DisplayCoordinator(
      commitQueue: .main, lanes: RenderLanes(count: laneCount), pool: BitmapPool())
    let commits = Mutex<[UInt64]>([])
    let client = SlowDisplayClient(.sleeping(microseconds: 20_000)) {
      commits.withLock { $0.append(ProcessGauge.now) }
    }
    let cycle = DisplayCycle(coordinator: coordinator, client: client)
    MainQueue.run { cycle.setPolicy(policy) }
    let start = ProcessGauge.now
    let end = start + (configuration.isFullSize ? 5_000_000_000 : 1_000_000_000)
    // On a loaded machine the first progressive commit may come late: it is waited for up to 60 s.
    let last = policy == .progressive ? start + 60_000_000_000 : end
    while ProcessGauge.now < end
      || (ProcessGauge.now < last && commits.withLock { $0.isEmpty })
    {
      MainQueue.submit { cycle.setNeedsDisplay() }
      SimulatedWork.pause(milliseconds: 5)
    }
    let times = commits.withLock { [start] + $0 + [ProcessGauge.now] }
    waitUntilIdle(coordinator)
    withExtendedLifetime(client) {}
    let longest = zip(times, times.dropFirst()).map { $1 > $0 ? $1 - $0 : 0 }.max() ?? 0
    return (times.count - 2, Double(longest) * 1e-6)
  }

  // MARK: Groups

  /// Checks that the members of a group are published in one turn of the main queue.
  func runGroups() {
    let coordinator = DisplayCoordinator(
      commitQueue: .main, lanes: RenderLanes(count: laneCount), pool: BitmapPool())
    let rounds = configuration.isFullSize ? 500 : 50
    for round in 0..<rounds {
      let count = 2 + round % 7
      let observer = MainQueue.run { GroupObserver(count: count) }
      let clients = (0..<count).map { index in
        SlowDisplayClient(.spending(microseconds: UInt64(index * 100))) {
          MainActor.assumeIsolated { observer.memberShown() }
        }
      }
      let cycles = clients.map { DisplayCycle(coordinator: coordinator, client: $0) }
      MainQueue.run {
        coordinator.group { for cycle in cycles { cycle.setNeedsDisplay() } }
        // A member of every third group is cancelled: unless published before, the group never is.
        if round % 3 == 2 { MainQueue.submit { cycles[0].cancel() } }
      }
      waitUntilIdle(coordinator)
      if let violation = MainQueue.run({ observer.violation(mayBeAborted: round % 3 == 2) }) {
        findings.report(.groups, violation)
      }
      withExtendedLifetime(clients) {}
    }
    addFigure("groups", Double(rounds), "groups")
  }
}

/// A display client whose drawings take a given time.
private final class SlowDisplayClient: DisplayClient {
  enum Work: Sendable {
    /// The lane sleeps, so that the duration does not depend on the load of the processors.
    case sleeping(microseconds: UInt64)
    /// The lane spends processor time.
    case spending(microseconds: UInt64)
  }

  private let task: AnyDisplayTask
  private let onShow: @Sendable () -> Void

  init(_ work: Work, onShow: @escaping @Sendable () -> Void) {
    self.onShow = onShow
    task = AnyDisplayTask(
      DisplayTask<Void>(
        contentIdentity: ContentIdentity(1),
        display: { (_: inout GraphicsContext, _: Size, cancellation) in
          switch work {
          case .sleeping(let duration):
            try SimulatedWork.sleep(microseconds: duration, cancellation)
          case .spending(let duration):
            try SimulatedWork.spend(microseconds: duration, cancellation)
          }
        }))
  }

  func makeDisplayRequest() -> DisplayRequest {
    DisplayRequest(task: task, size: Size(width: 4, height: 4), scale: 1)
  }

  func show(_ update: DisplayUpdate) {}

  func didCommit(_ contents: DisplayContents?) { if contents != nil { onShow() } }
}

/// Observes whether the members of a group are published in one turn of the main queue.
@MainActor
final class GroupObserver {
  private let count: Int
  private var shownCount = 0
  /// The number of members that were shown in the turn of the first one.
  private var firstTurnCount: Int?

  init(count: Int) { self.count = count }

  /// Counts a member that was shown.
  func memberShown() {
    shownCount += 1
    // The submitted closure runs after the current turn of the main queue.
    if shownCount == 1 { MainQueue.submit { self.firstTurnCount = self.shownCount } }
  }

  /// A description of the violation, or `nil`; called when nothing is under way.
  ///
  /// - Parameter mayBeAborted: Whether showing no member at all is correct.
  func violation(mayBeAborted: Bool) -> String? {
    if shownCount == 0, mayBeAborted { return nil }
    let first = firstTurnCount ?? shownCount
    return first == count && shownCount == count
      ? nil : "\(first) of \(count) in the first turn, \(shownCount) in all"
  }
}
