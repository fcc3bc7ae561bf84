// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import ImageCodecs
import LayerCompositing
import SystemConcurrency
import Testing
import TextLayers
import TextModel
import TextTestSupport
import TextTypesetting

struct TextTileSourceTests {
  private static let words = [
    "der", "Wald", "steht", "schwarz", "und", "schweiget", "שלום", "世界", "e\u{301}tude", "Ágy",
    "aus den Wiesen", "a",
  ]

  /// A text of paragraphs in several sizes, whose estimated heights are wrong.
  private static func text(paragraphs: Int) -> AttributedText {
    var random = SeededGenerator(seed: 4)
    var text = AttributedText("")
    for index in 0..<paragraphs {
      let count = Int.random(in: 0..<60, using: &random)
      let string = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
      var style = TextStyle(size: [11.0, 14, 23][index % 3])
      style.paragraph.spacingBefore = Double(index % 4) * 1.7
      if index % 5 == 0 {
        style.paint.color = Color(red: 0.8, green: 0.1, blue: 0.1)
        style.paint.background = TextBackground(Color(white: 0.9))
      }
      text.append(string.joined(separator: " ") + "\n", style: style)
    }
    return text
  }

  private static func document(paragraphs: Int = 60) -> TextDocument {
    TextDocument(text(paragraphs: paragraphs), width: 300, fonts: BundledFonts.collection)
  }

  private func bitmap(
    _ source: TextTileSource, _ tile: Tile, of grid: TileGrid
  ) async throws -> Bitmap? {
    let request = TileRequest(tile, of: grid)
    return try await source.drawing(of: request).map { try request.bitmap($0) }
  }

  /// Whether a bitmap has the pixels of a part of another one; without a bitmap, no ink.
  private func isPart(_ tile: Bitmap?, of whole: Bitmap, _ place: Tile, _ grid: TileGrid) -> Bool {
    let (x, y) = (place.column * grid.tileSize.width, place.row * grid.tileSize.height)
    let size = grid.pixelSize(of: place)
    return whole.has(
      tile, at: (x, y), width: min(size.width, whole.width - x),
      height: min(size.height, whole.height - y))
  }

  private func whole(
    _ document: TextDocument, at origin: Point, size: Size, scale: Double
  ) throws -> Bitmap {
    var document = document
    let band = try document.layOut(from: 0, to: .greatestFiniteMagnitude)
    var context = try GraphicsContext(size: size, scale: scale)
    try context.draw(band, at: origin)
    return context.makeBitmap()
  }

  @Test(
    "The tiles of a document that is laid out are those of its picture, bit for bit",
    arguments: [(1.0, 0), (2, 0), (3, 0), (1.25, 0), (1.1, 0), (1, 1), (2, 2), (1, -2)])
  func tilesAreTheWholePicture(scale: Double, level: Int) async throws {
    var document = Self.document()
    _ = try document.layOut(from: 0, to: .greatestFiniteMagnitude)
    let (height, origin) = (document.height, Point(x: 12, y: 7.3))
    let size = Size(width: 330, height: min(height + 20, level < 0 ? 700 : 1500))
    let grid = TileGrid(
      bounds: Rect(origin: .zero, size: size), tileSize: PixelSize(width: 128, height: 96),
      contentsScale: scale, levelsOfDetail: 5, levelsOfDetailBias: 2)
    let picture = try whole(
      document, at: origin, size: size, scale: grid.scale(ofLevel: level))
    let source = TextTileSource(document, at: origin) { _ in
      Issue.record("nothing moves that is known")
    }
    let tiles = grid.tiles(in: grid.bounds, level: level).tiles
    #expect(tiles.count > 10)
    for tile in tiles {
      #expect(isPart(try await bitmap(source, tile, of: grid), of: picture, tile, grid), "\(tile)")
    }
  }

  /// Changes that a source has told.
  private final class Changes: Sendable {
    private let list = Mutex<[TextTileSource.Change]>([])

    var all: [TextTileSource.Change] { list.withLock { $0 } }

    func append(_ change: TextTileSource.Change) { list.withLock { $0.append(change) } }
  }

  private let grid = TileGrid(
    bounds: Rect(width: 300, height: 40_000), tileSize: PixelSize(width: 300, height: 128))

  @Test("After a jump and a way back, tiles that nothing called out of date are right")
  func changesAreTold() async throws {
    let document = Self.document(paragraphs: 200)
    let changes = Changes()
    let source = TextTileSource(document, screenHeight: 256) { changes.append($0) }
    var tiles: [Tile: Bitmap?] = [:]
    var outOfDate = 0
    var random = SeededGenerator(seed: 9)
    var seen = 0
    var rows = [40, 41, 39, 38, 3, 60, 20]
    rows += (0..<90).map { _ in Int.random(in: 0..<100, using: &random) } + Array(0..<100)
    for row in rows {
      let tile = Tile(column: 0, row: row)
      if tiles[tile] != nil { continue }
      tiles[tile] = .some(try await bitmap(source, tile, of: grid))
      // As a layer does: what is out of date is drawn again.
      while seen < changes.all.count {
        let change = changes.all[seen]
        seen += 1
        for old in Array(tiles.keys)
        where grid.rect(of: old).intersection(change.rect).isEmpty == false {
          tiles[old] = .some(try await bitmap(source, old, of: grid))
          outOfDate += 1
        }
      }
    }
    #expect(outOfDate > 20)
    let size = Size(width: 300, height: 12_800)
    let picture = try whole(document, at: .zero, size: size, scale: 1)
    for (tile, bitmap) in tiles {
      #expect(isPart(bitmap, of: picture, tile, grid), "\(tile)")
    }
    let height = await source.height
    #expect(changes.all.last?.height == height)
  }

  @Test("Nothing moves while the view scrolls down")
  func scrollingDownMovesNothing() async throws {
    let changes = Changes()
    let source = TextTileSource(Self.document(paragraphs: 200), screenHeight: 256) {
      changes.append($0)
    }
    for row in 0..<100 { _ = try await bitmap(source, Tile(column: 0, row: row), of: grid) }
    #expect(changes.all.count > 5)
    #expect(changes.all.allSatisfy { $0.rect.isEmpty })
  }

  @Test func editsAreTold() async throws {
    let changes = Changes()
    let source = TextTileSource(Self.document()) { changes.append($0) }
    let first = try await bitmap(source, Tile(column: 0, row: 0), of: grid)
    _ = try await bitmap(source, Tile(column: 0, row: 5), of: grid)
    await source.update { document in
      let place = document.paragraphIndex(atY: 700)
      let start = document.textRange(ofParagraph: place).start
      document.replace(TextRange(start, start), with: AttributedText("new\nnew\n"))
    }
    let told = try #require(changes.all.last)
    #expect(told.rect.minY < 700 && told.rect.minY > 300 && told.rect.maxY >= 760)
    await source.update { $0.setWidth(200) }
    #expect(changes.all.last?.rect.minY == 0)
    #expect(try await bitmap(source, Tile(column: 0, row: 0), of: grid) != first)
  }

  /// Rows that an edit leaves empty, and rows that it fills, are out of date down to their ends.
  @Test func shorterAndLongerDocumentsAreTold() async throws {
    let changes = Changes()
    let source = TextTileSource(Self.document()) { changes.append($0) }
    for row in 0..<6 { _ = try await bitmap(source, Tile(column: 0, row: row), of: grid) }
    await source.update { document in
      let start = document.textRange(ofParagraph: document.paragraphIndex(atY: 300)).start
      document.replace(TextRange(start, document.length), with: AttributedText(""))
    }
    let shorter = try #require(changes.all.last)
    #expect(shorter.height < 400 && shorter.rect.minY < 310 && shorter.rect.maxY >= 768)

    let short = TextTileSource(TextDocument(AttributedText("a"), width: 300)) { changes.append($0) }
    _ = try await bitmap(short, Tile(column: 0, row: 0), of: grid)
    await short.update { $0.replace(TextRange(1, 1), with: AttributedText("\nb\nc\nd\ne\nf\ng")) }
    let longer = try #require(changes.all.last)
    #expect(longer.height > 80 && longer.rect.maxY >= 80)
  }

  @Test func whatHasNoText() async throws {
    let source = TextTileSource(Self.document(), at: Point(x: 0, y: 3000))
    #expect(try await bitmap(source, Tile(column: 0, row: 2), of: grid) == nil)
    #expect(try await bitmap(source, Tile(column: 0, row: 300), of: grid) == nil)
    #expect(try await bitmap(source, Tile(column: 0, row: 24), of: grid) != nil)
    // A level whose tiles show millions of lines.
    let wide = TileGrid(bounds: Rect(width: 1e6, height: 1e6), levelsOfDetail: 20)
    await #expect(throws: ImageError.self) {
      try await self.bitmap(source, Tile(column: 0, row: 0, level: 9), of: wide)
    }
    let empty = TextTileSource(TextDocument(AttributedText(""), width: 100))
    _ = try await bitmap(empty, Tile(column: 0, row: 0), of: grid)
  }

  @Test func cancellation() async throws {
    let source = TextTileSource(Self.document())
    let request = TileRequest(Tile(column: 0, row: 0), of: grid)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await source.drawing(of: request)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let drawing = try #require(try await source.drawing(of: request))
    let flag = CancellationFlag()
    flag.set()
    #expect(throws: CancellationError.self) {
      try request.bitmap(drawing, cancellation: Cancellation(flag: flag))
    }
  }

  @Test("S-192: a text as vectors is as sharp at eight times its size as if it were drawn so")
  func s192_vectorsAreSharp() async throws {
    let layout = try TextLayout(
      AttributedText("Hgk e\u{301} 世", style: TextStyle(size: 18)),
      in: TextContainer(width: 120), fonts: BundledFonts.collection)
    let bounds = Rect(width: 120, height: 60)
    let source = VectorTileSource(TextContents(layout), in: bounds)
    let grid = TileGrid(bounds: bounds, levelsOfDetail: 4, levelsOfDetailBias: 3)
    #expect(grid.tiles(in: bounds, zoom: 8).level == -3)
    var context = try GraphicsContext(size: bounds.size, scale: 8)
    try TextContents(layout).draw(in: &context, layerBounds: bounds)
    let picture = context.makeBitmap()
    for tile in grid.tiles(in: bounds, level: -3).tiles {
      let request = TileRequest(tile, of: grid)
      let made = try await source.drawing(of: request).map { try request.bitmap($0) }
      #expect(isPart(made, of: picture, tile, grid), "\(tile)")
    }
  }
}
