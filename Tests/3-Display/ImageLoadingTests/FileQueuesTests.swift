// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemConcurrency
import Testing
import TextTestSupport

@testable import ImageLoading

/// The queues on which files are read.
@Suite(.timeLimit(.minutes(30)))
struct FileQueuesTests {
  /// One read hangs, and the reads behind it run on the other queue.
  @Test func aReadThatHangsHoldsUpNoOther() async throws {
    let queues = FileQueues(count: 2)
    let release = DispatchSemaphore(value: 0)
    defer { release.signal() }
    try await completion { hung in
      queues.async {
        hung.resume()
        release.wait()
      }
    }
    for _ in 0..<300 {
      try await completion { done in queues.async { done.resume() } }
    }
  }

  /// All reads hang, and neither tasks nor global queues wait for them.
  @Test func readsThatHangHoldUpNothingElse() async throws {
    let queues = FileQueues(count: 4)
    let release = DispatchSemaphore(value: 0)
    defer { for _ in 0..<4 { release.signal() } }
    for _ in 0..<4 {
      try await completion { hung in
        queues.async {
          hung.resume()
          release.wait()
        }
      }
    }
    try await completion { ran in
      DispatchQueue.global(qos: .utility).async { ran.resume() }
    }
    await Task.detached {}.value
  }

  @Test func blocksBeginInTheOrderOfTheCalls() async throws {
    let queues = FileQueues(count: 1)
    let order = Mutex<[Int]>([])
    try await completion { done in
      for index in 0..<1000 {
        queues.async {
          order.withLock { $0.append(index) }
          if index == 999 { done.resume() }
        }
      }
    }
    #expect(order.withLock { $0 } == Array(0..<1000))
  }
}
