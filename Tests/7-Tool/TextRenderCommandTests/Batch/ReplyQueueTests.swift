// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import SystemConcurrency
import Testing
import TextTestSupport

@testable import TextRenderCommand

struct ReplyQueueTests {
  /// A queue, what it wrote, and a switch that makes writing fail.
  private final class Harness: Sendable {
    let written = Mutex("")
    let fails = Mutex(false)

    func queue(capacity: Int) -> ReplyQueue {
      let console = CommandConsole(write: { [self] (bytes) throws(CommandError) in
        if fails.withLock({ $0 }) { throw CommandError(.notWritten, nil, "full") }
        written.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
      })
      return ReplyQueue(console, capacity: capacity)
    }
  }

  /// An answer whose reply is a text.
  private func answer(_ reply: String) -> BatchAnswer {
    BatchAnswer(reply: Array(reply.utf8), outcome: .done)
  }

  /// Delivers on a new thread; the semaphore is signalled when the call returns.
  private func deliver(_ index: Int, to queue: ReplyQueue) -> DispatchSemaphore {
    let returned = DispatchSemaphore(value: 0)
    start {
      queue.deliver(answer("\(index) "), at: index, end: nil)
      returned.signal()
    }
    return returned
  }

  /// Starts a thread that nothing joins.
  private func start(_ body: @escaping @Sendable () -> Void) {
    if let thread = BlockingThread.start(body) {
      pthread_detach(thread)
    } else {
      Issue.record("no thread")
    }
  }

  @Test func aReplyTooFarAheadWaits() throws {
    let harness = Harness()
    let queue = harness.queue(capacity: 2)
    let (second, third) = (deliver(2, to: queue), deliver(3, to: queue))
    #expect(second.wait(timeout: .now() + 0.05) == .timedOut)
    try deliver(1, to: queue).waitInTurns()
    #expect(harness.written.withLock { $0 }.isEmpty)
    try deliver(0, to: queue).waitInTurns()
    try second.waitInTurns()
    try third.waitInTurns()
    #expect(harness.written.withLock { $0 } == "0 1 2 3 ")
  }

  @Test func aFailureEndsTheWait() throws {
    let harness = Harness()
    let queue = harness.queue(capacity: 1)
    let later = deliver(5, to: queue)
    harness.fails.withLock { $0 = true }
    try deliver(0, to: queue).waitInTurns()
    try later.waitInTurns()
    #expect(queue.error != nil && harness.written.withLock { $0 }.isEmpty)
  }

  /// Large replies that wait for an earlier one wait with their senders.
  @Test func waitingRepliesAreBounded() throws {
    let harness = Harness()
    let queue = harness.queue(capacity: 100)
    let large = String(repeating: "x", count: 40 << 20)
    queue.deliver(answer(large), at: 1, end: nil)
    let second = DispatchSemaphore(value: 0)
    start {
      queue.deliver(answer(large), at: 2, end: nil)
      second.signal()
    }
    #expect(second.wait(timeout: .now() + 0.05) == .timedOut)
    queue.deliver(answer("a"), at: 0, end: nil)
    try second.waitInTurns()
    #expect(harness.written.withLock { $0.utf8.count } == 1 + 2 * large.utf8.count)
  }

  /// The place up to which all is answered stops before what was not written, and before a line
  /// without an end.
  @Test func thePlaceThatIsAnswered() {
    func place(_ offset: Int) -> InputPosition {
      var place = InputPosition()
      place.offset = offset
      return place
    }
    let failed = BatchAnswer(reply: [], outcome: .failed(.usage))
    let notWritten = BatchAnswer(reply: [], outcome: .failed(.notWritten))
    let queue = Harness().queue(capacity: 10)
    #expect(queue.answered.end.offset == 0)
    queue.deliver(answer("b"), at: 1, end: place(20))
    #expect(queue.answered.end.offset == 0)
    queue.deliver(failed, at: 0, end: place(10))
    #expect(queue.answered.end.offset == 20)
    queue.deliver(notWritten, at: 2, end: place(30))
    queue.deliver(answer("d"), at: 3, end: place(40))
    #expect(queue.answered.end.offset == 20 && queue.leavesSomeBehind)
    #expect(queue.answered.count == 2 && queue.answered.failed == 1)
    let torn = Harness().queue(capacity: 10)
    torn.deliver(answer("a"), at: 0, end: place(5))
    torn.deliver(answer("b"), at: 1, end: nil)
    #expect(torn.answered.end.offset == 5)
    #expect(torn.tally.answered == 2)
  }

  @Test func threadsRunTheBody() {
    let count = Mutex(0)
    BlockingThread.run(5) { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 5)
    BlockingThread.run(0) { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 6)
  }
}
