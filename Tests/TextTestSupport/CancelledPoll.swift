// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// A cancellation that is set at one of its polls, and stays set.
public final class CancelledPoll: Sendable {
  private let polls = Mutex(0)
  private let last: Int

  /// - Parameter last: The number of the poll that is the first to see it set; 1 is the first.
  public init(at last: Int = .max) { self.last = last }

  /// The number of polls so far.
  public var count: Int { polls.withLock { $0 } }

  /// The cancellation whose polls are counted.
  public var cancellation: Cancellation {
    Cancellation(
      flag: CancellationFlag { [self] flag in
        let count = polls.withLock { count in
          count += 1
          return count
        }
        if count >= last { flag.set() }
      })
  }

  /// Does work once for each of its polls, at which it is cancelled.
  ///
  /// - Parameter work: The same work each time.
  /// - Returns: The number of polls of the work where nothing cancels it.
  public static func each(_ work: (CancelledPoll) throws -> Void) rethrows -> Int {
    let whole = CancelledPoll()
    try work(whole)
    for last in stride(from: 1, through: whole.count, by: 1) { try work(CancelledPoll(at: last)) }
    return whole.count
  }
}
