// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency


/// The pending callbacks of one owner, in the order in which they run.
///
/// A callback is user code and may display again; the callbacks of what it brings about run after
/// those that are pending. The end of a published display runs before all others (invariant I27).
struct OutcomeQueue {
  /// The end of one display.
  struct Ended {
    let generation: UInt64
    var outcome: DisplayOutcome
    let task: AnyDisplayTask?
  }

  /// One pending callback.
  enum Callback {
    /// A display has ended.
    case ended(Ended)
    /// A display that was wanted is called off with its group before it has begun.
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

  /// Turns a clear that is not shown yet into its end with another outcome.
  mutating func endClear(_ outcome: DisplayOutcome) {
    for index in rest.indices {
      guard case .clear(var ended) = rest[index] else { continue }
      ended.outcome = outcome
      rest[index] = .ended(ended)
    }
  }
}

extension OutcomeQueue.Callback {
  /// Runs the callback; user code may run.
  func run(for owner: DisplayOwner) {
    switch self {
    case .ended(let ended):
      owner.environment.displayEnded(owner, ended.generation, ended.outcome)
      if let task = ended.task, task.hasDidDisplay { task.didDisplay(owner.client, ended.outcome) }
      owner.client?.didEnd(ended.outcome)
    case .neverBegan: owner.client?.didEnd(.cancelled(.group))
    case .shown(let contents):
      owner.client?.didShow(.contents(contents))
      contents.recycle()
    case .clear(let ended): ended.showClear(for: owner)
    }
  }
}

extension OutcomeQueue.Ended {
  /// Shows a clear, unless its display was cancelled; its end runs next.
  fileprivate func showClear(for owner: DisplayOwner) {
    var ended = self
    if owner.isDropped { ended.outcome = .cancelled(.deallocated) }
    owner.state.value.outcomes.prepend(.ended(ended))
    if owner.isDropped { return }
    let step = owner.step(.showClear(generation: generation))
    guard case .clear = step.verdict, let client = owner.client else { return }
    owner.environment.displayPublished(owner, generation)
    owner.show(.cleared, payload: nil, client)
  }

  /// The end of a ticket that is published.
  init(committed ticket: DisplayTicket) {
    self.init(generation: ticket.generation, outcome: .committed, task: ticket.task)
  }

  /// The end of a ticket that is not published.
  init(_ ticket: DisplayTicket, _ ending: DisplayStateMachine.Ending) {
    // A lane may still be drawing a ticket that ends in another way.
    let outcome = DisplayOutcome(ending, error: ending == .failed ? ticket.error : nil)
    self.init(generation: ticket.generation, outcome: outcome, task: ticket.task)
  }
}

extension DisplayOutcome {
  /// The outcome of a display that was not published.
  ///
  /// - Parameters:
  ///   - ending: The way in which it ended.
  ///   - error: The error of its drawing, if that failed.
  init(_ ending: DisplayStateMachine.Ending, error: DisplayError? = nil) {
    switch ending {
    case .superseded: self = .superseded
    case .cancelled(let reason): self = .cancelled(reason)
    case .expired: self = .failed(DisplayError(.deadlineExceeded))
    case .failed:
      guard let error else { preconditionFailure("a failure has an error") }
      self = .failed(error)
    }
  }
}
