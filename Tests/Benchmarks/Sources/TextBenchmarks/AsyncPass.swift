// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation

/// A workload as layers that are displayed on lanes and committed on the main queue.
///
/// Each layer gives its picture up when it has been shown, as a table does with cells that scroll
/// away. The same passes are made by synchronous calls in between, and both are told in processor
/// time: once in colours, once with the contents' format `automatic` beside synchronous calls in
/// the format `alpha8`; and once more each with layers that are displayed synchronously, which
/// shows what a layer takes without being handed over.
@MainActor
final class AsyncPass: AsyncLayerObserver {
  /// What a pass is made of.
  private struct Kind: Hashable {
    var format: ContentsFormat
    var isAsynchronous: Bool
  }

  private static let kinds = [
    Kind(format: .rgba8, isAsynchronous: true), Kind(format: .automatic, isAsynchronous: true),
    Kind(format: .rgba8, isAsynchronous: false), Kind(format: .automatic, isAsynchronous: false),
  ]

  private let passes: Passes
  private var layers: [TextLayer] = []
  private var waiting = 0
  private var start = 0.0
  private var times: [Kind: [Double]] = [:]
  private var synchronous: [ContentsFormat: [Double]] = [:]
  private var next = 0

  init(_ passes: Passes) { self.passes = passes }

  func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {
    guard contents != nil else { return }
    layer.contents = nil
    waiting -= 1
    if waiting == 0 { DispatchQueue.main.async { self.endPass() } }
  }

  /// Runs the passes and ends the process.
  func run() -> Never {
    DispatchQueue.main.async { self.beginPass() }
    dispatchMain()
  }

  private func beginPass() {
    let kind = Self.kinds[next]
    let format = kind.format
    do {
      let begin = Clock.processor()
      for item in passes.workload.items {
        _ = try passes.stages.draw(
          item, try passes.stages.layout(item), format: format == .rgba8 ? .rgba8 : .alpha8)
      }
      synchronous[format, default: []].append(Clock.processor() - begin)
    } catch { fatalError("\(error)") }
    layers = passes.workload.items.map { item in
      let layer = TextLayer()
      layer.bounds = Rect(x: 0, y: 0, width: item.width ?? 320, height: item.height ?? 320)
      layer.contentsScale = item.scale
      layer.maximumLines = item.maximumLines
      layer.fonts = passes.stages.fonts
      layer.contentsFormat = format
      layer.displaysAsynchronously = kind.isAsynchronous
      layer.displayDelegate = self
      return layer
    }
    waiting = layers.count
    start = Clock.processor()
    for (layer, item) in zip(layers, passes.workload.items) { layer.text = item.text }
  }

  private func endPass() {
    times[Self.kinds[next], default: []].append(Clock.processor() - start)
    layers = []
    next = (next + 1) % Self.kinds.count
    if times[Self.kinds[next], default: []].count <= passes.settings.repetitions {
      return beginPass()
    }
    let items = passes.workload.items.count
    let metrics = [
      ("sync", synchronous[.rgba8]), ("async", times[Self.kinds[0]]),
      ("sync-alpha8", synchronous[.automatic]), ("async-automatic", times[Self.kinds[1]]),
      ("layers-sync", times[Self.kinds[2]]), ("layers-sync-automatic", times[Self.kinds[3]]),
    ]
    for case (let metric, let values?) in metrics {
      report(
        peer: passes.settings.peer, workload: passes.workload.name, metric: metric, threads: 2,
        items: items, ms: median(Array(values.dropFirst())), first: values[0])
    }
    exit(0)
  }
}
