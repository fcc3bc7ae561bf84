// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import ImageCodecs
import ImageLoading
package import SystemConcurrency
package import SystemFiles

/// A source of tiles that lie in files, such as those that `textrender tiles` cuts.
///
/// ```swift
/// layer.source = try FileTileSource("Snowman_%02d_%02d.jpg", in: "tiles", decoders: .withCodecs)
/// ```
///
/// - If a tile has no file, it is made of files that are one, two or three levels finer: those of
///   the nearest level with any files there, up to 64. Missing or damaged ones leave their part
///   empty.
/// - Magnified levels enlarge the files of level 0.
/// - At the edge of the picture, a file of a whole tile's size is cropped. A file of any other size
///   is stretched to that of the tile.
/// - The content of a file determines its format, not its name.
public struct FileTileSource: TileSource {
  /// The names of the files.
  package let names: TileNames
  /// The folder of the files, and the root outside which none is read.
  package let scope: FileScope
  private let decoders: ImageDecoders
  private let maximumByteCount: Int

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - pattern: The names of the files, relative to the folder, with two numbers, column and
  ///     row, or three, with the level first: `%02d` stands for a number of at least two digits,
  ///     `%d` for one without a least length, `%%` for a percent sign. With two numbers, tiles of
  ///     further levels have theirs after the first part of the name, as in
  ///     `Snowman_L1_00_00.jpg`, if that part ends with `_`; otherwise they have no files.
  ///   - folder: The folder; empty for the current one.
  ///   - root: A folder outside which no file is read, also by a link; `nil` for no bound.
  ///   - decoders: The formats: PNG by default; the module `ImageCodecs` adds JPEG and WebP.
  ///   - maximumByteCount: The most bytes that are read for a tile; 64 MiB by default.
  /// - Throws: `ImageError` with `badPattern`.
  public init(
    _ pattern: String, in folder: String, root: String? = nil,
    decoders: ImageDecoders = .standard, maximumByteCount: Int = 64 << 20
  ) throws(ImageError) {
    try self.init(
      pattern, in: FileScope(folder: folder, root: root), decoders: decoders,
      maximumByteCount: maximumByteCount)
  }

  package init(
    _ pattern: String, in scope: FileScope, decoders: ImageDecoders,
    maximumByteCount: Int = 64 << 20
  ) throws(ImageError) {
    names = try TileNames(pattern)
    self.scope = scope
    self.decoders = decoders
    self.maximumByteCount = max(0, maximumByteCount)
  }

  /// Reads the files of a tile, on a queue of their own; its drawing decodes them.
  ///
  /// - Throws: `ImageError` of the file if none of the tile can be read; `CancellationError`.
  public func drawing(of tile: TileRequest) async throws -> TileDrawing? {
    let files = try await FileImageLoader.reading { try self.files(of: tile, $0) }
    return { context, cancellation in _ = try files.draw(in: &context, cancellation) }
  }

  /// Reads the files of a tile, on the calling thread.
  ///
  /// - Throws: `ImageError` if none can be read; `CancellationError`.
  package func files(of tile: TileRequest, _ cancellation: Cancellation) throws -> TileFiles {
    var missing: ImageError?
    for level in Self.levels(for: tile) {
      var files = TileFiles(of: tile, level: level, decoders: decoders)
      var byteCount = 0
      for place in tile.tiles(ofLevel: level) {
        guard let name = names.name(of: place) else { continue }
        do {
          let bytes = try FileImageLoader.contents(
            of: ScopedFile(name, in: scope), limit: maximumByteCount - byteCount, cancellation)
          byteCount += bytes.count
          files.files.append(TileFiles.File(place: place, name: name, bytes: bytes))
        } catch let error as ImageError {
          files.failures.append(error)
        }
      }
      if !files.files.isEmpty { return files }
      // A file that exists but cannot be read is an error, and no finer level is tried.
      missing = files.failures.first { $0.code != .notFound } ?? files.failures.first ?? missing
      if let missing, missing.code != .notFound { throw missing }
    }
    throw missing
      ?? ImageError(
        .notFound, name: names.pattern, "Level \(tile.tile.level) has no files by this pattern.")
  }

  /// The levels whose files a tile may be made of, in the order in which they are tried.
  private static func levels(for tile: TileRequest) -> [Int] {
    let level = tile.tile.level
    if level <= 0 { return [0] }
    return Array((max(0, level - 3)...level).reversed())
  }
}

extension TileRequest {
  /// The tiles of a level of which the tile is made: one of a coarser level, or all of a finer one.
  func tiles(ofLevel level: Int) -> [Tile] {
    let shift = tile.level - level
    if shift <= 0 {
      return [Tile(column: tile.column >> -shift, row: tile.row >> -shift, level: level)]
    }
    let size = grid.size(ofLevel: level)
    func range(_ index: Int, _ count: Int) -> Range<Int> {
      let start = min(index << shift, count)
      return start..<min(start + 1 << shift, count)
    }
    return range(tile.row, size.rows).flatMap { row in
      range(tile.column, size.columns).map { Tile(column: $0, row: row, level: level) }
    }
  }
}
