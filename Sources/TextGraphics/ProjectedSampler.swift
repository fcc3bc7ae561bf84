// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextKernels
import TextModel

/// A bitmap prepared for one projection, which computes colours of device pixels.
///
/// A device pixel is interpolated in the level whose pixels are about as large as its own. The edge
/// pixels extend beyond the sides; the filled shape bounds the picture.
struct ProjectedSampler {
  private let pixels: MipLevels.Pixels
  /// The part that is read, in pixels of the bitmap.
  private let part: PixelRect
  /// The map from the device to pixels of the bitmap, row by row.
  private let toSource: InlineArray<9, Double>
  private let isNearest: Bool
  private let alpha: UInt8

  /// - Parameter projection: The map from the space that the bitmap is drawn in to the device.
  /// - Returns: `nil` if nothing would be drawn.
  init?(_ draw: BitmapDraw, projection: Projection, alpha: UInt8) {
    let (rect, source) = (draw.rect, draw.source)
    guard !rect.isEmpty, !source.isEmpty else { return nil }
    let (sx, sy) = (rect.width / source.width, rect.height / source.height)
    let toRect = AffineTransform(
      a: sx, b: 0, c: 0, d: sy, tx: rect.minX - source.minX * sx, ty: rect.minY - source.minY * sy)
    guard let m = projection.concatenated(with: Projection(toRect)).inverted else { return nil }
    // The inverse gives points before the eye a positive third number.
    toSource = [m.m11, m.m12, m.m13, m.m21, m.m22, m.m23, m.m31, m.m32, m.m33]
    let all = PixelRect(width: draw.bitmap.width, height: draw.bitmap.height)
    let part = PixelRect(covering: source).intersection(all)
    self.part = part.isEmpty ? all : part
    isNearest = draw.growing == .nearest
    self.alpha = alpha
    pixels = (draw.levels ?? MipLevels(draw.bitmap, tint: draw.tint)).all()
  }

  /// Writes the premultiplied colours of the pixels from a device position to the right.
  func shade(x: Int, y: Int, into row: inout [UInt32]) {
    let count = row.count
    unsafe pixels.pixels.withUnsafeBytes { bytes in
      guard let first = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      let levels = unsafe pixels.levels.enumerated().map { k, level in
        let size = 1 << k
        let right = min(level.width, (part.maxX + size - 1) / size)
        let bottom = min(level.height, (part.maxY + size - 1) / size)
        return unsafe ctk_mip(
          pixels: first + 4 * level.start, stride: 4 * level.width,
          left: Int32(min(part.x / size, right - 1)), top: Int32(min(part.y / size, bottom - 1)),
          right: Int32(right), bottom: Int32(bottom))
      }
      // C call: every level lies in the array, and the row has `count` pixels.
      unsafe toSource.span.withUnsafeBufferPointer { map in
        unsafe ctk_project_row_rgba8(
          &row, Int32(x), Int32(y), Int32(count), map.baseAddress, levels, Int32(levels.count),
          isNearest, Int32(alpha))
      }
    }
  }
}
