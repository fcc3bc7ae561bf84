// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import Dispatch
internal import SystemConcurrency

/// Measures how late other work of the same process begins: Swift tasks, a timer of tasks, blocks
/// of a global queue and of the main queue.
final class NeighbourProbe: Sendable {
  /// A kind of work of a program besides that of this library.
  enum Kind: String, CaseIterable, Sendable {
    case detachedTask
    case ticker
    case globalQueue
    case mainQueue
  }

  /// The pause between two samples of a kind, in milliseconds.
  static let interval = 5

  /// The longest time that samples are waited for at the end, in seconds.
  private static let patience = 10.0

  struct Result {
    /// The delays of the samples of each kind, in nanoseconds.
    var lateness: [Kind: LatencyHistogram] = [:]
    /// The samples that had not begun ten seconds after the last one.
    var missingCount = 0
  }

  private struct State: Sendable {
    var lateness: [Kind: LatencyHistogram] = [:]
    var pendingCount = 0
    var isOver = false
  }

  private let state = Mutex(State())

  /// Takes samples of all kinds until the time is over, and waits for those under way; blocks the
  /// calling thread.
  static func measure(seconds: Double) -> Result {
    let probe = NeighbourProbe()
    probe.state.withLock { $0.pendingCount += 1 }
    Task.detached { await probe.tick() }
    let end = ProcessGauge.now + UInt64(seconds * 1e9)
    while ProcessGauge.now < end {
      for kind in Kind.allCases { probe.sample(kind) }
      SimulatedWork.pause(milliseconds: interval)
    }
    probe.state.withLock { $0.isOver = true }
    let last = ProcessGauge.now + UInt64(patience * 1e9)
    while probe.state.withLock({ $0.pendingCount }) > 0, ProcessGauge.now < last {
      SimulatedWork.pause(milliseconds: 1)
    }
    return probe.state.withLock { Result(lateness: $0.lateness, missingCount: $0.pendingCount) }
  }

  private func sample(_ kind: Kind) {
    let submitted = ProcessGauge.now
    let began: @Sendable () -> Void = {
      self.record(kind, ProcessGauge.now - submitted)
      self.state.withLock { $0.pendingCount -= 1 }
    }
    if kind == .ticker { return }
    state.withLock { $0.pendingCount += 1 }
    switch kind {
    case .ticker: break
    case .detachedTask: Task.detached { began() }
    case .globalQueue: DispatchQueue.global().async(execute: began)
    case .mainQueue: DispatchQueue.main.async(execute: began)
    }
  }

  private func tick() async {
    while !state.withLock({ $0.isOver }) {
      let due = ProcessGauge.now + UInt64(Self.interval) * 1_000_000
      try? await Task.sleep(nanoseconds: UInt64(Self.interval) * 1_000_000)
      let now = ProcessGauge.now
      record(.ticker, now > due ? now - due : 0)
    }
    state.withLock { $0.pendingCount -= 1 }
  }

  private func record(_ kind: Kind, _ nanoseconds: UInt64) {
    state.withLock { $0.lateness[kind, default: LatencyHistogram()].record(nanoseconds) }
  }
}
