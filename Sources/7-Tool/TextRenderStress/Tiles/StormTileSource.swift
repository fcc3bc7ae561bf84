// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import CanvasGeometry
internal import Dispatch
internal import LayerCompositing
internal import SystemConcurrency

/// A source of tiles that misbehaves depending on a seed: it is late, fails, never answers, or
/// answers after a cancellation. The colour of a tile encodes its place and the version of the
/// source at the call.
final class StormTileSource: TileSource {
  private struct Failure: Error {}

  private struct State {
    var version = 0
    var isReliable = false
    var asked = 0
    var ended = 0
    /// For each tile, the number of drawings that were returned and have not run.
    var drawings: [Tile: Int] = [:]
    /// The number of drawings that ran.
    var drawn = 0
    /// Calls that are not answered, by their numbers.
    var held: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  /// Determines, with the number of a call, how the call is answered.
  private let seed: UInt64
  private let findings: StressFindings
  private let state = Mutex(State())
  /// The queue of answers that ignore a cancellation. All sources share it: a queue for each could
  /// take a thread for each, and a run checks the number of threads.
  private static let lateAnswers = DispatchQueue(label: "TextRenderStress.lateTiles")

  init(seed: UInt64, _ findings: StressFindings) { (self.seed, self.findings) = (seed, findings) }

  /// The version of the tiles that are requested from now on.
  var version: Int { state.withLock { $0.version } }
  /// The number of calls that have not returned.
  var activeCount: Int { state.withLock { $0.asked - $0.ended } }

  func change() { state.withLock { $0.version += 1 } }

  /// Answers all calls at once and without an error from now on, also those that wait.
  func setReliable() {
    let held = state.withLock { state in
      state.isReliable = true
      return exchange(&state.held, with: [:])
    }
    for continuation in held.values { continuation.resume() }
  }

  /// The colour of a tile, premultiplied; the version counts modulo 256.
  static func pixel(of tile: Tile, version: Int) -> UInt32 {
    let place = UInt32(truncatingIfNeeded: tile.column &* 7 &+ tile.row &* 31) & 0xFF
    return 0xFF00_0000 | UInt32(truncatingIfNeeded: tile.level & 0xF) << 16
      | UInt32(truncatingIfNeeded: version & 0xFF) << 8 | place
  }

  func drawing(of tile: TileRequest) async throws -> TileDrawing? {
    let (version, number, isReliable) = state.withLock { state in
      state.asked += 1
      return (state.version, state.asked, state.isReliable)
    }
    defer { state.withLock { $0.ended += 1 } }
    if !isReliable { try await misbehave(number) }
    state.withLock { $0.drawings[tile.tile, default: 0] += 1 }
    let pixel = Self.pixel(of: tile.tile, version: version)
    return { [self] context, cancellation in
      try cancellation.check()
      let isAskedFor = state.withLock { state in
        state.drawn += 1
        state.drawings[tile.tile, default: 0] -= 1
        return state.drawings[tile.tile, default: 0] >= 0
      }
      findings.expect(isAskedFor, .askedTiles, "\(tile.tile) is drawn, not asked for")
      let clip = context.clipPixels
      findings.expect(
        clip.width == tile.pixelSize.width && clip.height == tile.pixelSize.height, .askedTiles,
        "\(tile.tile) is drawn into \(clip.width) × \(clip.height) pixels")
      let color = Color(
        red: Double(pixel & 0xFF) / 255, green: Double(pixel >> 8 & 0xFF) / 255,
        blue: Double(pixel >> 16 & 0xFF) / 255)
      // The last pixels of a tile at an edge may lie partly outside its rectangle: fill them, too.
      try context.fill(tile.rect.insetBy(dx: -64, dy: -64), with: color)
    }
  }

  private func misbehave(_ number: Int) async throws {
    var random = StressRandom(seed: seed ^ UInt64(number) << 20)
    switch random.below(12) {
    case 0..<5: return
    case 5, 6, 7: try await Task.sleep(for: .milliseconds(1 + random.below(20)))
    case 8: throw Failure()
    case 9:
      // The wait ignores a cancellation.
      let delay = random.below(20)
      await withCheckedContinuation { continuation in
        Self.lateAnswers.asyncAfter(deadline: .now() + .milliseconds(delay)) {
          continuation.resume()
        }
      }
    default: await hold(number)
    }
  }

  /// Waits until ``setReliable()`` is called or the tile is cancelled.
  private func hold(_ number: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isHeld = state.withLock { state in
          if state.isReliable || Task.isCancelled { return false }
          state.held[number] = continuation
          return true
        }
        if !isHeld { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.held.removeValue(forKey: number) }?.resume()
    }
  }
}
