// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import LayerModel
import SystemConcurrency
import Testing
import TextTestSupport

@Suite("DisplayLink on the system clock", .timeLimit(.minutes(30)))
struct DisplayLinkTimingTests {
  private struct Call {
    let timestamp, target, now: Double
    let late: Int
  }

  private struct Run {
    let calls: [Call]
    /// The time just before the link was added, and just after the link was paused.
    let start, end: Double
  }

  /// Calls a link until it has made some calls, and pauses it in the last one.
  private func run(_ count: Int, framesPerSecond: Int) async throws -> Run {
    let calls = Notes<Call>()
    let end = Mutex(0.0)
    let clock = SystemClock.shared
    let link = DisplayLink { link in
      let now = clock.now
      if calls.all.count == count - 1 { link.isPaused = true }
      end.withLock { $0 = clock.now }
      calls.add(
        Call(
          timestamp: link.timestamp, target: link.targetTimestamp, now: now, late: link.lateFrames))
    }
    link.preferredFramesPerSecond = framesPerSecond
    let start = clock.now
    link.add(to: DispatchQueue(label: "DisplayLinkTimingTests", qos: .userInteractive))
    try await until { calls.all.count == count }
    link.invalidate()
    return Run(calls: calls.all, start: start, end: end.withLock { $0 })
  }

  @Test("Frames keep their phase, and with those that are late add up to the time")
  func s225_s227_phase() async throws {
    let run = try await run(100, framesPerSecond: 64)
    let period = 1.0 / 64
    for (before, after) in zip(run.calls, run.calls.dropFirst()) {
      let frames = (after.timestamp - before.timestamp) / period
      #expect(frames > 0.5)
      #expect(abs(frames - frames.rounded()) < 1e-6)
    }
    for call in run.calls {
      #expect(call.now >= call.timestamp)
      let error: Double = call.target - call.timestamp - period
      #expect(abs(error) < 1e-9)
    }
    let first = run.calls[0]
    let last = run.calls[99]
    let earliest = run.start + period - 1e-9
    #expect(first.timestamp >= earliest)
    // Frames that pass while the last call is made may be late already.
    let frames = ((last.timestamp - first.timestamp) / period).rounded()
    let counted = Double(run.calls.count + last.late)
    #expect(counted >= frames + 1)
    let most = (run.end - run.start) / period + 1e-6
    #expect(counted <= most)
  }

  /// The figure of the specification, for a quiet machine.
  @Test(
    "300 frames take 5 seconds, and half of them begin within 3 ms",
    .enabled(if: ProcessInfo.processInfo.environment["LAYER_TIMING"] != nil))
  func s227_strictPhase() async throws {
    let run = try await run(300, framesPerSecond: 60)
    let errors = run.calls.map { $0.now - $0.timestamp }.sorted()
    let late = run.calls[299].late
    let duration = run.calls[299].now - run.start
    print(
      """
      300 calls took \(duration) s with \(late) late frames; phase error: median \
      \(errors[150] * 1000) ms, 95 % \(errors[285] * 1000) ms, most \(errors[299] * 1000) ms
      """)
    #expect(late == 0)
    #expect(errors[150] < 0.003)
    #expect(abs(duration - 5) < 0.02)
  }
}
