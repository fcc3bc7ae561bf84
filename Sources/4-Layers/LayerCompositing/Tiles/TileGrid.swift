// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// The place of a tile in a ``TileGrid``.
public struct Tile: Hashable, Sendable {
  /// The column, from the left edge of the bounds.
  public var column: Int
  /// The row, from the upper edge of the bounds.
  public var row: Int
  /// The level of detail: how often the picture is halved. 0 has the layer's `contentsScale`,
  /// negative levels are magnified.
  public var level: Int

  /// Creates a place.
  public init(column: Int, row: Int, level: Int = 0) {
    (self.column, self.row, self.level) = (column, row, level)
  }
}

/// The division of a layer's bounds into tiles, for each level of detail.
///
/// Tiles have `tileSize` pixels at every level, so those of the next level cover twice as much in
/// each direction. The last tile of each row and column ends at the bounds.
public struct TileGrid: Hashable, Sendable {
  /// The rectangle that is divided, in points of the layer's space.
  public let bounds: Rect
  /// The size of a tile, in pixels.
  public let tileSize: PixelSize
  /// Pixels per point at level 0.
  public let scale: Double
  /// The levels, finest first; empty if there is nothing to show.
  public let levels: Range<Int>

  /// The widths and heights that tiles may have, in pixels; a smaller or larger side becomes the
  /// nearest of these.
  package static let tileSides = 16...4096
  /// The most tiles that are shown at once. If a level needs more, or more pixels than
  /// ``pixelLimit``, a coarser level is shown; if the coarsest level does, too, no tile is shown.
  package static let tileLimit = 16_384
  /// The most pixels of the tiles that are shown at once, each tile counted as a whole one; see
  /// ``tileLimit``.
  package static let pixelLimit = CanvasLimits.bitmapBytes / 4

  /// Creates a grid.
  ///
  /// Bounds whose numbers are not finite, or that are larger than 10⁹ points, have no tiles.
  ///
  /// - Parameters:
  ///   - bounds: The rectangle that is divided, in points.
  ///   - tileSize: The size of a tile, in pixels; 16 to 4,096 a side.
  ///   - contentsScale: Pixels per point at level 0; a value that is not above 0 and at most 10⁶
  ///     counts as 1.
  ///   - levelsOfDetail: The number of levels, the magnified ones included; at least 1. Coarser
  ///     levels whose shorter side is less than one pixel are left out.
  ///   - levelsOfDetailBias: The number of magnified levels, 0 to 24: each has twice the pixels of
  ///     the one before.
  public init(
    bounds: Rect, tileSize: PixelSize = PixelSize(width: 256, height: 256),
    contentsScale: Double = 1, levelsOfDetail: Int = 1, levelsOfDetailBias: Int = 0
  ) {
    self.bounds = bounds
    let sides = Self.tileSides
    self.tileSize = PixelSize(
      width: min(max(tileSize.width, sides.lowerBound), sides.upperBound),
      height: min(max(tileSize.height, sides.lowerBound), sides.upperBound))
    scale = contentsScale > 0 && contentsScale <= 1e6 ? contentsScale : 1
    let first = -min(max(levelsOfDetailBias, 0), 24)
    let most = 1e9
    // Bounds with a NaN have no tiles: comparisons with NaN are false.
    guard !bounds.isEmpty, bounds.width <= most, bounds.height <= most, abs(bounds.minX) <= most,
      abs(bounds.minY) <= most
    else {
      levels = first..<first
      return
    }
    var end = first + 1
    let least = min(bounds.width, bounds.height) * scale
    while end - first < levelsOfDetail, end < 64, least * Self.power(-end) >= 1 { end += 1 }
    levels = first..<end
  }

  /// The number of levels of a picture that is halved, rounded down, until its shorter side is one
  /// pixel; the whole picture counts as one.
  package static func levels(of pixels: PixelSize) -> Int {
    var (width, height, count) = (pixels.width, pixels.height, 1)
    while width > 1, height > 1 {
      (width, height, count) = (width / 2, height / 2, count + 1)
    }
    return count
  }

  /// Pixels per point at a level.
  package func scale(ofLevel level: Int) -> Double { scale * Self.power(-level) }

  private static func power(_ exponent: Int) -> Double {
    exponent >= 0 ? Double(1 << min(exponent, 62)) : 1 / Double(1 << min(-exponent, 62))
  }

  /// The size of the whole picture at a level, in whole pixels. It is rounded up, so the last
  /// column and row of pixels may reach beyond the bounds.
  package func pixelSize(ofLevel level: Int) -> (width: Double, height: Double) {
    let scale = scale(ofLevel: level)
    // A thousandth of a pixel is subtracted, so that rounding errors add no column or row.
    return (
      max(1, (bounds.width * scale - 1e-3).rounded(.up)),
      max(1, (bounds.height * scale - 1e-3).rounded(.up))
    )
  }

  /// The numbers of columns and rows at a level.
  public func size(ofLevel level: Int) -> (columns: Int, rows: Int) {
    if levels.isEmpty { return (0, 0) }
    let pixels = pixelSize(ofLevel: level)
    return (
      Self.count(pixels.width / Double(tileSize.width)),
      Self.count(pixels.height / Double(tileSize.height))
    )
  }

  private static func count(_ tiles: Double) -> Int { Int(min(tiles.rounded(.up), 1e15)) }

  /// Whether a tile lies in the grid.
  public func contains(_ tile: Tile) -> Bool {
    guard levels.contains(tile.level) else { return false }
    let size = size(ofLevel: tile.level)
    return tile.column >= 0 && tile.row >= 0 && tile.column < size.columns && tile.row < size.rows
  }

  /// The rectangle of a tile within the bounds, in points.
  public func rect(of tile: Tile) -> Rect {
    let scale = scale(ofLevel: tile.level)
    let (width, height) = (Double(tileSize.width) / scale, Double(tileSize.height) / scale)
    return Rect(
      x: bounds.minX + Double(tile.column) * width, y: bounds.minY + Double(tile.row) * height,
      width: width, height: height
    ).intersection(bounds)
  }

  /// The size of a tile in pixels: less than ``tileSize`` at the right and lower edges.
  public func pixelSize(of tile: Tile) -> PixelSize {
    let all = pixelSize(ofLevel: tile.level)
    func side(_ all: Double, _ index: Int, _ side: Int) -> Int {
      Int(min(max(all - Double(index) * Double(side), 1), Double(side)))
    }
    return PixelSize(
      width: side(all.width, tile.column, tileSize.width),
      height: side(all.height, tile.row, tileSize.height))
  }

  /// The tiles of a level that a rectangle touches.
  ///
  /// - Parameters:
  ///   - rect: In points of the layer's space.
  ///   - level: The level of detail.
  package func tiles(in rect: Rect, level: Int) -> TileRange {
    let size = size(ofLevel: level)
    let part = rect.intersection(bounds)
    guard size.columns > 0, size.rows > 0, !part.isEmpty else { return TileRange(level: level) }
    let scale = scale(ofLevel: level)
    func range(_ low: Double, _ high: Double, _ side: Int, _ count: Int) -> Range<Int> {
      let first = (low * scale / Double(side)).rounded(.down)
      let end = (high * scale / Double(side)).rounded(.up)
      let start = Int(min(max(first, 0), Double(count - 1)))
      return start..<Int(min(max(end, Double(start + 1)), Double(count)))
    }
    return TileRange(
      columns: range(
        part.minX - bounds.minX, part.maxX - bounds.minX, tileSize.width, size.columns),
      rows: range(part.minY - bounds.minY, part.maxY - bounds.minY, tileSize.height, size.rows),
      level: level)
  }

  /// The tiles that show a rectangle: of the coarsest level that has a pixel for each device pixel,
  /// or of the finest level if none has.
  ///
  /// - Parameters:
  ///   - rect: In points of the layer's space.
  ///   - zoom: Device pixels per point.
  package func tiles(in rect: Rect, zoom: Double) -> TileRange {
    guard var level = levels.first else { return TileRange(level: 0) }
    // A zoom that exceeds a level's scale only by a rounding error is served by that level.
    while level + 1 < levels.upperBound, scale(ofLevel: level + 1) >= zoom * (1 - 1e-6) {
      level += 1
    }
    while true {
      let tiles = tiles(in: rect, level: level)
      let most = min(Self.tileLimit, Self.pixelLimit / (tileSize.width * tileSize.height))
      if tiles.count <= most { return tiles }
      guard level + 1 < levels.upperBound else { return TileRange(level: level) }
      level += 1
    }
  }

  /// The tiles of the next finer level that a tile covers: four, fewer at the right and lower
  /// edges, none if the tile is of the finest level.
  func quarters(of tile: Tile) -> [Tile] {
    guard tile.level > levels.lowerBound else { return [] }
    return [0, 1].flatMap { row in
      [0, 1].map { column in
        Tile(
          column: 2 * tile.column + column, row: 2 * tile.row + row, level: tile.level - 1)
      }
    }.filter(contains)
  }

  /// The tile of a coarser level that covers a tile.
  ///
  /// - Parameter level: The level of the result; not below that of `tile`.
  func tile(covering tile: Tile, level: Int) -> Tile {
    let shift = min(level - tile.level, 62)
    return Tile(column: tile.column >> shift, row: tile.row >> shift, level: level)
  }
}

/// A rectangle of tiles of one level.
package struct TileRange: Hashable, Sendable {
  /// The columns.
  package var columns: Range<Int>
  /// The rows.
  package var rows: Range<Int>
  /// The level of detail.
  package var level: Int

  /// Creates a range; by default one without tiles.
  package init(columns: Range<Int> = 0..<0, rows: Range<Int> = 0..<0, level: Int) {
    (self.columns, self.rows, self.level) = (columns, rows, level)
  }

  /// The number of tiles.
  package var count: Int {
    let product = columns.count.multipliedReportingOverflow(by: rows.count)
    return product.overflow ? .max : product.partialValue
  }

  /// Whether a tile is one of them.
  package func contains(_ tile: Tile) -> Bool {
    tile.level == level && columns.contains(tile.column) && rows.contains(tile.row)
  }

  /// The tiles, row by row.
  package var tiles: [Tile] {
    rows.flatMap { row in columns.map { Tile(column: $0, row: row, level: level) } }
  }
}
