// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import struct Synchronization.Atomic

/// A one-way switch that tells one piece of work to stop.
///
/// Any thread may set or read it. The class is open so that an object that stands for a piece of
/// work can be its own switch.
// @unchecked Sendable: `value` is atomic and `poll` constant; a subclass states its own argument.
open class CancellationFlag: @unchecked Sendable {
  @usableFromInline final let value = Atomic<Bool>(false)
  /// Called at each poll, before the flag is read.
  @usableFromInline final let poll: (@Sendable (CancellationFlag) -> Void)?

  /// Creates a flag that is not set.
  public init() { poll = nil }

  /// Creates a flag that calls `poll` at each poll, for tests and the measurement of poll gaps.
  package init(poll: @escaping @Sendable (CancellationFlag) -> Void) { self.poll = poll }

  /// Whether the work was told to stop.
  @inlinable
  public final var isSet: Bool { value.load(ordering: .acquiring) }

  /// Tells the work to stop. Calling it again changes nothing.
  @inlinable
  public final func set() { value.store(true, ordering: .releasing) }

  /// Clears the flag for other work; the caller holds the only reference.
  package final func reset() { value.store(false, ordering: .relaxed) }
}

/// The cancellation check that every stage polls between units of work.
///
/// A poll is one atomic load. Between two polls a stage spends at most about a millisecond of
/// processor time, so long work is divided into chunks.
public struct Cancellation: Sendable {
  /// Never cancelled.
  public static let never = Cancellation()

  @usableFromInline package let flag: CancellationFlag?

  private init() { flag = nil }

  /// Creates a cancellation that follows a flag.
  @inlinable
  public init(flag: CancellationFlag) { self.flag = flag }

  /// Creates a cancellation that is never set and calls `poll` at each poll.
  package init(poll: @escaping @Sendable () -> Void) {
    flag = CancellationFlag(poll: { _ in poll() })
  }

  /// Whether nothing can cancel the work, so that no poll is needed.
  package var isNever: Bool { flag == nil }

  /// Whether the work should stop now.
  @inlinable
  public var isCancelled: Bool {
    guard let flag else { return false }
    if let poll = flag.poll { poll(flag) }
    return flag.isSet
  }

  /// Returns if the work may go on.
  ///
  /// - Throws: `CancellationError` if it should stop.
  @inlinable
  public func check() throws {
    if isCancelled { throw CancellationError() }
  }
}

extension Cancellation {
  /// The poll of work in C, which is given the address of a cancellation.
  package static var poll: @convention(c) (UnsafeRawPointer?) -> Bool {
    { context in
      // The work ends before the cancellation does.
      unsafe context?.assumingMemoryBound(to: Cancellation.self).pointee.isCancelled ?? false
    }
  }
}
