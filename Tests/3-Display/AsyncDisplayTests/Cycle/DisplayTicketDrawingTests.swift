// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextTestSupport

@testable import AsyncDisplay

/// The outcomes of drawings that make no picture.
struct DisplayTicketDrawingTests {
  private struct OtherError: Error, CustomStringConvertible {
    var description: String { "other" }
  }

  /// Displays once, and returns the outcomes of all displays.
  private func outcomes(_ harness: Harness, _ body: (TestClient) -> Void) -> [DisplayOutcome] {
    let outcomes = Mutex<[DisplayOutcome]>([])
    harness.coordinator.setObserver { _, event in
      if case .ended(_, let outcome) = event { outcomes.withLock { $0.append(outcome) } }
    }
    harness.turn(body)
    harness.settle()
    return outcomes.withLock { $0 }
  }

  private func outcome(throwing error: any Error) -> DisplayOutcome? {
    let harness = Harness()
    harness.work = { _ in throw error }
    let all = outcomes(harness) { $0.cycle.display() }
    #expect(harness.draws == 1 && all.count == 1 && harness.shown == nil)
    #expect(harness.client.needsDisplay == (all.first == .cancelled(.byTask)))
    return all.first
  }

  @Test func anErrorBecomesTheOutcome() {
    #expect(outcome(throwing: CancellationError()) == .cancelled(.byTask))
    let badSize = DisplayError(.badSize)
    #expect(outcome(throwing: badSize) == .failed(badSize))
    let failed = DisplayError(.drawingFailed, underlying: OtherError())
    #expect(outcome(throwing: OtherError()) == .failed(failed))
  }

  @Test func aBitmapThatIsNotAllocatedFails() {
    let harness = Harness()
    harness.allocator.remainingSuccesses = 0
    let all = outcomes(harness) { $0.cycle.display() }
    guard case .failed(let error) = all.first else { return #expect(Bool(false), "\(all)") }
    #expect(error.code == .allocationFailed && harness.draws == 0)
  }

  /// A display that is queued at the shutdown ends with that reason, and is still needed.
  @Test func aShutdownIsTheReasonOfACancelledDisplay() {
    let harness = Harness()
    let executor = ManualTaskExecutor()
    let all = outcomes(harness) {
      $0.cycle.display()
      Task(executorPreference: executor) { [loop = harness.coordinator.loop] in await loop.close() }
      while executor.step() {}
    }
    while executor.step() {}
    #expect(all == [.cancelled(.shutdown)])
    #expect(harness.draws == 0 && harness.client.needsDisplay)
  }
}
