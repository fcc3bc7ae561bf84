// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
package import SystemConcurrency

/// The orientations of Exif: how a stored image is to be turned and mirrored (Exif 2.32, 4.6.4).
package enum ImageOrientation: Int, CaseIterable, Sendable {
  case upright = 1
  case mirrored
  case upsideDown
  case flipped
  /// Mirrored at the diagonal from the upper left.
  case transposed
  /// To be turned clockwise by a quarter.
  case turnedLeft
  /// Mirrored at the other diagonal.
  case transversed
  /// To be turned anticlockwise by a quarter.
  case turnedRight

  /// The orientation for an Exif value; `upright` for one outside 1 to 8.
  init(exif number: Int32) { self = ImageOrientation(rawValue: Int(number)) ?? .upright }

  /// Whether rows become columns.
  package var swapsSides: Bool { rawValue >= 5 }

  /// The size of the image when it is shown.
  package func size(of stored: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: stored.height, height: stored.width) : stored
  }

  /// The position in the stored image of the first pixel of a shown row, and the step to the next
  /// pixel of that row, in pixels.
  private func source(ofRow y: Int, in stored: PixelSize) -> (x: Int, y: Int, dx: Int, dy: Int) {
    let (right, bottom) = (stored.width - 1, stored.height - 1)
    return switch self {
    case .upright: (0, y, 1, 0)
    case .mirrored: (right, y, -1, 0)
    case .upsideDown: (right, bottom - y, -1, 0)
    case .flipped: (0, bottom - y, 1, 0)
    case .transposed: (y, 0, 0, 1)
    case .turnedLeft: (y, bottom, 0, -1)
    case .transversed: (right - y, bottom, 0, -1)
    case .turnedRight: (right - y, 0, 0, 1)
    }
  }

  /// The bitmap, turned and mirrored as it is to be shown.
  ///
  /// - Parameter stored: An RGBA bitmap.
  /// - Returns: `nil` if cancelled.
  /// - Throws: `allocationFailed`.
  package func apply(
    to stored: Bitmap, pool: BitmapPool, cancellation: Cancellation
  ) throws(GraphicsError) -> Bitmap? {
    if self == .upright { return stored }
    let size = size(of: stored.pixelSize)
    var buffer = try BitmapBuffer(
      width: size.width, height: size.height, pool: pool, zeroed: false)
    let stride = buffer.bytesPerRow
    let isTurned = buffer.withMutableBytes { target in
      stored.withBytes { source in
        copy(
          0..<size.height, of: source, stored.pixelSize, bytesPerRow: stored.bytesPerRow,
          to: &target, bytesPerRow: stride, cancellation: cancellation)
      }
    }
    return isTurned ? buffer.freeze() : nil
  }

  /// The sides of the blocks in which pixels are copied: as many pixels as a cache line holds, so
  /// that the cache lines of a column are not fetched once for each of its pixels.
  private static let side = 16
  /// Blocks between two polls: 32,768 pixels.
  private static let blocksBetweenPolls = 128

  /// Copies some rows of an image as they are to be shown, block by block.
  ///
  /// - Parameters:
  ///   - rows: The shown rows.
  ///   - source: The stored rows of 32-bit pixels.
  ///   - stored: The size of the stored image.
  ///   - sourceBytes: The bytes from one stored row to the next.
  ///   - target: The memory that the rows are written to.
  ///   - targetBytes: The bytes from one shown row to the next.
  /// - Returns: `false` if cancelled.
  package func copy(
    _ rows: Range<Int>, of source: Span<UInt8>, _ stored: PixelSize, bytesPerRow sourceBytes: Int,
    to target: inout MutableSpan<UInt8>, bytesPerRow targetBytes: Int, cancellation: Cancellation
  ) -> Bool {
    let shown = size(of: stored)
    precondition(
      sourceBytes >= 4 * stored.width && targetBytes >= 4 * shown.width
        && source.count >= (stored.height - 1) * sourceBytes + 4 * stored.width
        && target.count >= (rows.count - 1) * targetBytes + 4 * shown.width
        && rows.lowerBound >= 0 && rows.upperBound <= shown.height)
    // The precondition makes sure that all positions of the pixels lie within their buffers.
    return unsafe source.withUnsafeBytes { source in
      unsafe target.withUnsafeMutableBytes { target in
        var blocks = 0
        for top in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.side) {
          let lines = top..<min(top + Self.side, rows.upperBound)
          for left in stride(from: 0, to: shown.width, by: Self.side) {
            if blocks % Self.blocksBetweenPolls == 0, cancellation.isCancelled { return false }
            blocks += 1
            let count = min(Self.side, shown.width - left)
            for y in lines {
              let from = self.source(ofRow: y, in: stored)
              let step = from.dy * sourceBytes + from.dx * 4
              var place = from.y * sourceBytes + from.x * 4 + left * step
              var next = (y - rows.lowerBound) * targetBytes + left * 4
              for _ in 0..<count {
                let pixel = unsafe source.load(fromByteOffset: place, as: UInt32.self)
                unsafe target.storeBytes(of: pixel, toByteOffset: next, as: UInt32.self)
                place += step
                next += 4
              }
            }
          }
        }
        return true
      }
    }
  }
}
