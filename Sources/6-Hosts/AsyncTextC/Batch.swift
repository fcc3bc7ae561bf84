// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CAsyncText
internal import Dispatch
internal import SystemConcurrency
internal import SystemLanes

/// Pictures that lanes draw at the same time, and that come in their order.
final class Batch: HandleObject {
  static let kind = HandleKind.batch

  /// What became of a request. Its failure is no failure of the work, which would end the batch.
  struct Outcome: Sendable {
    let tag: UInt64
    let result: Result<Picture, CallError>
  }

  typealias Delivery = @Sendable (Outcome) -> Void

  private struct Turn {
    /// Whether a thread delivers.
    var isTaken = false
    /// Whether a result came since it looked.
    var isAsked = false
  }

  private let lanes: RenderLanes
  private let work: OrderedWork<Outcome>
  private let delivery: Delivery?
  private let turn = Mutex(Turn())
  /// Held by the thread that waits for the next outcome: one at a time.
  private let taking = DispatchSemaphore(value: 1)
  /// Requests whose work, and deliveries that are not through.
  private let unfinished = DispatchGroup()
  /// Whether the batch has ended. A request counts as unfinished from within this lock on, so that
  /// an end waits for it.
  private let ending = Mutex(false)

  /// - Parameters:
  ///   - lanes: The number of lanes; 0 for those that all such batches share.
  ///   - delivery: Takes the outcomes, on a lane; `nil` if they are taken with ``next()``.
  init(lanes: Int, delivery: Delivery?) {
    self.lanes = lanes == 0 ? .shared : RenderLanes(count: lanes)
    work = OrderedWork(on: self.lanes)
    self.delivery = delivery
  }

  private var hasEnded: Bool { ending.withLock { $0 } }

  /// Whether pictures are passed to a function.
  var delivers: Bool { delivery != nil }

  /// The outcomes that were not taken.
  var count: Int { work.count }

  /// Queues a request.
  ///
  /// - Throws: ``CallError`` with `cancelled` once the batch has ended.
  func submit(_ request: DrawRequest, tag: UInt64) throws(CallError) {
    let isAccepted = ending.withLock { hasEnded in
      if !hasEnded { unfinished.enter() }
      return !hasEnded
    }
    guard isAccepted else { throw .ended }
    let job = RenderJob(on: lanes) { cancellation in
      Outcome(tag: tag, result: try Self.result(of: request, cancellation))
    }
    var isQueued = false
    work.submit { completion in
      isQueued = true
      job.start(priority: .visible) { [self] result in
        completion(result)
        if delivery != nil { deliver() }
        unfinished.leave()
      }
      return { job.cancel() }
    }
    // The batch was ended by another thread meanwhile.
    guard isQueued else {
      unfinished.leave()
      throw .ended
    }
  }

  /// - Throws: `CancellationError` if the batch has ended.
  private static func result(
    of request: DrawRequest, _ job: Cancellation
  ) throws -> Result<Picture, CallError> {
    do {
      return .success(try request.picture(request.cancellation(within: job)))
    } catch {
      try job.check()
      return .failure(CallError(error))
    }
  }

  /// Waits for the next outcome, and for threads that wait for the ones before.
  ///
  /// - Returns: `nil` if nothing is left.
  func next() throws -> Outcome? {
    taking.wait()
    defer { taking.signal() }
    do {
      let outcome = try work.waitForNext()
      if outcome == nil, hasEnded { throw CallError.ended }
      return outcome
    } catch is CancellationError {
      throw CallError.ended
    }
  }

  /// Passes on what has come, unless another lane does so just now.
  private func deliver() {
    let isMine = turn.withLock { turn in
      turn.isAsked = true
      defer { turn.isTaken = true }
      return !turn.isTaken
    }
    guard isMine, let delivery else { return }
    while true {
      turn.withLock { $0.isAsked = false }
      while !hasEnded, work.isNextReady, let outcome = try? work.waitForNext() {
        delivery(outcome)
      }
      let isThrough = turn.withLock { turn in
        if !turn.isAsked { turn.isTaken = false }
        return !turn.isTaken
      }
      if isThrough { return }
    }
  }

  /// Ends the batch, and waits until the lanes have let go of it.
  ///
  /// - Throws: ``CallError`` on a lane, which would wait for itself.
  func end() throws(CallError) {
    guard RenderLanes.current == nil else {
      throw .invalidArgument("a batch cannot be ended while it delivers a picture, by that thread")
    }
    ending.withLock { $0 = true }
    work.cancel()
    unfinished.wait()
  }

  deinit { work.end() }
}

extension CallError {
  static let ended = CallError(AT_CANCELLED, "the batch was ended")
}
