// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import ImageCodecs
internal import SystemLanes

/// Cuts a picture into tiles while it is read, row by row.
///
/// The calling thread reads rows, halves them for the further levels and writes files; lanes pack
/// the tiles of complete bands meanwhile. Lanes touch no files, since reading and writing may
/// block. At most two bands of each level are in memory, whatever the height of the picture. The
/// same picture gives the same files on any number of lanes.
struct TileCutter {
  /// The state of a level while the picture is read.
  private struct Level {
    let plan: TileLevel
    /// The band that is being filled; it holds the pixels of one row of tiles.
    var band: TileBand?
    /// The number of the row of tiles that is being filled.
    var tileRow = 0
    /// The number of the next row of pixels.
    var nextRow = 0
    /// Bands that are not in use.
    var free: [TileBand] = []
    var bandCount = 0
  }

  private let reader: any ImageRowReader
  private let codec: PictureFormat
  private let packing: PackingOptions
  private let lanes: RenderLanes
  /// The tiles that lanes pack, in the order in which their rows were complete.
  private let packed: OrderedWork<[PackedTile]>
  private let write: (TileIndex, [UInt8]) throws -> Void
  private var levels: [Level]

  /// A tile as it is written.
  private struct PackedTile {
    let index: TileIndex
    let band: TileBand
    let file: [UInt8]
  }

  /// Creates a cutter.
  ///
  /// - Parameters:
  ///   - reader: The picture, of which no row has been read.
  ///   - pyramid: The tiles.
  ///   - codec: The format of the tiles.
  ///   - packing: The quality, and the effort, of formats that have one.
  ///   - lanes: The lanes on which tiles are packed.
  ///   - write: Writes the file of a tile, on the calling thread.
  init(
    _ reader: any ImageRowReader, into pyramid: TilePyramid, codec: PictureFormat,
    packing: PackingOptions, lanes: RenderLanes,
    write: @escaping (TileIndex, [UInt8]) throws -> Void
  ) {
    self.reader = reader
    self.codec = codec
    self.packing = packing
    self.lanes = lanes
    packed = OrderedWork(on: lanes)
    self.write = write
    levels = pyramid.levels.map { Level(plan: $0) }
  }

  /// Cuts the picture. Not to be called on a lane.
  ///
  /// - Throws: The error of the reader, after all complete rows of tiles are written; an error of
  ///   writing; `CancellationError`.
  mutating func run() throws {
    defer { packed.cancel() }
    let height = levels[0].plan.size.height
    // Rows are read in groups of about 64 KiB of pixels.
    let rowsAtOnce = max(1, (1 << 14) / reader.size.width)
    while levels[0].nextRow < height {
      do {
        try read(rowsAtOnce)
      } catch let error where !(error is TileFailure) && !(error is CancellationError) {
        try writeAll()
        throw error
      } catch let error as TileFailure {
        throw error.reason
      }
    }
    try writeAll()
  }

  private mutating func read(_ rowsAtOnce: Int) throws {
    let band = try band(of: 0)
    let rows = levels[0].plan.pixelRows(levels[0].tileRow)
    let first = levels[0].nextRow
    let count = min(rowsAtOnce, rows.upperBound - first)
    try band.withMutableRows(first - rows.lowerBound..<first - rows.lowerBound + count) {
      try reader.read(count, into: &$0)
    }
    do {
      for _ in 0..<count { try rowIsComplete(0) }
      try take(waits: false)
    } catch {
      throw TileFailure(reason: error)
    }
  }

  /// An error of packing or writing, as opposed to an error of reading.
  private struct TileFailure: Error {
    let reason: any Error
  }

  // MARK: - Rows

  /// Ends a row of a level: halves each pair of rows to a row of the next smaller level, and
  /// submits the tiles of complete bands to the lanes.
  private mutating func rowIsComplete(_ level: Int) throws {
    let plan = levels[level].plan
    let row = levels[level].nextRow
    if level + 1 < levels.count, row % 2 == 1 || row + 1 == plan.size.height {
      try halve(row - row % 2...row, of: level)
      try rowIsComplete(level + 1)
    }
    levels[level].nextRow = row + 1
    // A row may complete two bands, since the last two rows of overlapping tiles may end with it.
    while levels[level].tileRow < plan.rows,
      row + 1 == plan.pixelRows(levels[level].tileRow).upperBound
    {
      try bandIsComplete(level)
    }
  }

  private mutating func halve(_ rows: ClosedRange<Int>, of level: Int) throws {
    let source = try band(of: level)
    let start = levels[level].plan.pixelRows(levels[level].tileRow).lowerBound
    let target = try band(of: level + 1)
    let targetRow =
      levels[level + 1].nextRow
      - levels[level + 1].plan.pixelRows(levels[level + 1].tileRow).lowerBound
    let width = levels[level].plan.size.width
    source.withRows(rows.lowerBound - start..<rows.upperBound - start + 1) { rows in
      target.withMutableRows(targetRow..<targetRow + 1) {
        StraightPixels.halve(rows, width: width, isOpaque: reader.isOpaque, into: &$0)
      }
    }
  }

  /// The band of a level that is being filled.
  private mutating func band(of level: Int) throws -> TileBand {
    if let band = levels[level].band { return band }
    let band = try freeBand(of: level)
    levels[level].band = band
    return band
  }

  /// A free band: an unused one, else a new one; waits for one if all that are allowed are in use.
  private mutating func freeBand(of level: Int) throws -> TileBand {
    while true {
      if let band = levels[level].free.popLast() { return band }
      if levels[level].bandCount < TilePyramid.bandsAtOnce {
        levels[level].bandCount += 1
        let plan = levels[level].plan
        return TileBand(width: plan.size.width, rows: plan.tallest)
      }
      try take(waits: true)
    }
  }

  /// Hands the tiles of a row to the lanes, and begins the next row.
  private mutating func bandIsComplete(_ level: Int) throws {
    let band = try band(of: level)
    let plan = levels[level].plan
    let row = levels[level].tileRow
    let rows = plan.pixelRows(row)
    band.tilesLeft = plan.columns
    let (codec, packing, isOpaque) = (codec, packing, reader.isOpaque)
    // A job packs several small tiles, so that the cost of submitting a job stays small.
    let countAtOnce = max(
      1, min((1 << 16) / (plan.tileSize * rows.count), plan.columns / lanes.count))
    for first in stride(from: 0, to: plan.columns, by: countAtOnce) {
      packed.submit { _ in
        try (first..<min(plan.columns, first + countAtOnce)).map { column in
          let columns = plan.pixelColumns(column)
          let file = try band.withRows(0..<rows.count) { bytes in
            try codec.data(
              of: bytes.extracting(columns.lowerBound * 4..<bytes.count),
              size: PixelSize(width: columns.count, height: rows.count),
              bytesPerRow: band.rowBytes, isOpaque: isOpaque, packing)
          }
          return PackedTile(
            index: TileIndex(level: level, column: column, row: row), band: band, file: file)
        }
      }
    }
    levels[level].band = nil
    levels[level].tileRow = row + 1
    guard row + 1 < plan.rows else { return }
    // The next band begins with the rows of pixels that both rows of tiles share, and one more row
    // before, which may have to be halved together with the row after it.
    let next = try self.band(of: level)
    let first = plan.pixelRows(row + 1).lowerBound
    next.copy(
      first - 1 - rows.lowerBound..<levels[level].nextRow - rows.lowerBound, of: band, to: -1)
  }

  // MARK: - Tiles

  /// Writes the tiles that are packed.
  ///
  /// - Parameter waits: Whether to wait until some tiles are packed.
  private mutating func take(waits: Bool) throws {
    var waits = waits
    while waits || packed.isNextReady, let tiles = try packed.waitForNext() {
      waits = false
      for tile in tiles {
        try write(tile.index, tile.file)
        tile.band.tilesLeft -= 1
        if tile.band.tilesLeft == 0 { levels[tile.index.level].free.append(tile.band) }
      }
    }
  }

  /// Waits for all tiles that were submitted, and writes them.
  private mutating func writeAll() throws {
    while packed.count > 0 { try take(waits: true) }
  }
}
