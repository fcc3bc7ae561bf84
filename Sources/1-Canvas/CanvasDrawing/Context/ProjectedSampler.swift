// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import CanvasGeometry

/// A bitmap prepared for one projection, which computes colours of device pixels.
///
/// A device pixel is interpolated in the level whose pixels are about as large as a device pixel.
/// The edge pixels extend beyond the sides; the filled shape bounds the picture.
struct ProjectedSampler {
  /// The bitmap and its smaller copies.
  private let levels: [Bitmap]
  /// The part that is read, in pixels of the bitmap.
  private let part: PixelRect
  /// The map from the device to pixels of the bitmap, row by row.
  private let toSource: InlineArray<9, Double>
  private let isNearest: Bool
  /// The colour that each channel is multiplied by.
  private let color: UInt32

  /// - Parameter projection: The map from the space that the bitmap is drawn in to the device.
  /// - Returns: `nil` if nothing would be drawn.
  /// - Throws: `allocationFailed`.
  init?(_ draw: BitmapDraw, projection: Projection, alpha: UInt8) throws(GraphicsError) {
    let (rect, source) = (draw.rect, draw.source)
    guard !rect.isEmpty, !source.isEmpty else { return nil }
    let (sx, sy) = (rect.width / source.width, rect.height / source.height)
    let toRect = AffineTransform(
      a: sx, b: 0, c: 0, d: sy, tx: rect.minX - source.minX * sx, ty: rect.minY - source.minY * sy)
    guard let m = Projection(toRect).concatenating(projection).inverted() else { return nil }
    // Under the inverse, points in front of the eye have a positive weight (third coordinate);
    // `ctk_project_row_rgba8` leaves all other pixels clear.
    toSource = [m.m11, m.m12, m.m13, m.m21, m.m22, m.m23, m.m31, m.m32, m.m33]
    let all = PixelRect(width: draw.bitmap.width, height: draw.bitmap.height)
    let part = PixelRect(covering: source).intersection(all)
    self.part = part.isEmpty ? all : part
    isNearest = draw.growing == .nearest
    levels = try (draw.levels ?? MipLevels(of: draw.bitmap)).all()
    var tint = draw.bitmap.format == .alpha8 ? draw.tint : .white
    tint.alpha *= Double(alpha) / 255
    color = tint.premultiplied8
  }

  /// Writes the premultiplied colours of the pixels from a device position to the right.
  func shade(x: Int, y: Int, into row: inout [UInt32]) {
    let count = row.count
    withExtendedLifetime(levels) {
      let levels = unsafe levels.enumerated().map { unsafe level($1, size: 1 << $0) }
      // C call: each level gives its bitmap's memory and size, and the row has `count` pixels.
      unsafe toSource.span.withUnsafeBufferPointer { map in
        unsafe ctk_project_row_rgba8(
          &row, Int32(x), Int32(y), Int32(count), map.baseAddress, levels, Int32(levels.count),
          isNearest, color)
      }
    }
  }

  /// The part of a level that is read.
  ///
  /// - Parameter size: The side of a pixel of the copy, in pixels of the bitmap.
  @unsafe private func level(_ copy: Bitmap, size: Int) -> ctk_mip {
    let right = (part.maxX + size - 1) / size, bottom = (part.maxY + size - 1) / size
    return unsafe ctk_mip(
      pixels: copy.storage.memory.assumingMemoryBound(to: UInt8.self), stride: copy.bytesPerRow,
      left: Int32(min(part.x / size, right - 1)), top: Int32(min(part.y / size, bottom - 1)),
      right: Int32(right), bottom: Int32(bottom))
  }
}
