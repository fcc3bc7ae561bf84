// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CAsyncText
internal import Dispatch
internal import SystemConcurrency
internal import SystemLanes

/// Draws pictures on lanes, several at a time, and returns them in the order of their requests.
final class Batch: HandleObject {
  static let kind = HandleKind.batch

  /// The outcome of a request. A failed picture is a result, not an error of the work, since such
  /// an error would end the batch.
  struct Outcome: Sendable {
    let tag: UInt64
    let result: Result<Picture, CallError>
  }

  typealias Delivery = @Sendable (Outcome) -> Void

  private struct Turn {
    /// Whether a thread is delivering outcomes.
    var isTaken = false
    /// Whether an outcome has come since the delivering thread last looked for one.
    var isAsked = false
  }

  private let lanes: RenderLanes
  private let work: OrderedWork<Outcome>
  private let delivery: Delivery?
  private let turn = Mutex(Turn())
  /// Held by the thread that waits for the next outcome, so that only one thread waits at a time.
  private let taking = DispatchSemaphore(value: 1)
  /// Counts the requests that are not yet drawn and, if there is a ``delivery``, delivered.
  private let unfinished = DispatchGroup()
  /// Whether the batch has ended. A request enters ``unfinished`` under this lock, so that
  /// ``end()`` waits for every accepted request.
  private let ending = Mutex(false)

  /// - Parameters:
  ///   - lanes: The number of lanes of its own; 0 for the shared lanes.
  ///   - delivery: Called with each outcome, on a lane; `nil` if callers use ``next()``.
  init(lanes: Int, delivery: Delivery?) {
    self.lanes = lanes == 0 ? .shared : RenderLanes(count: lanes)
    work = OrderedWork(on: self.lanes)
    self.delivery = delivery
  }

  private var hasEnded: Bool { ending.withLock { $0 } }

  /// Whether outcomes are passed to a function of the caller.
  var delivers: Bool { delivery != nil }

  /// The number of requests whose outcomes were not taken yet.
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
    // Another thread has ended the batch since the request was accepted.
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

  /// Waits for the next outcome; threads that call this at the same time take turns.
  ///
  /// - Returns: `nil` if no request is left.
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

  /// Delivers the outcomes that have come. If another lane is delivering, that lane delivers them.
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

  /// Ends the batch, and waits until the lanes have finished its requests.
  ///
  /// - Throws: ``CallError`` if called on a lane, which would wait for itself.
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
