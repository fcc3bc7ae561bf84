// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import LayerCompositing
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel
@testable import SystemLanes

/// Layers of tiles whose lanes go on only when a test steps them.
@Suite("Tiles on stepped lanes", .timeLimit(.minutes(30)))
@MainActor
struct SteppedTileTests {
  /// Two lanes that a test steps.
  final class SteppedLanes {
    let lanes: RenderLanes
    private let woken: WokenLanes
    private var drivers: [Int: LaneDriver] = [:]

    private final class WokenLanes: Sendable {
      let set = Mutex<Set<Int>>([])
    }

    init() {
      let woken = WokenLanes()
      self.woken = woken
      lanes = RenderLanes(count: 2) { lane in woken.set.withLock { _ = $0.insert(lane) } }
    }

    /// Takes one step of a lane: a look at the queue, or a part of the job that it has.
    func step(_ lane: Int) {
      guard
        var driver = drivers.removeValue(forKey: lane)
          ?? (woken.set.withLock { $0.remove(lane) } != nil ? LaneDriver(lanes, lane) : nil)
      else { return }
      _ = driver.step()
      if !driver.isAsleep { drivers[lane] = driver }
    }
  }

  @Test("Whatever is drawn when: no tile that comes is out of date", arguments: 1...8)
  func neverStale(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let (stepped, source) = (SteppedLanes(), TestTileSource())
    let layer = TiledLayer(coordinator: DisplayCoordinator(lanes: stepped.lanes))
    layer.frame = Rect(width: 1024, height: 1024)
    layer.fadeDuration = 0
    layer.levelsOfDetail = 2
    layer.source = source
    let view = ScrollLayer()
    view.frame = Rect(width: 300, height: 300)
    view.addSublayer(layer)
    let host = LayerHost(root: view, size: view.bounds.size, background: .white)
    /// The version since which each tile is out of date, and the bitmaps that were seen.
    var (least, seen): ([Tile: Int], [Tile: ObjectIdentifier]) = ([:], [:])
    func check() {
      for tile in layer.loadedTiles {
        guard let bitmap = layer.bitmap(of: tile), seen[tile] != bitmap.id else { continue }
        seen[tile] = bitmap.id
        let allowed = (least[tile] ?? 0)...source.version
        let pixel = bitmap.pixel(x: 0, y: 0)
        let isFresh = allowed.contains { version in
          TestTileSource.color(of: tile, version: version).premultiplied8 == pixel
        }
        #expect(isFresh, "\(seed): \(tile) is older than \(allowed.lowerBound)")
      }
    }
    for _ in 0..<150 {
      check()
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        view.scroll(
          to: Point(
            x: .random(in: -50...900, using: &random), y: .random(in: -50...900, using: &random)))
      case 2:
        let zoom = Bool.random(using: &random) ? 1 : 0.5
        view.sublayerTransform = .scale(x: zoom, y: zoom, z: 1)
      default:
        let rect = Rect(
          x: .random(in: 0...1000, using: &random), y: .random(in: 0...1000, using: &random),
          width: .random(in: 1...400, using: &random), height: 200)
        source.version += 1
        layer.setNeedsDisplay(rect)
        for level in layer.grid.levels {
          for tile in layer.grid.tiles(in: rect, level: level).tiles {
            least[tile] = source.version
          }
        }
      }
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        stepped.step(Int.random(in: 0..<2, using: &random))
        if Bool.random(using: &random) { await Task.yield() }
      }
    }
    layer.setNeedsDisplay()
    try await until {
      stepped.step(0)
      stepped.step(1)
      guard host.loop.isIdle, !layer.isDisplayingTiles else { return false }
      let zoom = view.sublayerTransform.m11
      return layer.grid.tiles(in: layer.visibleRect, zoom: zoom).tiles.allSatisfy { tile in
        layer.bitmap(of: tile)?.pixel(x: 0, y: 0)
          == TestTileSource.color(of: tile, version: source.version).premultiplied8
      }
    }
    check()
    // Each drawing was asked for, and what was not drawn was called off.
    let (asked, drawn) = (
      source.asked.reduce(into: [Tile: Int]()) { $0[$1, default: 0] += 1 },
      source.drawn.reduce(into: [Tile: Int]()) { $0[$1, default: 0] += 1 }
    )
    #expect(drawn.allSatisfy { $0.value <= asked[$0.key] ?? 0 })
    let counts = layer.counts
    #expect(counts.failed == 0 && counts.cancelled > 0)
    #expect(counts.requested == counts.drawn + counts.cancelled + layer.displayingTileCount)
    host.close()
  }
}
