// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Dispatch
import Synchronization
import Testing
import TextTestSupport

@testable import AsyncDisplay
@testable import CanvasGeometry
@testable import SystemLanes

#if canImport(Glibc)
  import Glibc
#endif

/// The processor time of displays, printed; runs if `ASYNC_DISPLAY_COST` is set, in a release
/// build.
@Suite(
  .serialized, .enabled(if: getenv("ASYNC_DISPLAY_COST") != nil, "ASYNC_DISPLAY_COST is not set"))
struct DisplayCostTests {
  @Test func emptyDisplays() async {
    let queue = DispatchQueue(label: "cost")
    let coordinator = DisplayCoordinator(commitQueue: queue, lanes: RenderLanes(count: 2))
    let clients = (0..<1000).map { _ in EmptyClient() }
    let cycles = clients.map { DisplayCycle(coordinator: coordinator, client: $0) }
    for round in 0..<3 {
      let rounds = 200
      let start = Self.processorTime
      for _ in 0..<rounds {
        queue.sync { for cycle in cycles { cycle.setNeedsDisplay() } }
        await coordinator.drain()
      }
      let each = (Self.processorTime - start) / Double(rounds * cycles.count)
      print("round \(round): empty display, 1000 in flight: \(each * 1e9) ns of CPU")
    }
    for round in 0..<3 {
      let rounds = 20_000
      let done = DispatchSemaphore(value: 0)
      let start = Self.processorTime
      clients[0].onShow = { done.signal() }
      await withCheckedContinuation { ended in
        DispatchQueue.global().async {
          for _ in 0..<rounds {
            queue.async { cycles[0].display() }
            done.wait()
          }
          ended.resume()
        }
      }
      let each = (Self.processorTime - start) / Double(rounds)
      print("round \(round): empty display alone, with one more thread: \(each * 1e9) ns of CPU")
    }
    clients[0].onShow = nil
    let replaced = 1_000_000
    let lanes = ManualLanes(count: 1)
    let manual = ManualQueue()
    let still = DisplayCoordinator(executor: manual, lanes: lanes.lanes)
    let client = EmptyClient()
    let cycle = DisplayCycle(coordinator: still, client: client)
    manual.run {
      cycle.display()
      let start = Self.processorTime
      for _ in 0..<replaced { cycle.display() }
      let each = (Self.processorTime - start) / Double(replaced)
      print("superseded queued request: \(each * 1e9) ns of CPU (manual queue)")
    }
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

// @unchecked Sendable: used on the commit queue of one test alone.
private final class EmptyClient: DisplayClient, @unchecked Sendable {
  var onShow: (() -> Void)?
  private let task = AnyDisplayTask(
    DisplayTask<Void>(display: { (_: inout GraphicsContext, _: Size, _) in }))

  func makeDisplayRequest() -> DisplayRequest {
    DisplayRequest(task: task, size: Size(width: 1, height: 1), scale: 1)
  }

  func show(_ update: DisplayUpdate) {}

  func didCommit(_ contents: DisplayContents?) { onShow?() }
}
