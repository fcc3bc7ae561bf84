// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// The division of a layer into tiles.
struct TileGridTests {
  private let square = Rect(width: 2048, height: 2048)

  @Test func s183_aTileHas256PixelsByDefault() {
    let grid = TileGrid(bounds: square)
    #expect(grid.tileSize == PixelSize(width: 256, height: 256))
    #expect(grid.size(ofLevel: 0) == (8, 8))
    #expect(
      grid.rect(of: Tile(column: 7, row: 1)) == Rect(x: 1792, y: 256, width: 256, height: 256))
  }

  @Test func s189_aTileHasTheSamePixelsAtAScaleOfTwo() {
    let grid = TileGrid(bounds: square, contentsScale: 2)
    #expect(grid.size(ofLevel: 0) == (16, 16))
    #expect(grid.rect(of: Tile(column: 1, row: 0)) == Rect(x: 128, width: 128, height: 128))
    #expect(grid.pixelSize(of: Tile(column: 1, row: 0)) == grid.tileSize)
  }

  @Test func s190_aPointLiesInTheTileOfItsPixel() {
    let grid = TileGrid(bounds: square, contentsScale: 2)
    let tiles = grid.tiles(in: Rect(x: 127, y: 128, width: 2, height: 1), level: 0)
    #expect(tiles.columns == 0..<2 && tiles.rows == 1..<2)
  }

  @Test func tilesAtTheEdgesAreCut() {
    let grid = TileGrid(bounds: Rect(x: 10, y: 20, width: 2049, height: 300), levelsOfDetail: 2)
    #expect(grid.size(ofLevel: 0) == (9, 2))
    #expect(grid.pixelSize(of: Tile(column: 8, row: 1)) == PixelSize(width: 1, height: 44))
    #expect(grid.rect(of: Tile(column: 8, row: 1)) == Rect(x: 2058, y: 276, width: 1, height: 44))
    // Half of it has 1024.5 × 150 pixels.
    #expect(grid.size(ofLevel: 1) == (5, 1))
    #expect(
      grid.pixelSize(of: Tile(column: 4, row: 0, level: 1)) == PixelSize(width: 1, height: 150))
  }

  @Test func s193_levelsEndWhereASideHasAPixel() {
    #expect(TileGrid.levels(of: PixelSize(width: 612, height: 792)) == 10)
    #expect(TileGrid.levels(of: PixelSize(width: 1, height: 792)) == 1)
    #expect(TileGrid(bounds: square).levels == 0..<1)
    #expect(TileGrid(bounds: Rect(width: 612, height: 792), levelsOfDetail: 99).levels == 0..<10)
  }

  @Test func s194_theLevelFollowsTheZoom() {
    let grid = TileGrid(
      bounds: Rect(width: 612, height: 792), levelsOfDetail: 10, levelsOfDetailBias: 5)
    #expect(grid.levels == -5..<5)
    func level(_ zoom: Double) -> Int {
      grid.tiles(in: Rect(width: 1, height: 1), zoom: zoom).level
    }
    // The finest level that has a pixel for each device pixel: ⌈log₂ zoom⌉ halvings less.
    #expect(level(1) == 0 && level(1.5) == -1 && level(2) == -1 && level(2.1) == -2)
    #expect(level(0.5) == 1 && level(0.3) == 1 && level(0.25) == 2)
    #expect(level(32) == -5 && level(1e9) == -5 && level(1e-9) == 4 && level(.nan) == -5)
    #expect(level(1 + 1e-9) == 0)
  }

  @Test func numbersWithoutAMeaningHaveNoTilesOrTheNearestOnes() {
    for bounds in [
      Rect.zero, Rect(width: -1, height: 5), Rect(width: .nan, height: 5),
      Rect(width: .infinity, height: 5), Rect(x: .nan, width: 5, height: 5),
      Rect(width: 1e300, height: 5),
    ] {
      let grid = TileGrid(bounds: bounds, levelsOfDetail: 3)
      #expect(grid.levels.isEmpty && grid.tiles(in: bounds, zoom: 1).count == 0, "\(bounds)")
      #expect(!grid.contains(Tile(column: 0, row: 0)))
    }
    let small = TileGrid(bounds: square, tileSize: PixelSize(width: 0, height: -5))
    #expect(small.tileSize == PixelSize(width: 16, height: 16))
    let large = TileGrid(bounds: square, tileSize: PixelSize(width: 1_000_000, height: .max))
    #expect(large.tileSize == PixelSize(width: 4096, height: 4096))
    #expect(large.pixelSize(of: Tile(column: 0, row: 0)) == PixelSize(width: 2048, height: 2048))
    #expect(TileGrid(bounds: square, contentsScale: .nan).scale == 1)
    #expect(
      TileGrid(bounds: square, levelsOfDetail: .min, levelsOfDetailBias: .max).levels == -24..<(-23)
    )
  }

  @Test func whereTooManyTilesAreSeenACoarserLevelIsShown() {
    let grid = TileGrid(bounds: Rect(width: 1e6, height: 1e6), levelsOfDetail: 3)
    // 3,907² tiles, 1,954² at half the size; all levels have too many.
    #expect(grid.tiles(in: grid.bounds, zoom: 1).count == 0)
    // 118² tiles and 59² at half the size have more pixels than are shown at once.
    let few = TileGrid(bounds: Rect(width: 3e4, height: 3e4), levelsOfDetail: 3)
    #expect(few.tiles(in: few.bounds, zoom: 1).level == 2)
    #expect(few.tiles(in: few.bounds, zoom: 1).count == 30 * 30)
    let large = TileGrid(
      bounds: Rect(width: 3e4, height: 3e4), tileSize: PixelSize(width: 4096, height: 4096))
    #expect(large.tiles(in: large.bounds, zoom: 1).count == 0)
    #expect(large.tiles(in: Rect(width: 8000, height: 8000), zoom: 1).count == 4)
    let flat = TileGrid(bounds: Rect(width: 1e9, height: 1e9))
    #expect(flat.tiles(in: flat.bounds, zoom: 1).count == 0)
    #expect(flat.size(ofLevel: 0) == (3_906_250, 3_906_250))
  }

  @Test(arguments: 1...50) func tilesCoverEachPartOnce(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let grid = TileGrid(
      bounds: Rect(
        x: number(-100...100), y: number(-100...100), width: number(1...5000),
        height: number(1...5000)),
      tileSize: PixelSize(
        width: .random(in: 16...500, using: &random), height: .random(in: 16...500, using: &random)),
      contentsScale: number(0.2...3), levelsOfDetail: 4, levelsOfDetailBias: 1)
    let part = Rect(
      x: number(-200...4000), y: number(-200...4000), width: number(1...900),
      height: number(1...900))
    for level in grid.levels {
      let tiles = grid.tiles(in: part, level: level)
      let shown = part.intersection(grid.bounds)
      #expect(tiles.count == 0 ? shown.isEmpty : !shown.isEmpty)
      let area = tiles.tiles.reduce(0.0) { sum, tile in
        let rect = grid.rect(of: tile)
        #expect(grid.contains(tile))
        #expect(!rect.intersection(shown).isEmpty || rect.width < 1e-6 || rect.height < 1e-6)
        let common = rect.intersection(shown)
        return sum + common.width * common.height
      }
      #expect(abs(area - shown.width * shown.height) < 1e-3)
    }
  }
}
