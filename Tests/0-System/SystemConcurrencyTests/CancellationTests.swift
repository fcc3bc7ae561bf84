// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing

@Suite struct CancellationTests {
  @Test func aFlagCancelsItsOwnWorkAlone() {
    let flag = CancellationFlag()
    let (one, other) = (Cancellation(flag: flag), Cancellation(flag: CancellationFlag()))
    #expect(!one.isCancelled)
    flag.set()
    #expect(one.isCancelled && !other.isCancelled && !Cancellation.never.isCancelled)
    #expect(throws: CancellationError.self) { try one.check() }
  }

  @Test func aCancellationHoldsItsFlag() {
    weak var seen: CancellationFlag?
    let one: Cancellation
    do {
      let flag = CancellationFlag()
      seen = flag
      one = Cancellation(flag: flag)
    }
    seen?.set()
    #expect(one.isCancelled)
  }

  @Test func aPollIsReportedBeforeTheFlagIsRead() throws {
    let polls = Mutex(0)
    let flag = CancellationFlag(poll: { flag in
      if polls.withLock({
        $0 += 1
        return $0
      }) == 3 {
        flag.set()
      }
    })
    let one = Cancellation(flag: flag)
    try one.check()
    try one.check()
    #expect(one.isCancelled)
    #expect(polls.withLock { $0 } == 3)
  }
}
