// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A condition that did not come to hold within its turns.
public struct ConditionTimeout: Error, CustomStringConvertible {
  public let turns: Int
  public let location: String

  public init(turns: Int, location: String) { (self.turns, self.location) = (turns, location) }

  public var description: String {
    "the condition at \(location) did not hold within \(turns) turns"
  }
}

/// Waits until a condition holds, in turns of the caller's actor.
///
/// A condition that never holds fails its test after `limit` turns, where a loop of its own would
/// keep the whole run from ending. Most turns take a millisecond, so that is a minute on a
/// machine with nothing else to do; on a busy one turns come later, as does what is waited for.
///
/// - Throws: `ConditionTimeout`, or `CancellationError` if the test is cancelled.
public nonisolated(nonsending) func until(
  turns limit: Int = 60_000, file: StaticString = #fileID, line: UInt = #line,
  _ condition: () -> Bool
) async throws {
  var turns = 0
  while !condition() {
    try Task.checkCancellation()
    guard turns < limit else {
      throw ConditionTimeout(turns: limit, location: "\(file):\(line)")
    }
    turns += 1
    // Most come within some turns; a longer wait leaves the processor to what it waits for.
    if turns < 1000 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(1)) }
  }
}

/// Waits until a condition holds that must be asked for.
public func eventually(
  turns limit: Int = 15_000, file: StaticString = #fileID, line: UInt = #line,
  _ condition: () async throws -> Bool
) async throws {
  var turns = 0
  while try await !condition() {
    guard turns < limit else {
      throw ConditionTimeout(turns: limit, location: "\(file):\(line)")
    }
    turns += 1
    try await Task.sleep(for: .milliseconds(2))
  }
}
