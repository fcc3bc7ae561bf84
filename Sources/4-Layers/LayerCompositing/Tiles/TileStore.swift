// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
import CanvasGeometry
import SystemConcurrency

/// Tiles that are made while a frame is painted, on the thread that paints: for pictures that are
/// composed once, such as those of scenes.
///
/// The tiles used last stay, up to a bound in bytes. A thread that needs a tile which another one
/// is making waits for it.
package final class TileStore: Sendable {
  /// Makes a tile; `nil` for one without content.
  package typealias Maker = @Sendable (TileRequest) throws -> Bitmap?

  private struct State {
    var tiles: LRUTable<Tile, Entry>
    var failures: [Tile: any Error] = [:]
  }

  /// A tile, made by the first thread that needs it.
  private final class Entry: Sendable {
    let made = Mutex<LoadedTile??>(nil)
  }

  private let make: Maker
  private let state: Mutex<State>

  /// The most failures that are remembered.
  private static let failureLimit = 1_000

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - byteLimit: The most bytes of tiles that are kept.
  ///   - make: Makes a tile, on any thread.
  package init(byteLimit: Int = 64 << 20, _ make: @escaping Maker) {
    self.make = make
    state = Mutex(State(tiles: LRUTable(capacity: byteLimit)))
  }

  /// The tiles that could not be made, in order, with the reasons.
  package var failures: [(tile: Tile, error: any Error)] {
    state.withLock { state in
      state.failures.sorted {
        ($0.key.level, $0.key.row, $0.key.column) < ($1.key.level, $1.key.row, $1.key.column)
      }.map { ($0.key, $0.value) }
    }
  }

  /// The tile at a place of a grid, made if needed; `nil` if it cannot be made.
  func tile(at tile: Tile, of grid: TileGrid) -> LoadedTile? {
    let request = TileRequest(tile, of: grid)
    let bytes = 4 * request.pixelSize.width * request.pixelSize.height
    var removed: [Entry] = []
    let entry = state.withLock { state in
      if let entry = state.tiles.use(tile) { return entry }
      let entry = Entry()
      removed = state.tiles.insert(entry, for: tile, cost: bytes)
      return entry
    }
    _ = consume removed
    return entry.made.withLock { made in
      if let made { return made }
      let new: LoadedTile?
      do {
        new = LoadedTile(try make(request))
      } catch {
        new = nil
        state.withLock { state in
          if state.failures.count < Self.failureLimit { state.failures[tile] = error }
        }
      }
      made = .some(new)
      return new
    }
  }
}
