// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// A part of a bitmap, stretched to a rectangle.
package struct BitmapDraw: Sendable {
  package var bitmap: Bitmap
  /// The part that is shown, in pixels of the bitmap. Outside the bitmap its edge pixels are
  /// repeated.
  package var source: Rect
  /// The rectangle that the part fills, in user space.
  package var rect: Rect
  /// The filter where the part is magnified.
  package var growing = BitmapFilter.average
  /// The filter where the part is reduced.
  package var shrinking = BitmapFilter.average
  /// The colour of an `alpha8` bitmap where its coverage is full.
  package var tint = Color.black
  /// Whether the draw is one of several that are added up along common edges. Partial coverage is
  /// then one level (of 255) higher, so that the parts of a pixel add up to full coverage despite
  /// rounding.
  package var isSummand = false
  /// Smaller copies of the bitmap, for perspective, shared by draws of the same one.
  package var levels: MipLevels?

  /// Creates a draw of a part of a bitmap with the filter ``BitmapFilter/average``: averaged where
  /// it is reduced, interpolated where it is magnified.
  package init(_ bitmap: Bitmap, source: Rect, in rect: Rect) {
    self.bitmap = bitmap
    self.source = source
    self.rect = rect
  }
}

extension GraphicsContext {
  /// Draws a part of a bitmap.
  ///
  /// - Parameter alpha: The opacity, 0 to 1.
  /// - Throws: `allocationFailed`.
  package mutating func draw(_ draw: BitmapDraw, alpha: Double) throws(GraphicsError) {
    let opacity = Self.byte(alpha)
    guard opacity > 0 else { return }
    if let place = wholePixelPlace(of: draw) {
      return self.draw(
        draw.bitmap, tint: draw.tint, atPixelX: place.x, y: place.y, in: place.area,
        alpha: opacity)
    }
    let (target, clip) = (target, clipMask)
    if let projection {
      let whole = Projection(transform).concatenating(projection)
      guard let sampler = try ProjectedSampler(draw, projection: whole, alpha: opacity) else {
        return
      }
      return try cover(Path(rect: draw.rect), rule: .nonZero, isSummand: draw.isSummand) { mask in
        Self.blend(mask, target: target, clip: clip) { x, y, row in
          sampler.shade(x: x, y: y, into: &row)
        }
      }
    }
    guard let sampler = BitmapSampler(draw, transform: transform, alpha: opacity) else { return }
    try cover(Path(rect: draw.rect), rule: .nonZero, isSummand: draw.isSummand) { mask in
      Self.blend(mask, target: target, clip: clip) { x, y, row in
        sampler.shade(x: x, y: y, into: &row)
      }
    }
  }

  /// Draws a part of an `rgba8` bitmap on a ground of one colour, if it fills the clip pixel for
  /// pixel. Previous pixels are ignored, so the ground need not be filled before.
  ///
  /// - Parameter ground: The colour, premultiplied R, G, B, A with red in the lowest byte.
  /// - Returns: `false`, and nothing is drawn, if the part does not fill the clip pixel for pixel.
  package mutating func draw(_ draw: BitmapDraw, on ground: UInt32) -> Bool {
    guard format == .rgba8, draw.bitmap.format == .rgba8, clipMask == nil,
      let place = wholePixelPlace(of: draw), place.area.contains(clipPixels)
    else { return false }
    let picture = DrawingTarget(draw.bitmap, x: place.x, y: place.y)
    target.store(picture, on: ground, in: clipPixels)
    return true
  }

  /// Draws a bitmap pixel for pixel; the clip applies.
  ///
  /// - Parameters:
  ///   - x: The column on the device of the bitmap's first one.
  ///   - y: The row on the device of the bitmap's first one.
  package mutating func draw(
    _ bitmap: Bitmap, tint: Color = .black, atPixelX x: Int, y: Int, alpha: Double = 1
  ) {
    let area = PixelRect(x: x, y: y, width: bitmap.width, height: bitmap.height)
    draw(bitmap, tint: tint, atPixelX: x, y: y, in: area, alpha: Self.byte(alpha))
  }

  private mutating func draw(
    _ bitmap: Bitmap, tint: Color, atPixelX x: Int, y: Int, in area: PixelRect, alpha: UInt8
  ) {
    let area = area.intersection(clipPixels)
    guard !area.isEmpty, alpha > 0 else { return }
    switch bitmap.format {
    case .alpha8:
      var tint = tint
      tint.alpha *= Double(alpha) / 255
      Self.blend(
        bitmap.coverage(atPixelX: x, y: y, in: area), color: tint.premultiplied8, into: target,
        clip: clipMask)
    case .rgba8:
      target.blend(
        DrawingTarget(bitmap, x: x, y: y), in: area, mode: .sourceOver, alpha: alpha, clip: clipMask
      )
    }
  }

  /// Where the bitmap's first pixel and the part lie on the device, if each pixel of the part fills
  /// exactly one device pixel; otherwise `nil`, and the part has to be sampled.
  private func wholePixelPlace(of draw: BitmapDraw) -> (x: Int, y: Int, area: PixelRect)? {
    guard format == .rgba8 || draw.bitmap.format == .alpha8,
      transform.b == 0, transform.c == 0, transform.a > 0, transform.d > 0, projection == nil,
      let area = wholePixels(draw.rect)
    else { return nil }
    let source = draw.source
    let all = PixelRect(width: draw.bitmap.width, height: draw.bitmap.height)
    guard source.width == Double(area.width), source.height == Double(area.height),
      let x = Int(exactly: source.minX), let y = Int(exactly: source.minY),
      all.contains(PixelRect(x: x, y: y, width: area.width, height: area.height))
    else { return nil }
    return (area.x - x, area.y - y, area)
  }
}

extension Bitmap {
  /// The coverage of an `alpha8` bitmap in a part of the device; valid as long as the bitmap.
  fileprivate func coverage(atPixelX x: Int, y: Int, in area: PixelRect) -> CoverageMask {
    let start = (area.y - y) * bytesPerRow + area.x - x
    // unsafe: the area lies within the storage, which the caller keeps alive.
    return unsafe CoverageMask(
      bounds: area, stride: bytesPerRow,
      pixels: UnsafePointer(storage.memory.assumingMemoryBound(to: UInt8.self)) + start)
  }
}

extension DrawingTarget {
  /// A bitmap at a place of the device, to be read only.
  fileprivate init(_ bitmap: Bitmap, x: Int, y: Int) {
    self.init(
      storage: bitmap.storage,
      bounds: PixelRect(x: x, y: y, width: bitmap.width, height: bitmap.height),
      bytesPerRow: bitmap.bytesPerRow, format: bitmap.format)
  }
}
