// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// Asynchronous calls that wait until a test answers them, in any order.
public final class LateAnswers: Sendable {
  public enum Answer: Sendable, CaseIterable {
    case value, nothing, failure
  }

  private let waiting = Mutex<[CheckedContinuation<Answer, Never>]>([])

  public init() {}

  /// The number of calls that wait.
  public var count: Int { waiting.withLock { $0.count } }

  /// Waits for the answer to this call.
  public func next() async -> Answer {
    await withCheckedContinuation { call in waiting.withLock { $0.append(call) } }
  }

  /// Answers one of the calls that wait.
  public func give(_ answer: Answer, to index: Int) {
    let call = waiting.withLock { $0.remove(at: index) }
    call.resume(returning: answer)
  }
}
