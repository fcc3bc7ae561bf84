// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing
import SystemConcurrency

/// A source whose tiles have the colour of their place and of the source's version, and that notes
/// what it is asked for.
final class TestTileSource: TileSource {
  struct Failure: Error {}

  /// What it does with a tile.
  enum Behaviour: Sendable {
    case draw
    case fail
    case failToDraw
    /// Answers when ``open()`` is called.
    case wait
    case empty
  }

  private struct State {
    var asked: [Tile] = []
    var drawn: [Tile] = []
    var cancelled = 0
    var version = 0
    var behaviour: [Tile: Behaviour] = [:]
    var usual = Behaviour.draw
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isOpen = false
  }

  private let state = Mutex(State())

  var asked: [Tile] { state.withLock { $0.asked } }
  var drawn: [Tile] { state.withLock { $0.drawn } }
  var cancelled: Int { state.withLock { $0.cancelled } }
  var version: Int {
    get { state.withLock { $0.version } }
    set { state.withLock { $0.version = newValue } }
  }

  init(_ usual: Behaviour = .draw) { state.withLock { $0.usual = usual } }

  func set(_ behaviour: Behaviour, for tile: Tile) {
    state.withLock { $0.behaviour[tile] = behaviour }
  }

  func setUsual(_ behaviour: Behaviour) { state.withLock { $0.usual = behaviour } }

  /// Answers all that waits, now and later.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      return exchange(&state.waiting, with: [])
    }
    for one in waiting { one.resume() }
  }

  static func color(of tile: Tile, version: Int = 0) -> Color {
    Color(
      red: Double((tile.column * 37 + version * 101) % 256) / 255,
      green: Double(tile.row * 53 % 256) / 255, blue: Double((tile.level + 8) * 16) / 255)
  }

  func drawing(of tile: TileRequest) async throws -> TileDrawing? {
    let (behaviour, version) = state.withLock { state in
      state.asked.append(tile.tile)
      return (state.behaviour[tile.tile] ?? state.usual, state.version)
    }
    switch behaviour {
    case .draw: break
    case .fail: throw Failure()
    case .empty: return nil
    case .failToDraw: return { _, _ in throw Failure() }
    case .wait:
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.waiting.append(continuation) }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
      if Task.isCancelled { state.withLock { $0.cancelled += 1 } }
    }
    return { [self] context, cancellation in
      try cancellation.check()
      state.withLock { $0.drawn.append(tile.tile) }
      try context.fill(tile.rect, with: Self.color(of: tile.tile, version: version))
    }
  }
}
