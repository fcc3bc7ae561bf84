// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import SystemConcurrency

/// The times by which requests must be answered. One timer serves all requests: it checks them
/// every 20 milliseconds, and does not run while there are none.
final class Deadlines: Sendable {
  private struct Entry {
    let time: ContinuousClock.Instant
    /// Called when the time is over, on the queue of the deadlines.
    let expire: @Sendable () -> Void
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var isRunning = false
  }

  /// The longest time limit, in seconds; longer ones, such as infinity, are reduced to it.
  private static let longest = 1e9
  private static let interval = DispatchTimeInterval.milliseconds(20)

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "TextService.deadlines")

  /// Adds a deadline for an object. The object must live until the deadline is removed or over; a
  /// closure that captures the object keeps it alive.
  func add(_ object: AnyObject, seconds: Double, expire: @escaping @Sendable () -> Void) {
    let time = ContinuousClock.now + .seconds(min(seconds, Self.longest))
    let starts = state.withLock { state in
      defer { state.isRunning = true }
      state.entries[ObjectIdentifier(object)] = Entry(time: time, expire: expire)
      return !state.isRunning
    }
    if starts { schedule() }
  }

  func remove(_ object: AnyObject) {
    let entry = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(object)) }
    _ = entry
  }

  private func schedule() {
    queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.look() }
  }

  private func look() {
    let now = ContinuousClock.now
    let (late, goesOn) = state.withLock { state -> ([Entry], Bool) in
      let late = state.entries.filter { $0.value.time <= now }
      for key in late.keys { state.entries[key] = nil }
      state.isRunning = !state.entries.isEmpty
      return (Array(late.values), state.isRunning)
    }
    for entry in late { entry.expire() }
    if goesOn { schedule() }
  }
}
