// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry

/// A loaded tile.
package struct LoadedTile: Sendable {
  /// The pixels; `nil` for a tile without content.
  package var bitmap: Bitmap?
  /// The time of the tree at which the tile began to fade in, in seconds.
  package var appeared: Double

  /// Creates a tile.
  package init(_ bitmap: Bitmap?, appeared: Double = -.infinity) {
    (self.bitmap, self.appeared) = (bitmap, appeared)
  }
}

/// The owner of a layer's tiles. Frames report to it which part of the layer is visible.
package protocol TileOwner: AnyObject, Sendable {}

/// The tiles of a layer as its contents.
///
/// A frame shows the level that fits its zoom. Where a tile is missing or still fades in, the
/// nearest loaded level is visible.
package struct TileContents: TimedContents {
  /// The division into tiles.
  package let grid: TileGrid
  /// The loaded tiles.
  package private(set) var tiles: [Tile: LoadedTile] = [:]
  /// The seconds in which a tile fades in, in the time of the tree; 0, or a number that is not
  /// finite, shows it at once.
  package var fadeDuration = 0.0
  /// Makes missing tiles while the frame is painted; `nil` if nothing does.
  package var store: TileStore?
  package var owner: (any TileOwner)?
  /// Whether the layer has no source and no drawing of its tiles.
  package var lacksSource = false
  /// The latest ``LoadedTile/appeared``.
  private var lastAppeared = -Double.infinity

  /// Creates contents without tiles.
  package init(_ grid: TileGrid) { self.grid = grid }

  /// The tile at a place; `nil` if it is not loaded.
  package subscript(tile: Tile) -> LoadedTile? {
    get { tiles[tile] }
    set {
      tiles[tile] = newValue
      if let newValue { lastAppeared = max(lastAppeared, newValue.appeared) }
    }
  }

  /// The tiles with their opacity at a time of the tree.
  package func presented(at time: Double, treeTime: Double) -> any VectorContents {
    TilePicture(self, at: treeTime)
  }

  /// Whether a tile fades in.
  package func changes(atTreeTime treeTime: Double) -> Bool {
    fadeDuration > 0 && fadeDuration < .infinity && treeTime < lastAppeared + fadeDuration
  }

  /// The bounds that the tiles divide.
  package func extent(in layerBounds: Rect) -> Rect { grid.levels.isEmpty ? .zero : grid.bounds }

  /// Draws the loaded tiles, without fading.
  package func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
    try TilePicture(self, at: .infinity).draw(in: &context, layerBounds: layerBounds)
  }

  /// Whether other contents have the same tiles.
  package func isEqual(to other: any VectorContents) -> Bool {
    guard let other = other as? TileContents else { return false }
    return TilePicture(self, at: .infinity).isEqual(to: TilePicture(other, at: .infinity))
      && fadeDuration == other.fadeDuration && lastAppeared == other.lastAppeared
  }

  /// The opacity of a tile at a time of the tree, 0 to 1.
  func opacity(of tile: LoadedTile, at treeTime: Double) -> Double {
    let age = treeTime - tile.appeared
    if !(fadeDuration > 0 && fadeDuration < .infinity) || !(age < fadeDuration) { return 1 }
    return max(0, age / fadeDuration)
  }
}
