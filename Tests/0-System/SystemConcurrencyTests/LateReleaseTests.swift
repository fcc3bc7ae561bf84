// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextTestSupport

/// Memory that is freed on a queue: the bytes that wait are those of the whole process.
@Suite(.serialized) struct LateReleaseTests {
  /// Says that it was let go of.
  private final class Load: Sendable {
    let isFreed: CancellationFlag
    init(_ isFreed: CancellationFlag) { self.isFreed = isFreed }
    deinit { isFreed.set() }
  }

  @Test func valuesAreLetGoOf() async throws {
    // Small ones at once, those above the bound too.
    for byteCount in [0, LateRelease.leastByteCount - 1, LateRelease.capacity + 1] {
      let flag = CancellationFlag()
      LateRelease.release(Load(flag), byteCount: byteCount)
      #expect(flag.isSet, "\(byteCount)")
    }
    let flag = CancellationFlag()
    LateRelease.release(Load(flag), byteCount: LateRelease.leastByteCount)
    try await until { flag.isSet }
  }

  @Test func functionsRunOnceAndTheBytesAreCounted() async throws {
    let (first, second) = (CancellationFlag(), CancellationFlag())
    // It stands in the queue before what comes then, which the bound sees.
    let gate = CancellationFlag()
    LateRelease.perform(byteCount: 1000) {
      while !gate.isSet {}
      first.set()
    }
    #expect(LateRelease.pendingByteCount >= 1000 && !first.isSet)
    LateRelease.perform(byteCount: LateRelease.capacity - 999) { second.set() }
    #expect(second.isSet && !first.isSet)
    gate.set()
    try await until { first.isSet }
  }
}
