// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing
import SystemLanes

/// The tiles that a tiled layer should have in memory, and how soon each is needed: the visible
/// ones, then those that scrolling shows next, then those around.
struct WantedTiles {
  /// The tiles that are visible.
  let visible: TileRange
  /// All wanted tiles, the most urgent first.
  let tiles: [(tile: Tile, priority: LanePriority)]

  /// Finds the tiles that are wanted.
  ///
  /// - Parameters:
  ///   - grid: The division into tiles.
  ///   - visible: The visible part of the layer, in points; empty for none.
  ///   - zoom: Device pixels per point.
  ///   - movement: The direction in which the visible part moves over the layer.
  ///   - margin: The number of tiles beyond the visible ones that are wanted, on each side.
  ///   - byteLimit: The most memory of all tiles; visible ones count, and are wanted in any case.
  init(
    _ grid: TileGrid, visible part: Rect, zoom: Double, movement: Point = .zero, margin: Int = 1,
    byteLimit: Int = .max
  ) {
    let visible = grid.tiles(in: part, zoom: zoom)
    self.visible = visible
    var tiles = visible.tiles.map { (tile: $0, priority: LanePriority.visible) }
    let tileBytes = 4 * grid.tileSize.width * grid.tileSize.height
    var room = byteLimit / tileBytes - tiles.count
    if visible.count > 0, margin > 0 {
      let size = grid.size(ofLevel: visible.level)
      /// The visible tiles and those on some sides of them.
      func grown(left: Bool, right: Bool, up: Bool, down: Bool) -> TileRange {
        let margin = min(margin, TileGrid.tileLimit)
        return TileRange(
          columns: max(
            0, visible.columns.lowerBound - (left ? margin : 0))..<min(
              size.columns, visible.columns.upperBound + (right ? margin : 0)),
          rows: max(
            0, visible.rows.lowerBound - (up ? margin : 0))..<min(
              size.rows, visible.rows.upperBound + (down ? margin : 0)),
          level: visible.level)
      }
      let next = grown(
        left: movement.x < 0, right: movement.x > 0, up: movement.y < 0, down: movement.y > 0)
      let around = grown(left: true, right: true, up: true, down: true)
      for tile in around.tiles(outside: visible, most: room) where next.contains(tile) {
        tiles.append((tile, .near))
        room -= 1
      }
      for tile in around.tiles(outside: next, most: room) { tiles.append((tile, .idle)) }
    }
    self.tiles = tiles
  }
}

extension TileRange {
  /// The tiles that are not in a part of the range, the nearest first; none if there is no room
  /// for all of them.
  fileprivate func tiles(outside part: TileRange, most room: Int) -> [Tile] {
    guard count <= TileGrid.tileLimit * 4, count - part.count <= room else { return [] }
    func distance(_ tile: Tile) -> Int {
      let x = max(
        part.columns.lowerBound - tile.column, tile.column - part.columns.upperBound + 1, 0)
      let y = max(part.rows.lowerBound - tile.row, tile.row - part.rows.upperBound + 1, 0)
      return max(x, y)
    }
    let outside = tiles.filter { !part.contains($0) }.map { (distance($0), $0) }
    return outside.enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map(\.element.1)
  }
}
