// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import TextShaping

/// The same two threads, pass by pass: in turn one of them does all items, and both do half.
///
/// A speed-up is the quotient of two times. Taken from two processes, each of the two has a moment
/// and a layout of memory of its own, and one or the other may be slowed; taken in turn on the same
/// threads, what disturbs the machine falls on both. The best pass of each is told: everything that
/// disturbs makes a pass longer, nothing makes it shorter.
/// The floor's side is `Peers/floor_lanes.c`.
final class LanePasses {
  private struct Span {
    var start = 0.0
    var end = 0.0
    /// Processor time.
    var used = 0.0
  }

  private let passes: Passes
  /// The items of each lane when both work, then all of them.
  private let shares: [[Item]]
  private let gate = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
  /// How many lanes work in the pass that begins; none: they end. Written while the lanes wait at
  /// the gate.
  nonisolated(unsafe) private var working = 0
  /// Each lane's last pass, written by that lane and read while it waits at the gate.
  private let spans = UnsafeMutablePointer<Span>.allocate(capacity: 2)

  init(_ passes: Passes) {
    self.passes = passes
    let all = passes.workload.items
    shares =
      (0..<2).map { lane in stride(from: lane, to: all.count, by: 2).map { all[$0] } } + [all]
    pthread_barrier_init(gate, nil, 3)
    spans.initialize(repeating: Span(), count: 2)
  }

  func run() {
    for lane in 0..<2 {
      nonisolated(unsafe) let lanes = self
      Thread { lanes.work(lane) }.start()
    }
    var times: [[Double]] = [[], []]
    var processor: [[Double]] = [[], []]
    for _ in 0...passes.settings.repetitions {
      for lanes in 1...2 {
        // Words may be known from an earlier pass, whole texts not.
        ParagraphCache.shared.removeAll()
        working = lanes
        pthread_barrier_wait(gate)
        pthread_barrier_wait(gate)
        let all = (0..<lanes).map { spans[$0] }
        times[lanes - 1].append(
          all.reduce(-.infinity) { max($0, $1.end) } - all.reduce(.infinity) { min($0, $1.start) })
        processor[lanes - 1].append(all.reduce(0) { $0 + $1.used })
      }
    }
    working = 0
    pthread_barrier_wait(gate)
    let (workload, settings) = (passes.workload, passes.settings)
    for lanes in 1...2 {
      // The first pass of each warms.
      report(
        peer: settings.peer, workload: workload.name, metric: "lanes", threads: lanes,
        items: workload.items.count, ms: times[lanes - 1].dropFirst().min() ?? 0,
        cpu: processor[lanes - 1].dropFirst().min(), first: times[lanes - 1].first)
    }
  }

  private func work(_ lane: Int) {
    while true {
      pthread_barrier_wait(gate)
      let lanes = working
      if lanes == 0 { return }
      if lane < lanes {
        let processor = Clock.thread()
        let start = Clock.wall()
        Passes.run(lanes == 1 ? shares[2] : shares[lane], passes.stages)
        let end = Clock.wall()
        spans[lane] = Span(start: start, end: end, used: Clock.thread() - processor)
      }
      pthread_barrier_wait(gate)
    }
  }
}
