// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The values that go into the display cycle of an owner, and those that come out of it.
extension DisplayStateMachine {
  /// One accepted display.
  package struct Ticket: Sendable, Hashable {
    /// The generation that the request raised the owner to.
    package let generation: UInt64
    /// The identity of the content.
    package let identity: ContentIdentity?
    /// How the drawing ended, if it made no picture; set once it has ended.
    package var failure: Failure?

    package init(generation: UInt64, identity: ContentIdentity?) {
      self.generation = generation
      self.identity = identity
    }
  }

  /// The end of a drawing without a picture.
  package enum Failure: Hashable, Sendable {
    case failed
    /// By the drawing itself, or by a shutdown.
    case cancelled(DisplayCancellation)
  }

  /// The end of a ticket that is not published.
  package enum Ending: Hashable, Sendable {
    case superseded
    case cancelled(DisplayCancellation)
    case expired
    /// As the drawing reported.
    case failed
  }

  /// Whether displays begin.
  package enum Lifecycle: Hashable, Sendable {
    case active
    case suspended
    case dropped
  }

  /// The owner's display pass at the end of the turn.
  package enum Pass: Hashable, Sendable {
    case none
    case scheduled
    /// Scheduled, but without effect when it runs.
    case cancelled
  }

  /// An input.
  package enum Event: Sendable {
    /// The contents are out of date.
    case invalidate
    /// The display pass runs.
    case pass
    /// A display is requested, if one is needed.
    case displayIfNeeded
    /// A display is requested.
    case display
    /// A display was prepared that began with `begun` (``Verdict/display(begun:)``).
    case request(identity: ContentIdentity?, isSynchronous: Bool, begun: UInt64)
    /// A display was prepared that has nothing to draw, or nothing that can be drawn.
    case clear(keepsContents: Bool, begun: UInt64)
    /// The accepted clear of this generation is about to be shown.
    case showClear(generation: UInt64)
    /// Displays under way are cancelled; the contents stay out of date.
    case cancel(DisplayCancellation)
    case suspend
    case resume
    /// The client is gone.
    case drop
    case setPolicy(SupersedePolicy)
    /// A deadline has passed.
    case expire(generation: UInt64)
    /// The queued ticket was taken, by a lane or by the commit queue.
    case start
    /// A drawing has ended.
    case finish(generation: UInt64, failure: Failure?)
    /// A finished display is about to be published. `isPassDone`: a pending display pass was run.
    case commit(generation: UInt64, isPassDone: Bool)
  }

  /// The consequences of an event.
  package struct Effects: Sendable {
    /// Ended tickets, the older one first, both with the same ending.
    package var endedActive: Ticket?
    package var endedQueued: Ticket?
    package var ending = Ending.superseded
    /// Whether a clear that was not shown yet has ended, too.
    package var endsClear = false
    /// Whether the owner must be put on the list of the display pass.
    package var schedulesPass = false
    package var verdict = Verdict.none
  }

  /// Whether the result of a finished display may be published.
  package enum Readiness: Hashable, Sendable {
    case ready
    /// Only after the pending display pass, which may find other content.
    case afterPass
    /// The client is preparing a display.
    case preparing
    /// A newer display or invalidation exists.
    case outdated
  }

  /// The reason why a request is not accepted.
  package enum Refusal: Hashable, Sendable {
    /// User code has displayed since the display began.
    case superseded
    /// User code has cancelled since the display began.
    case cancelled(DisplayCancellation)
  }

  /// The answer to an event.
  package enum Verdict: Sendable {
    case none
    /// The client prepares a display, and its request refers to this generation.
    case display(begun: UInt64)
    /// The request was accepted with this generation.
    case accepted(UInt64)
    case refused(Refusal)
    /// The ticket is being drawn.
    case run(Ticket)
    /// The result waits for its commit.
    case awaitsCommit
    /// The result is stale.
    case discard
    /// The ticket's result is published.
    case publish(Ticket)
    /// The contents are cleared.
    case clear
    /// The owner's display pass runs first; then the commit is tried again.
    case displayFirst
  }
}
