// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import Dispatch
internal import SystemLanes
internal import TextRenderCommand

/// One stress run: its scenarios, one after another, and the report that they fill.
///
/// It blocks the calling thread; another thread must serve the main queue.
final class StressRun {
  let configuration: StressConfiguration
  let findings = StressFindings()
  var report = StressReport()
  let laneCount: Int
  let baseThreads: Int
  var peakThreads = 0
  private let showProgress: ((String) -> Void)?

  /// Prepares a run.
  ///
  /// - Parameter showProgress: Receives a line of text on the calling thread whenever there is
  ///   progress to show.
  init(_ configuration: StressConfiguration, showProgress: ((String) -> Void)?) {
    self.configuration = configuration
    self.showProgress = showProgress
    laneCount = configuration.lanes ?? min(RenderLanes.activeProcessorCount, 16)
    MainQueue.markQueue()
    // The base has three threads: this one, the one that serves the main queue, and the one on
    // which libdispatch waits for timers, which begins with the first timer.
    let timer = DispatchSemaphore(value: 0)
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(1)) { timer.signal() }
    timer.wait()
    baseThreads = ProcessGauge.threadCount
  }

  func run() -> StressReport {
    let start = ProcessGauge.now
    report.seed = configuration.seed
    report.layers = configuration.layers
    report.lanes = laneCount
    report.baseThreads = baseThreads
    for scenario in configuration.scenarios {
      showProgress?(scenario.rawValue)
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
      case .images: runImages()
      case .tiles: runTiles()
      case .neighbours: runNeighbours()
      }
    }
    if !configuration.scenarios.contains(.storm) {
      report.seconds = Double(ProcessGauge.now - start) * 1e-9
      report.peakThreads = peakThreads
    }
    report.peakMemory = ProcessGauge.peakMemory
    report.violations = findings.counts
    report.examples = findings.examples
    return report
  }

  /// Adds a measured number to the report.
  func addFigure(
    _ name: String, _ value: Double, _ unit: String, atMost: Double? = nil, atLeast: Double? = nil
  ) {
    report.figures.append(
      StressReport.Figure(
        name: name, value: value, unit: unit, limit: atMost ?? atLeast, isFloor: atLeast != nil))
  }

  /// Shows the number of requests so far.
  func showProgress(requests count: Int) {
    guard let showProgress else { return }
    let total = configuration.requests < 1_000_000_000 ? " of \(configuration.requests)" : ""
    showProgress("\(count)\(total) requests, \(findings.total) violations")
  }

  /// Shows which part of a scenario runs.
  func showProgress(_ part: String) { showProgress?(part) }

  // MARK: Waiting

  func sampleThreadCount() { peakThreads = max(peakThreads, ProcessGauge.threadCount) }

  /// Waits until no display is under way.
  ///
  /// A minute in which no display ends is reported as a violation, and ends the wait.
  func waitUntilIdle(_ coordinator: DisplayCoordinator) {
    var last = (count: Int.max, time: ProcessGauge.now)
    while true {
      // After a flush, the displays of all earlier requests are in flight.
      MainQueue.run { coordinator.flush() }
      sampleThreadCount()
      let count = coordinator.inFlightCount
      if count == 0, MainQueue.run({ coordinator.inFlightCount == 0 }) { return }
      if count < last.count { last = (count, ProcessGauge.now) }
      if ProcessGauge.now - last.time > 60_000_000_000 {
        return findings.report(.noDeadlock, "\(count) displays do not end")
      }
      SimulatedWork.pause(milliseconds: 1)
    }
  }

  /// Waits until a condition holds, ten seconds at most unless another time is given.
  func wait(seconds: UInt64 = 10, until holds: () -> Bool) {
    let end = ProcessGauge.now + seconds * 1_000_000_000
    while !holds(), ProcessGauge.now < end { SimulatedWork.pause(milliseconds: 1) }
  }
}
