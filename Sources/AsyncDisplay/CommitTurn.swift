// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// What a coordinator keeps between and during the turns of its commit queue.
// @unchecked Sendable: all of it is read and written on the commit queue alone, a serial queue. Every way there
// asserts the queue (`CommitQueue.assertCurrent`) or is a block that was enqueued on it.
final class CommitTurn: @unchecked Sendable {
  /// Owners that are displayed at the end of the turn.
  var dirty: [DisplayOwner] = []
  /// Owners that wait to be queued together.
  var toSubmit: [DisplayOwner] = []
  /// Whether owners are gathered in `toSubmit`.
  var isBatching = false
  /// The group that is being made.
  var group: DisplayGroup?
  /// An array to take results into, kept for its memory.
  var results: [CommitInbox.Result] = []
}
