// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A model of an earlier display cycle, which tests step: a counter that each display captures,
/// serial queues taken in turn, and four fixed checks.
final class EarlierCycle {
  /// The serial queues; a display goes to the next in turn.
  final class Queues {
    fileprivate(set) var lanes: [[() -> Void]]
    private var counter: Int32 = 0
    private(set) var main: [() -> Void] = []

    init(_ count: Int) { lanes = Array(repeating: [], count: count) }

    fileprivate func async(_ work: @escaping () -> Void) -> Int {
      counter &+= 1
      let lane = Int(UInt32(bitPattern: counter)) % lanes.count
      lanes[lane].append(work)
      return lane
    }

    fileprivate func onMain(_ work: @escaping () -> Void) { main.append(work) }

    func step(_ lane: Int) { if !lanes[lane].isEmpty { lanes[lane].removeFirst()() } }

    func stepMain() { if !main.isEmpty { main.removeFirst()() } }

    func run() {
      while true {
        if !main.isEmpty {
          stepMain()
        } else if let lane = lanes.firstIndex(where: { !$0.isEmpty }) {
          step(lane)
        } else {
          return
        }
      }
    }
  }

  struct Task {
    var name: String
    var drawsNothing = false
    /// Runs while the lane draws.
    var meanwhile: () -> Void = {}
    var allocationFails = false
  }

  let queues: Queues
  var signal: Int32 = 0
  var contents: String?
  var log: [String] = []
  var task = Task(name: "a")
  var width = 4.0
  var isAsynchronous = true
  var needsDisplay = false
  /// Whether a lane reads the live text and not the captured one.
  var readsLiveText = false
  /// Whether a synchronous display raises the counter.
  var bumpsWhenSynchronous = true
  /// The width for which the contents were drawn.
  var contentsWidth = 0.0
  /// Runs on the main queue between the last check and the setting of the contents.
  var betweenCheckAndSet: () -> Void = {}
  /// The largest width for which a bitmap was asked.
  var largestBitmap = 0.0

  init(_ queues: Queues) { self.queues = queues }

  func setNeedsDisplay() {
    signal &+= 1
    needsDisplay = true
  }

  /// - Returns: The lane that draws.
  @discardableResult
  func display() -> Int? {
    needsDisplay = false
    let task = task
    if task.drawsNothing {
      log.append("will \(task.name)")
      contents = nil
      log.append("did \(task.name) true")
      return nil
    }
    log.append("will \(task.name)")
    guard isAsynchronous else {
      if bumpsWhenSynchronous { signal &+= 1 }
      largestBitmap = max(largestBitmap, width)
      task.meanwhile()
      contents = task.allocationFails ? nil : task.name
      log.append("did \(task.name) true")
      return nil
    }
    if width < 1 {
      contents = nil
      log.append("did \(task.name) true")
      return nil
    }
    let value = signal
    let size = width
    return queues.async { [self] in
      if value != signal { return }
      largestBitmap = max(largestBitmap, size)
      task.meanwhile()
      let name = readsLiveText ? self.task.name : task.name
      if value != signal {
        queues.onMain { self.log.append("did \(task.name) false") }
        return
      }
      queues.onMain { [self] in
        if value != signal {
          log.append("did \(task.name) false")
        } else {
          betweenCheckAndSet()
          contents = task.allocationFails ? nil : name
          contentsWidth = size
          log.append("did \(task.name) true")
        }
      }
    }
  }
}
