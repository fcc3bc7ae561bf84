// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import ImageLoading
import TextGraphics
import TextModel
import TextRuntime

/// The orientations of Exif: how a stored picture is to be turned and mirrored (Exif 2.32, 4.6.4).
enum ImageOrientation: Int, CaseIterable {
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

  /// Whether rows become columns.
  private var swapsSides: Bool { rawValue >= 5 }

  /// The size of the picture when it is shown.
  func size(of stored: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: stored.height, height: stored.width) : stored
  }

  /// The place in the stored picture of the first shown pixel of a row, and the step to the next
  /// one of the row, in pixels.
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

  /// The bitmap as it is to be shown.
  ///
  /// - Parameter stored: An RGBA bitmap.
  /// - Returns: `nil` if cancelled.
  /// - Throws: `allocationFailed`.
  func apply(
    to stored: Bitmap, pool: BitmapPool, cancellation: Cancellation
  ) throws(ImageError) -> Bitmap? {
    if self == .upright { return stored }
    let size = size(of: stored.pixelSize)
    do throws(GraphicsError) {
      var buffer = try BitmapBuffer(
        width: size.width, height: size.height, pool: pool, zeroed: false)
      let stride = buffer.bytesPerRow
      let rowsBetweenPolls = max(1, (1 << 15) / size.width)
      for y in 0..<size.height {
        if y % rowsBetweenPolls == 0, cancellation.isCancelled { return nil }
        let from = source(ofRow: y, in: stored.pixelSize)
        let start = from.y * stored.bytesPerRow + from.x * 4
        let step = from.dy * stored.bytesPerRow + from.dx * 4
        unsafe buffer.withUnsafeMutableBytes { target in
          unsafe stored.withUnsafeBytes { source in
            // Raw buffers check their bounds.
            for x in 0..<size.width {
              let pixel = unsafe source.load(fromByteOffset: start + x * step, as: UInt32.self)
              unsafe target.storeBytes(of: pixel, toByteOffset: y * stride + x * 4, as: UInt32.self)
            }
          }
        }
      }
      return buffer.freeze()
    } catch {
      throw ImageError(error)
    }
  }
}
