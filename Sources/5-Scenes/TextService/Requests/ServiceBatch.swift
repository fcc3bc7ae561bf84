// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import Pictures
internal import StyledDocuments
internal import SystemConcurrency
internal import SystemFiles
internal import SystemLanes

/// A batch: lines of JSON, each of which gets a line in reply. Replies are sent in the order of the
/// lines, each as soon as it and all earlier replies are ready.
///
/// A line is `{"id":…,"document":…,"options":{…}}`, or has `scene` in place of `document`. Its
/// options are the parameters of a picture, which override the query of the batch, and `frames`, to
/// get the places of layers and texts. The reply has the picture in base64, or an error:
///
///     {"id":…,"status":200,"type":"image/png","size":[w,h],"notes":[…],"data":…}
///     {"id":…,"error":{…}}
///
/// One thread calls ``receive(_:)`` and ``finish()``; any thread may call ``cancel()``.
public final class ServiceBatch: Sendable {
  /// An event of a batch. Events come one after the other, on any thread.
  public enum Output: Sendable {
    /// A reply, with its line feed.
    case line([UInt8])
    /// The batch has room for more input, after ``ServiceBatch/isFull`` was true.
    case room
    /// All replies have been sent; there are no further events.
    case end
  }

  /// The media type of the request and of the answer.
  public static let type = "application/x-ndjson"

  private struct State {
    /// The beginning of a line whose end has not been received.
    var rest: [UInt8] = []
    /// Whether the line in ``rest`` is too long, so that its bytes are dropped.
    var isSkipping = false
    /// Lines whose work is not queued yet; `nil` for a line that was too long.
    var waiting: [[UInt8]?] = []
    var waitingBytes = 0
    /// The work under way, by the number of its line.
    var jobs: [Int: ServiceJob] = [:]
    var running = 0
    /// The number of the next line whose work is queued; below, the number of the next reply to
    /// send.
    var next = 0
    var nextReply = 0
    var replies: [Int: Reply] = [:]
    var hasFinished = false
    var isCancelled = false
    var hasEnded = false
    var wasFull = false
    var isHeld = false
    /// Whether a thread is in the output closure; it then also sends the events of other threads.
    var isTelling = false
    var untold: [(output: Output, share: AdmittedShare?)] = []
  }

  /// A reply, with the share of the line's memory, which is held until the reply has been sent.
  private struct Reply {
    let line: [UInt8]
    let share: AdmittedShare
  }

  private let exchange: ServiceExchange
  private let output: @Sendable (Output) -> Void
  private let lineLimit: Int
  private let width: Int
  private let state = Mutex(State())

  /// Creates the batch of an exchange.
  public init(_ exchange: ServiceExchange, output: @escaping @Sendable (Output) -> Void) {
    (self.exchange, self.output) = (exchange, output)
    lineLimit = exchange.service.configuration.bodyLimit
    width = 2 * exchange.service.lanes.count
  }

  /// Whether so many lines wait that a server should read no more input until ``Output/room``.
  public var isFull: Bool { state.withLock { Self.isFull($0, lineLimit) } }

  /// Whether lines wait or are worked on.
  package var isWorking: Bool { state.withLock { $0.running > 0 || !$0.waiting.isEmpty } }

  /// Stops or resumes beginning lines; a server stops if its client reads replies too slowly.
  public func hold(_ isHeld: Bool) {
    state.withLock { $0.isHeld = isHeld }
    advance()
  }

  private static func isFull(_ state: State, _ limit: Int) -> Bool {
    state.waitingBytes + state.rest.count > limit || state.waiting.count > 1000
  }

  // MARK: Input

  /// Takes a part of the body.
  public func receive(_ bytes: [UInt8]) {
    state.withLock { state in
      if state.isCancelled { return }
      for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
        if part.offset > 0 { endLine(&state) }
        if state.isSkipping { continue }
        if state.rest.count + part.element.count > lineLimit {
          (state.rest, state.isSkipping) = ([], true)
        } else {
          state.rest += part.element
        }
      }
      state.wasFull = Self.isFull(state, lineLimit)
    }
    advance()
  }

  private func endLine(_ state: inout State) {
    if state.isSkipping {
      state.waiting.append(nil)
    } else if state.rest.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) {
      state.waitingBytes += state.rest.count
      state.waiting.append(state.rest)
    }
    (state.rest, state.isSkipping) = ([], false)
  }

  /// Marks the end of the body.
  public func finish() {
    state.withLock { state in
      if state.isCancelled { return }
      endLine(&state)
      state.hasFinished = true
    }
    advance()
  }

  /// Cancels all work, since the client has gone.
  public func cancel() {
    let jobs = state.withLock { state in
      (state.isCancelled, state.waiting, state.waitingBytes) = (true, [], 0)
      (state.rest, state.replies) = ([], [:])
      return Array(state.jobs.values)
    }
    for job in jobs { job.cancel() }
    advance()
  }

  // MARK: Work

  /// Queues the work of waiting lines, and sends the events that are ready.
  private func advance() {
    state.withLock { state in
      while let reply = state.replies.removeValue(forKey: state.nextReply) {
        state.nextReply += 1
        state.untold.append((.line(reply.line), reply.share))
      }
      if state.wasFull, !Self.isFull(state, lineLimit) {
        state.wasFull = false
        state.untold.append((.room, nil))
      }
      let isDone = state.hasFinished && state.nextReply == state.next && state.waiting.isEmpty
      if !state.hasEnded, state.running == 0, isDone || state.isCancelled {
        state.hasEnded = true
        state.untold.append((.end, nil))
      }
    }
    // Lines are begun after the replies are taken out, since each reply taken out makes room for a
    // line.
    while let (number, line) = nextLine() { begin(line, number) }
    tell()
  }

  private func nextLine() -> (number: Int, line: [UInt8]?)? {
    state.withLock { state in
      // Finished replies wait for all earlier ones, so no line is begun that is more than `width`
      // lines ahead of the next reply: this bounds the memory of waiting replies.
      guard state.running < width, state.next - state.nextReply < width, !state.isHeld,
        !state.waiting.isEmpty
      else { return nil }
      let line = state.waiting.removeFirst()
      state.waitingBytes -= line?.count ?? 0
      state.running += 1
      defer { state.next += 1 }
      return (state.next, line)
    }
  }

  private func begin(_ line: [UInt8]?, _ number: Int) {
    guard let request = exchange.request else { return end(number, nil) }
    let share = exchange.service.admission.memory()
    let line = BatchLine(line, request, share, exchange.service)
    let job = line.begin { [self] reply in end(number, Reply(line: reply ?? [], share: share)) }
    let isCancelled = state.withLock { state in
      // The job is not recorded if its work has already ended.
      if !state.isCancelled, state.replies[number] == nil, number >= state.nextReply {
        state.jobs[number] = job
      }
      return state.isCancelled
    }
    if isCancelled { job.cancel() }
  }

  private func end(_ number: Int, _ reply: Reply?) {
    state.withLock { state in
      state.running -= 1
      state.jobs[number] = nil
      if !state.isCancelled { state.replies[number] = reply }
    }
    advance()
  }

  /// Sends events one after the other, on one thread at a time.
  private func tell() {
    while true {
      let (next, isCancelled) = state.withLock { state -> ((Output, AdmittedShare?)?, Bool) in
        if state.isTelling || state.untold.isEmpty { return (nil, false) }
        state.isTelling = true
        return (state.untold.removeFirst(), state.isCancelled)
      }
      guard let (output, share) = next else { return }
      if case .end = output, !isCancelled { exchange.endLines() }
      withExtendedLifetime(share) { self.output(output) }
      state.withLock { $0.isTelling = false }
    }
  }
}
