// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The end of work that a test began elsewhere: of a closure on a lane or a queue, or of a handler.
public final class Completion<Value: Sendable>: Sendable {
  private let outcome = Mutex<Result<Value, any Error>?>(nil)

  fileprivate init() {}

  fileprivate var isThere: Bool { outcome.withLock { $0 != nil } }

  fileprivate func get() throws -> Value? { try outcome.withLock { $0 }?.get() }

  /// Ends the wait with a result; the first one counts.
  public func resume(with result: Result<Value, any Error>) {
    outcome.withLock { if $0 == nil { $0 = result } }
  }

  /// Ends the wait with a value.
  public func resume(returning value: Value) { resume(with: .success(value)) }
}

extension Completion<Void> {
  /// Ends the wait.
  public func resume() { resume(returning: ()) }
}

/// Begins work elsewhere and waits until it says that it is done, in turns of the caller's actor.
///
/// In place of `withCheckedContinuation`, which keeps the whole run from ending if the work is
/// lost.
///
/// - Parameter start: Begins the work, which calls `resume` at its end, on any thread.
/// - Returns: The value that the work ends with.
/// - Throws: The error that the work ends with, or as `until` does, which bounds the wait.
public nonisolated(nonsending) func completion<Value: Sendable>(
  turns limit: Int = 60_000, file: StaticString = #fileID, line: UInt = #line,
  _ start: (Completion<Value>) -> Void
) async throws -> Value {
  let completion = Completion<Value>()
  start(completion)
  try await until(turns: limit, file: file, line: line) { completion.isThere }
  guard let value = try completion.get() else { throw CancellationError() }
  return value
}

/// Runs a wait without an end of its own, as for the next element of a sequence, until it ends, in
/// turns of the caller's actor.
///
/// - Throws: The body's error, or as `until` does, which bounds the wait; the body is cancelled
///   then.
public nonisolated(nonsending) func finish<Value: Sendable>(
  turns limit: Int = 60_000, file: StaticString = #fileID, line: UInt = #line,
  @_inheritActorContext _ body: sending @escaping @isolated(any) () async throws -> Value
) async throws -> Value {
  let completion = Completion<Value>()
  let task = Task {
    do { completion.resume(returning: try await body()) } catch {
      completion.resume(with: .failure(error))
    }
  }
  do {
    try await until(turns: limit, file: file, line: line) { completion.isThere }
  } catch {
    task.cancel()
    throw error
  }
  guard let value = try completion.get() else { throw CancellationError() }
  return value
}
