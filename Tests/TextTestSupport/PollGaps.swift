// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The processor time between the polls of one thread, in one pass over some work.
public final class PollGaps: Sendable {
  /// Longer gaps are kept one by one, in seconds.
  public let limit: Double

  public init(limit: Double) { self.limit = limit }

  private struct State {
    var last = 0.0
    var widest = 0.0
    var count = 0
    var long: [Gap] = []
  }

  /// A gap over the limit and the number of the poll that ended it.
  private struct Gap {
    var poll: Int
    var length: Double
  }

  private let state = Mutex(State())

  public var widest: Double { state.withLock { $0.widest } }
  public var count: Int { state.withLock { $0.count } }

  /// A cancellation whose polls are recorded.
  public var cancellation: Cancellation { Cancellation(poll: { self.note() }) }

  /// Restarts the clock, for example after memory of earlier work was freed.
  public func begin() {
    let now = ThreadTime.now
    state.withLock { $0.last = now }
  }

  public func note() {
    let now = ThreadTime.now
    state.withLock {
      let gap = now - $0.last
      $0.widest = max($0.widest, gap)
      $0.count += 1
      if gap >= limit {
        $0.long.append(Gap(poll: $0.count, length: gap))
        // The time of recording the gap does not count.
        $0.last = ThreadTime.now
      } else {
        $0.last = now
      }
    }
  }

  // MARK: - Several passes

  /// Polls by which a gap may be off from pass to pass.
  private static let tolerance = 16

  /// The longest gap near a poll; 0 if none there is over the limit.
  private func longest(near poll: Int) -> Double {
    state.withLock { state in
      var longest = 0.0
      for gap in state.long where abs(gap.poll - poll) <= Self.tolerance {
        longest = max(longest, gap.length)
      }
      return longest
    }
  }

  /// The widest gap that every pass has.
  ///
  /// The clock of a thread's processor time also counts interrupts, and on a virtual machine the
  /// time of other guests: even a loop that only reads it sees gaps of more than a millisecond.
  /// Such a gap comes anywhere, while one in the code comes in every pass and, in passes with
  /// equally many polls, at the same poll. So a gap counts as long as the shortest that the passes
  /// have there. If each pass has a gap of twice the limit, it counts wherever it is.
  public static func lasting(_ passes: [PollGaps], limit: Double) -> Double {
    let least = passes.map(\.widest).min() ?? 0
    if least < limit || least >= 2 * limit { return least }
    var lasting = least
    for first in passes {
      let alike = passes.filter { $0.count == first.count }
      if alike.count < 2 { continue }
      var widest = 0.0
      for gap in first.state.withLock({ $0.long }) {
        widest = max(widest, alike.map { $0.longest(near: gap.poll) }.min() ?? 0)
      }
      lasting = min(lasting, widest)
    }
    return lasting
  }

  /// The widest gap that comes in every pass over some work; no pass follows where all gaps are
  /// within the limit.
  ///
  /// - Parameters:
  ///   - limit: Longer gaps are looked for, in seconds.
  ///   - passes: The most passes.
  ///   - work: Polls the cancellation of the gaps.
  public static func lasting(
    limit: Double, passes: Int = 8, of work: (Cancellation) throws -> Void
  ) rethrows -> Double {
    var done: [PollGaps] = []
    var lasting = Double.infinity
    while done.count < passes, lasting >= limit {
      let gaps = PollGaps(limit: limit)
      gaps.begin()
      try work(gaps.cancellation)
      done.append(gaps)
      lasting = Self.lasting(done, limit: limit)
    }
    return lasting
  }
}
