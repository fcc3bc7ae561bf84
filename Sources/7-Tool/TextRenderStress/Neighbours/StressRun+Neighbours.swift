// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import AsyncTextLayer
internal import CanvasGeometry
internal import Dispatch
internal import LayerCompositing
internal import LayerModel
internal import SystemConcurrency
internal import SystemLanes
internal import TextDefaultFonts

/// The delay of other work of a program while lanes are busy.
extension StressRun {
  /// Measures how late other work begins while lanes are full, and how cancelled work ends.
  func runNeighbours() {
    let seconds = configuration.isFullSize ? 5.0 : 0.5
    for load in NeighbourLoad.onLanes + [.batches] {
      showProgress("neighbours beside \(load.name)")
      measure(load, seconds: seconds)
    }
    showProgress("motion beside displays")
    measureMotion(seconds: seconds)
    for _ in 0..<(configuration.isFullSize ? 10 : 1) { cancelManyRenders() }
    checkBlockedLanes()
  }

  /// Other work beside a load, and the load's own pace.
  private func measure(_ load: NeighbourLoad, seconds: Double) {
    let lanes = RenderLanes(count: laneCount)
    let underWay = load.begin(on: lanes)
    // The measurement begins once the lanes are full.
    wait { underWay.doneCount >= 4 * laneCount }
    let (before, start) = (underWay.doneCount, ProcessGauge.now)
    let result = NeighbourProbe.measure(seconds: seconds)
    sampleThreadCount()
    // At least one piece of work must end; on a busy machine this may take longer than the samples.
    wait(seconds: 60) { underWay.doneCount > before }
    let took = Double(ProcessGauge.now - start) * 1e-9
    let rate = Double(underWay.doneCount - before) / took
    underWay.end()
    for kind in NeighbourProbe.Kind.allCases {
      guard let samples = result.lateness[kind] else { continue }
      addFigure(
        "\(load.name).\(kind.rawValue)P99", Double(samples.percentile(0.99)) * 1e-6, "ms",
        atMost: 10)
    }
    addFigure("\(load.name).perSecond", rate, "1/s")
    findings.expect(
      result.missingCount == 0, .undisturbedProgram,
      "\(result.missingCount) others do not begin within ten seconds beside \(load.name)")
    findings.expect(rate > 0, .undisturbedProgram, "nothing of \(load.name) is done")
  }

  /// The frames of a moving layer beside displays on the same lanes, as a share of those of quiet
  /// lanes.
  private func measureMotion(seconds: Double) {
    let lanes = RenderLanes(count: laneCount)
    let host = MainQueue.run { MovingScene.host(on: lanes) }
    let quiet = countFrames(of: host, seconds: seconds)
    let displays = NeighbourLoad.displays.begin(on: lanes)
    wait { displays.doneCount >= 4 * laneCount }
    let before = displays.doneCount
    let busy = countFrames(of: host, seconds: seconds)
    wait(seconds: 60) { displays.doneCount > before }
    let shown = displays.doneCount - before
    displays.end()
    MainQueue.run { host.close() }
    addFigure("motion.framesPerSecond", Double(quiet) / seconds, "1/s")
    addFigure(
      "motion.shareBesideDisplays", Double(busy) / Double(max(1, quiet)), "of the frames",
      atLeast: 0.9)
    addFigure("motion.displaysPerSecond", Double(shown) / seconds, "1/s")
    findings.expect(busy > 0, .undisturbedProgram, "no frame comes beside displays")
    findings.expect(shown > 0, .undisturbedProgram, "no display ends beside motion")
  }

  private func countFrames(of host: LayerHost, seconds: Double) -> Int {
    func sequence() -> Int { MainQueue.run { host.frame?.sequence ?? -1 } }
    wait(seconds: 60) { sequence() > 1 }
    let first = sequence()
    SimulatedWork.pause(milliseconds: Int(seconds * 1000))
    wait(seconds: 60) { sequence() > first }
    return sequence() - first
  }

  /// Checks invariant I31 without measuring times: other work runs while every lane is blocked.
  private func checkBlockedLanes() {
    let count = 16
    let lanes = RenderLanes(count: count)
    let (held, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for _ in 0..<count {
      lanes.run {
        held.signal()
        release.wait()
      }
    }
    var heldCount = 0
    while heldCount < count, held.wait(timeout: .now() + 60) == .success { heldCount += 1 }
    findings.expect(
      heldCount == count, .undisturbedProgram, "\(heldCount) of \(count) lanes have a thread")
    let ran = DispatchSemaphore(value: 0)
    // Tasks, queues and timers of the program must not wait for lanes.
    Task.detached { ran.signal() }
    DispatchQueue.global().async { ran.signal() }
    DispatchQueue.global(qos: .userInitiated).async { ran.signal() }
    var ranCount = 0
    while ranCount < 3, ran.wait(timeout: .now() + 60) == .success { ranCount += 1 }
    findings.expect(
      ranCount == 3, .undisturbedProgram, "\(3 - ranCount) of 3 others wait for the lanes")
    for _ in 0..<count { release.signal() }
  }

  /// Cancels 1,000 renders after 10 ms: those that had not begun are never drawn, the others end
  /// soon.
  private func cancelManyRenders() {
    let lanes = RenderLanes(count: laneCount)
    let renders = (0..<1000).map { _ in CancelledRender(on: lanes) }
    SimulatedWork.pause(milliseconds: 10)
    for render in renders { render.cancel() }
    let ended = DispatchSemaphore(value: 0)
    Task.detached {
      for render in renders { await render.end() }
      ended.signal()
    }
    ended.wait()
    let begunLate = renders.count { $0.hasBegunLate }
    findings.expect(
      begunLate == 0, .undisturbedProgram, "\(begunLate) renders are drawn after their cancellation"
    )
    var ends = LatencyHistogram()
    for render in renders where render.wasCancelled { ends.record(render.timeToEnd) }
    addFigure("cancelledRenders", Double(ends.count), "renders")
    addFigure("cancelledRenderEndP99", Double(ends.percentile(0.99)) * 1e-6, "ms", atMost: 5)
  }
}

/// A layer that moves for as long as a run may last.
@MainActor
private enum MovingScene {
  static func host(on lanes: RenderLanes) -> LayerHost {
    let root = Layer()
    root.frame = Rect(width: 400, height: 300)
    let box = Layer()
    box.frame = Rect(x: 100, y: 100, width: 120, height: 40)
    box.backgroundColor = Color(red8: 200, green8: 40, blue8: 40)
    root.addSublayer(box)
    let host = LayerHost(root: root, size: root.bounds.size, background: .white, lanes: lanes)
    try? box.add(
      LayerAnimation(
        "transform.rotation", from: .number(0), to: .number(1e5), duration: 1e5, curve: .linear))
    return host
  }
}

/// A render of 10 ms in a task that is cancelled.
private final class CancelledRender: Sendable {
  private struct State {
    /// The time of the cancellation, in nanoseconds.
    var cancelled: UInt64?
    var hasBegunLate = false
    /// The time at which the call ended, in nanoseconds.
    var ended: UInt64 = 0
  }

  private let state = Mutex(State())
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(on lanes: RenderLanes) {
    let task = Task.detached {
      _ = try? await lanes.perform { cancellation in
        // A lane may have taken the work just before the cancellation; the first poll then ends it.
        let isCancelled = self.state.withLock { $0.cancelled != nil }
        if isCancelled, !cancellation.isCancelled { self.state.withLock { $0.hasBegunLate = true } }
        try SimulatedWork.spend(microseconds: 10_000, cancellation)
      }
      self.state.withLock { $0.ended = ProcessGauge.now }
    }
    self.task.withLock { $0 = task }
  }

  func cancel() {
    task.withLock { $0 }?.cancel()
    state.withLock { $0.cancelled = ProcessGauge.now }
  }

  func end() async { await task.withLock { $0 }?.value }

  /// Whether the render was drawn although it had been cancelled before.
  var hasBegunLate: Bool { state.withLock { $0.hasBegunLate } }
  /// Whether the call ended after the cancellation.
  var wasCancelled: Bool { state.withLock { $0.ended > $0.cancelled ?? .max } }
  /// From the cancellation to the end of the call, in nanoseconds.
  var timeToEnd: UInt64 { state.withLock { $0.ended - ($0.cancelled ?? $0.ended) } }
}
