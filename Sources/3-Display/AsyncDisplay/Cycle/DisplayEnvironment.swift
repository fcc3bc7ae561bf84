// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemLanes
import CanvasDrawing

/// The constant services of a coordinator, shared by all its display cycles.
final class DisplayServices: Sendable {
  let commitQueue: any CommitQueue
  let lanes: RenderLanes
  let releaseQueue: ReleaseQueue
  /// The bitmap pool of the drawings.
  let pool: BitmapPool
  let metrics: DisplayMetrics
  let admission: DisplayAdmission

  /// Bytes of small bitmaps for each lane that wait for their commit: what a lane's second-level
  /// cache holds.
  private static let cachedByteCount = 2 << 20

  init(
    commitQueue: any CommitQueue, lanes: RenderLanes, releaseQueue: ReleaseQueue, pool: BitmapPool,
    metrics: DisplayMetrics, uncommittedByteLimit: Int
  ) {
    admission = DisplayAdmission(
      limit: uncommittedByteLimit, smallLimit: lanes.count * Self.cachedByteCount,
      commitQueue: commitQueue)
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
