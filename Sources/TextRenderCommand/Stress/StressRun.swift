// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import Dispatch
internal import Synchronization
internal import TextGraphics

/// One run of `stress`, on a thread that may block while the main queue is served by another.
final class StressRun {
  let options: StressOptions
  let findings = StressFindings()
  var report = StressReport()
  let laneCount: Int
  private let console: CommandConsole
  private var peakThreads = 0
  private let baseThreads: Int

  init(_ options: StressOptions, _ console: CommandConsole) {
    self.options = options
    self.console = console
    laneCount = options.lanes ?? min(RenderLanes.activeProcessorCount, 16)
    MainQueue.mark()
    // The base: this thread, and the one that serves the main queue.
    MainQueue.run {}
    baseThreads = ProcessGauge.threadCount
  }

  func run() -> StressReport {
    let start = ProcessGauge.now
    report.seed = options.seed
    report.layers = options.layers
    report.lanes = laneCount
    report.baseThreads = baseThreads
    for scenario in options.scenarios {
      showProgress("\(scenario.rawValue)")
      switch scenario {
      case .storm: runStorm()
      case .empty: runEmpty()
      case .superseded: runSuperseded()
      case .headOfLine: runHeadOfLine()
      case .progressive: runProgressive()
      case .groups: runGroups()
      case .cancel: runCancel()
      case .polls: runPolls()
      case .blocked: runBlocked()
      }
    }
    if console.errorIsTerminal { console.report("\r\u{1B}[K") }
    report.seconds = max(report.seconds, 0)
    if !options.scenarios.contains(.storm) {
      report.seconds = Double(ProcessGauge.now - start) * 1e-9
      report.peakThreads = peakThreads
    }
    report.peakMemory = ProcessGauge.peakMemory
    report.violations = findings.counts
    report.examples = findings.examples
    return report
  }

  func add(
    _ name: String, _ value: Double, _ unit: String, atMost: Double? = nil, atLeast: Double? = nil
  ) {
    report.figures.append(
      StressReport.Figure(
        name: name, value: value, unit: unit, limit: atMost ?? atLeast, isFloor: atLeast != nil))
  }

  // MARK: Waiting

  /// Looks at what only the system knows.
  func lookAround() { peakThreads = max(peakThreads, ProcessGauge.threadCount) }

  func showProgress(_ text: @autoclosure () -> String) {
    guard console.errorIsTerminal else { return }
    console.report("\r\u{1B}[Kstress: \(text())")
  }

  /// Waits until nothing is under way; a minute in which nothing ends breaks a promise.
  ///
  /// - Returns: Whether it came to rest.
  @discardableResult
  func settle(_ coordinator: DisplayCoordinator) -> Bool {
    var last = (count: Int.max, at: ProcessGauge.now)
    while true {
      // What was asked for before this has been displayed when it comes back.
      MainQueue.run { coordinator.flush() }
      lookAround()
      let left = coordinator.inFlightCount
      if left == 0 {
        let isIdle = MainQueue.run { coordinator.inFlightCount == 0 }
        if isIdle { return true }
      }
      if left < last.count { last = (left, ProcessGauge.now) }
      if ProcessGauge.now - last.at > 60_000_000_000 {
        findings.report(.noDeadlock, "\(left) displays do not end")
        return false
      }
      ProcessGauge.pause(milliseconds: 1)
    }
  }

  // MARK: The storm

  private func runStorm() {
    let allocator = FailingBitmapAllocator()
    let pool = BitmapPool(capacity: 4 << 20, allocator: allocator)
    let lanes = RenderLanes(count: laneCount)
    let releaseQueue = ReleaseQueue(capacity: 1 << 20)
    let limit = 1 << 20
    let coordinator = DisplayCoordinator(
      commitQueue: .main, lanes: lanes, releaseQueue: releaseQueue, pool: pool,
      uncommittedByteLimit: limit)
    coordinator.metrics.isEnabled = true
    peakThreads = 0
    let storm = Storm(options, findings, coordinator: coordinator, allocator: allocator)
    let start = ProcessGauge.now
    MainQueue.run { storm.begin() }
    var shown = start
    let end = options.seconds.map { start + UInt64($0 * 1e9) } ?? .max
    var more = true
    while more, ProcessGauge.now < end {
      // A gust: the main queue has no time for anything but what others hand it between two turns.
      for _ in 0..<16 where more { more = MainQueue.run { storm.step() } }
      lookAround()
      // A lull, in which the lanes catch up with what is left.
      var waits = 0
      while coordinator.inFlightCount > 0, waits < 1000 {
        ProcessGauge.pause(milliseconds: 1)
        lookAround()
        waits += 1
      }
      if ProcessGauge.now - shown > 100_000_000 {
        shown = ProcessGauge.now
        let count = storm.issued.load(ordering: .relaxed)
        showProgress(
          options.requests < 1_000_000_000
            ? "\(count) of \(options.requests) requests, \(findings.total) violations"
            : "\(count) requests, \(findings.total) violations")
      }
    }
    let requests = MainQueue.run { storm.issuedCount }
    MainQueue.run { storm.calm() }
    settle(coordinator)
    MainQueue.run { storm.checkCalm() }
    checkPictures(MainQueue.run { storm.pictures }, pool)
    MainQueue.run { storm.end() }
    settle(coordinator)
    MainQueue.run { storm.checkEnd() }
    releaseQueue.drain()
    // What a lane still unwinds lets its snapshot go when it is done, and what is being freed counts until it is.
    awaitTrue {
      storm.tally.snapshots.load(ordering: .relaxed) == 0 && pool.ledger.live == 0
        && releaseQueue.pendingByteCount == 0
    }
    let snapshots = storm.tally.snapshots.load(ordering: .relaxed)
    findings.expect(snapshots == 0, .noLeak, "\(snapshots) snapshots are left")
    findings.expect(
      releaseQueue.pendingByteCount == 0, .boundedRelease, "a drained queue holds something")
    let account = pool.ledger
    findings.expect(
      account.live == 0 && account.created == account.freed + account.pooled, .balancedBuffers,
      "\(account)")
    findings.expect(
      coordinator.uncommittedByteCount == 0, .boundedQueues,
      "\(coordinator.uncommittedByteCount) uncommitted bytes at rest")
    // Synchronous displays and the members of an admitted group are let in over the bound.
    let slack = 4 * 240 * 80 * 4
    findings.expect(
      coordinator.peakUncommittedByteCount <= limit + slack, .boundedQueues,
      "\(coordinator.peakUncommittedByteCount) uncommitted bytes")
    let allowed = baseThreads + laneCount + 2
    if options.countsThreads {
      findings.expect(peakThreads <= allowed, .boundedThreads, "\(peakThreads) threads")
    }
    report.requests = requests
    report.stream = MainQueue.run { storm.digest }
    report.outcomes = MainQueue.run { storm.outcomes }
    findings.expect(
      report.outcomes.accepted == report.outcomes.ended, .oneOutcome,
      "\(report.outcomes.accepted) accepted, \(report.outcomes.ended) ended")
    report.seconds = Double(ProcessGauge.now - start) * 1e-9
    report.peakThreads = peakThreads
    report.peakUncommitted = coordinator.peakUncommittedByteCount
    report.uncommittedLimit = limit
    (report.created, report.freed) = (account.created, account.freed)
    (report.pooled, report.live, report.reused) = (account.pooled, account.live, account.reused)
    report.stages = DisplayMetrics.Stage.allCases.map {
      StressReport.Stage(name: "\($0)", histogram: coordinator.metrics.histogram($0))
    }
    report.stages.append(
      StressReport.Stage(name: "releaseLag", histogram: releaseQueue.lagHistogram))
  }

  /// What lanes drew must be what this thread draws.
  private func checkPictures(_ pictures: [StressPicture: UInt64], _ pool: BitmapPool) {
    for (picture, digest) in pictures {
      let reference = try? picture.reference(pool)
      findings.expect(reference == digest, .samePixels, "\(picture) differs from its reference")
    }
  }

  /// Waits at most ten seconds for something that other threads bring about.
  func awaitTrue(_ holds: () -> Bool) {
    let end = ProcessGauge.now + 10_000_000_000
    while !holds(), ProcessGauge.now < end { ProcessGauge.pause(milliseconds: 1) }
  }
}
