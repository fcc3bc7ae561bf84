// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// The pictures of tiles that are there.
struct TilePictureTests {
  /// A picture of 64 × 48 pixels in which each pixel differs from its neighbours.
  private func source() throws -> Bitmap {
    var context = try GraphicsContext(pixels: PixelSize(width: 64, height: 48))
    for y in 0..<48 {
      for x in 0..<64 {
        let color = Color(
          red: Double(x) / 63, green: Double(y) / 47, blue: Double((x * 7 + y * 13) % 32) / 31)
        try context.fill(Rect(x: Double(x), y: Double(y), width: 1, height: 1), with: color)
      }
    }
    return context.makeBitmap()
  }

  private let bounds = Rect(width: 64, height: 48)

  private func grid(levels: Int = 1) -> TileGrid {
    TileGrid(
      bounds: bounds, tileSize: PixelSize(width: 16, height: 16), levelsOfDetail: levels)
  }

  /// The tile of a picture that fills the bounds.
  private func tile(_ place: Tile, of picture: Bitmap, _ grid: TileGrid) throws -> Bitmap {
    try TileRequest(place, of: grid).bitmap { [bounds] context, _ in
      try context.draw(picture, in: bounds)
    }
  }

  private func contents(_ picture: Bitmap, _ grid: TileGrid, level: Int = 0) throws -> TileContents
  {
    var contents = TileContents(grid)
    for place in grid.tiles(in: bounds, level: level).tiles {
      contents[place] = LoadedTile(try tile(place, of: picture, grid))
    }
    return contents
  }

  private func picture(
    _ contents: TileContents, size: Size = Size(width: 64, height: 48), scale: Double = 1,
    time: Double = 0, _ change: (inout LayerProperties) -> Void = { _ in }
  ) throws -> Bitmap {
    let layer = RenderNode(bounds, contents: .vector(contents)) { change(&$0) }
    return try RenderTree(
      root: layer, size: size, scale: scale, background: nil, time: time
    ).image
  }

  @Test func s186_theMosaicIsTheSource() throws {
    let source = try source()
    let mosaic = try picture(try contents(source, grid()))
    #expect(PixelDifference(mosaic, source).count == 0)
  }

  @Test func tilesStandOnWholePixels() throws {
    let source = try source()
    let moved = try picture(try contents(source, grid())) { $0.position.x += 0.4 }
    #expect(PixelDifference(moved, source).count == 0)
  }

  /// Opaque tiles under any transform leave nothing of the background between them.
  @Test(arguments: [0.37, 0.8, 1.3, 2.6], [0.0, 0.3, 0.7853981633974483])
  func tilesHaveNoSeams(zoom: Double, angle: Double) throws {
    let white = try GraphicsContext(
      pixels: PixelSize(width: 64, height: 48), background: .white
    ).makeBitmap()
    let image = try picture(
      try contents(white, grid()), size: Size(width: 200, height: 200)
    ) { properties in
      properties.position = Point(x: 100, y: 100)
      properties.transform = .scale(x: zoom, y: zoom, z: 1).rotated(angle)
    }
    let whole = try RenderTree(
      root: RenderNode(bounds, .white) { properties in
        properties.position = Point(x: 100, y: 100)
        properties.transform = .scale(x: zoom, y: zoom, z: 1).rotated(angle)
      }, size: Size(width: 200, height: 200), scale: 1, background: nil, time: 0
    ).image
    #expect(PixelDifference(image, whole).most <= 4)
    for y in 0..<200 {
      for x in 0..<200 where whole.pixel(x: x, y: y) >> 24 == 255 {
        #expect(image.pixel(x: x, y: y) >> 24 == 255, "\(x), \(y)")
      }
    }
  }

  @Test func theNearestLevelStandsIn() throws {
    let red = try GraphicsContext(
      pixels: PixelSize(width: 64, height: 48), background: .red
    ).makeBitmap()
    let grid = grid(levels: 3)
    // The coarsest level is there, and of the finest one a tile.
    var contents = try contents(red, grid, level: 2)
    let blue = try GraphicsContext(pixels: PixelSize(width: 16, height: 16), background: .blue)
      .makeBitmap()
    contents[Tile(column: 1, row: 1)] = LoadedTile(blue)
    let image = try picture(contents)
    #expect(image.rgba(24, 24) == [0, 0, 255, 255])
    #expect(image.rgba(8, 8) == [255, 0, 0, 255] && image.rgba(40, 40) == [255, 0, 0, 255])
    // Finer ones stand in, too, where all of them are there.
    var finer = try self.contents(red, grid, level: 0)
    #expect(try picture(finer, size: Size(width: 32, height: 24), scale: 0.5).rgba(3, 3)[0] == 255)
    finer[Tile(column: 0, row: 0)] = nil
    let half = try picture(finer, size: Size(width: 64, height: 48), scale: 0.5)
    #expect(half.rgba(3, 3) == [0, 0, 0, 0] && half.rgba(20, 3) == [255, 0, 0, 255])
  }

  @Test func s187_tilesFadeInByTheTimeOfTheTree() throws {
    let red = try GraphicsContext(
      pixels: PixelSize(width: 64, height: 48), background: .red
    ).makeBitmap()
    var contents = TileContents(grid())
    contents.fadeDuration = 0.25
    for place in contents.grid.tiles(in: bounds, level: 0).tiles {
      contents[place] = LoadedTile(try tile(place, of: red, contents.grid), appeared: 10)
    }
    for (time, alpha) in [(9, 0), (10, 0), (10.125, 128), (10.25, 255), (11, 255)] {
      #expect(try picture(contents, time: time).rgba(20, 20)[3] == UInt8(alpha), "\(time)")
    }
    let layer = RenderNode(bounds, contents: .vector(contents))
    #expect(layer.nextChange(from: 10.1) == 10.1 && layer.nextChange(from: 10.25) == .infinity)
    // A layer whose time stands does not hold them up.
    let still = RenderNode(
      properties: layer.properties, contents: layer.contents,
      motion: LayerMotion(timing: MediaTiming(duration: .infinity, speed: 0)))
    #expect(still.nextChange(from: 10.1) == 10.1)
    contents.fadeDuration = 0
    #expect(try picture(contents, time: 10).rgba(20, 20)[3] == 255)
  }

  /// What fades in over a coarser level is mixed with it: the sum is opaque all the time.
  @Test func nothingShowsThroughWhileATileFadesIn() throws {
    let grid = grid(levels: 2)
    let gray = try GraphicsContext(
      pixels: PixelSize(width: 64, height: 48), background: Color(red: 0.5, green: 0.5, blue: 0.5)
    ).makeBitmap()
    var contents = try contents(gray, grid, level: 1)
    contents.fadeDuration = 1
    for place in grid.tiles(in: bounds, level: 0).tiles {
      contents[place] = LoadedTile(try tile(place, of: gray, grid), appeared: 0)
    }
    for step in 0...8 {
      let image = try picture(contents, time: Double(step) / 8)
      for (x, y) in [(3, 3), (16, 16), (15, 31), (63, 47)] {
        let pixel = image.rgba(x, y)
        #expect(pixel[3] == 255 && abs(Int(pixel[0]) - 128) <= 1, "\(step) \(x) \(y) \(pixel)")
      }
    }
  }

  @Test func aNewTileIsRepaintedAlone() throws {
    let source = try source()
    var contents = try contents(source, grid())
    let missing = Tile(column: 2, row: 1)
    let last = contents[missing]
    contents[missing] = nil
    func tree(_ contents: TileContents) -> RenderTree {
      let layer = RenderNode(bounds, contents: .vector(contents))
      return RenderTree(root: layer, size: bounds.size)
    }
    var buffers = FrameBuffers()
    let first = try #require(try buffers.begin(tree(contents)))
    while !first.run() {}
    _ = try buffers.finish(first)
    #expect(try buffers.begin(tree(contents)) == nil)
    contents[missing] = last
    let second = try #require(try buffers.begin(tree(contents)))
    while !second.run() {}
    let frame = try buffers.finish(second)
    #expect(frame.damage.rectangles == [PixelRect(x: 31, y: 15, width: 18, height: 18)])
    #expect(PixelDifference(frame.image, source).count == 0)
  }

  private static var perspective: Transform3D {
    var seen = Transform3D.identity
    seen.m34 = -1.0 / 60
    return Transform3D.rotation(1.1, x: 1, y: 0, z: 0).concatenating(seen)
  }

  /// Whatever tiles come and go, at any zoom and in perspective: a frame that is painted over the
  /// last one is the picture composed from nothing, and so is one painted in bands.
  @Test(arguments: 1...12) func repaintedIsWhole(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let source = try source()
    let grid = TileGrid(
      bounds: Rect(width: 64.3, height: 47.6), tileSize: PixelSize(width: 16, height: 16),
      levelsOfDetail: 4, levelsOfDetailBias: 1)
    let places = grid.levels.flatMap { grid.tiles(in: grid.bounds, level: $0).tiles }
    var contents = TileContents(grid)
    var transform = Transform3D.identity
    var buffers = FrameBuffers()
    for step in 0..<40 {
      for _ in 0..<Int.random(in: 0..<6, using: &random) {
        guard let place = places.randomElement(using: &random) else { continue }
        if contents[place] != nil, Bool.random(using: &random) {
          contents[place] = nil
        } else {
          contents[place] = LoadedTile(
            Bool.random(using: &random) || step % 3 > 0 ? try tile(place, of: source, grid) : nil)
        }
      }
      if step % 10 == 9 {
        transform =
          [
            .identity, .scale(x: 0.6, y: 0.6, z: 1), .scale(x: 2, y: 2, z: 1),
            Self.perspective,
          ].randomElement(using: &random) ?? .identity
      }
      let layer = RenderNode(grid.bounds, contents: .vector(contents)) {
        $0.position = Point(x: 60.4, y: 50)
        $0.transform = transform
      }
      let tree = RenderTree(root: layer, size: Size(width: 128, height: 128), background: .white)
      guard let job = try buffers.begin(tree) else { continue }
      while !job.run() {}
      let frame = try buffers.finish(job)
      let difference = PixelDifference(frame.image, try tree.image)
      #expect(difference.count == 0, "\(seed) \(step) \(difference)")
      // Rows painted by themselves.
      let surface = try SharedSurface(pixels: PixelSize(width: 128, height: 128))
      let plan = try CompositionPlan(tree.presented)
      for y in stride(from: 0, to: 128, by: 7) {
        var painter = PlanPainter(
          plan, on: surface, area: PixelRect(x: 0, y: y, width: 128, height: min(7, 128 - y)))
        try painter.paint()
      }
      #expect(PixelDifference(surface.freeze(), frame.image).count == 0, "\(seed) \(step)")
    }
  }

  @Test func framesTellWhatTheyShow() throws {
    final class Owner: TileOwner {}
    var contents = TileContents(
      TileGrid(bounds: Rect(width: 2048, height: 2048), levelsOfDetail: 3))
    let owner = Owner()
    contents.owner = owner
    func demands(_ scroll: Rect, _ change: (inout LayerProperties) -> Void = { _ in })
      throws -> [TileDemand]
    {
      let layer = RenderNode(
        Rect(width: 2048, height: 2048), contents: .vector(contents), change)
      let view = RenderNode(Rect(x: 10, y: 10, width: 100, height: 50), sublayers: [layer]) {
        $0.masksToBounds = true
        $0.bounds = scroll
      }
      let root = RenderNode(Rect(width: 90, height: 200), sublayers: [view])
      let tree = RenderTree(root: root, size: Size(width: 90, height: 200), scale: 2)
      var buffers = FrameBuffers()
      _ = try buffers.begin(tree)
      return buffers.tileDemands
    }
    let demand = try #require(try demands(Rect(x: 512, y: 768, width: 100, height: 50)).first)
    // The picture ends before the view does.
    #expect(demand.owner === owner && demand.zoom == 2)
    #expect(demand.visible == Rect(x: 512, y: 768, width: 80, height: 50))
    #expect(
      try demands(Rect(x: 5000, y: 0, width: 100, height: 50)).first?.visible.isEmpty == true)
    #expect(try demands(Rect(width: 100, height: 50)) { $0.isHidden = true }.isEmpty)
    let turned = try demands(Rect(x: 500, y: 500, width: 100, height: 50)) {
      $0.transform = .scale(x: 0.25, y: 0.25, z: 1)
    }
    #expect(turned.first?.zoom == 0.5)
  }

  @Test func aStoreMakesEachTileOnce() throws {
    let source = try source()
    let made = Counts()
    var contents = TileContents(grid())
    contents.store = TileStore { [bounds] request in
      made.add(request.tile)
      if request.tile == Tile(column: 1, row: 1) { throw Missing() }
      return try request.bitmap { context, _ in try context.draw(source, in: bounds) }
    }
    for _ in 0..<3 {
      let image = try picture(contents)
      #expect(image.rgba(20, 20) == [0, 0, 0, 0])
      #expect(image.pixel(x: 40, y: 40) == source.pixel(x: 40, y: 40))
    }
    #expect(made.all.count == 12 && made.all.values.allSatisfy { $0 == 1 })
    #expect(contents.store?.failures.map(\.tile) == [Tile(column: 1, row: 1)])
  }
}

private struct Missing: Error {}

/// How often each tile was made.
private final class Counts: Sendable {
  private let counts = Mutex<[Tile: Int]>([:])

  var all: [Tile: Int] { counts.withLock { $0 } }

  func add(_ tile: Tile) { counts.withLock { $0[tile, default: 0] += 1 } }
}
