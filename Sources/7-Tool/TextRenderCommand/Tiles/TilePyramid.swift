// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// The tiles of a picture at one size.
struct TileLevel: Hashable, Sendable {
  /// The number of times that each side of the picture was halved, from 0.
  let number: Int
  /// The size of the whole picture at this level, in pixels.
  let size: PixelSize
  /// The side of a tile, in pixels, without the overlap.
  let tileSize: Int
  /// The width of the strip of its neighbours that a tile repeats at each inner side, in pixels.
  let overlap: Int

  /// The number of tiles beside each other.
  var columns: Int { (size.width + tileSize - 1) / tileSize }
  /// The number of tiles one above another.
  var rows: Int { (size.height + tileSize - 1) / tileSize }
  /// The number of tiles; saturates.
  var count: Int {
    let (count, overflows) = columns.multipliedReportingOverflow(by: rows)
    return overflows ? .max : count
  }

  /// The columns of pixels that a column of tiles covers, overlaps included.
  func pixelColumns(_ column: Int) -> Range<Int> { span(column, of: size.width) }

  /// The rows of pixels that a row of tiles covers, overlaps included.
  func pixelRows(_ row: Int) -> Range<Int> { span(row, of: size.height) }

  private func span(_ index: Int, of length: Int) -> Range<Int> {
    max(0, index * tileSize - overlap)..<min(length, (index + 1) * tileSize + overlap)
  }

  /// The most rows of pixels that a tile has.
  var tallest: Int { min(size.height, tileSize + 2 * overlap) }
}

/// One tile: its level, and its column and row among the tiles of the level.
struct TileIndex: Hashable, Sendable {
  let level: Int
  let column: Int
  let row: Int
}

/// A picture at its own size and at halves of it, cut into tiles.
struct TilePyramid: Sendable {
  /// The longest side of a picture that is cut, in pixels.
  static let sideLimit = 1_000_000
  static let tileLimit = 10_000_000
  /// The most memory for the rows of pixels, in bytes.
  static let byteLimit = 1 << 30
  /// Bands of a level in memory at a time: one is filled while the other is packed.
  static let bandsAtOnce = 2

  /// The levels, from the picture's own size down.
  let levels: [TileLevel]

  /// Plans the tiles.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, in pixels, not empty.
  ///   - tileSize: The side of a tile, in pixels.
  ///   - overlap: The overlap of a tile with its neighbours, in pixels; at most half of `tileSize`.
  ///   - levelCount: The most levels; `nil` for all, down to a single pixel.
  init(size: PixelSize, tileSize: Int, overlap: Int, levelCount: Int?) {
    var levels = [TileLevel(number: 0, size: size, tileSize: tileSize, overlap: overlap)]
    var size = size
    while levels.count < levelCount ?? .max, size.width > 1 || size.height > 1 {
      size = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
      levels.append(
        TileLevel(number: levels.count, size: size, tileSize: tileSize, overlap: overlap))
    }
    self.levels = levels
  }

  /// The number of tiles; saturates.
  var tileCount: Int {
    levels.reduce(0) { sum, level in
      let (count, overflows) = sum.addingReportingOverflow(level.count)
      return overflows ? .max : count
    }
  }

  /// The memory of the rows of pixels, in bytes.
  var byteCount: Int {
    levels.reduce(0) { sum, level in
      let bands = min(Self.bandsAtOnce, level.rows)
      return sum + bands * TileBand.byteCount(width: level.size.width, rows: level.tallest)
    }
  }

  /// Checks the picture against the limits.
  ///
  /// - Throws: ``CommandError`` with `tooLarge`.
  func check(_ file: String) throws(CommandError) {
    let size = levels[0].size
    let option = CommandOption.tileSize.typed
    guard tileCount <= Self.tileLimit else {
      throw CommandError(
        .tooLarge, file,
        "\(size.width)×\(size.height) pixels are more than \(Self.tileLimit) tiles of "
          + "\(levels[0].tileSize); give a larger \(option)")
    }
    guard byteCount <= Self.byteLimit else {
      throw CommandError(
        .tooLarge, file,
        "rows of tiles of \(levels[0].tileSize) from a picture \(size.width) pixels wide take "
          + "\(byteCount >> 20) MiB, over the limit of \(Self.byteLimit >> 20); give a smaller "
          + "\(option)")
    }
  }
}
