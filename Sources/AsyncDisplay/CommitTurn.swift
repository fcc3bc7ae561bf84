// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics

/// What a coordinator keeps between and during the turns of its commit queue.
///
/// All of it is used on the commit queue alone, a serial queue. Every way there asserts the queue
/// (`CommitQueue.assertCurrent`) or is a block that was enqueued on it.
struct CommitTurn: ~Copyable {
  /// Owners that are displayed at the end of the turn.
  var dirty: [HandedReference<DisplayOwner>] = []
  /// Owners that wait to be queued together.
  var toSubmit: [HandedReference<LaneJob>] = []
  /// Whether owners are gathered in `toSubmit`.
  var isBatching = false
  /// The owner whose pass is under way, as long as its reference is not handed on; 0 if none is.
  var passing: UInt = 0
  /// The passes that are under way, one within the other.
  var passes = 0
  /// The group that is being made.
  var group: DisplayGroup?
  /// An array to take results into, kept for its memory.
  var results: [CommitInbox.Result] = []
  /// Tickets that have ended, for displays to come.
  var spare = SpareTickets()
  /// Whether a turn is under way; then bytes are gathered in `givenBack`.
  var isInTurn = false
  /// Where old pictures gather meanwhile, to go back to their pool together.
  let returns = BitmapReturns()
  /// The bytes of what has been committed.
  var givenBack = ByteBudget.Bundle()

  deinit {
    for owner in dirty { _ = owner.take() }
    for owner in toSubmit { _ = owner.take() }
  }
}
