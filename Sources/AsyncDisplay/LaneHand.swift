// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Jobs that a lane has taken from the queue together, to run one after the other.
///
/// Where many short jobs wait, lanes that come to the queue for each spend a good part of their time on its lock. The lane
/// takes from its hand without a lock; another does, under the lock, that has nothing else to do, or finds that the hand
/// lies still.
struct LaneHand: ~Copyable, Sendable {
  /// The most that a hand holds.
  static let size = 3

  // (No inline array: the runtime would make its type at the start of each process that draws once.)
  private let first = Atomic<UInt>(0)
  private let second = Atomic<UInt>(0)
  private let third = Atomic<UInt>(0)

  deinit { while let job = take() { _ = job.take() } }

  /// How many jobs it holds.
  var count: Int { Self.count(first) + Self.count(second) + Self.count(third) }

  /// Puts a job behind the others; only the lane itself does, under the lock of the queue, when its hand was empty.
  @inline(__always)
  func put(_ job: HandedReference<LaneJob>) {
    if Self.put(job, into: first) || Self.put(job, into: second) || Self.put(job, into: third) {
      return
    }
    preconditionFailure("a hand holds no more")
  }

  /// Takes the job that is next; on any thread.
  @inline(__always)
  func take() -> HandedReference<LaneJob>? {
    Self.take(first) ?? Self.take(second) ?? Self.take(third)
  }

  /// Takes the job that is last; on any thread.
  func takeLast() -> HandedReference<LaneJob>? {
    Self.take(third) ?? Self.take(second) ?? Self.take(first)
  }

  private static func count(_ place: borrowing Atomic<UInt>) -> Int {
    place.load(ordering: .relaxed) == 0 ? 0 : 1
  }

  @inline(__always)
  private static func put(
    _ job: HandedReference<LaneJob>, into place: borrowing Atomic<UInt>
  ) -> Bool {
    if place.load(ordering: .relaxed) != 0 { return false }
    place.store(job.word, ordering: .releasing)
    return true
  }

  @inline(__always)
  private static func take(_ place: borrowing Atomic<UInt>) -> HandedReference<LaneJob>? {
    if place.load(ordering: .relaxed) == 0 { return nil }
    let word = place.exchange(0, ordering: .acquiringAndReleasing)
    return word == 0 ? nil : HandedReference(word: word)
  }
}
