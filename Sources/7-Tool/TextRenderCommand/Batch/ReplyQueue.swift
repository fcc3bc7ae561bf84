// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import SystemConcurrency

/// Puts the replies of a batch in the order of their requests, writes and counts them.
///
/// A reply is held until all earlier replies are written; the thread that delivers the missing
/// reply also writes the held ones after it. (`OrderedWork` does not fit here: it runs on lanes,
/// and one thread takes its results. Requests read and write files, which blocks, so threads answer
/// them, and any of these threads may write replies.)
final class ReplyQueue: Sendable {
  /// An answer with the place in the input after its request.
  private struct Pending {
    var answer: BatchAnswer
    var end: InputPosition?
  }

  private struct State {
    /// Replies that wait for an earlier one, by index.
    var pending: [Int: Pending] = [:]
    var pendingBytes = 0
    /// The index of the next reply to write.
    var next = 0
    var tally = BatchTally()
    /// The part of the input before the first request whose reply is not written.
    var answered: AnsweredInput
    /// Whether ``answered`` no longer advances, since a result was not written or a line had no
    /// line feed.
    var isAnsweredFixed = false
    var error: CommandError?
    /// The threads that wait in ``deliver(_:at:end:)``; signalled, and the list emptied, when
    /// ``next`` or ``error`` changes.
    var blocked: [DispatchSemaphore] = []
    var progress: BatchProgress
  }

  /// The most bytes of replies that are held for an earlier reply. The earliest missing reply is
  /// accepted whatever its size.
  private static let byteLimit = 64 << 20

  private let console: CommandConsole
  private let capacity: Int
  private let start: AnsweredInput
  private let shards: ShardSet?
  private let state: Mutex<State>

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - capacity: The most replies that are held, counted from the first missing one.
  ///   - start: The part of the input that earlier runs have answered.
  ///   - shards: Where the samples of answers are written, each before its reply.
  init(
    _ console: CommandConsole, capacity: Int, start: AnsweredInput = AnsweredInput(),
    shards: ShardSet? = nil
  ) {
    self.console = console
    self.capacity = capacity
    self.start = start
    self.shards = shards
    state = Mutex(State(answered: start, progress: BatchProgress(console)))
  }

  /// The first error of writing, of a reply or of a sample; after it nothing more is written.
  var error: CommandError? { state.withLock { $0.error } }

  /// The counts of the replies that were written.
  var tally: BatchTally { state.withLock { $0.tally } }

  /// Whether more requests failed than a limit allows, counting those of earlier runs.
  ///
  /// - Parameter isFinal: Whether all requests are answered.
  func exceeds(_ limit: FailureLimit?, isFinal: Bool) -> Bool {
    tally.exceeds(limit, after: start, isFinal: isFinal)
  }

  /// The part of the input whose replies are all written.
  ///
  /// The part ends before the first request whose result could not be written, since another run
  /// may succeed; and before a last line without a line feed, since the rest of the line may come.
  var answered: AnsweredInput { state.withLock { $0.answered } }

  /// Whether requests that were answered in this run lie after ``answered``, so that the next run
  /// answers them again.
  var leavesSomeBehind: Bool {
    state.withLock { $0.answered.count < start.count + $0.tally.answered }
  }

  /// Adds a reply. Blocks the calling thread while the reply is too far ahead of the first missing
  /// one.
  ///
  /// - Parameter end: The place in the input after the request; `nil` without a line feed.
  func deliver(_ answer: BatchAnswer, at index: Int, end: InputPosition?) {
    let count = answer.byteCount
    while let turn = state.withLock({ reserve(index, count, &$0) }) { turn.wait() }
    // Replies are written under the lock, which keeps them in the order of their requests.
    let unblocked = state.withLock { state in
      state.pending[index] = Pending(answer: answer, end: end)
      state.pendingBytes += count
      let first = state.next
      while state.error == nil, let pending = state.pending.removeValue(forKey: state.next) {
        write(pending, &state)
      }
      guard state.next > first || state.error != nil else { return [DispatchSemaphore]() }
      defer { state.blocked = [] }
      return state.blocked
    }
    for turn in unblocked { turn.signal() }
  }

  private func write(_ pending: Pending, _ state: inout State) {
    state.next += 1
    state.pendingBytes -= pending.answer.byteCount
    do throws(CommandError) {
      var reply = pending.answer.reply
      if let sample = pending.answer.sample, let shards {
        reply = pending.answer.reply(from: try shards.add(sample))
      }
      try console.write(reply)
    } catch {
      state.error = error
      return
    }
    state.tally.count(pending.answer.outcome)
    state.progress.show(state.tally)
    if pending.answer.outcome == .failed(.notWritten) { state.isAnsweredFixed = true }
    guard let end = pending.end, !state.isAnsweredFixed else {
      state.isAnsweredFixed = true
      return
    }
    state.answered.end = end
    if let shards { state.answered.shards = shards.position }
    state.answered.count += 1
    if case .failed = pending.answer.outcome { state.answered.failed += 1 }
  }

  /// Returns a semaphore to wait for, or `nil` if the reply may be added.
  private func reserve(_ index: Int, _ count: Int, _ state: inout State) -> DispatchSemaphore? {
    let isNear = index < state.next + capacity
    let fits = state.pendingBytes + count <= Self.byteLimit || index == state.next
    if isNear && fits || state.error != nil { return nil }
    let turn = DispatchSemaphore(value: 0)
    state.blocked.append(turn)
    return turn
  }

  /// Clears the line that shows how far the batch is.
  func endProgress() { state.withLock { $0.progress.end() } }
}
