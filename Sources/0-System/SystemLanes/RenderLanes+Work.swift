// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import SystemConcurrency

extension RenderLanes {
  /// Runs work on a lane and returns its result; cancelled together with the calling task.
  ///
  /// Use this for work of some milliseconds in tasks: there are only as many threads for tasks as
  /// processors, and work that keeps these threads busy delays every other task of the program.
  ///
  /// ```swift
  /// let thumbnail = try await RenderLanes.shared.perform { cancellation in
  ///   try makeThumbnail(of: picture, cancellation)
  /// }
  /// ```
  ///
  /// A cancellation ends the call at once. Work that has not begun never begins; work that has
  /// begun stops at its next poll.
  ///
  /// - Parameters:
  ///   - priority: The priority band in which the work waits for a lane.
  ///   - work: Polls the cancellation it is given at least every millisecond, and does not wait for
  ///     other work.
  /// - Throws: The error of the work, or `CancellationError`.
  @inlinable
  public nonisolated(nonsending) func perform<Value: Sendable>(
    priority: LanePriority = .visible,
    _ work: @escaping @Sendable (Cancellation) throws -> Value
  ) async throws -> Value {
    try await RenderJob(on: self, work).value(priority: priority)
  }
}
