// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// One request and its answer, from the head to the last byte that was sent.
///
/// A server opens an exchange with ``TextService/open(_:)``, follows ``step-swift.property``, and
/// ends the exchange with ``end(wasDelivered:)``, on any thread.
public final class ServiceExchange: Sendable {
  /// The next action of a server.
  public enum Step: Sendable {
    /// Send the answer; there is no work.
    case answer(ServiceAnswer)
    /// Receive the body, if there is one, with ``ServiceExchange/receive(_:)`` for each part, then
    /// call ``ServiceExchange/begin(_:_:)``.
    case body
    /// Pass the body to a ``ServiceBatch`` as it comes.
    case lines
  }

  private struct State {
    var share: AdmittedShare?
    var received = 0
    var job: ServiceJob?
    /// Called with the answer; `nil` before ``begin(_:_:)`` and once it has been called.
    var handler: (@Sendable (ServiceAnswer?) -> Void)?
    /// Whether the client has gone.
    var isCancelled = false
    var isAnswered = false
    var isEnded = false
    /// Whether no lane works for the exchange any more.
    var isComplete = false
  }

  let service: TextService
  /// The request; `nil` if the exchange was opened with its answer.
  let request: ServiceRequest?
  /// The next action of a server.
  public let step: Step
  private let route: String
  /// The CORS header fields, which every answer of the exchange has.
  private let sharing: [(name: String, value: String)]
  private let start: ContinuousClock.Instant
  private let state: Mutex<State>

  init(
    _ service: TextService, answer: ServiceAnswer, route: String,
    sharing: [(name: String, value: String)], _ start: ContinuousClock.Instant
  ) {
    (self.service, self.route, self.start, request) = (service, route, start, nil)
    self.sharing = sharing
    step = .answer(answer.adding(sharing))
    var state = State()
    state.isAnswered = true
    self.state = Mutex(state)
    count(answer)
  }

  init(
    _ service: TextService, _ request: ServiceRequest, _ share: AdmittedShare,
    sharing: [(name: String, value: String)], _ start: ContinuousClock.Instant
  ) {
    (self.service, self.request, self.start) = (service, request, start)
    self.sharing = sharing
    route = request.route.name
    step = request.route == .batch ? .lines : .body
    var state = State()
    state.share = share
    self.state = Mutex(state)
  }

  private func count(_ answer: ServiceAnswer) {
    service.counters.countAnswer(
      answer, route, seconds: (ContinuousClock.now - start) / .seconds(1))
  }

  /// An exchange that is released without an answer and without ``end(wasDelivered:)`` counts as
  /// one whose client has gone.
  deinit {
    let isLost = state.withLock { !$0.isAnswered && !$0.isEnded }
    if isLost { service.counters.count { $0.hangUps += 1 } }
  }

  // MARK: The body

  /// Takes the memory for a part of the body, before it is kept.
  ///
  /// - Parameter count: The bytes of the part.
  /// - Returns: The answer to send instead, if the body is too long or there is no memory.
  public func receive(_ count: Int) -> ServiceAnswer? {
    guard let request else { return nil }
    let (total, share) = state.withLock { state in
      state.received += count
      return (state.received, state.share)
    }
    guard let share else { return nil }
    do throws(ServiceRefusal) {
      try request.check(length: total)
      // The memory for the length in the head was taken when the exchange was opened; only bytes
      // beyond that length are taken here.
      let untold = total - max(request.bodyLength ?? 0, total - count)
      if untold > 0 { try request.admit(untold, to: share) }
      return nil
    } catch {
      return answered(error.answer)
    }
  }

  /// The answer to a request that the server itself refuses, for example since the body comes too
  /// slowly.
  ///
  /// - Parameters:
  ///   - status: The status code of HTTP.
  ///   - code: A word for programs.
  ///   - message: A sentence for the user.
  public func refusal(status: Int, code: String, _ message: String) -> ServiceAnswer {
    answered(ServiceRefusal(status, code, message).answer)
  }

  /// Counts an answer, unless the exchange was answered or has ended before, and returns it with
  /// the CORS fields.
  private func answered(_ answer: ServiceAnswer) -> ServiceAnswer {
    let isFirst = state.withLock { state in
      defer { state.isAnswered = true }
      return !state.isAnswered && !state.isEnded
    }
    if isFirst { count(answer) }
    return answer.adding(sharing)
  }

  // MARK: The work

  /// Begins the work.
  ///
  /// - Parameters:
  ///   - body: The body; empty for a request without a body.
  ///   - handler: Called once, on any thread: with the answer, or with `nil` if the exchange was
  ///     cancelled or ended before there was an answer.
  public func begin(
    _ body: [UInt8] = [], _ handler: @escaping @Sendable (ServiceAnswer?) -> Void
  ) {
    let share = state.withLock { state -> AdmittedShare? in
      if state.isCancelled || state.isEnded || state.isAnswered { return nil }
      if state.share != nil { state.handler = handler }
      return state.share
    }
    guard let request, let share else { return handler(nil) }
    let limit = service.configuration.timeLimit
    service.deadlines.add(self, seconds: min(request.parameters.timeLimit ?? limit, limit)) {
      [self] in expire()
    }
    let work = ServiceWork(request, body, share, service)
    let job = ServiceJob(
      service, in: request.band, { try work.answer($0) },
      completion: { [self] answer in complete(answer) })
    let isOver = state.withLock { state in
      if !state.isEnded { state.job = job }
      return state.isCancelled || state.isEnded || state.isAnswered
    }
    // Between the two locks the client has gone, or the time is over. Cancelling complete work has
    // no effect.
    if isOver { job.cancel() }
  }

  private func complete(_ answer: ServiceAnswer?) {
    service.deadlines.remove(self)
    state.withLock { $0.isComplete = true }
    guard let (handler, isEnded) = takeHandler(answering: answer != nil) else { return }
    if isEnded { return handler(nil) }
    if let answer {
      count(answer)
      if let cache = service.cache, answer.status == 200, let tag = answer["ETag"] {
        cache.keep(answer, tag)
      }
    }
    handler(answer?.adding(sharing))
  }

  /// Takes the handler out, so that it is called only once; also returns whether the exchange has
  /// ended, so that the answer would be lost.
  private func takeHandler(
    answering: Bool
  ) -> (handler: @Sendable (ServiceAnswer?) -> Void, isEnded: Bool)? {
    state.withLock { state in
      guard let handler = state.handler.take() else { return nil }
      if !state.isEnded { state.isAnswered = answering }
      return (handler, state.isEnded)
    }
  }

  // MARK: Ends

  /// Cancels the work, since the client has gone. The handler is called with `nil` if there was no
  /// answer yet.
  public func cancel() {
    if let request, !request.parameters.isCancellable { return }
    let job = state.withLock { state in
      state.isCancelled = true
      return state.job
    }
    job?.cancel()
  }

  /// Answers with 504 and cancels the work, since the time of the request is over.
  func expire() {
    guard let (handler, isEnded) = takeHandler(answering: true) else { return }
    if isEnded { return handler(nil) }
    let job = state.withLock { $0.job }
    let answer = ServiceRefusal.late.answer
    count(answer)
    handler(answer.adding(sharing))
    // `abandon()` counts the time of the work as wasted, even if the work has just been completed.
    job?.abandon()
    job?.cancel()
  }

  /// Ends the exchange; to be called once, when the answer was sent or the client has gone.
  ///
  /// - Parameter wasDelivered: Whether all of the answer was sent.
  public func end(wasDelivered: Bool) {
    let old = state.withLock { state -> State in
      let old = state
      (state.isEnded, state.share, state.job) = (true, nil, nil)
      return old
    }
    if old.isEnded { return }
    if !old.isAnswered {
      service.counters.count { $0.hangUps += 1 }
      service.deadlines.remove(self)
    } else if !wasDelivered {
      service.counters.count { $0.undelivered += 1 }
    }
    if old.isAnswered, wasDelivered {
      if old.isComplete { old.share?.leave() }
      return
    }
    old.job?.abandon()
    if request?.parameters.isCancellable ?? true { old.job?.cancel() }
  }

  // MARK: Batches

  /// The answer to a batch without its body, which consists of the replies.
  public var linesAnswer: ServiceAnswer {
    ServiceAnswer(
      status: 200, fields: [("Content-Type", ServiceBatch.type), ("Cache-Control", "no-store")]
    ).adding(sharing)
  }

  /// Counts the whole batch as one answer; its lines have been counted as work.
  func endLines() {
    _ = answered(ServiceAnswer(status: 200))
  }
}
