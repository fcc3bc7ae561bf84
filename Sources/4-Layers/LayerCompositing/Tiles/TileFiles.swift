// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
import CanvasGeometry
package import ImageCodecs
package import SystemConcurrency

/// The files of a tile as they were read, ready to be decoded and drawn.
package struct TileFiles: Sendable {
  /// A file of a level.
  struct File: Sendable {
    var place: Tile
    var name: String
    var bytes: [UInt8]
  }

  private let tile: TileRequest
  private let level: Int
  private let decoders: ImageDecoders
  var files: [File] = []
  /// The reasons why other files of the level could not be read.
  var failures: [ImageError] = []

  init(of tile: TileRequest, level: Int, decoders: ImageDecoders) {
    self.tile = tile
    self.level = level
    self.decoders = decoders
  }

  /// The most memory that the decoding of one file may take, in bytes.
  private static let decodingLimit = CanvasLimits.bitmapBytes

  /// Decodes the files, one after another, and draws them.
  ///
  /// - Parameters:
  ///   - context: In the layer's space, in points.
  ///   - cancellation: Polled before each file and by the decoder.
  /// - Returns: Why parts of the tile are missing.
  /// - Throws: `ImageError` if there is nothing to draw; `GraphicsError`; `CancellationError`.
  package func draw(
    in context: inout GraphicsContext, _ cancellation: Cancellation
  ) throws -> [ImageError] {
    context.saveGState()
    defer { context.restoreGState() }
    setPixelSpace(of: &context)
    try context.clip(
      to: Rect(width: Double(tile.pixelSize.width), height: Double(tile.pixelSize.height)))
    var failures = failures
    var count = 0
    // Where two files share a pixel, their coverages are added up, so that no seam shows between
    // them.
    let joins = !haveWholePixels
    if joins { try context.beginLayer() }
    do {
      for file in files {
        try cancellation.check()
        do {
          let (bitmap, size) = try decode(file, cancellation)
          if joins { try context.beginLayer(blendMode: .plus) }
          defer { if joins { try? context.endLayer() } }
          try context.draw(bitmap, in: rect(of: file.place, size))
          count += 1
        } catch let error as ImageError {
          failures.append(
            error.name.isEmpty ? ImageError(error.code, name: file.name, error.message) : error)
        }
      }
    } catch {
      if joins { try context.endLayer() }
      throw error
    }
    if joins { try context.endLayer() }
    if count == 0, let failure = failures.first { throw failure }
    return failures
  }

  /// Makes the tile's pixel the unit of the context, and the tile's corner its origin, which is
  /// moved to a whole device pixel if only rounding keeps it from there.
  private func setPixelSpace(of context: inout GraphicsContext) {
    let scale = tile.scale
    context.concatenate(
      AffineTransform(
        a: 1 / scale, b: 0, c: 0, d: 1 / scale, tx: tile.rect.minX, ty: tile.rect.minY))
    let map = context.transform
    let (x, y) = (map.tx.rounded(), map.ty.rounded())
    if abs(map.a - 1) < 1e-9, abs(map.d - 1) < 1e-9, map.b == 0, map.c == 0,
      abs(map.tx - x) < 1e-3, abs(map.ty - y) < 1e-3
    {
      context.transform = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }
  }

  /// The number of halvings from the files' level to the tile's level; negative if the files are
  /// coarser.
  private var shift: Int { tile.tile.level - level }

  /// The pixels of the tile for each pixel of the files' level, in each direction.
  private var factor: Double {
    shift >= 0 ? 1 / Double(1 << shift) : Double(1 << min(-shift, 30))
  }

  /// Whether files meet at edges of pixels.
  private var haveWholePixels: Bool {
    let (width, height) = (tile.grid.tileSize.width, tile.grid.tileSize.height)
    return shift <= 0 || (width | height) & ((1 << shift) - 1) == 0
  }

  /// The rectangle of a file, in pixels of the tile.
  ///
  /// - Parameter size: The size of the file's picture, in pixels of its level.
  private func rect(of place: Tile, _ size: PixelSize) -> Rect {
    let (width, height) = (Double(tile.grid.tileSize.width), Double(tile.grid.tileSize.height))
    return Rect(
      x: Double(place.column) * width * factor - Double(tile.tile.column) * width,
      y: Double(place.row) * height * factor - Double(tile.tile.row) * height,
      width: Double(size.width) * factor, height: Double(size.height) * factor)
  }

  /// Decodes a file, at a smaller size if the tile needs no more and the format supports it.
  ///
  /// - Returns: The bitmap, and the size that it stands for, in pixels of its level.
  private func decode(
    _ file: File, _ cancellation: Cancellation
  ) throws -> (Bitmap, size: PixelSize) {
    let decoder = try decoders.decoder(of: file.bytes)
    let whole = tile.grid.tileSize
    let declared = try decoder.header(of: file.bytes, maximumSize: nil).size
    let size = declared == whole ? whole : tile.grid.pixelSize(of: file.place)
    func reduced(_ side: Int) -> Int { shift > 0 ? (side + 1 << shift - 1) >> shift : side }
    let most = PixelSize(width: reduced(size.width), height: reduced(size.height))
    let header = try decoder.header(of: file.bytes, maximumSize: most)
    guard header.decodingByteCount <= Self.decodingLimit else {
      throw ImageError(
        .tooLarge,
        "Decoding \(declared.width)×\(declared.height) pixels takes more than "
          + "\(Self.decodingLimit >> 20) MiB.")
    }
    let bitmap = try decoder.bitmap(
      of: file.bytes, maximumSize: most, pool: .shared, cancellation: cancellation)
    guard let bitmap else { throw CancellationError() }
    return (bitmap, size)
  }
}
