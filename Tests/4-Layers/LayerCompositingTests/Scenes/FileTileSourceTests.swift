// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import ImageCodecs
import LayerCompositing
import SystemConcurrency
import Testing
import TextTestSupport

struct FileTileSourceTests {
  /// A picture of 600 × 600, hence of 3 × 3 tiles, of which the last ones have 88 pixels.
  private static let picture = try? TestTiles.snowman(side: 600)
  private let pattern = "Snowman_%02d_%02d.png"

  private func grid(
    _ side: Double = 600, scale: Double = 1, levels: Int = 1, bias: Int = 0, tile: Int = 256
  ) -> TileGrid {
    TileGrid(
      bounds: Rect(width: side, height: side), tileSize: PixelSize(width: tile, height: tile),
      contentsScale: scale, levelsOfDetail: levels, levelsOfDetailBias: bias)
  }

  private func withTiles(
    side: Int = 256, leavingOut: Set<[Int]> = [],
    _ body: (_ picture: Bitmap, _ folder: String) async throws -> Void
  ) async throws {
    let picture = try #require(Self.picture)
    try await TestTiles.withFolder { folder in
      try TestTiles.cut(picture, side: side, to: folder) { x, y in
        leavingOut.contains([x, y]) ? nil : TestTiles.name(x, y)
      }
      try await body(picture, folder)
    }
  }

  private func bitmap(
    _ source: some TileSource, _ tile: Tile, of grid: TileGrid
  ) async throws -> Bitmap {
    let request = TileRequest(tile, of: grid)
    return try request.bitmap(try #require(try await source.drawing(of: request)))
  }

  private func failure(
    _ source: some TileSource, _ tile: Tile, of grid: TileGrid
  ) async -> ImageError? {
    do {
      _ = try await bitmap(source, tile, of: grid)
      return nil
    } catch { return error as? ImageError }
  }

  private func drawing(
    _ side: Int, _ body: (inout GraphicsContext) throws -> Void
  ) throws -> Bitmap {
    var context = try GraphicsContext(pixels: PixelSize(width: side, height: side))
    try body(&context)
    return context.makeBitmap()
  }

  @Test("S-186: the mosaic of the tiles is the source", arguments: [1.0, 2, 3, 0.7])
  func s186_mosaicIsTheSource(scale: Double) async throws {
    try await withTiles { picture, folder in
      let source = try FileTileSource(pattern, in: folder)
      let grid = grid(600 / scale, scale: scale)
      for row in 0..<3 {
        for column in 0..<3 {
          let tile = Tile(column: column, row: row)
          let (width, height) = (column < 2 ? 256 : 88, row < 2 ? 256 : 88)
          let part = try TestTiles.part(
            of: picture, x: column * 256, y: row * 256, width: width, height: height)
          #expect(try await bitmap(source, tile, of: grid) == part, "\(column) \(row)")
        }
      }
    }
  }

  @Test func missingFilesAreErrorsOfTheirTiles() async throws {
    try await withTiles(leavingOut: [[1, 0]]) { _, folder in
      let source = try FileTileSource(pattern, in: folder)
      let error = await failure(source, Tile(column: 1, row: 0), of: grid())
      #expect(error?.code == .notFound && error?.name == "Snowman_01_00.png")
      #expect(await failure(source, Tile(column: 0, row: 0), of: grid()) == nil)
    }
  }

  @Test func damagedFilesAreErrorsOfTheirTiles() async throws {
    try await withTiles { picture, folder in
      try TestTiles.write(Array("no picture".utf8), to: folder + "/Snowman_00_00.png")
      let whole = try await TestTiles.part(of: picture, x: 0, y: 0, width: 256, height: 256)
        .pngData()
      try TestTiles.write(Array(whole.prefix(whole.count / 2)), to: folder + "/Snowman_01_00.png")
      try TestTiles.write([], to: folder + "/Snowman_02_00.png")
      let source = try FileTileSource(pattern, in: folder)
      let errors = [
        await failure(source, Tile(column: 0, row: 0), of: grid()),
        await failure(source, Tile(column: 1, row: 0), of: grid()),
        await failure(source, Tile(column: 2, row: 0), of: grid()),
      ]
      #expect(errors.map { $0?.code } == [.unknownFormat, .damaged, .unknownFormat])
      #expect(errors.map { $0?.name } == (0..<3).map { TestTiles.name($0, 0) })
      #expect(await failure(source, Tile(column: 0, row: 1), of: grid()) == nil)
      // Too many bytes, and a picture that would take too much memory.
      let small = try FileTileSource(pattern, in: folder, maximumByteCount: 100)
      #expect(await failure(small, Tile(column: 0, row: 1), of: grid())?.code == .tooLarge)
    }
  }

  @Test func filesOfOtherSizes() async throws {
    try await withTiles { picture, folder in
      // Half the size: stretched to the tile.
      let half = try drawing(128) { context in
        try context.fill(Rect(width: 64, height: 128), with: .red)
        try context.fill(Rect(x: 64, width: 64, height: 128), with: .blue)
      }
      try await half.write(to: folder + "/Snowman_00_00.png")
      // The whole size at the edge: cut off.
      let padded = try TestTiles.part(of: picture, x: 512, y: 0, width: 256, height: 256)
      try await padded.write(to: folder + "/Snowman_02_00.png")
      let source = try FileTileSource(pattern, in: folder)
      let stretched = try await bitmap(source, Tile(column: 0, row: 0), of: grid())
      #expect(stretched.pixelSize == PixelSize(width: 256, height: 256))
      #expect(stretched.rgba(0, 0) == [255, 0, 0, 255] && stretched.rgba(120, 255)[0] == 255)
      #expect(stretched.rgba(136, 0)[2] == 255 && stretched.rgba(255, 255) == [0, 0, 255, 255])
      let edge = try TestTiles.part(of: picture, x: 512, y: 0, width: 88, height: 256)
      #expect(try await bitmap(source, Tile(column: 2, row: 0), of: grid()) == edge)
    }
  }

  @Test("Levels without files are made of finer ones", arguments: [256, 100])
  func coarserLevels(side: Int) async throws {
    try await withTiles(side: side) { picture, folder in
      let source = try FileTileSource(pattern, in: folder)
      for level in 1...3 {
        let grid = grid(levels: 5, tile: side)
        let tile = Tile(column: 0, row: 0, level: level)
        let made = try await bitmap(source, tile, of: grid)
        // The picture as a whole, reduced into the tile.
        let reduced = 600 / Double(1 << level)
        let expected = try drawing(made.width) { context in
          try context.draw(picture, in: Rect(width: reduced, height: reduced))
        }
        var greatest = 0
        for y in 0..<made.height {
          for x in 0..<made.width {
            for (a, b) in zip(made.rgba(x, y), expected.rgba(x, y)) {
              greatest = max(greatest, abs(Int(a) - Int(b)))
            }
          }
        }
        // Edges of files within a pixel: each file is averaged by itself.
        #expect(greatest <= (side == 256 ? 0 : 24), "level \(level): \(greatest)")
      }
      let far = Tile(column: 0, row: 0, level: 4)
      #expect(await failure(source, far, of: grid(levels: 5, tile: side))?.code == .notFound)
    }
  }

  @Test func filesOfALevelOfItsOwn() async throws {
    try await withTiles(leavingOut: [[0, 0]]) { _, folder in
      let green = try GraphicsContext(
        pixels: PixelSize(width: 256, height: 256), background: .lime
      ).makeBitmap()
      try await green.write(to: folder + "/Snowman_L1_00_00.png")
      let source = try FileTileSource(pattern, in: folder)
      let grid = grid(levels: 3)
      #expect(try await bitmap(source, Tile(column: 0, row: 0, level: 1), of: grid) == green)
      // Of level 1, a single file is there, the upper left quarter of level 2.
      let second = try await bitmap(source, Tile(column: 0, row: 0, level: 2), of: grid)
      #expect(second.rgba(100, 100) == [0, 255, 0, 255] && second.rgba(140, 100)[3] == 0)
      // A part of a tile of level 1 is missing, and others stand.
      try TestTiles.remove(folder + "/Snowman_L1_00_00.png")
      let request = TileRequest(Tile(column: 0, row: 0, level: 1), of: grid)
      let files = try source.files(of: request, .never)
      let first = try request.bitmap { context, cancellation in
        let failures = try files.draw(in: &context, cancellation)
        #expect(failures.map(\.name) == ["Snowman_00_00.png"])
      }
      #expect(first.rgba(60, 60)[3] == 0 && first.rgba(140, 60)[3] == 255)
    }
  }

  @Test func magnifiedLevels() async throws {
    try await withTiles { picture, folder in
      let source = try FileTileSource(pattern, in: folder)
      let grid = grid(levels: 3, bias: 2)
      let tile = try await bitmap(source, Tile(column: 5, row: 4, level: -2), of: grid)
      // A quarter of the second file's width, from a quarter of it on.
      let file = try TestTiles.part(of: picture, x: 256, y: 256, width: 256, height: 256)
      let part = try drawing(256) { context in
        try context.draw(file, in: Rect(x: -256, width: 1024, height: 1024))
      }
      #expect(tile == part)
    }
  }

  @Test func theFolderIsBounded() async throws {
    try await withTiles { _, folder in
      try await TestTiles.withFolder { other in
        let source = try FileTileSource(pattern, in: folder, root: other)
        #expect(
          await failure(source, Tile(column: 0, row: 0), of: grid())?.code == .notPermitted)
        let inside = try FileTileSource(pattern, in: folder, root: folder)
        #expect(await failure(inside, Tile(column: 0, row: 0), of: grid()) == nil)
      }
    }
  }

  /// A format of one byte and two sides, whose pictures are white and can be had in halves.
  private struct PlainDecoder: ImageDecoder {
    func recognizes(_ bytes: [UInt8]) -> Bool { bytes.first == 0x57 }

    func header(of bytes: [UInt8], maximumSize: PixelSize?) throws(ImageError) -> ImageHeader {
      let side = Int(bytes[1]) + 1
      return ImageHeader(
        size: PixelSize(width: side, height: side), decodingByteCount: bytes[2] == 1 ? .max : 4)
    }

    func bitmap(
      of bytes: [UInt8], maximumSize: PixelSize?, pool: BitmapPool, cancellation: Cancellation
    ) throws(ImageError) -> Bitmap? {
      if cancellation.isCancelled { return nil }
      let size = maximumSize ?? PixelSize(width: 256, height: 256)
      // The shade tells what was asked for.
      let shade = Color(white: Double(size.width) / 255)
      do throws(GraphicsError) {
        return try GraphicsContext(pixels: size, background: shade).makeBitmap()
      } catch { throw ImageError(.damaged, error.message) }
    }
  }

  @Test func theContentDecidesTheFormat() async throws {
    try await TestTiles.withFolder { folder in
      for (column, row) in [(0, 0), (1, 0), (0, 1)] {
        try TestTiles.write(
          [0x57, 255, UInt8(row)], to: folder + "/" + TestTiles.name(column, row))
      }
      let source = try FileTileSource(
        pattern, in: folder, decoders: .standard.adding(PlainDecoder()))
      let grid = grid(512, levels: 2)
      let whole = try await bitmap(source, Tile(column: 1, row: 0), of: grid)
      #expect(whole.rgba(9, 9) == [255, 255, 255, 255])
      // The decoder is asked for half the size.
      let half = try await bitmap(source, Tile(column: 0, row: 0, level: 1), of: grid)
      #expect(half.rgba(9, 9) == [128, 128, 128, 255] && half.rgba(140, 140)[3] == 0)
      // More memory than decoding may take is refused before it is taken.
      #expect(await failure(source, Tile(column: 0, row: 1), of: grid)?.code == .tooLarge)
    }
  }

  @Test func cancellation() async throws {
    try await withTiles { _, folder in
      let source = try FileTileSource(pattern, in: folder)
      let request = TileRequest(Tile(column: 0, row: 0), of: grid())
      let drawing = try #require(try await source.drawing(of: request))
      let flag = CancellationFlag()
      flag.set()
      #expect(throws: CancellationError.self) {
        try request.bitmap(drawing, cancellation: Cancellation(flag: flag))
      }
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await source.drawing(of: request)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
