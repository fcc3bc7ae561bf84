// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SystemConcurrency

@Suite struct CancellableArrayTests {
  @Test func aLongArrayMovesInPiecesAndKeepsItsElements() throws {
    let polls = Mutex(0)
    let counting = Cancellation(poll: { polls.withLock { $0 += 1 } })
    var short = Array(0..<100)
    try short.makeRoom(for: 1000, counting)
    #expect(polls.withLock { $0 } == 0)

    var long = Array(0..<100_000)
    let before = long
    try long.makeRoom(for: long.capacity - long.count + 1, counting)
    #expect(long == before)
    #expect(long.capacity > 200_000)
    #expect(polls.withLock { $0 } >= 100_000 / [Int].piece)
    let room = long.capacity
    try long.makeRoom(for: 1, counting)
    #expect(long.capacity == room)

    let flag = CancellationFlag()
    flag.set()
    let cancelled = Cancellation(flag: flag)
    #expect(throws: CancellationError.self) { try long.makeRoom(for: room, cancelled) }
    #expect(long == before)
  }
}
