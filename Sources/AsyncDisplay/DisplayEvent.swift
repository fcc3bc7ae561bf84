// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// What goes into the display cycle of an owner and what comes out of it.
extension DisplayStateMachine {
  /// One accepted display.
  package struct Ticket {
    /// The generation that the request raised the owner to.
    package let generation: UInt64
    /// What it shows.
    package let identity: ContentIdentity?
    /// What the ticket carries.
    package let work: Work
    /// Whether the drawing has ended and the result waits for its commit.
    package var isRendered = false
    /// Whether the drawing ended without a picture: the commit step then reports, and publishes nothing.
    package var failure: Failure?

    package init(generation: UInt64, identity: ContentIdentity?, work: Work) {
      self.generation = generation
      self.identity = identity
      self.work = work
    }
  }

  /// How a drawing ended without a picture.
  package enum Failure: Hashable, Sendable {
    case failed
    /// The drawing threw `CancellationError` although nobody had cancelled it.
    case cancelled
  }

  /// How tickets end that are not published.
  package enum Ending: Hashable, Sendable {
    case superseded
    case cancelled(DisplayCancellation)
    case expired
    /// As the drawing said.
    case failed
  }

  /// Whether the owner takes part.
  package enum Lifecycle: Hashable, Sendable {
    case active
    case suspended
    case dropped
  }

  /// Whether the owner waits for the display pass at the end of the turn.
  package enum Pass: Hashable, Sendable {
    case none
    case scheduled
    /// The pass will come by, but has nothing to do here.
    case calledOff
  }

  /// What happens to an owner.
  package enum Event {
    /// The contents are out of date.
    case invalidate
    /// The display pass came by.
    case pass
    /// Somebody wants the display now, if one is needed.
    case displayIfNeeded
    /// Somebody wants a display now.
    case display
    /// A display was prepared, since `display` was answered with `begun`; a synchronous one is drawn by the
    /// caller at once.
    case request(identity: ContentIdentity?, work: Work, isSynchronous: Bool, begun: UInt64)
    /// A display was prepared, but there is nothing to draw, or nothing that can be drawn.
    case clear(keepsContents: Bool, begun: UInt64)
    /// The contents are cleared now for the display that was accepted with this generation.
    case showClear(generation: UInt64)
    /// The display is called off, but still needed.
    case cancel(DisplayCancellation)
    case suspend
    case resume
    /// The owner is gone.
    case drop
    /// The policy for newer requests was chosen.
    case setPolicy(SupersedePolicy)
    /// A deadline passed.
    case expire(generation: UInt64)
    /// A lane has come to the owner in the queue.
    case start
    /// The caller wants to draw what is queued itself.
    case startInline
    /// The lane has drawn.
    case finish(generation: UInt64, failure: Failure?)
    /// The commit step of a finished display has come. If `isPassDone`, a waiting display pass of the
    /// owner has been run before.
    case commit(generation: UInt64, isPassDone: Bool)
  }

  /// What the holder of the machine has to do, after the step.
  package struct Effects {
    /// Tickets that have ended, the older one first, both with the same ending.
    package var endedActive: Ticket?
    package var endedQueued: Ticket?
    package var ending = Ending.superseded
    /// Whether the clear that was to be shown has ended with that, too.
    package var endsClear = false
    /// Put the owner into the queue of the lanes.
    package var enqueues = false
    /// Put the owner onto the list of the display pass.
    package var schedulesPass = false
    package var verdict = Verdict.none
  }

  /// Why a request is not accepted.
  package enum Refusal: Hashable, Sendable {
    /// User code has displayed since the display began.
    case superseded
    /// User code has called the display off since it began.
    case cancelled(DisplayCancellation)
  }

  /// The answer to the event.
  package enum Verdict {
    case none
    /// Ask the client for a display now, and hand in the number with the request.
    case display(begun: UInt64)
    /// The request was accepted with this generation.
    case accepted(UInt64)
    /// The request was not accepted.
    case refused(Refusal)
    /// Draw this ticket.
    case run(Ticket)
    /// The result waits for its commit step.
    case awaitsCommit
    /// The result is stale: give it up.
    case discard
    /// Publish this ticket's result.
    case publish(Ticket)
    /// Clear the contents.
    case clear
    /// Run the owner's display pass first, then commit again.
    case displayFirst
  }
}

extension DisplayStateMachine.Ticket: Sendable where Work: Sendable {}
extension DisplayStateMachine.Effects: Sendable where Work: Sendable {}
extension DisplayStateMachine.Verdict: Sendable where Work: Sendable {}
extension DisplayStateMachine.Event: Sendable where Work: Sendable {}
extension DisplayStateMachine.Ticket: Equatable where Work: Equatable {}
extension DisplayStateMachine.Ticket: Hashable where Work: Hashable {}
