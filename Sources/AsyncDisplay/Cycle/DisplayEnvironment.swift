// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics

/// The constant services of a coordinator, shared by all its display cycles.
final class DisplayServices: Sendable {
  let commitQueue: any CommitQueue
  let lanes: RenderLanes
  let releaseQueue: ReleaseQueue
  /// The bitmap pool of the drawings.
  let pool: BitmapPool
  let metrics: DisplayMetrics

  init(
    commitQueue: any CommitQueue, lanes: RenderLanes, releaseQueue: ReleaseQueue, pool: BitmapPool,
    metrics: DisplayMetrics
  ) {
    self.commitQueue = commitQueue
    self.lanes = lanes
    self.releaseQueue = releaseQueue
    self.pool = pool
    self.metrics = metrics
  }
}

/// The operations that display cycles ask of their coordinator.
///
/// Calls come on the commit queue unless noted otherwise.
protocol DisplayEnvironment: AnyObject, Sendable {
  var services: DisplayServices { get }
  /// Whether the coordinator was shut down; on any thread.
  var isClosed: Bool { get }
  /// The group that is being formed.
  var currentGroup: DisplayGroup? { get }

  /// Puts an owner on the list of the display pass.
  func schedulePass(_ owner: DisplayOwner)
  /// Reserves bytes for the owner's queued ticket and gives it to the lanes, or lets it wait for
  /// room.
  func admit(_ owner: DisplayOwner)
  /// Admits the waiting members of an admitted group.
  func admitMembers(of group: DisplayGroup)
  /// Reserves bytes for a ticket if there is room now.
  func reserve(_ ticket: DisplayTicket) -> Bool
  /// Reserves bytes for a ticket beyond the bound.
  func reserveUnconditionally(_ ticket: DisplayTicket)
  /// Passes the reservation of a replaced ticket on to a newer one, as far as it suffices.
  func passReservation(from old: DisplayTicket, to new: DisplayTicket)
  /// Returns the bytes of a ticket; calling it again changes nothing.
  func release(_ ticket: DisplayTicket)
  /// Takes an owner out of the admission queue.
  func leaveAdmission(_ owner: DisplayOwner)
  /// Moves an owner that waits for admission or for a lane to the band of its priority.
  func priorityChanged(_ owner: DisplayOwner)

  /// Counts an accepted display.
  func displayBegan(_ owner: DisplayOwner, _ generation: UInt64)
  /// Reports a published display.
  func displayPublished(_ owner: DisplayOwner, _ generation: UInt64)
  /// Counts an ended display.
  func displayEnded(_ owner: DisplayOwner, _ generation: UInt64, _ outcome: DisplayOutcome)

  /// Hands a drawn or cancelled ticket to the commit queue; on any thread.
  func post(_ ticket: DisplayTicket)
  /// Runs an action on the commit queue; on any thread.
  func enqueue(_ action: @escaping @Sendable () -> Void)
}
