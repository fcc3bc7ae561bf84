// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What a lane can run. (A class, for a reference to it is one word.)
// @unchecked Sendable: what varies is atomic; a subclass answers for its own.
package class LaneJob: @unchecked Sendable {
  /// Where the job stands in the queue, if it waits, or stood last; -1 if it never did, or -2 if it is never to wait again.
  /// Read and written only under the lock of the lanes, and not by a lane that takes the job: it would hold the lock until
  /// the job has come into its cache.
  final let slot = Atomic<Int32>(-1)
  /// The band in which the job waits.
  final let band: Atomic<UInt8>
  /// Whose job it is, if it may have to wait for room there.
  final let source: ObjectIdentifier?

  init(priority: DisplayPriority, source: ObjectIdentifier? = nil) {
    band = Atomic(priority.rawValue)
    self.source = source
  }

  /// Does the work, for those who step lanes by hand.
  package final func perform() { _ = perform(HandedReference(self)) }

  /// Does the work, on a lane, and takes the reference or hands it on.
  ///
  /// - Returns: The source, if it has no room; see ``RenderLanes/rests(lane:_:)``.
  func perform(_ reference: HandedReference<LaneJob>) -> (any LaneSource)? {
    preconditionFailure("a job has work")
  }

  final var isGone: Bool { slot.load(ordering: .relaxed) == -2 }

  final var waitsIn: DisplayPriority {
    DisplayPriority(rawValue: band.load(ordering: .relaxed)) ?? .visible
  }
}

extension HandedReference<LaneJob> {
  /// Does the work of a job.
  @inline(__always)
  func perform() -> (any LaneSource)? { withObject { $0.perform(self) } }
}

/// Where jobs come from.
protocol LaneSource: AnyObject, Sendable {
  /// Whether a job has been put aside that will be resubmitted when there is room, and none of the others is needed for that.
  var isFull: Bool { get }
}

/// Who has put something off as long as the lanes have work.
protocol LaneDebtor: AnyObject, Sendable {
  /// A lane has no more work: do it now.
  func laneRanDry()
}

/// A closure as a job of the lanes.
// @unchecked Sendable: its own property is constant.
final class ClosureJob: LaneJob, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ priority: DisplayPriority, _ body: @escaping @Sendable () -> Void) {
    self.body = body
    super.init(priority: priority)
  }

  override func perform(_ reference: HandedReference<LaneJob>) -> (any LaneSource)? {
    body()
    _ = reference.take()
    return nil
  }
}
