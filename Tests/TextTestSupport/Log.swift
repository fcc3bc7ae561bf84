// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// Lines that any thread adds.
public final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  public init() {}

  public var all: [String] { lines.withLock { $0 } }

  public func add(_ line: String) { lines.withLock { $0.append(line) } }
}
