// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import ImageCodecs
import SystemConcurrency
import SystemFiles
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import SystemLanes
@testable import TextRenderCommand

struct TileCutterTests {
  private struct Broken: Error {}

  /// A reader of a picture in memory, which may break.
  private final class MemoryReader: ImageRowReader {
    let picture: TiledPicture
    let isOpaque: Bool
    let notes: [String] = []
    /// The row at which reading fails, and how.
    var failure: (row: Int, error: any Error)?
    private(set) var nextRow = 0

    init(_ picture: TiledPicture, isOpaque: Bool = true) {
      (self.picture, self.isOpaque) = (picture, isOpaque)
    }

    var size: PixelSize { PixelSize(width: picture.width, height: picture.height) }

    func read(_ count: Int, into rows: inout MutableSpan<UInt8>) throws {
      if let failure, nextRow + count > failure.row { throw failure.error }
      let start = nextRow * picture.width * 4
      for i in 0..<count * picture.width * 4 { rows[i] = picture.pixels[start + i] }
      nextRow += count
    }
  }

  private func tiles(
    _ reader: MemoryReader, size: Int, overlap: Int = 0, levels: Int? = nil,
    lanes: RenderLanes = .shared
  ) throws -> [TileIndex: TiledPicture] {
    let pyramid = TilePyramid(
      size: reader.size, tileSize: size, overlap: overlap, levelCount: levels)
    var files: [TileIndex: TiledPicture] = [:]
    var cutter = TileCutter(
      reader, into: pyramid, codec: .png, packing: PackingOptions(), lanes: lanes
    ) {
      #expect(files[$0] == nil)
      files[$0] = try TiledPicture(png: $1)
    }
    try cutter.run()
    #expect(files.count == pyramid.tileCount)
    return files
  }

  /// Every tile of every level is the part of the picture halved plainly, for tiles and overlaps of
  /// odd and even sizes, and sides that do not divide.
  @Test(arguments: [
    (64, 64, 16, 0), (65, 63, 16, 0), (61, 47, 7, 0), (61, 47, 7, 3), (33, 70, 16, 1),
    (33, 70, 16, 8), (1, 1, 256, 0), (1, 90, 8, 2), (90, 1, 8, 2), (20, 20, 1, 0), (40, 33, 2, 1),
    (100, 50, 4096, 0),
  ])
  func eachTileIsItsPartOfItsLevel(_ width: Int, _ height: Int, _ size: Int, _ overlap: Int) throws
  {
    for isOpaque in [true, false] {
      let picture = TiledPicture(width: width, height: height, isOpaque: isOpaque)
      let found = try tiles(MemoryReader(picture, isOpaque: isOpaque), size: size, overlap: overlap)
      var (level, expected) = (0, picture)
      while true {
        for row in 0..<(expected.height + size - 1) / size {
          for column in 0..<(expected.width + size - 1) / size {
            let columns =
              max(0, column * size - overlap)..<min(expected.width, (column + 1) * size + overlap)
            let rows =
              max(0, row * size - overlap)..<min(expected.height, (row + 1) * size + overlap)
            #expect(
              found[TileIndex(level: level, column: column, row: row)]
                == expected.part(columns, rows), "level \(level), \(column), \(row)")
          }
        }
        if expected.width == 1, expected.height == 1 { break }
        (level, expected) = (level + 1, expected.half)
      }
      #expect(found.keys.map(\.level).max() == level)
    }
  }

  @Test func lanesChangeNoByte() throws {
    try ToolRun.withFolder { folder in
      let path = folder + "/p.png"
      try TiledPicture(width: 700, height: 500, isOpaque: false).png().write(to: path)
      let format = PictureFormat.jpeg.isBuilt ? "jpg" : "png"
      let results = try [1, 2, 4].map { count in
        let out = "\(folder)/\(count)"
        try TileFolder.cut(
          [path, "--format", format, "--tile-size", "64", "--levels", "12", "--out", out],
          lanes: RenderLanes(count: count))
        return try TileFolder(path: out).contents()
      }
      #expect(results[0].count > 100)
      #expect(results[1] == results[0] && results[2] == results[0])
    }
  }

  /// A picture of more columns, and one of more rows, than any bitmap has.
  @Test func picturesMayBeLargerThanBitmaps() throws {
    for (width, height) in [(20_000, 5), (5, 20_000)] {
      let picture = TiledPicture(width: width, height: height)
      let found = try tiles(MemoryReader(picture), size: 4096, levels: 2)
      let last = try #require(
        found[TileIndex(level: 0, column: (width - 1) / 4096, row: (height - 1) / 4096)])
      #expect(
        last == picture.part((width - 1) / 4096 * 4096..<width, (height - 1) / 4096 * 4096..<height)
      )
    }
  }

  /// No more than two bands of a level are in memory, on any number of lanes.
  @Test func memoryIsBounded() throws {
    let pyramid = TilePyramid(
      size: PixelSize(width: 16_384, height: 16_384), tileSize: 256, overlap: 0, levelCount: nil)
    #expect(pyramid.levels.count == 15)
    // A pixel of the whole picture has 1 GiB; two bands and their halves have 4 · 16 MiB and a row
    // of each level.
    #expect(pyramid.byteCount < 65 << 20)
    let wide = TilePyramid(
      size: PixelSize(width: 50_000, height: 50_000), tileSize: 256, overlap: 0, levelCount: nil)
    #expect(wide.byteCount < 200 << 20)
    #expect(throws: Never.self) { try wide.check("p") }
    let huge = TilePyramid(
      size: PixelSize(width: 1_000_000, height: 5000), tileSize: 4096, overlap: 0, levelCount: 1)
    #expect(throws: CommandError.self) { try huge.check("p") }
    let many = TilePyramid(
      size: PixelSize(width: 50_000, height: 50_000), tileSize: 1, overlap: 0, levelCount: 1)
    #expect(throws: CommandError.self) { try many.check("p") }
  }

  /// What was complete before the damage is written, on any number of lanes.
  @Test(arguments: [1, 4]) func tilesBeforeDamageAreWritten(_ lanes: Int) throws {
    let reader = MemoryReader(TiledPicture(width: 100, height: 100))
    reader.failure = (75, Broken())
    let pyramid = TilePyramid(size: reader.size, tileSize: 20, overlap: 0, levelCount: 2)
    var written: Set<TileIndex> = []
    var cutter = TileCutter(
      reader, into: pyramid, codec: .png, packing: PackingOptions(),
      lanes: RenderLanes(count: lanes)
    ) { tile, _ in written.insert(tile) }
    #expect(throws: Broken.self) { try cutter.run() }
    // Rows 0 to 59 of the picture and 0 to 19 of its half, if all rows are read at once.
    for row in 0..<3 {
      for column in 0..<5 {
        #expect(written.contains(TileIndex(level: 0, column: column, row: row)))
      }
    }
    #expect(!written.contains { $0.level == 0 && $0.row > 2 })
    #expect(written.filter { $0.level == 1 }.allSatisfy { $0.row == 0 })
  }

  @Test func aFileThatCannotBeWrittenEndsTheCut() throws {
    let reader = MemoryReader(TiledPicture(width: 100, height: 3000))
    let pyramid = TilePyramid(size: reader.size, tileSize: 20, overlap: 0, levelCount: nil)
    var count = 0
    var cutter = TileCutter(
      reader, into: pyramid, codec: .png, packing: PackingOptions(), lanes: .shared
    ) {
      _, _ in
      count += 1
      if count == 7 { throw Broken() }
    }
    #expect(throws: Broken.self) { try cutter.run() }
    #expect(count == 7)
  }

  @Test func aCancelledCutEnds() throws {
    var png = try TiledPicture(width: 300, height: 300).png()
    let stream = ByteStream { exchange(&png, with: []) }
    let flag = CancellationFlag()
    let reader = try PictureFormat.rows(
      of: stream, side: 300, cancellation: Cancellation(flag: flag))
    flag.set()
    let pyramid = TilePyramid(size: reader.size, tileSize: 20, overlap: 0, levelCount: 2)
    var cutter = TileCutter(
      reader, into: pyramid, codec: .png, packing: PackingOptions(), lanes: .shared
    ) {
      tile, _ in Issue.record("\(tile) is written")
    }
    #expect(throws: CancellationError.self) { try cutter.run() }
  }
}
