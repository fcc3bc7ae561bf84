// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import SystemConcurrency

/// The memory of a picture, filled with its background.
///
/// A blank bitmap is a few words, a context is many. So calls that can fail pass a blank bitmap on,
/// and the context is made in its final place, where nothing has to copy it.
package struct BlankBitmap: ~Copyable {
  private let storage: BitmapStorage
  let pixels: PixelSize
  let format: PixelFormat

  /// Takes memory and fills it. A large picture is filled in bands, between which the work is
  /// cancellable.
  ///
  /// - Throws: `GraphicsError`: `badSize`, `tooLarge` or `allocationFailed`; or
  ///   `CancellationError`.
  package init(
    _ pixels: PixelSize, format: PixelFormat = .rgba8, background: Color?, pool: BitmapPool,
    cancellation: borrowing Cancellation
  ) throws {
    storage = try Self.memory(pixels, format, background, pool.freeList, cancellation)
    self.pixels = pixels
    self.format = format
  }

  private static func memory(
    _ pixels: PixelSize, _ format: PixelFormat, _ background: Color?, _ freeList: BitmapFreeList,
    _ cancellation: borrowing Cancellation
  ) throws -> BitmapStorage {
    guard isSmall(pixels) else {
      let target = DrawingTarget(
        try BitmapBuffer(
          width: pixels.width, height: pixels.height, format: format, freeList: freeList,
          pattern: nil))
      try fill(target, background?.premultiplied8 ?? 0, cancellation)
      return target.storage
    }
    // The pool fills the memory: a buffer that repeats the pattern already is not written again.
    return try BitmapBuffer(
      width: pixels.width, height: pixels.height, format: format, freeList: freeList,
      pattern: pattern(background, format)
    ).storage
  }

  /// The target of a context.
  @inline(__always)
  consuming func target() -> DrawingTarget {
    DrawingTarget(
      storage: storage, bounds: PixelRect(width: pixels.width, height: pixels.height),
      bytesPerRow: format.bytesPerRow(ofPixels: pixels.width), format: format)
  }

  private static func fill(
    _ target: DrawingTarget, _ color: UInt32, _ cancellation: borrowing Cancellation
  ) throws {
    let (width, height) = (target.bounds.width, target.bounds.height)
    let rows = max(1, Self.bandBytes / target.bytesPerRow)
    for top in stride(from: 0, to: height, by: rows) {
      if top > 0 { try cancellation.check() }
      let band = PixelRect(x: 0, y: top, width: width, height: min(rows, height - top))
      if color == 0 {
        target.clearRows(from: top, count: band.height)
      } else {
        target.store(color, in: band)
      }
    }
  }

  /// The four bytes that a background repeats.
  static func pattern(_ background: Color?, _ format: PixelFormat) -> UInt32 {
    guard let background else { return 0 }
    let color = background.premultiplied8
    switch format {
    case .rgba8: return color
    case .alpha8: return (color >> 24) * 0x0101_0101
    }
  }

  /// The bytes that are filled between two cancellation points.
  private static let bandBytes = 1 << 19

  private static func isSmall(_ size: PixelSize) -> Bool {
    size.width > 0 && size.height > 0 && size.width <= bandBytes && size.height <= bandBytes
      && size.width * size.height * 4 <= bandBytes
  }
}
