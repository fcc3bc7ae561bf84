// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import AsyncTextLayer
internal import CanvasDrawing
internal import CanvasGeometry
internal import Dispatch
internal import LayerModel
internal import SystemLanes
internal import TextDefaultFonts
internal import TextLayers

/// Back-pressure while the main queue is blocked.
extension StressRun {
  /// Blocks the main queue under full load: uncommitted bytes stay bounded, then all commit.
  func runBlocked() {
    let limit = 4 << 20
    let pool = BitmapPool(capacity: 1 << 20)
    let coordinator = DisplayCoordinator(
      commitQueue: .main, lanes: RenderLanes(count: laneCount), pool: pool,
      uncommittedByteLimit: limit)
    let count = configuration.isFullSize ? 4000 : 400
    let layers = MainQueue.run {
      (0..<count).map { index in
        let layer = TextLayer(coordinator: coordinator)
        layer.fonts = .embedded
        layer.bounds = Rect(x: 0, y: 0, width: 200, height: 50)
        layer.text = StressSamples.texts[index % StressSamples.slowText]
        return layer
      }
    }
    let seconds = configuration.isFullSize ? 5 : 1
    MainQueue.submit {
      for layer in layers { layer.display() }
      SimulatedWork.pause(milliseconds: seconds * 1000)
    }
    let end = ProcessGauge.now + UInt64(seconds) * 1_000_000_000
    var peakLive = 0
    while ProcessGauge.now < end {
      peakLive = max(peakLive, pool.ledger.liveBytes)
      sampleThreadCount()
      SimulatedWork.pause(milliseconds: 5)
    }
    let start = ProcessGauge.now
    waitUntilIdle(coordinator)
    let rest = Double(ProcessGauge.now - start) * 1e-9
    let shown = MainQueue.run { layers.count { $0.contents != nil } }
    findings.expect(shown == count, .settledContents, "\(shown) of \(count) show their contents")
    let peak = coordinator.peakUncommittedByteCount
    findings.expect(peak <= limit, .boundedQueues, "\(peak) uncommitted bytes while blocked")
    addFigure("blockedSeconds", Double(seconds), "s")
    addFigure(
      "blockedPeakUncommitted", Double(peak) / 1_048_576, "MiB", atMost: Double(limit >> 20))
    addFigure("blockedPeakLive", Double(peakLive) / 1_048_576, "MiB")
    addFigure("blockedCommitted", Double(shown), "of \(count)", atLeast: Double(count))
    addFigure("blockedRestAfter", rest, "s")
  }
}
