// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// A count that any thread adds to.
public final class Tally: Sendable {
  private let value = Mutex(0)

  public init() {}

  public var count: Int { value.withLock { $0 } }

  public func add() { value.withLock { $0 += 1 } }
}
