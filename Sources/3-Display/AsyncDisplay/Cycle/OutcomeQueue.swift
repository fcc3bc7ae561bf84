// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The pending callbacks of one cycle, in the order in which they run.
///
/// A callback is user code and may display again; callbacks that this causes run after those that
/// are pending. The end of a published display runs before all others (invariant I27).
struct OutcomeQueue {
  /// The end of one display.
  struct Ended {
    let generation: UInt64
    var outcome: DisplayOutcome
    let task: AnyDisplayTask?
  }

  enum Callback {
    /// A display has ended.
    case ended(Ended)
    /// A display was cancelled with its group before it had begun.
    case neverBegan
    /// The contents of a member of a group are shown.
    case shown(DisplayContents)
    /// A display without drawing is about to be shown, and ends with that.
    case clear(Ended)
  }

  private var first: Callback?
  private var rest: [Callback] = []

  /// Whether no callback is pending.
  var isEmpty: Bool { first == nil && rest.isEmpty }

  /// Adds a callback behind all others.
  mutating func append(_ callback: Callback) { rest.append(callback) }

  /// Puts a callback before all others.
  mutating func prepend(_ callback: Callback) {
    if let first = exchange(&first, with: callback) { rest.insert(first, at: 0) }
  }

  /// Takes the callback that runs next.
  mutating func next() -> Callback? {
    if let callback = first.take() { return callback }
    return rest.isEmpty ? nil : rest.removeFirst()
  }

  /// Ends a clear that was not shown yet, with another outcome.
  mutating func endClear(_ outcome: DisplayOutcome) {
    for index in rest.indices {
      guard case .clear(var ended) = rest[index] else { continue }
      ended.outcome = outcome
      rest[index] = .ended(ended)
    }
  }
}
