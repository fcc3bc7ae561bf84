// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import AsyncTextLayer
internal import CanvasDrawing
internal import CanvasGeometry
internal import Dispatch
internal import LayerModel
internal import SystemConcurrency
internal import SystemLanes
internal import TextDefaultFonts
internal import TextLayers
internal import TextModel
internal import TextTypesetting

/// Latency of cancellation, and the polls that bound it.
extension StressRun {
  /// Measures the time from a cancel to a free lane, for long texts.
  func runCancel() {
    let lanes = RenderLanes(count: 1)
    let coordinator = DisplayCoordinator(commitQueue: .main, lanes: lanes, pool: BitmapPool())
    coordinator.metrics.isEnabled = true
    var waits = LatencyHistogram()
    var random = StressRandom(seed: configuration.seed)
    for text in StressSamples.longParagraphs(kilobytes: 200) {
      for _ in 0..<(configuration.isFullSize ? 20 : 4) {
        let layer = MainQueue.run {
          let layer = TextLayer(coordinator: coordinator)
          layer.fonts = .embedded
          layer.bounds = Rect(x: 0, y: 0, width: 600, height: 2000)
          layer.text = text.value
          layer.display()
          return layer
        }
        // The pause makes the cancellation come at a random time of the drawing.
        SimulatedWork.pause(milliseconds: 1 + random.below(20))
        let cancelled = MainQueue.run {
          let now = ProcessGauge.now
          layer.cancelDisplay()
          return now
        }
        let isFree = DispatchSemaphore(value: 0)
        lanes.run { isFree.signal() }
        isFree.wait()
        waits.record(ProcessGauge.now - cancelled)
      }
    }
    waitUntilIdle(coordinator)
    addFigure("cancelToFreeLaneP95", Double(waits.percentile(0.95)) * 1e-6, "ms")
    addFigure("cancelToFreeLaneMost", Double(waits.maximum) * 1e-6, "ms")
  }

  /// Measures the longest processor time between two polls, in texts of one paragraph.
  ///
  /// The figure is the least of three passes: a gap in the code is in all of them, one that an
  /// interrupt makes is not.
  func runPolls() {
    let lanes = RenderLanes(count: 1)
    let kilobytes = configuration.isFullSize ? 1024 : 100
    var most = 0.0
    for text in StressSamples.longParagraphs(kilobytes: kilobytes) {
      var least = Double.infinity
      for _ in 0..<3 {
        let gap = PollGap()
        let done = DispatchSemaphore(value: 0)
        lanes.run {
          Self.draw(text.value, gap)
          done.signal()
        }
        done.wait()
        sampleThreadCount()
        least = min(least, Double(gap.longest) * 1e-6)
      }
      addFigure("pollGap\(text.name)", least, "ms of CPU", atMost: 1)
      most = max(most, least)
    }
    addFigure("pollGapMost", most, "ms of CPU, \(kilobytes) KiB paragraphs", atMost: 1)
  }

  private static func draw(_ text: AttributedText, _ gap: PollGap) {
    gap.poll()
    let cancellation = Cancellation(poll: { gap.poll() })
    if let layout = try? TextLayout(
      text, in: TextContainer(width: 600), fonts: .embedded, cancellation: cancellation),
      let bitmap = try? BlankBitmap(
        PixelSize(width: 600, height: 2000), background: nil, pool: .shared,
        cancellation: cancellation)
    {
      var context = GraphicsContext(bitmap, scale: 1)
      try? context.draw(layout, at: .zero, cancellation: cancellation)
      gap.poll()
    }
  }
}

/// The longest processor time of a thread between two polls, in nanoseconds.
private final class PollGap: Sendable {
  private let state = Mutex<(last: UInt64, longest: UInt64)>((0, 0))

  var longest: UInt64 { state.withLock { $0.longest } }

  func poll() {
    let now = ProcessGauge.threadTime
    state.withLock { state in
      if state.last != 0, now > state.last { state.longest = max(state.longest, now - state.last) }
      state.last = now
    }
  }
}
