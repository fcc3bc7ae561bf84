// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import Synchronization

/// A workload handed to two serial queues and back to the main queue by as little as can be: what
/// is left when everything that an asynchronous layer promises is taken away.
///
/// The layouts and pictures are those of ``AsyncPass``, by the same public calls. The queues take
/// the items from an array by an index, 16 at a time, and hand layouts and pictures back in arrays,
/// one closure for each. On the main queue an object for each item takes its layout and its picture
/// and gives the picture up. Nothing can be cancelled or comes in order, nothing is referred to
/// weakly, no text is set or copied.
///
/// As there, synchronous passes are made in between, in both formats. Small arrays wake the main
/// queue often, large ones let pictures pile up: of several sizes the one with the least median is
/// told. A queue waits while two arrays are on their way; without that pictures pile up to hundreds
/// of megabytes, and a label costs up to three microseconds more.
@MainActor
final class BareHandOff {
  /// An item that has been laid out and drawn.
  private struct Drawn: Sendable {
    var index: Int
    var layout: TextLayout
    var picture: Bitmap
  }

  /// What stands for a layer.
  private final class Cell {
    var layout: TextLayout?
    var picture: Bitmap?
  }

  /// One way to make a pass: its format, and how many items come back in one array.
  private struct Way: Hashable, Sendable {
    var format: PixelFormat
    var batch: Int
  }

  private let settings: Settings
  private let workload: String
  nonisolated private let items: [Item]
  nonisolated private let stages: Stages
  /// Room for arrays on their way to the main queue.
  nonisolated private let room = DispatchSemaphore(value: 2)
  nonisolated private let next = Atomic<Int>(0)
  private let queues = (0..<2).map { DispatchQueue(label: "bare hand-off \($0)") }
  private let ways: [Way] = [PixelFormat.rgba8, .alpha8].flatMap { format in
    [16, 32, 64, 128].map { Way(format: format, batch: $0) }
  }
  private var cells: [Cell] = []
  /// How many queues have not yet handed back the last of a pass.
  private var working = 0
  private var start = 0.0
  private var pass = 0
  private var times: [Way: [Double]] = [:]
  private var synchronous: [PixelFormat: [Double]] = [:]

  init(_ passes: Passes) {
    (settings, workload) = (passes.settings, passes.workload.name)
    (items, stages) = (passes.workload.items, passes.stages)
  }

  /// Runs the passes and ends the process.
  func run() -> Never {
    DispatchQueue.main.async { self.beginPass() }
    dispatchMain()
  }

  private func beginPass() {
    let way = ways[pass % ways.count]
    let begin = Clock.processor()
    for item in items { _ = render(item, way.format) }
    synchronous[way.format, default: []].append(Clock.processor() - begin)
    cells = items.map { _ in Cell() }
    working = queues.count
    start = Clock.processor()
    next.store(0, ordering: .relaxed)
    for queue in queues { queue.async { self.draw(way) } }
  }

  nonisolated private func render(_ item: Item, _ format: PixelFormat) -> (TextLayout, Bitmap) {
    do {
      let layout = try stages.layout(item)
      return (layout, try stages.draw(item, layout, format: format))
    } catch { fatalError("\(error)") }
  }

  /// A queue's part of a pass: items as long as there are any.
  nonisolated private func draw(_ way: Way) {
    var drawn: [Drawn] = []
    drawn.reserveCapacity(way.batch)
    while true {
      let first = next.wrappingAdd(16, ordering: .relaxed).oldValue
      if first >= items.count { break }
      for index in first..<min(first + 16, items.count) {
        let (layout, picture) = render(items[index], way.format)
        drawn.append(Drawn(index: index, layout: layout, picture: picture))
        if drawn.count < way.batch { continue }
        handBack(drawn, isLast: false)
        drawn = []
        drawn.reserveCapacity(way.batch)
      }
    }
    handBack(drawn, isLast: true)
  }

  nonisolated private func handBack(_ drawn: [Drawn], isLast: Bool) {
    room.wait()
    DispatchQueue.main.async { self.commit(drawn, isLast: isLast) }
  }

  private func commit(_ drawn: [Drawn], isLast: Bool) {
    for one in drawn {
      let cell = cells[one.index]
      cell.layout = one.layout
      cell.picture = one.picture
      cell.picture = nil
    }
    room.signal()
    if isLast { working -= 1 }
    if isLast && working == 0 { DispatchQueue.main.async { self.endPass() } }
  }

  private func endPass() {
    times[ways[pass % ways.count], default: []].append(Clock.processor() - start)
    cells = []
    pass += 1
    // The first pass of each way warms.
    if pass < ways.count * (settings.repetitions + 1) { return beginPass() }
    tell(.rgba8, suffix: "")
    tell(.alpha8, suffix: "-alpha8")
    exit(0)
  }

  /// Prints the lines of one format.
  private func tell(_ format: PixelFormat, suffix: String) {
    let least = ways.filter { $0.format == format }
      .map { (batch: $0.batch, ms: median(Array(times[$0, default: []].dropFirst()))) }
      .min { $0.ms < $1.ms }
    guard let least, let calls = synchronous[format] else { return }
    report(
      peer: settings.peer, workload: workload, metric: "bare-sync" + suffix, threads: 2,
      items: items.count, ms: median(Array(calls.dropFirst())), first: calls[0])
    report(
      peer: settings.peer, workload: workload, metric: "bare" + suffix, threads: 2,
      items: items.count, ms: least.ms, batch: least.batch)
  }
}
