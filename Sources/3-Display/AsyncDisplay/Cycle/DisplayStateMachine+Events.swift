// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The events that the display cycle handles, and the effects that it returns.
extension DisplayStateMachine {
  /// Whether displays begin.
  enum Lifecycle {
    case active
    case suspended
    case dropped
  }

  /// The cycle's display pass at the end of the turn.
  enum Pass {
    case none
    case scheduled
    /// Scheduled, but without effect when it runs.
    case cancelled
  }

  enum Event {
    /// The contents are out of date.
    case invalidate
    /// The display pass runs.
    case pass
    /// A display is requested, if one is needed.
    case displayIfNeeded
    /// A display is requested.
    case display
    /// A display was prepared that began with `begun` (``Verdict/display(begun:)``).
    /// Its ticket stays with the machine if it is accepted.
    case request(Ticket, identity: ContentIdentity?, isSynchronous: Bool, begun: UInt64)
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
    /// A drawing has ended; `failure` is its outcome if it made no picture.
    case finish(generation: UInt64, failure: DisplayOutcome?)
    /// A finished display is about to be published. `isPassDone`: a pending display pass was run.
    case commit(generation: UInt64, isPassDone: Bool)

    /// Whether the queued ticket may leave the queue by this event.
    var mayEndQueued: Bool {
      switch self {
      case .invalidate, .request, .clear, .cancel, .suspend, .drop, .expire, .start: true
      case .pass, .displayIfNeeded, .display, .showClear, .resume, .setPolicy, .finish, .commit:
        false
      }
    }
  }

  /// The consequences of an event.
  struct Effects {
    /// Displays that ended, the older one first, both with the same ending.
    var endedActive: AcceptedDisplay<Ticket>?
    var endedQueued: AcceptedDisplay<Ticket>?
    /// The display whose result is published.
    var published: AcceptedDisplay<Ticket>?
    /// The outcome of the displays that ended, of a clear that ended, or of a refused request.
    var ending = DisplayOutcome.superseded
    /// Whether a clear that was not shown yet has ended, too.
    var endsClear = false
    /// Whether the cycle must be put on the list of the display pass.
    var schedulesPass = false
    var verdict = Verdict.none

    /// Whether a display has ended without being published.
    var hasEnded: Bool { endedActive != nil || endedQueued != nil || endsClear }
  }

  /// Whether the result of a finished display may be published.
  enum Readiness {
    case ready
    /// Only after the pending display pass, which may find other content.
    case afterPass
    /// The client is preparing a display.
    case preparing
    /// A newer display or invalidation exists.
    case outdated
  }

  /// The answer to an event.
  enum Verdict {
    case none
    /// The client prepares a display, and its request refers to this generation.
    case display(begun: UInt64)
    /// The request was accepted with this generation.
    case accepted(UInt64)
    /// User code has displayed or cancelled since the display began.
    case refused
    /// The queued ticket is being drawn.
    case run
    /// The result waits for its commit.
    case awaitsCommit
    /// The result is stale.
    case discard
    /// The result of the display is published.
    case publish
    /// The contents are cleared.
    case clear
    /// The cycle's display pass runs first; then the commit is tried again.
    case displayFirst
  }
}
