// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AsyncDisplay

/// The order of pending callbacks, on the value alone.
struct OutcomeQueueTests {
  private func ended(_ generation: UInt64, _ outcome: DisplayOutcome = .superseded)
    -> OutcomeQueue.Ended
  {
    OutcomeQueue.Ended(generation: generation, outcome: outcome, task: nil)
  }

  /// Takes all callbacks; a clear is written as negative.
  private func takeAll(_ queue: inout OutcomeQueue) -> [Int] {
    var all: [Int] = []
    while let callback = queue.next() {
      switch callback {
      case .ended(let ended): all.append(Int(ended.generation))
      case .clear(let ended): all.append(-Int(ended.generation))
      case .shown, .neverBegan: all.append(0)
      }
    }
    return all
  }

  @Test func callbacksRunInTheOrderInWhichTheyWereAdded() {
    var queue = OutcomeQueue()
    #expect(queue.isEmpty)
    #expect(queue.next() == nil)
    for generation in 1...3 { queue.append(.ended(ended(UInt64(generation)))) }
    #expect(!queue.isEmpty)
    #expect(takeAll(&queue) == [1, 2, 3])
    #expect(queue.isEmpty)
  }

  /// A callback that adds others runs before them, and those that were pending run in between.
  @Test func whatACallbackBringsAboutRunsLast() {
    var queue = OutcomeQueue()
    queue.append(.ended(ended(1)))
    queue.append(.ended(ended(2)))
    _ = queue.next()
    queue.append(.ended(ended(3)))
    #expect(takeAll(&queue) == [2, 3])
  }

  /// I27: the end of a published display runs before all others.
  @Test func aPrependedCallbackRunsFirst() {
    var queue = OutcomeQueue()
    queue.prepend(.ended(ended(5, .committed)))
    #expect(!queue.isEmpty)
    #expect(takeAll(&queue) == [5])
    queue.append(.ended(ended(1)))
    queue.append(.clear(ended(2, .cleared)))
    queue.prepend(.ended(ended(3, .committed)))
    queue.prepend(.ended(ended(4, .committed)))
    #expect(takeAll(&queue) == [4, 3, 1, -2])
  }

  /// A clear that was replaced or cancelled keeps its place as an end, with the outcome that it
  /// came to.
  @Test func aClearThatEndsIsNotShown() throws {
    var queue = OutcomeQueue()
    queue.append(.ended(ended(1, .committed)))
    queue.append(.clear(ended(2, .cleared)))
    queue.append(.ended(ended(3, .committed)))
    queue.endClear(.cancelled(.requested))
    var outcomes: [DisplayOutcome] = []
    while case .ended(let ended) = queue.next() { outcomes.append(ended.outcome) }
    #expect(outcomes == [.committed, .cancelled(.requested), .committed])
    #expect(queue.isEmpty)
  }

  @Test func endingAClearWithoutOneChangesNothing() {
    var queue = OutcomeQueue()
    queue.append(.ended(ended(1, .committed)))
    queue.prepend(.ended(ended(2, .committed)))
    queue.endClear(.superseded)
    var outcomes: [DisplayOutcome] = []
    while case .ended(let ended) = queue.next() { outcomes.append(ended.outcome) }
    #expect(outcomes == [.committed, .committed])
  }
}
