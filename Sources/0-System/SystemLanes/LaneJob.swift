// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Work that a lane runs, in steps.
@usableFromInline package protocol LaneWork: AnyObject, Sendable {
  /// Does the next part of the work, on a lane.
  ///
  /// - Returns: Whether there is another part.
  func step() -> Bool
}

/// An entry in the queue of the lanes, which holds at most one piece of work.
///
/// Work in the entry can be replaced or taken back until a lane takes it, and the entry keeps its
/// place meanwhile: a display that is superseded while it waits does not go to the end of the
/// queue.
// @unchecked Sendable: every property is read and written under the lock of the lanes alone.
@usableFromInline package final class LaneJob: @unchecked Sendable {
  /// The work; `nil` if a lane has taken it, or if it was taken back.
  var work: (any LaneWork)?
  /// The priority band in which the entry waits.
  var priority: LanePriority
  /// Whether the work is a part of a host's frame, which goes before all displays.
  let isFrame: Bool
  /// The entry's slot in `PriorityBands` while it is queued.
  var slot: Int32?
  /// Whether the entry was removed for good; it is not queued again.
  var isRemoved = false

  @usableFromInline
  package init(priority: LanePriority, isFrame: Bool = false, work: (any LaneWork)? = nil) {
    self.priority = priority
    self.isFrame = isFrame
    self.work = work
  }
}

/// A closure as work of one step.
final class ClosureWork: LaneWork {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func step() -> Bool {
    body()
    return false
  }
}

/// An observer that is called when a lane has run out of work.
package protocol LaneIdleObserver: AnyObject, Sendable {
  /// Runs once on the lane that ran out of work.
  func laneBecameIdle()
}
