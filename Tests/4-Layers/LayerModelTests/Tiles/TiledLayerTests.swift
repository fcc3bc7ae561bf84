// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import LayerCompositing
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel
@testable import SystemLanes

@Suite("TiledLayer", .timeLimit(.minutes(30)))
@MainActor
struct TiledLayerTests {
  private let scroll = ScrollLayer()
  // The bound on bitmaps that are not committed is that of the test.
  private let layer = TiledLayer(coordinator: DisplayCoordinator())
  private let source = TestTileSource()
  private let clock = ManualClock()

  init() {
    scroll.frame = Rect(width: 320, height: 480)
    layer.frame = Rect(width: 2048, height: 2048)
    layer.fadeDuration = 0
    layer.prefetchMargin = 0
    scroll.addSublayer(layer)
    layer.source = source
  }

  private func host(_ lanes: RenderLanes = .shared, scale: Double = 1) -> LayerHost {
    LayerHost(
      root: scroll, size: scroll.bounds.size, scale: scale, background: .white, clock: clock,
      lanes: lanes)
  }

  private func tiles(_ columns: Range<Int>, _ rows: Range<Int>, level: Int = 0) -> Set<Tile> {
    Set(rows.flatMap { row in columns.map { Tile(column: $0, row: row, level: level) } })
  }

  /// The picture of what is scrolled to, with all tiles.
  private func expected(version: Int = 0) throws -> Bitmap {
    let (source, origin) = (TestTileSource(), scroll.bounds.origin)
    source.version = version
    var context = try GraphicsContext(size: scroll.bounds.size, background: .white)
    context.concatenate(.translation(x: -origin.x, y: -origin.y))
    for tile in layer.grid.tiles(in: layer.bounds, level: 0).tiles {
      try context.fill(
        layer.grid.rect(of: tile), with: TestTileSource.color(of: tile, version: version))
    }
    return context.makeBitmap()
  }

  @Test("At the origin 2 × 2 tiles are asked for and shown")
  func s184_tilesAtTheOrigin() async throws {
    let frame = try await host().settledFrame()
    #expect(Set(source.asked) == tiles(0..<2, 0..<2) && source.asked.count == 4)
    #expect(frame.image.differences(from: try expected()) == 0)
    #expect(layer.counts.requested == 4 && layer.counts.drawn == 4 && layer.counts.cancelled == 0)
  }

  @Test("Scrolling asks for the visible tiles and for those around, each once")
  func s176_visibleAndAround() async throws {
    layer.prefetchMargin = 1
    let host = host()
    _ = try await host.settledFrame()
    try await until { layer.loadedTiles == tiles(0..<3, 0..<3) }
    scroll.scroll(to: Point(x: 512, y: 768))
    let frame = try await host.settledFrame()
    #expect(frame.image.differences(from: try expected()) == 0)
    // 512…832 and 768…1248.
    try await until { layer.loadedTiles.isSuperset(of: tiles(1..<5, 2..<6)) }
    #expect(Set(source.asked) == tiles(0..<3, 0..<3).union(tiles(1..<5, 2..<6)))
    #expect(source.asked.count == Set(source.asked).count)
  }

  @Test("What scrolling comes to next waits before the rest around")
  func s176_bands() {
    let grid = TileGrid(bounds: Rect(width: 4096, height: 4096))
    let wanted = WantedTiles(
      grid, visible: Rect(x: 1024, y: 1024, width: 512, height: 512), zoom: 1,
      movement: Point(x: 0, y: 3), margin: 1)
    let bands = Dictionary(grouping: wanted.tiles, by: \.priority).mapValues { Set($0.map(\.tile)) }
    #expect(bands[.visible] == tiles(4..<6, 4..<6))
    #expect(bands[.near] == tiles(4..<6, 6..<7))
    #expect(
      bands[.idle] == tiles(3..<7, 3..<7).subtracting(tiles(4..<6, 4..<7)))
    #expect(wanted.tiles.map(\.priority) == wanted.tiles.map(\.priority).sorted(by: >))
    // Without room for all of them there are those that are seen.
    let small = WantedTiles(
      grid, visible: Rect(x: 1024, y: 1024, width: 512, height: 512), zoom: 1, byteLimit: 1 << 20)
    #expect(Set(small.tiles.map(\.tile)) == tiles(4..<6, 4..<6))
  }

  @Test("Tiles that are scrolled away before they are drawn are called off, and not drawn")
  func s196_calledOff() async throws {
    let source = TestTileSource(.wait)
    layer.source = source
    let host = host()
    try await until { source.asked.count == 4 }
    scroll.scroll(to: Point(x: 1024, y: 1024))
    try await until { source.asked.count >= 8 }
    #expect(layer.counts.cancelled == 4)
    source.open()
    let frame = try await host.settledFrame()
    #expect(frame.image.differences(from: try expected()) == 0)
    // 1024…1344 and 1024…1504.
    #expect(Set(source.drawn) == tiles(4..<6, 4..<6))
    try await until { source.cancelled == 4 }
    #expect(layer.counts.requested == layer.counts.drawn + layer.counts.cancelled)
  }

  @Test("What was drawn before an invalidation is never shown after it; the old tile stays")
  func s196_staleTiles() async throws {
    let host = host()
    _ = try await host.settledFrame()
    source.version = 1
    for tile in tiles(0..<2, 0..<2) { source.set(.wait, for: tile) }
    layer.setNeedsDisplay(Rect(x: 300, y: 10, width: 1, height: 1))
    try await until { source.asked.count == 5 }
    #expect(source.asked.last == Tile(column: 1, row: 0))
    // Invalid again, while it waits.
    source.version = 2
    layer.setNeedsDisplay(Rect(x: 300, y: 10, width: 1, height: 1))
    try await until { source.asked.count == 6 }
    let old = TestTileSource.color(of: Tile(column: 1, row: 0))
    #expect(try layer.picture().pixel(x: 300, y: 10) == old.premultiplied8)
    source.open()
    _ = try await host.settledFrame()
    let new = TestTileSource.color(of: Tile(column: 1, row: 0), version: 2)
    #expect(try layer.picture().pixel(x: 300, y: 10) == new.premultiplied8)
    #expect(layer.counts.cancelled == 1)
  }

  @Test("A tile fades in for a quarter of a second from when it is there; 0 turns that off")
  func s187_fade() async throws {
    layer.fadeDuration = 0.25
    scroll.backgroundColor = .white
    let host = host()
    // Sums of sixty-fourths are exact: a frame comes at each time that is waited for.
    host.preferredFramesPerSecond = 64
    _ = try await host.settledFrame()
    func red() -> UInt8 { host.frame?.image.rgba(10, 10)[0] ?? 0 }
    // The first tile has no red.
    #expect(red() == 255)
    for (time, expected) in [(0.125, 127), (0.25, 0), (0.5, 0)] {
      clock.advance(by: time - clock.now)
      try await until {
        host.frame?.time ?? 0 >= min(time, 0.25) - 1e-6 && abs(Int(red()) - expected) <= 1
      }
    }
    #expect(layer.node.nextChange(from: 0.25) == .infinity)
  }

  @Test("Zooming shows the level at hand until the one that fits is there")
  func s195_zoom() async throws {
    layer.levelsOfDetail = 4
    layer.levelsOfDetailBias = 1
    let host = host()
    var frame = try await host.settledFrame()
    func level() -> Int { Int(frame.image.rgba(200, 300)[2]) / 16 - 8 }
    #expect(level() == 0)
    let before = source.asked.count
    scroll.sublayerTransform = .scale(x: 0.25, y: 0.25, z: 1)
    frame = try await host.settledFrame()
    #expect(level() == 2 && Set(source.asked[before...]).allSatisfy { $0.level == 2 })
    source.setUsual(.wait)
    scroll.sublayerTransform = .scale(x: 2, y: 2, z: 1)
    try await until { source.asked.last?.level == -1 }
    scroll.backgroundColor = .red
    try await until { host.frame.map { $0.sequence > frame.sequence } ?? false }
    frame = try #require(host.frame)
    // Level 0 is nearest.
    #expect(level() == 0)
    source.open()
    frame = try await host.settledFrame()
    #expect(level() == -1 && layer.counts.failed == 0)
  }

  @Test("Tiles over the bound are given up, those first that were not seen for the longest time")
  func boundedCache() async throws {
    layer.cacheByteLimit = 8 * 256 * 256 * 4
    let host = host()
    for step in 0..<6 {
      scroll.scroll(to: Point(x: Double(step) * 256, y: 0))
      _ = try await host.settledFrame()
      #expect(layer.tileByteCount <= layer.cacheByteLimit)
      #expect(layer.tileByteCount == layer.loadedTiles.count * 256 * 256 * 4)
    }
    #expect(layer.loadedTiles == tiles(3..<7, 0..<2))
    layer.isHidden = true
    layer.cacheByteLimit = 0
    _ = try await host.settledFrame()
    try await until { layer.loadedTiles.isEmpty }
    #expect(layer.tileByteCount == 0)
  }

  @Test("Missing and failing tiles leave the others; they are asked for again when they come back")
  func failures() async throws {
    var errors: [Tile: any Error] = [:]
    layer.onTileError = { errors[$0] = $1 }
    source.set(.fail, for: Tile(column: 0, row: 0))
    source.set(.failToDraw, for: Tile(column: 1, row: 0))
    source.set(.empty, for: Tile(column: 0, row: 1))
    let host = host()
    let frame = try await host.settledFrame()
    #expect(Set(errors.keys) == tiles(0..<2, 0..<1) && layer.counts.failed == 2)
    #expect(errors[Tile(column: 0, row: 0)] is TestTileSource.Failure)
    #expect(frame.image.rgba(10, 10) == [255, 255, 255, 255])
    #expect(frame.image.rgba(10, 300) == [255, 255, 255, 255])
    #expect(
      frame.image.pixel(x: 300, y: 300)
        == TestTileSource.color(of: Tile(column: 1, row: 1)).premultiplied8)
    // They are not tried again by themselves.
    scroll.backgroundColor = .blue
    _ = try await host.settledFrame()
    #expect(source.asked.count == 4)
    for tile in tiles(0..<2, 0..<2) { source.set(.draw, for: tile) }
    scroll.scroll(to: Point(x: 1024, y: 0))
    _ = try await host.settledFrame()
    scroll.scroll(to: Point.zero)
    _ = try await host.settledFrame()
    #expect(layer.loadedTiles.isSuperset(of: tiles(0..<2, 0..<2)))
    layer.setNeedsDisplay()
    #expect(try await host.settledFrame().image.differences(from: try expected()) == 0)
  }

  @Test("The first answer of a callback counts; one that never comes leaves a tile missing")
  func callbacks() async throws {
    let stopped = Mutex<[Tile]>([])
    layer.source = CallbackTileSource { tile, answer in
      if tile.tile == Tile(column: 0, row: 0) {
        return { stopped.withLock { $0.append(tile.tile) } }
      }
      for version in 0..<3 {
        let color = TestTileSource.color(of: tile.tile, version: version)
        answer(.success { context, _ in try context.fill(tile.rect, with: color) })
      }
      answer(.failure(TestTileSource.Failure()))
      return nil
    }
    let host = host()
    try await until { layer.counts.drawn == 3 }
    scroll.scroll(to: Point(x: 256, y: 0))
    _ = try await host.settledFrame()
    #expect(layer.bitmap(of: Tile(column: 0, row: 0)) == nil && layer.counts.failed == 0)
    let tile = Tile(column: 1, row: 1)
    let color = TestTileSource.color(of: tile)
    #expect(layer.bitmap(of: tile)?.pixel(x: 5, y: 5) == color.premultiplied8)
    try await until { stopped.withLock { $0 } == [Tile(column: 0, row: 0)] }
  }

  @Test("A layer that leaves the picture calls off its tiles, and so does a host that is closed")
  func leaving() async throws {
    let source = TestTileSource(.wait)
    layer.source = source
    let host = host()
    try await until { source.asked.count == 4 }
    layer.removeFromSuperlayer()
    _ = try await host.settledFrame()
    #expect(!layer.isDisplayingTiles && layer.counts.cancelled == 4)
    scroll.addSublayer(layer)
    try await until { source.asked.count == 8 }
    host.close()
    #expect(!layer.isDisplayingTiles && layer.counts.cancelled == 8)
    source.open()
  }

  @Test("A released layer leaves nothing behind while its source waits")
  func release() async throws {
    let source = TestTileSource(.wait)
    weak var released: TiledLayer?
    let host = host()
    do {
      let other = TiledLayer()
      released = other
      other.frame = Rect(width: 100, height: 100)
      other.source = source
      scroll.addSublayer(other)
      try await until { source.asked.count == 1 }
      other.removeFromSuperlayer()
      _ = try await host.settledFrame()
    }
    #expect(released == nil)
    source.open()
  }

  @Test("A host that is released calls off its tiles, and so does a layer with its host")
  func releasedHost() async throws {
    let source = TestTileSource(.wait)
    layer.source = source
    do {
      let host = host()
      try await until { source.asked.count == 4 }
      _ = host
    }
    try await until { layer.counts.cancelled == 4 }
    layer.setNeedsDisplay()
    #expect(source.asked.count == 4 && !layer.isDisplayingTiles)
    // All of it is released while the source waits.
    let stopped = Mutex(0)
    do {
      let (view, other) = (Layer(), TiledLayer())
      (view.frame, other.frame) = (Rect(width: 50, height: 50), Rect(width: 50, height: 50))
      other.source = CallbackTileSource { _, _ in { stopped.withLock { $0 += 1 } } }
      view.addSublayer(other)
      let host = LayerHost(root: view, size: view.bounds.size)
      try await until { other.isDisplayingTiles }
      _ = host
    }
    try await until { stopped.withLock { $0 } == 1 }
    source.open()
  }

  @Test("What is out of date stands in while the level that fits is on its way")
  func staleStandIns() async throws {
    layer.levelsOfDetail = 2
    let host = host()
    _ = try await host.settledFrame()
    source.setUsual(.wait)
    scroll.sublayerTransform = .scale(x: 0.5, y: 0.5, z: 1)
    try await until { source.asked.last?.level == 1 }
    layer.setNeedsDisplay()
    try await until { host.frame.map { $0.image.rgba(200, 300)[2] == 8 * 16 } ?? false }
    scroll.backgroundColor = .red
    let sequence = host.frame?.sequence ?? 0
    try await until { host.frame?.sequence ?? 0 > sequence }
    let shown = try #require(host.frame?.image.rgba(200, 300))
    #expect(shown[2] == 128)
    source.open()
    let settled = try await host.settledFrame().image.rgba(200, 300)
    #expect(settled[2] == 144)
  }

  @Test("New bounds keep the tiles that are the same there")
  func newBounds() async throws {
    let host = host()
    _ = try await host.settledFrame()
    layer.frame = Rect(width: 2048, height: 300)
    let frame = try await host.settledFrame()
    // The second row is cut off now.
    #expect(source.asked.count == 6)
    #expect(frame.image.rgba(10, 299)[1] == 53 && frame.image.rgba(10, 300)[1] == 255)
    layer.tileSize = PixelSize(width: 128, height: 128)
    _ = try await host.settledFrame()
    #expect(layer.loadedTiles == tiles(0..<3, 0..<3))
  }

  @Test("At a scale of two a tile covers 128 points", arguments: [1.0, 2])
  func s191_scale(contentsScale: Double) async throws {
    layer.contentsScale = contentsScale
    _ = try await host(scale: 2).settledFrame()
    let side = 256 / contentsScale
    let (columns, rows) = (Int((320 / side).rounded(.up)), Int((480 / side).rounded(.up)))
    #expect(Set(source.asked) == tiles(0..<columns, 0..<rows))
  }

  @Test("The same bytes on one, two and four lanes", arguments: [1, 2, 4])
  func s188_lanes(count: Int) async throws {
    let lanes = RenderLanes(count: count)
    let coordinator = DisplayCoordinator(lanes: lanes)
    let other = TiledLayer(coordinator: coordinator)
    other.frame = layer.frame
    other.fadeDuration = 0
    other.source = source
    scroll.replaceSublayer(layer, with: other)
    scroll.scroll(to: Point(x: 300, y: 200))
    let frame = try await host(lanes).settledFrame()
    #expect(frame.image.differences(from: try expected()) == 0)
  }

  /// Scrolls, zooms and invalidates at random: what is shown is never out of date, and nothing is
  /// drawn that was not asked for.
  @Test("Random scrolls, zooms and invalidations", arguments: 1...6)
  func random(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    layer.levelsOfDetail = 3
    layer.prefetchMargin = 1
    layer.cacheByteLimit = 40 * 256 * 256 * 4
    let host = host()
    var zoom = 1.0
    for step in 0..<40 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1, 2:
        scroll.scroll(
          to: Point(
            x: .random(in: -300...2200, using: &random), y: .random(in: -300...2200, using: &random)
          ))
      case 3:
        zoom = [1, 0.5, 0.25, 0.7].randomElement(using: &random) ?? 1
        scroll.sublayerTransform = .scale(x: zoom, y: zoom, z: 1)
      default:
        source.version = step
        layer.setNeedsDisplay()
      }
      if Bool.random(using: &random) { await Task.yield() }
      guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
      let frame = try await host.settledFrame()
      // The middle of each tile that is seen shows the last version.
      for tile in layer.grid.tiles(in: layer.visibleRect, zoom: zoom).tiles {
        let middle = scroll.convert(layer.grid.rect(of: tile).center, from: layer)
        guard let middle, scroll.bounds.contains(middle) else { continue }
        let (x, y) = (Int(middle.x - scroll.bounds.minX), Int(middle.y - scroll.bounds.minY))
        let color = TestTileSource.color(of: tile, version: source.version)
        #expect(frame.image.pixel(x: x, y: y) == color.premultiplied8, "\(seed) \(step) \(tile)")
      }
    }
    try await until { layer.displayingTileCount == 0 }
    let counts = layer.counts
    #expect(Set(source.drawn).isSubset(of: source.asked))
    #expect(
      counts.requested
        == counts.drawn + counts.cancelled + counts.failed + layer.displayingTileCount)
  }
}
