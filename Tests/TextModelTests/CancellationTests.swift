// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import Testing

@testable import TextModel

@Suite struct CancellationTests {
  @Test func aNewerGenerationCancelsAnOlderOne() throws {
    let counter = GenerationCounter()
    let first = Cancellation(counter: counter, generation: counter.advance())
    try first.check()
    let second = Cancellation(counter: counter, generation: counter.advance())
    #expect(first.isCancelled)
    #expect(!second.isCancelled)
    #expect(throws: CancellationError.self) { try first.check() }
  }

  @Test func aFlagCancelsItsOwnWorkAlone() {
    let counter = GenerationCounter()
    let flag = CancellationFlag()
    let one = Cancellation(counter: counter, generation: 0, flag: flag)
    let other = Cancellation(counter: counter, generation: 0)
    flag.set()
    #expect(one.isCancelled && !other.isCancelled && !Cancellation.never.isCancelled)
  }

  /// What is lent is not counted, and what is kept of it is.
  @Test func whatIsLentIsHeldByNobodyAndWhatIsKeptIs() {
    var flag: CancellationFlag? = CancellationFlag()
    weak let seen = flag
    var lent = flag.map { Cancellation(lending: $0) }
    #expect(isKnownUniquelyReferenced(&flag))
    let copies = Array(repeating: lent?.kept, count: 3)
    #expect(!isKnownUniquelyReferenced(&flag))
    flag?.set()
    #expect(lent?.isCancelled == true)
    lent = nil
    flag = nil
    #expect(seen != nil && copies.allSatisfy { $0?.isCancelled == true })
    #expect(!Cancellation.never.kept.isCancelled)
  }

  /// A cancellation with conditions holds its flag as well.
  @Test func aFlagBesideConditionsIsHeld() {
    weak var seen: CancellationFlag?
    let one: Cancellation
    do {
      let flag = CancellationFlag()
      seen = flag
      one = Cancellation(counter: GenerationCounter(), flag: flag)
    }
    seen?.set()
    #expect(one.isCancelled && one.kept.isCancelled)
  }

  @Test func generationsFromManyThreadsAreAllDifferent() {
    let counter = GenerationCounter()
    let seen = Guarded<Set<UInt64>>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let mine = (0..<1000).map { _ in counter.advance() }
      seen.withLock { $0.formUnion(mine) }
    }
    #expect(seen.withLock { $0.count } == 8000)
    #expect(counter.current == 8000)
  }
}

@Suite struct ScratchPoolTests {
  final class Scratch {
    var users = 0
    var uses = 0
  }

  @Test func noTwoCallersShareASet() {
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

  @Test func aSetComesBackAlsoWhenTheWorkThrows() {
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
}
