// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemConcurrency
internal import SystemLanes

/// A piece of work of a request, run on a lane and counted. It waits for a lane in its priority
/// band; bulk work waits for a turn of ``BulkTurns`` before.
final class ServiceJob: Sendable {
  typealias Work = @Sendable (Cancellation) throws -> ServiceAnswer
  typealias Completion = @Sendable (ServiceAnswer?) -> Void

  private struct State {
    var job: RenderJob<ServiceAnswer>?
    /// The number of the work in the queue of ``BulkTurns``; `nil` if it does not wait there.
    var turn: Int?
    /// The completion; `nil` once the work is complete.
    var completion: Completion?
    var hasBegun = false
    var isCancelled = false
    /// Whether the result is no longer used.
    var isAbandoned = false
    /// The processor time, in seconds, once the work has ended.
    var seconds = 0.0
  }

  private let service: TextService
  private let state: Mutex<State>

  /// Queues work.
  ///
  /// - Parameter completion: Called once, on any thread: with the answer, which may report an
  ///   error, or with `nil` if the work was cancelled before there was an answer.
  init(
    _ service: TextService, in band: LanePriority, _ work: @escaping Work,
    completion: @escaping Completion
  ) {
    self.service = service
    var state = State()
    state.completion = completion
    self.state = Mutex(state)
    guard band == .idle else {
      start(work, in: band, nil)
      return
    }
    let number = service.bulk.enter { [self] turn in start(work, in: band, turn) }
    self.state.withLock { state in
      if state.completion != nil, state.job == nil { state.turn = number }
    }
  }

  private func start(_ work: @escaping Work, in band: LanePriority, _ turn: BulkTurn?) {
    let job = RenderJob(on: service.lanes) { [self] cancellation in
      // The turn is held as long as the work runs.
      try withExtendedLifetime(turn) { try run(work, cancellation) }
    }
    let isCancelled = state.withLock { state in
      state.turn = nil
      if !state.isCancelled { state.job = job }
      return state.isCancelled
    }
    if isCancelled { return }
    job.start(priority: band) { [self] result in complete(try? result.get()) }
  }

  private func run(_ work: Work, _ cancellation: Cancellation) throws -> ServiceAnswer {
    let start = Self.threadSeconds
    let goesOn = state.withLock { state in
      state.hasBegun = state.completion != nil
      return state.hasBegun
    }
    // The work was cancelled after a lane took it from the queue.
    guard goesOn else { throw CancellationError() }
    service.counters.count { $0.begun += 1 }
    service.workBegins.withLock { $0 }?()
    let answer: ServiceAnswer?
    do {
      answer = try work(cancellation)
    } catch {
      answer = cancellation.isCancelled ? nil : ServiceRefusal(error).answer
    }
    let seconds = Self.threadSeconds - start
    let isForNobody = state.withLock { state in
      state.seconds = seconds
      return state.isCancelled || state.isAbandoned
    }
    service.counters.count { counters in
      switch answer?.status {
      case nil: counters.calledOff += 1
      case let status? where status < 400: counters.finished += 1
      default: counters.failed += 1
      }
      counters.laneSeconds += seconds
      if isForNobody { counters.wastedSeconds += seconds }
    }
    guard let answer else { throw CancellationError() }
    return answer
  }

  private func complete(_ answer: ServiceAnswer?) {
    let (completion, hasBegun) = state.withLock { state in
      defer { (state.completion, state.job) = (nil, nil) }
      return (state.completion, state.hasBegun)
    }
    guard let completion else { return }
    if answer == nil, !hasBegun { service.counters.count { $0.neverBegun += 1 } }
    completion(answer)
  }

  /// Cancels the work; has no effect once the work is complete.
  func cancel() {
    let (job, turn) = state.withLock { state in
      defer { state.turn = nil }
      // Complete work is not marked as cancelled, so that its time does not count as wasted.
      if state.completion != nil { state.isCancelled = true }
      return (state.job, state.turn)
    }
    if let turn { service.bulk.leave(turn) }
    if let job { job.cancel() } else { complete(nil) }
  }

  /// Marks the result as unused: the time of the work counts as wasted, past and future.
  func abandon() {
    let seconds = state.withLock { state in
      defer { state.isAbandoned = true }
      return state.isAbandoned || state.isCancelled ? 0 : state.seconds
    }
    if seconds > 0 { service.counters.count { $0.wastedSeconds += seconds } }
  }

  /// The processor time of the calling thread, in seconds.
  private static var threadSeconds: Double {
    var time = timespec()
    // unsafe: C call
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
