// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextKernels
public import TextModel

extension GraphicsContext {
  /// Fills a rectangle of user space.
  ///
  /// - Throws: `allocationFailed`.
  public mutating func fill(_ rect: Rect, with color: Color) throws(GraphicsError) {
    guard let pixels = wholePixels(rect) else {
      try fill(Path(rect: rect), with: color)
      return
    }
    fill(clipBounds.intersection(pixels), premultiplied: color.premultiplied8)
  }

  /// Fills a path of user space with one colour.
  ///
  /// - Throws: `allocationFailed`.
  public mutating func fill(
    _ path: Path, with color: Color, rule: FillRule = .nonZero
  ) throws(GraphicsError) {
    let packed = color.premultiplied8
    guard packed != 0 else { return }
    let (target, clip) = (target, clipMask)
    try cover(path, rule: rule) { mask in
      Self.blend(mask, color: packed, into: target, clip: clip)
    }
  }

  /// Fills a path of user space with a gradient.
  ///
  /// - Throws: `allocationFailed`.
  public mutating func fill(
    _ path: Path, with gradient: Gradient, rule: FillRule = .nonZero
  ) throws(GraphicsError) {
    guard let shader = GradientShader(gradient, transform: transform) else { return }
    let (target, clip) = (target, clipMask)
    try cover(path, rule: rule) { mask in
      unsafe Self.blend(mask, target: target, clip: clip) { x, y, row in
        unsafe shader.shade(x: x, y: y, into: row)
      }
    }
  }

  /// Fills everything that the clip lets through with one colour.
  public mutating func fillClip(with color: Color) throws(GraphicsError) {
    fill(clipBounds, premultiplied: color.premultiplied8)
  }

  /// Fills everything that the clip lets through with a gradient.
  public mutating func fillClip(with gradient: Gradient) throws(GraphicsError) {
    guard let shader = GradientShader(gradient, transform: transform) else { return }
    let (area, target, clip) = (clipBounds, target, clipMask)
    unsafe Self.blendRows(of: area, target: target, clip: clip) { x, y, row in
      unsafe shader.shade(x: x, y: y, into: row)
    }
  }

  /// Draws a bitmap, stretched to a rectangle of user space. Smaller pictures are averaged, larger ones
  /// interpolated. A bitmap of opacity is drawn in black.
  ///
  /// - Parameters:
  ///   - bitmap: The picture.
  ///   - rect: Where it goes, in user space.
  ///   - alpha: Its opacity, 0 to 1.
  /// - Throws: `allocationFailed`.
  public mutating func draw(
    _ bitmap: Bitmap, in rect: Rect, alpha: Double = 1
  ) throws(GraphicsError) {
    let opacity = Self.byte(alpha)
    guard opacity > 0,
      let sampler = BitmapSampler(bitmap, rect: rect, transform: transform, alpha: opacity)
    else { return }
    let (target, clip) = (target, clipMask)
    try cover(Path(rect: rect), rule: .nonZero) { mask in
      unsafe Self.blend(mask, target: target, clip: clip) { x, y, row in
        unsafe sampler.shade(x: x, y: y, into: row)
      }
    }
  }

  /// Blends one colour through a mask of coverage at a device position; the clip applies.
  ///
  /// - Parameters:
  ///   - mask: `height` rows of `width` bytes, `stride` bytes apart.
  ///   - x: The column of the mask's left edge, in device pixels.
  ///   - y: The row of the mask's upper edge, in device pixels.
  ///   - color: Premultiplied R, G, B, A with red in the lowest byte.
  @unsafe package mutating func fillMask(
    _ mask: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int, atPixelX x: Int,
    y: Int, color: UInt32
  ) {
    let left = max(x, clipBounds.x), top = max(y, clipBounds.y)
    let right = min(x + width, clipBounds.maxX), bottom = min(y + height, clipBounds.maxY)
    guard left < right, top < bottom else { return }
    let area = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    let part = unsafe CoverageMask(
      bounds: area, stride: stride, pixels: mask + (top - y) * stride + (left - x))
    Self.blend(part, color: color, into: target, clip: clipMask)
  }

  // MARK: The ways to the pixels

  /// Rows of mask that are made at once: large shapes are filled in bands of about so many bytes.
  private static var bandBytes: Int { 1 << 18 }

  /// Calls `body` with the coverage of a path within the clip's bounds, band by band.
  private borrowing func cover(
    _ path: Path, rule: FillRule, _ body: (CoverageMask) -> Void
  ) throws(GraphicsError) {
    let (map, clip) = (transform, clipBounds)
    guard !clip.isEmpty, !path.isEmpty else { return }
    try PathRasterizer.withScratch { (rasterizer) throws(GraphicsError) in
      let area = try rasterizer.prepare(path, transform: map).intersection(clip)
      guard !area.isEmpty else { return }
      let rows = max(16, Self.bandBytes / area.width)
      for y in stride(from: area.y, to: area.maxY, by: rows) {
        let band = PixelRect(
          x: area.x, y: y, width: area.width, height: min(rows, area.maxY - y))
        if let mask = try rasterizer.coverage(in: band, rule: rule) { body(mask) }
      }
    }
  }

  /// Fills device pixels within the clip's bounds.
  func fill(_ area: PixelRect, premultiplied color: UInt32) {
    guard !area.isEmpty, color != 0 else { return }
    if let clipMask {
      let part = unsafe CoverageMask(
        bounds: area, stride: clipMask.bytesPerRow,
        pixels: clipMask.address(x: area.x, y: area.y))
      Self.blend(part, color: color, into: target, clip: nil)
      return
    }
    if color >> 24 == 255 {
      Self.store(color, in: area, of: target)
      return
    }
    target.note(area)
    let (w, h) = (Int32(area.width), Int32(area.height))
    let to = unsafe target.address(x: area.x, y: area.y)
    switch format {
    case .rgba8: unsafe ctk_over_rgba8(to, target.bytesPerRow, w, h, color)
    case .alpha8:
      let row = [UInt8](repeating: 255, count: area.width)
      unsafe row.withUnsafeBufferPointer { full in
        guard let full = full.baseAddress else { return }
        unsafe ctk_mask_over_alpha8(
          to, target.bytesPerRow, full, 0, w, h, UInt8(truncatingIfNeeded: color >> 24))
      }
    }
  }

  /// Stores a colour in pixels of a target, whatever was there.
  static func store(_ color: UInt32, in area: PixelRect, of target: DrawingTarget) {
    target.note(area)
    let to = unsafe target.address(x: area.x, y: area.y)
    switch target.format {
    case .rgba8:
      unsafe ctk_fill_rgba8(
        to, target.bytesPerRow, Int32(area.width), Int32(area.height), color)
    case .alpha8:
      for y in 0..<area.height {
        unsafe (to + y * target.bytesPerRow).update(
          repeating: UInt8(truncatingIfNeeded: color >> 24), count: area.width)
      }
    }
  }

  /// Blends one colour through a mask that lies within the target.
  private static func blend(
    _ mask: CoverageMask, color: UInt32, into target: DrawingTarget, clip: ClipMask?
  ) {
    let area = mask.bounds
    target.note(area)
    let (w, h) = (Int32(area.width), Int32(area.height))
    guard let clip else {
      let to = unsafe target.address(x: area.x, y: area.y)
      switch target.format {
      case .rgba8:
        unsafe ctk_mask_over_rgba8(
          to, target.bytesPerRow, mask.pixels, mask.stride, w, h, color)
      case .alpha8:
        unsafe ctk_mask_over_alpha8(
          to, target.bytesPerRow, mask.pixels, mask.stride, w, h,
          UInt8(truncatingIfNeeded: color >> 24))
      }
      return
    }
    var row = [UInt8](repeating: 0, count: area.width)
    unsafe row.withUnsafeMutableBufferPointer { row in
      guard let both = row.baseAddress else { return }
      for y in area.y..<area.maxY {
        unsafe both.update(from: mask.pixels + (y - area.y) * mask.stride, count: area.width)
        unsafe ctk_multiply_row_alpha8(both, clip.address(x: area.x, y: y), w)
        let to = unsafe target.address(x: area.x, y: y)
        switch target.format {
        case .rgba8: unsafe ctk_mask_over_rgba8(to, 0, both, 0, w, 1, color)
        case .alpha8:
          unsafe ctk_mask_over_alpha8(
            to, 0, both, 0, w, 1, UInt8(truncatingIfNeeded: color >> 24))
        }
      }
    }
  }

  /// Blends shaded pixels through a mask that lies within the target.
  private static func blend(
    _ mask: CoverageMask, target: DrawingTarget, clip: ClipMask?,
    shade: (Int, Int, UnsafeMutableBufferPointer<UInt32>) -> Void
  ) {
    let area = mask.bounds
    unsafe blendRows(of: area, target: target, clip: clip, shade: shade) { y in
      unsafe mask.pixels + (y - area.y) * mask.stride
    }
  }

  /// Blends rows of shaded pixels, through rows of coverage if there are any.
  private static func blendRows(
    of area: PixelRect, target: DrawingTarget, clip: ClipMask?,
    shade: (Int, Int, UnsafeMutableBufferPointer<UInt32>) -> Void,
    mask: ((Int) -> UnsafePointer<UInt8>)? = nil
  ) {
    guard !area.isEmpty else { return }
    target.note(area)
    let n = Int32(area.width)
    var colors = [UInt32](repeating: 0, count: area.width)
    var opacities = [UInt8](repeating: 0, count: target.format == .alpha8 ? area.width : 0)
    var coverage = [UInt8](repeating: 255, count: area.width)
    unsafe colors.withUnsafeMutableBufferPointer { colors in
      unsafe opacities.withUnsafeMutableBufferPointer { opacities in
        unsafe coverage.withUnsafeMutableBufferPointer { coverage in
          guard let both = coverage.baseAddress, let pixels = colors.baseAddress else { return }
          for y in area.y..<area.maxY {
            if let mask = unsafe mask {
              unsafe both.update(from: mask(y), count: area.width)
            } else {
              unsafe both.update(repeating: 255, count: area.width)
            }
            if let clip {
              unsafe ctk_multiply_row_alpha8(both, clip.address(x: area.x, y: y), n)
            }
            unsafe shade(area.x, y, colors)
            let to = unsafe target.address(x: area.x, y: y)
            switch target.format {
            case .rgba8:
              unsafe ctk_mask_over_row_rgba8(
                to, UnsafeRawPointer(pixels).assumingMemoryBound(to: UInt8.self), both, n)
            case .alpha8:
              for i in 0..<area.width {
                unsafe opacities[i] = UInt8(truncatingIfNeeded: colors[i] >> 24)
              }
              unsafe ctk_blend_row_alpha8(
                to, opacities.baseAddress, both, n, Int32(BlendMode.sourceOver.rawValue), 255)
            }
          }
        }
      }
    }
  }
}
