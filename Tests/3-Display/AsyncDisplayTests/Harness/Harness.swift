// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency
import TextTestSupport

@testable import AsyncDisplay

/// A coordinator whose lanes and commit queue a test steps, and its clients.
// @unchecked Sendable: a harness is used on one thread.
final class Harness: @unchecked Sendable {
  let queue = ManualQueue()
  let lanes: ManualLanes
  let allocator = FailingBitmapAllocator()
  let pool: BitmapPool
  let coordinator: DisplayCoordinator
  private(set) var clients: [TestClient] = []
  /// Callbacks and updates, in the order of the calls.
  var log: [String] = []
  /// The number of drawings.
  var draws = 0
  /// The turns of the commit queue in which contents were shown.
  var turns: [Int] = []
  /// Runs during each drawing, with its cancellation.
  var work: ((Cancellation) throws -> Void)?
  /// Runs during each drawing, before `work`.
  var meanwhile: ((Harness) -> Void)?

  /// Creates a coordinator with clients.
  ///
  /// - Parameters:
  ///   - lanes: The number of lanes.
  ///   - clients: The number of clients.
  ///   - byteLimit: The bound on reserved bytes; a picture of a client has 64 by default.
  ///   - poolCapacity: The bytes that the bitmap pool keeps.
  init(lanes: Int = 1, clients: Int = 1, byteLimit: Int = 1 << 20, poolCapacity: Int = 0) {
    self.lanes = ManualLanes(count: lanes)
    pool = BitmapPool(capacity: poolCapacity, allocator: allocator)
    coordinator = DisplayCoordinator(
      executor: queue, lanes: self.lanes.lanes, releaseQueue: ReleaseQueue(capacity: 0), pool: pool,
      uncommittedByteLimit: byteLimit)
    self.clients = (0..<clients).map { _ in TestClient(self) }
  }

  /// The first client.
  var client: TestClient { clients[0] }

  /// The payload that the first client shows.
  var shown: String? { client.shown }

  /// The number of cycles that wait for admission.
  var waitingCount: Int { queue.peek { coordinator.loop.admission.waitingCount } }

  /// Runs a turn of the commit queue.
  func turn(_ body: (TestClient) -> Void) { queue.run { body(client) } }

  /// Runs the lanes until they have nothing to do; the commit queue stands still.
  func settleLanes() {
    while let lane = (0..<lanes.count).first(where: { lanes.isReady($0) }) { lanes.step(lane) }
  }

  /// Runs the commit queue and the lanes until nothing is left to do.
  ///
  /// - Returns: `false` if something is left after the given number of steps.
  @discardableResult
  func settle(steps: Int = .max) -> Bool {
    var left = steps
    while left > 0 {
      left -= 1
      if queue.step() { continue }
      guard let lane = (0..<lanes.count).first(where: { lanes.isReady($0) }) else { return true }
      lanes.step(lane)
    }
    return false
  }
}
