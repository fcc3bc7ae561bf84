// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Dispatch
import LayerCompositing
import LayerModel
import SystemConcurrency
import Testing
import TextTestSupport

/// The tiles that drawings were run for, by the place that the context tells.
private final class DrawnTiles: Sendable {
  private let state = Mutex<[Tile]>([])

  var all: [Tile] { state.withLock { $0 } }

  /// Fills a tile with the colour of its place: the tile at the origin of the context.
  ///
  /// - Parameter side: The side of a tile, in points.
  func draw(in context: inout GraphicsContext, side: Double) throws {
    let map = context.transform
    let tile = Tile(
      column: Int((-map.tx / map.a / side).rounded(.down)),
      row: Int((-map.ty / map.d / side).rounded(.down)))
    state.withLock { $0.append(tile) }
    // Far beyond the tile: the clip cuts it off.
    try context.fill(Rect(width: 4000, height: 4000), with: Self.color(of: tile))
  }

  static func color(of tile: Tile) -> Color {
    Color(red: Double(tile.column) / 5, green: Double(tile.row) / 5, blue: 1)
  }
}

/// Draws tiles on lanes.
@MainActor
private final class LaneDelegate: LayerDelegate {
  let drawn = DrawnTiles()
  var asked = 0
  var isSilent = false
  /// Whether the first question has no answer.
  var skipsFirst = false
  let side: Double

  init(side: Double) { self.side = side }

  func drawing(for layer: TiledLayer) -> TileDrawing? {
    asked += 1
    if isSilent || skipsFirst && asked == 1 { return nil }
    // Taken here, on the main queue, without effect on the tiles.
    layer.setNeedsDisplay()
    return { [drawn, side] context, cancellation in
      dispatchPrecondition(condition: .notOnQueue(.main))
      try cancellation.check()
      try drawn.draw(in: &context, side: side)
    }
  }
}

/// Draws any layer on the main queue.
@MainActor
private final class MainDelegate: LayerDelegate {
  let drawn = DrawnTiles()

  func drawing(for layer: Layer) -> LayerDrawing? {
    { [drawn] context in
      dispatchPrecondition(condition: .onQueue(.main))
      try drawn.draw(in: &context, side: 256)
    }
  }
}

/// A layer that draws itself.
@MainActor
private final class DrawingTiles: TiledLayer {
  let drawn = DrawnTiles()

  override func drawing() -> LayerDrawing? {
    { [drawn] context in try drawn.draw(in: &context, side: 256) }
  }
}

@Suite("TiledLayer: hooks that draw", .timeLimit(.minutes(30)))
@MainActor
struct TiledDelegateTests {
  private let scroll = ScrollLayer()

  private func host(_ layer: TiledLayer) -> LayerHost {
    scroll.frame = Rect(width: 320, height: 480)
    layer.frame = Rect(width: 2048, height: 2048)
    layer.fadeDuration = 0
    layer.prefetchMargin = 0
    scroll.addSublayer(layer)
    return LayerHost(
      root: scroll, size: scroll.bounds.size, background: .white, clock: ManualClock())
  }

  /// Whether a picture of what is at (0, 0) has the colours of tiles of a side, in points.
  private func expectTiles(_ image: Bitmap, side: Int) {
    for (x, y) in [(0, 0), (side - 1, side - 1), (side, side - 1), (side - 1, side), (300, 470)] {
      let tile = Tile(column: x / side, row: y / side)
      let color = DrawnTiles.color(of: tile)
      let expected = [color.red, color.green, color.blue, 1].map { UInt8(($0 * 255).rounded()) }
      #expect(image.rgba(x, y) == expected, "(\(x), \(y))")
    }
  }

  @Test("S-185: the delegate draws each tile on a lane, in the layer's space")
  func s185_delegate() async throws {
    let (layer, delegate) = (TiledLayer(), LaneDelegate(side: 256))
    layer.delegate = delegate
    let frame = try await host(layer).settledFrame()
    // 320 × 480 points touch the tiles (0, 0) to (1, 1).
    let wanted = Set([(0, 0), (1, 0), (0, 1), (1, 1)].map { Tile(column: $0.0, row: $0.1) })
    #expect(Set(delegate.drawn.all) == wanted && delegate.drawn.all.count == 4)
    #expect(delegate.asked == 4 && layer.counts.drawn == 4 && frame.notes.isEmpty)
    expectTiles(frame.image, side: 256)
  }

  @Test("S-185: at a scale of two a tile has half of the points")
  func s185_scale() async throws {
    let (layer, delegate) = (TiledLayer(), LaneDelegate(side: 128))
    layer.delegate = delegate
    layer.contentsScale = 2
    let frame = try await host(layer).settledFrame()
    #expect(delegate.drawn.all.count == 12 && delegate.asked == 12)
    expectTiles(frame.image, side: 128)
  }

  @Test("Scrolling asks for the new tiles, a dirty rectangle for those that it touches")
  func scrolling() async throws {
    let (layer, delegate) = (TiledLayer(), LaneDelegate(side: 256))
    layer.delegate = delegate
    let host = host(layer)
    _ = try await host.settledFrame()
    scroll.scroll(to: Point(x: 512, y: 0))
    _ = try await host.settledFrame()
    #expect(delegate.drawn.all.count == 8 && Set(delegate.drawn.all).count == 8)
    layer.setNeedsDisplay(Rect(x: 520, y: 10, width: 5, height: 5))
    _ = try await host.settledFrame()
    #expect(delegate.drawn.all.count == 9 && delegate.drawn.all.last == Tile(column: 2, row: 0))
  }

  @Test("A delegate that draws layers draws tiles on the main queue")
  func mainQueue() async throws {
    let (layer, delegate) = (TiledLayer(), MainDelegate())
    layer.delegate = delegate
    let frame = try await host(layer).settledFrame()
    #expect(delegate.drawn.all.count == 4)
    expectTiles(frame.image, side: 256)
  }

  @Test("A layer that draws itself does so for each tile")
  func ownDrawing() async throws {
    let layer = DrawingTiles()
    let frame = try await host(layer).settledFrame()
    #expect(layer.drawn.all.count == 4)
    expectTiles(frame.image, side: 256)
  }

  @Test("A source comes first, and a delegate that comes later is asked")
  func precedence() async throws {
    let (layer, delegate) = (TiledLayer(), LaneDelegate(side: 256))
    layer.source = ClosureTileSource { tile in
      { context, _ in try context.fill(tile.rect, with: .red) }
    }
    layer.delegate = delegate
    let host = host(layer)
    #expect(try await host.settledFrame().image.rgba(5, 5) == [255, 0, 0, 255])
    #expect(delegate.asked == 0)
    layer.source = nil
    expectTiles(try await host.settledFrame().image, side: 256)
  }

  @Test("A layer without anything that draws is noted, until there is something")
  func nothingDraws() async throws {
    let layer = TiledLayer()
    let host = host(layer)
    _ = try await host.settledFrame()
    try await until { host.frame?.notes.first?.code == .noTileSource }
    #expect(
      host.frame?.notes.first?.description.hasPrefix("layer 0 shows no tiles: nothing") == true)
    let delegate = LaneDelegate(side: 256)
    delegate.isSilent = true
    layer.delegate = delegate
    _ = try await host.settledFrame()
    // Each tile is asked for once.
    #expect(delegate.asked == 4)
    delegate.isSilent = false
    layer.setNeedsDisplay()
    let frame = try await host.settledFrame()
    expectTiles(frame.image, side: 256)
    #expect(frame.notes.isEmpty)
  }

  @Test("A delegate without a drawing for the first tile is none that draws nothing")
  func firstTileWithoutDrawing() async throws {
    let (layer, delegate) = (TiledLayer(), LaneDelegate(side: 256))
    delegate.skipsFirst = true
    layer.delegate = delegate
    let host = host(layer)
    try await until { delegate.asked == 4 }
    // While the others are drawn.
    let contents = try #require(layer.vectorContents as? TileContents)
    #expect(!contents.lacksSource)
    let frame = try await host.settledFrame()
    #expect(delegate.drawn.all.count == 3 && frame.notes.isEmpty)
  }
}
