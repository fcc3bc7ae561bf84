// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs
internal import LayerCompositing
internal import StyledDocuments
internal import SystemConcurrency

/// The tiles of a layer of a scene, made from files while frames are painted.
final class SceneTiles: Sendable {
  let store: TileStore
  private let key: DocumentKey
  private let partial: Partial

  /// The errors of tiles of which some files are missing; a tile may be drawn from several files.
  private final class Partial: Sendable {
    let failures = Mutex<[Tile: ImageError]>([:])
  }

  /// The most tiles that are noted one by one.
  private static let shownFailures = 5
  /// The most tiles whose missing files are remembered.
  private static let failureLimit = 1_000

  init(_ source: FileTileSource, _ key: DocumentKey) {
    self.key = key
    let partial = Partial()
    self.partial = partial
    store = TileStore { request in
      let files = try source.files(of: request, .never)
      return try request.bitmap { context, cancellation in
        guard let failure = try files.draw(in: &context, cancellation).first else { return }
        partial.failures.withLock { failures in
          if failures.count < Self.failureLimit { failures[request.tile] = failure }
        }
      }
    }
  }

  /// Notes about the missing tiles, sorted by place: the first ones with the reason, then the
  /// number of all others.
  var notes: [String] {
    let parts = partial.failures.withLock {
      $0.map { (tile: $0.key, error: $0.value as any Error) }
    }
    let failures = (store.failures.map { ($0.tile, $0.error) } + parts.map { ($0.tile, $0.error) })
      .sorted { a, b in
        (a.0.level, a.0.row, a.0.column) < (b.0.level, b.0.row, b.0.column)
      }
    // A missing file is noted once, even if several tiles need it.
    var reasons: [String] = []
    for (_, error) in failures {
      let reason = String(describing: error)
      if !reasons.contains(reason) { reasons.append(reason) }
      if reasons.count > Self.failureLimit { break }
    }
    var notes = reasons.prefix(Self.shownFailures).map { key.note("a tile is missing: \($0)") }
    if reasons.count > Self.shownFailures {
      notes.append(key.note("\(reasons.count - Self.shownFailures) more tiles are missing"))
    }
    return notes
  }
}
