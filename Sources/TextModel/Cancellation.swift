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

  /// Makes the flag another work's; nobody else may know it.
  @inlinable
  package final func reset() { value.store(false, ordering: .relaxed) }
}

/// What every stage polls between units of work.
///
/// A poll is one or two atomic loads. Between two polls a stage spends at most about a millisecond
/// of processor time, so long work is divided into chunks.
// @unchecked Sendable: what is polled is sendable, and held by `holder` or by who lends it.
@safe public struct Cancellation: @unchecked Sendable {
  /// Never cancelled.
  public static let never = Cancellation()

  // Handed from stage to stage, it is copied a dozen times for each label: what is polled is not counted at each.
  @usableFromInline let flag: Unmanaged<CancellationFlag>?
  @usableFromInline let conditions: Unmanaged<CancellationConditions>?
  /// Holds what is polled; `nil` where somebody else does.
  @usableFromInline let holder: (any AnyObject & Sendable)?

  private init() {
    unsafe flag = nil
    unsafe conditions = nil
    holder = nil
  }

  /// Cancelled when the flag is set.
  @inlinable
  public init(flag: CancellationFlag) {
    unsafe self.flag = .passUnretained(flag)
    unsafe conditions = nil
    holder = flag
  }

  /// Cancelled when the flag is set, without holding the flag.
  ///
  /// For work that ends before the caller lets the flag go, and keeps the cancellation no longer; who may keep it is
  /// given the ``kept`` one.
  @inlinable
  package init(lending flag: CancellationFlag) {
    unsafe self.flag = .passUnretained(flag)
    unsafe conditions = nil
    holder = nil
  }

  /// Cancelled when the counter has passed a generation, or when the flag is set.
  ///
  /// - Parameters:
  ///   - counter: The owner's counter.
  ///   - generation: The generation that the work was started for.
  ///   - flag: A switch for this piece of work alone.
  ///   - poll: Called at each poll before the answer is read; for tests and metrics.
  public init(
    counter: GenerationCounter? = nil, generation: UInt64 = 0, flag: CancellationFlag? = nil,
    poll: (@Sendable () -> Void)? = nil
  ) {
    unsafe self.flag = flag.map { unsafe .passUnretained($0) }
    if counter == nil, poll == nil {
      unsafe conditions = nil
      holder = flag
    } else {
      let conditions = CancellationConditions(
        counter: counter, generation: generation, flag: flag, poll: poll)
      unsafe self.conditions = .passUnretained(conditions)
      holder = conditions
    }
  }

  /// The same, for who may keep it as long as he likes.
  package var kept: Cancellation {
    guard holder == nil, let flag = unsafe flag else { return self }
    return Cancellation(flag: unsafe flag.takeUnretainedValue())
  }

  /// Whether the work should stop now.
  @inlinable
  public var isCancelled: Bool {
    // (The pointers say nothing of who holds what they point to: `holder` must not go before they have been used.)
    withExtendedLifetime(holder) {
      if let conditions = unsafe conditions,
        unsafe conditions._withUnsafeGuaranteedRef({ $0.hold() })
      {
        return true
      }
      if let flag = unsafe flag { return unsafe flag._withUnsafeGuaranteedRef { $0.isSet } }
      return false
    }
  }

  /// Returns if the work may go on.
  ///
  /// - Throws: `CancellationError` if it should stop.
  @inlinable
  public func check() throws {
    if isCancelled { throw CancellationError() }
  }
}

/// What else may cancel work.
@usableFromInline
final class CancellationConditions: Sendable {
  private let counter: GenerationCounter?
  private let generation: UInt64
  /// Held for who polls it.
  private let flag: CancellationFlag?
  private let poll: (@Sendable () -> Void)?

  init(
    counter: GenerationCounter?, generation: UInt64, flag: CancellationFlag?,
    poll: (@Sendable () -> Void)?
  ) {
    self.counter = counter
    self.generation = generation
    self.flag = flag
    self.poll = poll
  }

  @usableFromInline
  func hold() -> Bool {
    if let poll { poll() }
    if let counter { return counter.current != generation }
    return false
  }
}
