// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
package import SystemLanes

/// Lanes that a test steps, each by the driver that also runs on a real lane.
package final class ManualLanes {
  package private(set) var lanes: RenderLanes
  private let woken: WokenLanes
  private let drivers: [Driver]

  /// A driver. While it is being stepped, user code may step other drivers.
  private final class Driver {
    var driver: LaneDriver?
    var isStepping = false
  }

  private final class WokenLanes: Sendable {
    let set = Mutex<Set<Int>>([])
  }

  package init(count: Int) {
    let woken = WokenLanes()
    self.woken = woken
    lanes = RenderLanes(count: count) { lane in woken.set.withLock { _ = $0.insert(lane) } }
    drivers = (0..<count).map { _ in Driver() }
  }

  package var count: Int { drivers.count }

  /// The number of lanes that are drawing.
  package var busyCount: Int {
    drivers.filter { $0.isStepping || $0.driver?.isRunning == true }.count
  }

  /// Whether the lane can take a step.
  package func isReady(_ lane: Int) -> Bool {
    !drivers[lane].isStepping
      && (drivers[lane].driver != nil || woken.set.withLock { $0.contains(lane) })
  }

  /// Takes one step of a lane: a look at the queue, or a part of the job that it has.
  package func step(_ lane: Int) {
    let own = drivers[lane]
    precondition(!own.isStepping)
    own.isStepping = true
    defer { own.isStepping = false }
    if own.driver == nil {
      guard woken.set.withLock({ $0.remove(lane) }) != nil else { return }
      own.driver = LaneDriver(lanes, lane)
    }
    guard var driver = own.driver else { return }
    _ = driver.step()
    own.driver = driver.isAsleep ? nil : driver
  }
}

extension LaneDriver {
  /// Runs one job to its end.
  ///
  /// - Returns: `false` if none was queued and the lane sleeps now.
  package mutating func runJob() -> Bool {
    while step() {}
    return !isAsleep
  }
}
