// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemConcurrency
import Testing

struct BlockingThreadTests {
  /// Calls at the same time wait for their own bodies, not for those of other calls.
  @Test func concurrentCallsWaitForTheirOwnBodies() {
    BlockingThread.run(8) {
      for round in 0..<100 {
        let running = Mutex(0)
        BlockingThread.run(3) {
          running.withLock { $0 += 1 }
          if round % 3 == 0 { usleep(200) }
          running.withLock { $0 -= 1 }
        }
        let left = running.withLock { $0 }
        #expect(left == 0)
      }
    }
  }
}
