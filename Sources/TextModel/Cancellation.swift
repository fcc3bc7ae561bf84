// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// Counts the requests of one owner; work that was started for an older count is stale.
///
/// 64 bits: it never wraps (defect D17 of the design this project succeeds).
public final class GenerationCounter: Sendable {
  private let value = Atomic<UInt64>(0)

  /// Creates a counter at 0.
  public init() {}

  /// The present generation.
  public var current: UInt64 { value.load(ordering: .acquiring) }

  /// Raises the generation, which makes all earlier work stale.
  ///
  /// - Returns: The new generation.
  @discardableResult
  public func advance() -> UInt64 {
    value.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
  }
}

/// A one-way switch by which one piece of work is told to stop.
///
/// The class is open so that a piece of work can be its own switch, in one object.
// @unchecked Sendable: the one property is atomic; a subclass answers for its own.
open class CancellationFlag: @unchecked Sendable {
  @usableFromInline final let value = Atomic<Bool>(false)

  /// Creates a flag that is not set.
  public init() {}

  /// Whether the work was told to stop.
  @inlinable
  public final var isSet: Bool { value.load(ordering: .acquiring) }

  /// Tells the work to stop; calling it again changes nothing.
  @inlinable
  public final func set() { value.store(true, ordering: .releasing) }
}

/// What every stage polls between units of work.
///
/// A poll is one or two atomic loads. Between two polls a stage spends at most about a millisecond
/// of processor time, so long work is divided into chunks.
public struct Cancellation: Sendable {
  /// Never cancelled.
  public static let never = Cancellation()

  @usableFromInline let counter: GenerationCounter?
  @usableFromInline let generation: UInt64
  @usableFromInline let flag: CancellationFlag?
  @usableFromInline let poll: (@Sendable () -> Void)?

  private init() {
    counter = nil
    generation = 0
    flag = nil
    poll = nil
  }

  /// Cancelled when the counter has passed a generation, or when the flag is set.
  ///
  /// - Parameters:
  ///   - counter: The owner's counter.
  ///   - generation: The generation that the work was started for.
  ///   - flag: A switch for this piece of work alone.
  ///   - poll: Called at each poll before the answer is read; for tests and metrics.
  @inlinable
  public init(
    counter: GenerationCounter? = nil, generation: UInt64 = 0, flag: CancellationFlag? = nil,
    poll: (@Sendable () -> Void)? = nil
  ) {
    self.counter = counter
    self.generation = generation
    self.flag = flag
    self.poll = poll
  }

  /// Whether the work should stop now.
  @inlinable
  public var isCancelled: Bool {
    if let poll { poll() }
    if let flag, flag.isSet { return true }
    if let counter, counter.current != generation { return true }
    return false
  }

  /// Returns if the work may go on.
  ///
  /// - Throws: `CancellationError` if it should stop.
  @inlinable
  public func check() throws {
    if isCancelled { throw CancellationError() }
  }
}
