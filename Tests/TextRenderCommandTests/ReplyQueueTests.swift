// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import TextRuntime

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

  /// Delivers on a new thread; the semaphore is signalled when the call returns.
  private func deliver(_ index: Int, to queue: ReplyQueue) -> DispatchSemaphore {
    let returned = DispatchSemaphore(value: 0)
    let thread = BlockingThread.start {
      queue.deliver(Array("\(index) ".utf8), at: index)
      returned.signal()
    }
    #expect(thread != nil)
    return returned
  }

  @Test func aReplyTooFarAheadWaits() {
    let harness = Harness()
    let queue = harness.queue(capacity: 2)
    let (second, third) = (deliver(2, to: queue), deliver(3, to: queue))
    #expect(second.wait(timeout: .now() + 0.05) == .timedOut)
    #expect(deliver(1, to: queue).wait(timeout: .now() + 20) == .success)
    #expect(harness.written.withLock { $0 }.isEmpty)
    #expect(deliver(0, to: queue).wait(timeout: .now() + 20) == .success)
    #expect(second.wait(timeout: .now() + 20) == .success)
    #expect(third.wait(timeout: .now() + 20) == .success)
    #expect(harness.written.withLock { $0 } == "0 1 2 3 ")
  }

  @Test func aFailureEndsTheWait() {
    let harness = Harness()
    let queue = harness.queue(capacity: 1)
    let later = deliver(5, to: queue)
    harness.fails.withLock { $0 = true }
    #expect(deliver(0, to: queue).wait(timeout: .now() + 20) == .success)
    #expect(later.wait(timeout: .now() + 20) == .success)
    #expect(queue.hasFailed && harness.written.withLock { $0 }.isEmpty)
  }

  @Test func threadsRunTheBody() {
    let count = Mutex(0)
    BlockingThread.run(5) { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 5)
    BlockingThread.run(0) { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 6)
  }
}
