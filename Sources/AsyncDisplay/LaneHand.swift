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

  private let places = InlineArray<3, Atomic<UInt>> { _ in Atomic(0) }

  deinit { while let job = take() { _ = job.take() } }

  /// How many jobs it holds.
  var count: Int {
    var count = 0
    for index in places.indices where places[index].load(ordering: .relaxed) != 0 { count += 1 }
    return count
  }

  /// Puts a job behind the others; only the lane itself does, under the lock of the queue, when its hand was empty.
  @inline(__always)
  func put(_ job: HandedReference<LaneJob>) {
    for index in places.indices where places[index].load(ordering: .relaxed) == 0 {
      return places[index].store(job.word, ordering: .releasing)
    }
    preconditionFailure("a hand holds no more")
  }

  /// Takes the job that is next; on any thread.
  @inline(__always)
  func take() -> HandedReference<LaneJob>? {
    for index in places.indices where places[index].load(ordering: .relaxed) != 0 {
      let word = places[index].exchange(0, ordering: .acquiringAndReleasing)
      if word != 0 { return HandedReference(word: word) }
    }
    return nil
  }

  /// Takes the job that is last; on any thread.
  func takeLast() -> HandedReference<LaneJob>? {
    for index in places.indices.reversed() where places[index].load(ordering: .relaxed) != 0 {
      let word = places[index].exchange(0, ordering: .acquiringAndReleasing)
      if word != 0 { return HandedReference(word: word) }
    }
    return nil
  }
}
