// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import Pictures
internal import StyledDocuments
internal import SystemConcurrency
internal import SystemFiles
internal import SystemLanes

/// A batch: lines of JSON, each of which is answered by one, in their order and as soon as they and
/// those before them are ready.
///
/// A line is `{"id":…,"document":…,"options":{…}}`, or has `scene` in place of `document`. Its
/// options are the parameters of a picture, which come before those in the query of the batch, and
/// `frames`, which asks for the places of layers and texts. The reply is a line, too, with the
/// picture in base64, or with an error:
///
///     {"id":…,"status":200,"type":"image/png","size":[w,h],"notes":[…],"data":…}
///     {"id":…,"error":{…}}
///
/// One thread calls ``receive(_:)`` and ``finish()``; any thread may call ``cancel()``.
public final class ServiceBatch: Sendable {
  /// What a batch tells its server, on any thread, one after the other.
  public enum Output: Sendable {
    /// A reply, with the end of the line.
    case line([UInt8])
    /// More input is taken again, after ``ServiceBatch/isFull`` was true.
    case room
    /// All replies have been told.
    case end
  }

  /// The media type of both directions.
  public static let type = "application/x-ndjson"

  private struct State {
    /// The beginning of a line whose end has not come.
    var rest: [UInt8] = []
    /// Whether the line is too long, and its bytes are dropped.
    var isSkipping = false
    /// Lines that wait for their work to be queued; `nil` for one that was too long.
    var waiting: [[UInt8]?] = []
    var waitingBytes = 0
    /// The work under way, by the number of its line.
    var jobs: [Int: ServiceJob] = [:]
    var running = 0
    /// The number of the next line, and of the next reply.
    var next = 0
    var nextReply = 0
    var replies: [Int: Reply] = [:]
    var hasFinished = false
    var isCancelled = false
    var hasEnded = false
    var wasFull = false
    var isHeld = false
    /// Whether a thread is telling outputs, which then tells those of others, too.
    var isTelling = false
    var untold: [(output: Output, share: AdmittedShare?)] = []
  }

  /// A reply with the memory of its line, which it has until it has been told.
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

  /// Whether so many lines wait that no more should be read until ``Output/room``.
  public var isFull: Bool { state.withLock { Self.isFull($0, lineLimit) } }

  /// Whether lines wait or are worked on.
  package var isWorking: Bool { state.withLock { $0.running > 0 || !$0.waiting.isEmpty } }

  /// Begins no more lines, until it is called with `false`: replies are not read fast enough.
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

  /// Says that the body has ended.
  public func finish() {
    state.withLock { state in
      if state.isCancelled { return }
      endLine(&state)
      state.hasFinished = true
    }
    advance()
  }

  /// Calls all work off: the client has gone.
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

  /// Queues the work of lines, and tells what is ready.
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
    // Behind the replies, which make room for lines.
    while let (number, line) = nextLine() { begin(line, number) }
    tell()
  }

  private func nextLine() -> (number: Int, line: [UInt8]?)? {
    state.withLock { state in
      // Replies wait for those before them: no line is begun that is far behind the first of these.
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
      // The work may have ended already.
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

  /// Tells outputs one after the other, on one thread at a time.
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
