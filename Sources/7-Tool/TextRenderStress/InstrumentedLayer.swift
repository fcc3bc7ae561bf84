// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import CanvasGeometry
internal import LayerModel
internal import Synchronization
internal import SystemLanes
internal import TextTypesetting

/// A layer whose display tasks count and check their own callbacks.
@MainActor
final class InstrumentedLayer: AsyncLayer {
  /// The inputs of the drawing, which the commit must carry.
  struct Payload: Sendable {
    let text: Int
    let size: Size
  }

  /// The way in which a drawing ends.
  enum DrawingBehavior: Int, Sendable {
    case normal
    case slow
    case error
    case cancellation
  }

  /// The number of times that each callback of one task ran.
  private final class CallbackCounts: Sendable {
    let willDisplay = Atomic<Int>(0)
    let display = Atomic<Int>(0)
    let didDisplay = Atomic<Int>(0)
  }

  /// An object that lives as long as the snapshot of a display.
  private final class SnapshotToken: Sendable {
    let counters: TaskCounters

    init(_ counters: TaskCounters) {
      self.counters = counters
      counters.snapshots.wrappingAdd(1, ordering: .relaxed)
    }

    deinit { counters.snapshots.wrappingSubtract(1, ordering: .relaxed) }
  }

  var textIndex = 0
  var drawingBehavior = DrawingBehavior.normal
  /// Called at the end of each display with the task's serial number, to change the layer from
  /// within a callback.
  var onDisplayEnd: (@MainActor @Sendable (_ serial: UInt64) -> Void)?
  private let counters: TaskCounters

  init(coordinator: DisplayCoordinator, counters: TaskCounters) {
    self.counters = counters
    super.init(coordinator: coordinator)
  }

  override func makeDisplayTask() -> AnyDisplayTask? {
    let (counters, text, behavior, size) = (counters, textIndex, drawingBehavior, bounds.size)
    let calls = CallbackCounts()
    let token = SnapshotToken(counters)
    let serial = counters.tasks.wrappingAdd(1, ordering: .relaxed).newValue
    var task = DisplayTask<Payload>(
      contentIdentity: ContentIdentity(0),
      willDisplay: {
        counters.expectMainQueue("willDisplay")
        counters.willDisplay.wrappingAdd(1, ordering: .relaxed)
        calls.willDisplay.wrappingAdd(1, ordering: .relaxed)
      },
      display: { [token] context, drawn, cancellation in
        defer { withExtendedLifetime(token) {} }
        try counters.countDrawing {
          let count = calls.display.wrappingAdd(1, ordering: .relaxed).newValue
          counters.findings.expect(count == 1, .pairedCallbacks, "drawn \(count) times")
          counters.findings.expect(
            calls.willDisplay.load(ordering: .relaxed) == 1, .pairedCallbacks,
            "drawn before willDisplay")
          if behavior == .slow { try SimulatedWork.spend(microseconds: 2000, cancellation) }
          _ = try StressSamples.draw(text, drawn, into: &context, cancellation)
          switch behavior {
          case .normal, .slow: break
          case .error: throw DisplayError(.drawingFailed)
          case .cancellation: throw CancellationError()
          }
        }
        return Payload(text: text, size: size)
      },
      didDisplay: { [weak self] outcome in
        counters.expectMainQueue("didDisplay")
        counters.didDisplay.wrappingAdd(1, ordering: .relaxed)
        let ends = calls.didDisplay.wrappingAdd(1, ordering: .relaxed).newValue
        let drawings = calls.display.load(ordering: .relaxed)
        counters.findings.expect(
          ends == 1 && calls.willDisplay.load(ordering: .relaxed) == 1, .pairedCallbacks,
          "didDisplay \(ends) times")
        if outcome == .committed {
          counters.findings.expect(
            drawings == 1, .pairedCallbacks, "committed, drawn \(drawings) times")
        }
        MainActor.assumeIsolated { self?.onDisplayEnd?(serial) }
      })
    task.payloadByteCount = { _ in 64 }
    return AnyDisplayTask(task)
  }
}

/// Counters that all tasks of ``InstrumentedLayer`` in a run share.
final class TaskCounters: Sendable {
  let findings: StressFindings
  let tasks = Atomic<UInt64>(0)
  let willDisplay = Atomic<Int>(0)
  let didDisplay = Atomic<Int>(0)
  /// The number of snapshots in memory.
  let snapshots = Atomic<Int>(0)
  private let laneCount: Int
  private let running = Atomic<Int>(0)

  init(_ findings: StressFindings, laneCount: Int) {
    self.findings = findings
    self.laneCount = laneCount
  }

  /// Reports a violation if the caller is not on the main queue.
  func expectMainQueue(_ what: StaticString) {
    findings.expect(MainQueue.isCurrent, .queues, "\(what) off the main queue")
  }

  /// Runs a drawing and checks that it is on the main queue, or one of at most one per lane.
  func countDrawing(_ body: () throws -> Void) rethrows {
    guard RenderLanes.current != nil else {
      expectMainQueue("a drawing off the lanes and")
      return try body()
    }
    let count = running.wrappingAdd(1, ordering: .relaxed).newValue
    findings.expect(count <= laneCount, .boundedThreads, "\(count) drawings at a time")
    defer { running.wrappingSubtract(1, ordering: .relaxed) }
    try body()
  }
}
