// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// A thread-safe counter of violated invariants.
final class StressFindings: Sendable {
  /// The number of violations that are kept as text.
  private static let exampleCount = 20

  private struct State {
    var counts: [StressInvariant: Int] = [:]
    var examples: [String] = []
  }

  private let state = Mutex(State())

  /// Counts a violation; the first 20 are kept as text.
  func report(_ invariant: StressInvariant, _ description: @autoclosure () -> String) {
    let text = description()
    state.withLock { state in
      state.counts[invariant, default: 0] += 1
      if state.examples.count < Self.exampleCount {
        state.examples.append("\(invariant.rawValue): \(text)")
      }
    }
  }

  /// Counts a violation unless a condition holds.
  func expect(
    _ holds: Bool, _ invariant: StressInvariant, _ description: @autoclosure () -> String
  ) {
    if !holds { report(invariant, description()) }
  }

  /// The number of violations of each invariant.
  var counts: [StressInvariant: Int] { state.withLock { $0.counts } }
  /// The first violations, as text.
  var examples: [String] { state.withLock { $0.examples } }
  /// The number of all violations.
  var total: Int { counts.values.reduce(0, +) }
}
