// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import TextRuntime

@testable import ImageLoading

/// The queues on which files are read.
@Suite(.timeLimit(.minutes(30)))
struct FileQueuesTests {
  /// One read hangs, and the reads behind it run on the other queue.
  @Test func aReadThatHangsHoldsUpNoOther() async {
    let queues = FileQueues(count: 2)
    let release = DispatchSemaphore(value: 0)
    defer { release.signal() }
    await withCheckedContinuation { hung in
      queues.async {
        hung.resume()
        release.wait()
      }
    }
    for _ in 0..<300 {
      await withCheckedContinuation { done in queues.async { done.resume() } }
    }
  }

  /// All reads hang, and neither tasks nor global queues wait for them.
  @Test func readsThatHangHoldUpNothingElse() async {
    let queues = FileQueues(count: 4)
    let release = DispatchSemaphore(value: 0)
    defer { for _ in 0..<4 { release.signal() } }
    for _ in 0..<4 {
      await withCheckedContinuation { hung in
        queues.async {
          hung.resume()
          release.wait()
        }
      }
    }
    await withCheckedContinuation { ran in
      DispatchQueue.global(qos: .utility).async { ran.resume() }
    }
    await Task.detached {}.value
  }

  @Test func blocksBeginInTheOrderOfTheCalls() async {
    let queues = FileQueues(count: 1)
    let order = Mutex<[Int]>([])
    await withCheckedContinuation { done in
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
