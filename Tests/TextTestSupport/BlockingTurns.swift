// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
import Glibc
import SystemConcurrency

/// Whether the threads that all tasks of the process share have come round since this was made.
private final class TaskRound: Sendable {
  private let hasCome = Mutex(false)

  init() { Task.detached { [self] in hasCome.withLock { $0 = true } } }

  var isOver: Bool { hasCome.withLock { $0 } }
}

/// Blocks the thread until a condition holds, in turns.
///
/// For threads that hold up a queue or a lane on purpose, where `until` would let it go on. What
/// they wait for may come from a task, and tasks may stand in a long queue while all tests run on a
/// busy machine: a turn takes ten milliseconds and until a task that was queued at its begin has
/// run, but three tenths of a second at most, for a thread that is itself one of those of the
/// tasks.
///
/// - Throws: `ConditionTimeout` after `limit` turns.
public func waitInTurns(
  _ limit: Int = 6000, file: StaticString = #fileID, line: UInt = #line,
  until condition: () -> Bool
) throws {
  for _ in 0..<limit {
    let round = TaskRound()
    for _ in 0..<30 {
      for _ in 0..<10 {
        if condition() { return }
        usleep(1000)
      }
      if round.isOver { break }
    }
  }
  throw ConditionTimeout(turns: limit, location: "\(file):\(line)")
}

extension DispatchSemaphore {
  /// Blocks the thread until the semaphore is signalled, in turns.
  ///
  /// - Throws: `ConditionTimeout` after `limit` turns.
  public func waitInTurns(
    _ limit: Int = 6000, file: StaticString = #fileID, line: UInt = #line
  ) throws {
    try TextTestSupport.waitInTurns(limit, file: file, line: line) {
      wait(timeout: .now()) == .success
    }
  }
}

extension DispatchGroup {
  /// Blocks the thread until the group is empty, in turns.
  ///
  /// - Throws: `ConditionTimeout` after `limit` turns.
  public func waitInTurns(
    _ limit: Int = 6000, file: StaticString = #fileID, line: UInt = #line
  ) throws {
    try TextTestSupport.waitInTurns(limit, file: file, line: line) {
      wait(timeout: .now()) == .success
    }
  }
}
