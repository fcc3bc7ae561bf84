// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemLanes
internal import AsyncDisplay
internal import Dispatch
internal import SystemConcurrency

/// One tile: its place among those of its level.
struct TileIndex: Hashable, Sendable {
  let level: Int
  let column: Int
  let row: Int
}

/// A tile that is packed, or could not be.
struct PackedTile: Sendable {
  let index: TileIndex
  let band: TileBand
  let file: Result<[UInt8], any Error>
}

/// The packing of tiles on lanes. The thread that submits them also takes them, in any order.
final class TileQueue: Sendable {
  private struct State {
    var packed: [PackedTile] = []
    var isCancelled = false
  }

  private let lanes: RenderLanes
  private let state = Mutex(State())
  /// Signalled for each tile that is packed.
  private let arrival = DispatchSemaphore(value: 0)

  init(lanes: RenderLanes) { self.lanes = lanes }

  /// Packs a tile on a lane.
  ///
  /// - Parameter pack: Returns the file.
  func submit(
    _ index: TileIndex, of band: TileBand, _ pack: @escaping @Sendable (TileBand) throws -> [UInt8]
  ) {
    lanes.run { [self] in
      if state.withLock({ $0.isCancelled }) { return }
      let tile = PackedTile(index: index, band: band, file: Result { try pack(band) })
      state.withLock { $0.packed.append(tile) }
      arrival.signal()
    }
  }

  /// Takes the tiles that are packed.
  ///
  /// - Parameter waits: Whether to wait until there is one; one must have been submitted.
  func take(waits: Bool) -> [PackedTile] {
    if waits { arrival.wait() }
    let tiles = state.withLock { state in
      defer { state.packed = [] }
      return state.packed
    }
    // A signal for each; those of tiles that come meanwhile stay.
    for _ in 0..<max(0, tiles.count - (waits ? 1 : 0)) { arrival.wait() }
    return tiles
  }

  /// Packs no further tile.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.packed = []
    }
  }
}
