// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel
package import TextRuntime

/// The orientations of Exif: how a stored picture is to be turned and mirrored (Exif 2.32, 4.6.4).
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

  /// Whether rows become columns.
  private var swapsSides: Bool { rawValue >= 5 }

  /// How a PNG picture is to be turned by its chunk `eXIf`; not at all if it is damaged.
  package init(ofPNG png: Span<UInt8>) { self = PNGDecoder().orientation(of: png) }

  /// The size of the picture when it is shown.
  package func size(of stored: PixelSize) -> PixelSize {
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
  package func apply(
    to stored: Bitmap, pool: BitmapPool, cancellation: Cancellation
  ) throws(GraphicsError) -> Bitmap? {
    if self == .upright { return stored }
    let size = size(of: stored.pixelSize)
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
  }

  /// Rows of 32-bit pixels without gaps, as they are to be shown.
  func apply(toRows bytes: [UInt8], of stored: PixelSize) -> [UInt8] {
    if self == .upright { return bytes }
    let size = size(of: stored)
    precondition(bytes.count == 4 * stored.width * stored.height)
    var turned: [UInt8] = []
    turned.reserveCapacity(bytes.count)
    for y in 0..<size.height {
      let from = source(ofRow: y, in: stored)
      var place = 4 * (from.y * stored.width + from.x)
      let step = 4 * (from.dy * stored.width + from.dx)
      for _ in 0..<size.width {
        turned += bytes[place..<place + 4]
        place += step
      }
    }
    return turned
  }
}
