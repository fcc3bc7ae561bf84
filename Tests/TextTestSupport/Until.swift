// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A condition that did not come to hold within its limit.
public struct ConditionTimeout: Error, CustomStringConvertible {
  public let limit: Duration
  public let location: String

  public init(limit: Duration, location: String) { (self.limit, self.location) = (limit, location) }

  public var description: String { "the condition at \(location) did not hold within \(limit)" }
}

/// Waits until a condition holds, in turns of the caller's actor.
///
/// A condition that never holds fails its test after `limit`, where a loop of its own would keep
/// the whole run from ending.
///
/// - Throws: `ConditionTimeout`, or `CancellationError` if the test is cancelled.
public nonisolated(nonsending) func until(
  within limit: Duration = .seconds(600), file: StaticString = #fileID, line: UInt = #line,
  _ condition: () -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  var turns = 0
  while !condition() {
    try Task.checkCancellation()
    guard ContinuousClock.now < end else {
      throw ConditionTimeout(limit: limit, location: "\(file):\(line)")
    }
    turns += 1
    // Most come within some turns; a longer wait leaves the processor to what it waits for.
    if turns < 1000 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(1)) }
  }
}
