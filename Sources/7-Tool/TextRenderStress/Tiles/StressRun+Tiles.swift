// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import CanvasGeometry
internal import LayerModel
internal import SystemConcurrency
internal import SystemLanes
internal import TextRenderCommand

/// Layers of tiles that are scrolled, zoomed and invalidated while their sources are late, fail or
/// never answer.
extension StressRun {
  /// The most layers: each has dozens of tiles.
  private static let tiledLayerLimit = 100

  /// Runs the storm of tiles, and checks that nothing is left of it.
  func runTiles() {
    let lanes = RenderLanes(count: laneCount)
    let count = min(configuration.layers, Self.tiledLayerLimit)
    // Beside other scenarios, this one makes a tenth of the requests.
    let requests =
      configuration.scenarios == [.tiles] ? configuration.requests : configuration.requests / 10
    let start = ProcessGauge.now
    let earlierPeak = peakThreads
    peakThreads = 0
    // Threads of earlier scenarios end only after some seconds, so they count as present.
    let base = max(baseThreads, ProcessGauge.threadCount)
    let storm = TileStorm(seed: configuration.seed, count: count, findings)
    MainQueue.run { storm.begin(on: lanes) }
    let end = configuration.seconds.map { start + UInt64($0 * 1e9) } ?? .max
    var made = 0
    while made < requests, ProcessGauge.now < end {
      made += MainQueue.run { [made] in storm.step(most: requests - made) }
      // The pauses vary: some tiles come in between, others after everything has changed again.
      SimulatedWork.pause(milliseconds: made / 64 % 3)
      sampleThreadCount()
      showProgress(requests: made)
    }
    MainQueue.run { storm.settle() }
    wait(seconds: 60) { MainQueue.run { storm.isSettled } }
    MainQueue.run { storm.checkSettled() }
    let figures = MainQueue.run { storm.end() }
    let sources = figures.sources
    wait { sources.allSatisfy { $0.activeCount == 0 } }
    let active = sources.reduce(0) { $0 + $1.activeCount }
    findings.expect(active == 0, .endedTiles, "\(active) calls of sources do not end")
    let isFreed = Mutex(false)
    wait {
      let isGone = MainQueue.run { figures.layers.allSatisfy { $0.layer == nil } }
      isFreed.withLock { $0 = isGone }
      return isGone
    }
    findings.expect(isFreed.withLock { $0 }, .noLeak, "layers of tiles are left")
    if configuration.scenarios == [.tiles] { report.requests = made }
    // Beside the threads of displays there are those of tasks, in which sources are called, and up
    // to two each for the clock of the host and the late answers of the storm.
    let allowed = base + laneCount + 2 + RenderLanes.activeProcessorCount + 4
    findings.expect(peakThreads <= allowed, .boundedThreads, "\(peakThreads) threads with tiles")
    addFigure("tileThreads", Double(peakThreads), "threads", atMost: Double(allowed))
    peakThreads = max(peakThreads, earlierPeak)
    addFigure("tileRequests", Double(made), "requests")
    addFigure("tilesAsked", Double(figures.counts.requested), "tiles")
    addFigure("tilesDrawn", Double(figures.counts.drawn), "tiles")
    addFigure("tilesCalledOff", Double(figures.counts.cancelled), "tiles")
    addFigure("tilesFailed", Double(figures.counts.failed), "tiles")
    addFigure("tileFrames", Double(figures.frames), "frames")
    addFigure("tileSeconds", Double(ProcessGauge.now - start) * 1e-9, "s")
  }
}

/// A seeded stream of requests to layers of tiles in one picture.
@MainActor
final class TileStorm {
  /// The state at the end of a storm.
  struct End: Sendable {
    struct Weak: Sendable { weak let layer: TiledLayer? }

    var counts = TileCounts()
    var frames = 0
    var sources: [StormTileSource] = []
    var layers: [Weak] = []
  }

  private static let requestsPerTurn = 64

  private let findings: StressFindings
  private let seed: UInt64
  private let count: Int
  private var random: StressRandom
  private var layers: [TiledLayerUnderTest] = []
  private var host: LayerHost?

  nonisolated init(seed: UInt64, count: Int, _ findings: StressFindings) {
    (self.seed, self.count, self.findings) = (seed, count, findings)
    random = StressRandom(seed: seed)
  }

  func begin(on lanes: RenderLanes) {
    let root = Layer()
    root.frame = Rect(
      width: 10 * TiledLayerUnderTest.side, height: 10 * TiledLayerUnderTest.side)
    for index in 0..<count {
      let layer = TiledLayerUnderTest(index, seed: seed, findings)
      layers.append(layer)
      root.addSublayer(layer.view)
    }
    host = LayerHost(root: root, size: root.bounds.size, background: .white, lanes: lanes)
  }

  /// Makes the requests of one turn.
  ///
  /// - Returns: The number of requests.
  func step(most: Int) -> Int {
    for layer in layers { layer.checkTiles() }
    let made = min(most, Self.requestsPerTurn)
    for _ in 0..<made {
      let action = TileStormAction.next(&random)
      layers[random.below(layers.count)].perform(action, random.below(1 << 20))
    }
    return made
  }

  func settle() { for layer in layers { layer.settle() } }

  /// Whether all visible tiles are loaded.
  var isSettled: Bool { layers.allSatisfy(\.isSettled) }

  func checkSettled() { for layer in layers { layer.checkSettled() } }

  func end() -> End {
    var end = End()
    end.frames = host?.frame.map { $0.sequence + 1 } ?? 0
    for layer in layers {
      let counts = layer.layer.counts
      end.counts += counts
      end.sources.append(layer.source)
      end.layers.append(End.Weak(layer: layer.layer))
    }
    host?.close()
    (host, layers) = (nil, [])
    return end
  }
}

extension TileCounts {
  fileprivate static func += (sum: inout TileCounts, other: TileCounts) {
    sum.requested += other.requested
    sum.drawn += other.drawn
    sum.cancelled += other.cancelled
    sum.failed += other.failed
  }
}
