// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TextTestSupport

import struct Synchronization.Atomic

@testable import SystemConcurrency

@Suite struct ScratchPoolTests {
  /// The objects that each of two live threads checks out of a pool in alternation.
  private static func sets(isLocal: Bool, turns: Int) throws -> [[ObjectIdentifier]] {
    let pool = ScratchPool<Scratch>(isLocal: isLocal) { Scratch() }
    let seen = Mutex<[[ObjectIdentifier]]>([[], []])
    let turn = [DispatchSemaphore(value: 1), DispatchSemaphore(value: 0)]
    let left = DispatchGroup()
    for thread in 0..<2 {
      left.enter()
      Thread {
        for _ in 0..<turns {
          turn[thread].wait()
          pool.withScratch { scratch in
            let set = ObjectIdentifier(scratch)
            seen.withLock { $0[thread].append(set) }
          }
          turn[1 - thread].signal()
        }
        // Stays alive until the other thread is done.
        turn[thread].wait()
        turn[1 - thread].signal()
        left.leave()
      }.start()
    }
    try left.waitInTurns()
    return seen.withLock { $0 }
  }

  // In processes of their own, where no other test uses thread numbers.

  @Test func threadsInAlternationShareAnObject() async {
    await #expect(processExitsWith: .success) {
      let sets = try Self.sets(isLocal: false, turns: 10)
      precondition(Set(sets.joined()).count == 1)
    }
  }

  @Test func aLocalObjectStaysWithItsThread() async {
    await #expect(processExitsWith: .success) {
      let sets = try Self.sets(isLocal: true, turns: 10)
      precondition(Set(sets[0]).count == 1 && Set(sets[1]).count == 1)
      precondition(sets[0][0] != sets[1][0])
    }
  }

  private final class Scratch {
    var users = 0
    var uses = 0
  }

  @Test func noTwoCallersShareAnObject() {
    let made = Atomic<Int>(0)
    let pool = ScratchPool<Scratch>(capacity: 4) {
      made.wrappingAdd(1, ordering: .relaxed)
      return Scratch()
    }
    let clashes = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<2000 {
        pool.withScratch { scratch in
          scratch.users += 1
          if scratch.users != 1 { clashes.wrappingAdd(1, ordering: .relaxed) }
          scratch.uses += 1
          scratch.users -= 1
        }
      }
    }
    #expect(clashes.load(ordering: .relaxed) == 0)
    #expect(made.load(ordering: .relaxed) < 16_000)
  }

  @Test func anObjectIsCheckedInWhenTheWorkThrows() {
    let made = Atomic<Int>(0)
    let pool = ScratchPool<Scratch>(capacity: 1) {
      made.wrappingAdd(1, ordering: .relaxed)
      return Scratch()
    }
    for _ in 0..<3 {
      #expect(throws: CancellationError.self) {
        try pool.withScratch { _ in throw CancellationError() }
      }
    }
    #expect(made.load(ordering: .relaxed) == 1)
    pool.drain()
    pool.withScratch { _ in }
    #expect(made.load(ordering: .relaxed) == 2)
  }

  private final class Counted {
    static let live = Atomic<Int>(0)
    init() { Self.live.wrappingAdd(1, ordering: .relaxed) }
    deinit { Self.live.wrappingSubtract(1, ordering: .relaxed) }
  }

  /// A caller whose slot is taken finds an idle object too, of a pool of any capacity above 1.
  @Test(arguments: [1, 2, 3, 4, 8, 16, 40])
  func aSecondCallerReusesAnObject(_ capacity: Int) {
    let made = Atomic<Int>(0)
    let pool = ScratchPool<Scratch>(capacity: capacity) {
      made.wrappingAdd(1, ordering: .relaxed)
      return Scratch()
    }
    for _ in 0..<10 { pool.withScratch { _ in pool.withScratch { _ in } } }
    #expect(made.load(ordering: .relaxed) == (capacity == 1 ? 11 : 2))
  }

  @Test(arguments: [1, 2, 3, 4, 8, 16])
  func noMoreObjectsAreKeptThanTheCapacity(_ capacity: Int) async {
    await #expect(processExitsWith: .success) { [capacity] in
      let pool = ScratchPool<Counted>(capacity: capacity) { Counted() }
      func nest(_ depth: Int) { if depth > 0 { pool.withScratch { _ in nest(depth - 1) } } }
      nest(40)
      let kept = Counted.live.load(ordering: .relaxed)
      precondition(kept > capacity / 2 && kept <= capacity)
      pool.drain()
      precondition(Counted.live.load(ordering: .relaxed) == 0)
    }
  }
}
