// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import SystemConcurrency

/// The times by which requests are answered. One timer serves all of them: it looks every 20
/// milliseconds, and rests while there are none.
final class Deadlines: Sendable {
  private struct State {
    var entries: [ObjectIdentifier: (time: ContinuousClock.Instant, exchange: ServiceExchange)] =
      [:]
    var isRunning = false
  }

  private static let interval = DispatchTimeInterval.milliseconds(20)

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "TextService.deadlines")

  func add(_ exchange: ServiceExchange, seconds: Double) {
    let time = ContinuousClock.now + .seconds(seconds)
    let starts = state.withLock { state in
      defer { state.isRunning = true }
      state.entries[ObjectIdentifier(exchange)] = (time, exchange)
      return !state.isRunning
    }
    if starts { schedule() }
  }

  func remove(_ exchange: ServiceExchange) {
    let entry = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(exchange)) }
    _ = entry
  }

  private func schedule() {
    queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.look() }
  }

  private func look() {
    let now = ContinuousClock.now
    let (late, goesOn) = state.withLock { state -> ([ServiceExchange], Bool) in
      let late = state.entries.values.filter { $0.time <= now }.map(\.exchange)
      for exchange in late { state.entries[ObjectIdentifier(exchange)] = nil }
      state.isRunning = !state.entries.isEmpty
      return (late, state.isRunning)
    }
    for exchange in late { exchange.expire() }
    if goesOn { schedule() }
  }
}
