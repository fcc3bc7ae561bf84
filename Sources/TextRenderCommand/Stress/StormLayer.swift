// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import LayerTree
internal import Synchronization
internal import TextGraphics
internal import TextModel
internal import TextRuntime
internal import TextTypesetting

/// A layer that draws text with a task of its own, so that the tasks' callbacks are seen.
@MainActor
final class StormLayer: AsyncLayer {
  /// What the drawing returns.
  struct Payload: Sendable {
    let text: Int
    let size: Size
  }

  /// How a drawing ends.
  enum Ending: Int, Sendable {
    case well
    case slowly
    case error
    case cancellation
  }

  /// What is known of one task: how often each of its parts ran.
  final class Record: Sendable {
    let wills = Atomic<Int>(0)
    let draws = Atomic<Int>(0)
    let dids = Atomic<Int>(0)
  }

  /// Lives as long as the snapshot of a display.
  final class Token: Sendable {
    let tally: StormTally

    init(_ tally: StormTally) {
      self.tally = tally
      tally.snapshots.wrappingAdd(1, ordering: .relaxed)
    }

    deinit { tally.snapshots.wrappingSubtract(1, ordering: .relaxed) }
  }

  var textIndex = 0
  var ending = Ending.well
  var identity: UInt64 = 0
  private let tally: StormTally
  /// Does something to the layer from within a callback.
  var reenter: (@MainActor @Sendable (StormLayer, UInt64) -> Void)?

  init(coordinator: DisplayCoordinator, tally: StormTally) {
    self.tally = tally
    super.init(coordinator: coordinator)
  }

  override func makeDisplayTask() -> AnyDisplayTask? {
    let (tally, text, ending, size) = (tally, textIndex, ending, bounds.size)
    let record = Record()
    let token = Token(tally)
    let serial = tally.tasks.wrappingAdd(1, ordering: .relaxed).newValue
    var task = DisplayTask<Payload>(
      contentIdentity: ContentIdentity(identity),
      willBegin: {
        tally.expectMainQueue("willDisplay")
        tally.wills.wrappingAdd(1, ordering: .relaxed)
        record.wills.wrappingAdd(1, ordering: .relaxed)
      },
      display: { [token] context, drawn, cancellation in
        defer { withExtendedLifetime(token) {} }
        try tally.drawing {
          let count = record.draws.wrappingAdd(1, ordering: .relaxed).newValue
          tally.findings.expect(count == 1, .pairedCallbacks, "drawn \(count) times")
          tally.findings.expect(
            record.wills.load(ordering: .relaxed) == 1, .pairedCallbacks, "drawn before its will")
          if ending == .slowly { try Self.spend(microseconds: 2000, cancellation) }
          _ = try StressSamples.draw(text, drawn, into: &context, cancellation)
          switch ending {
          case .well, .slowly: break
          case .error: throw DisplayError(.drawingFailed)
          case .cancellation: throw CancellationError()
          }
        }
        return Payload(text: text, size: size)
      },
      didEnd: { [weak self] outcome in
        tally.expectMainQueue("didDisplay")
        tally.dids.wrappingAdd(1, ordering: .relaxed)
        let dids = record.dids.wrappingAdd(1, ordering: .relaxed).newValue
        let draws = record.draws.load(ordering: .relaxed)
        tally.findings.expect(
          dids == 1 && record.wills.load(ordering: .relaxed) == 1, .pairedCallbacks,
          "didDisplay \(dids) times")
        if outcome == .committed {
          tally.findings.expect(draws == 1, .pairedCallbacks, "committed, drawn \(draws) times")
        }
        MainActor.assumeIsolated {
          if let self { self.reenter?(self, serial) }
        }
      })
    task.payloadByteCount = { _ in 64 }
    return AnyDisplayTask(task)
  }

  /// Lets time pass, and polls.
  nonisolated static func sleep(microseconds: UInt64, _ cancellation: Cancellation) throws {
    let end = ProcessGauge.now + microseconds * 1000
    while true {
      try cancellation.check()
      let now = ProcessGauge.now
      if now >= end { return }
      ProcessGauge.pause(microseconds: min(1000, Int(end - now) / 1000 + 1))
    }
  }

  /// Spends processor time, and polls.
  nonisolated static func spend(microseconds: UInt64, _ cancellation: Cancellation) throws {
    let end = ProcessGauge.threadTime + microseconds * 1000
    while ProcessGauge.threadTime < end { try cancellation.check() }
  }
}

/// What all tasks of a storm count together.
final class StormTally: Sendable {
  let findings: StressFindings
  let laneCount: Int
  let tasks = Atomic<UInt64>(0)
  let wills = Atomic<Int>(0)
  let dids = Atomic<Int>(0)
  let snapshots = Atomic<Int>(0)
  private let running = Atomic<Int>(0)

  init(_ findings: StressFindings, laneCount: Int) {
    self.findings = findings
    self.laneCount = laneCount
  }

  func expectMainQueue(_ what: StaticString) {
    findings.expect(MainQueue.isCurrent, .queues, "\(what) off the main queue")
  }

  /// Runs a drawing, on a lane or on the main queue.
  func drawing(_ body: () throws -> Void) rethrows {
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
