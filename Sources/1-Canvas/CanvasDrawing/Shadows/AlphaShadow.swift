// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A shadow of drawn pixels: their alpha, blurred, moved by whole pixels, in one colour.
package struct AlphaShadow: Sendable {
  /// Premultiplied R, G, B, A with red in the lowest byte.
  package let color: UInt32
  /// The distance to the right, in device pixels.
  package let dx: Int
  /// The distance downwards, in device pixels.
  package let dy: Int
  package let blur: GaussianBlur

  package init(color: UInt32, dx: Int, dy: Int, blur: GaussianBlur) {
    self.color = color
    self.dx = dx
    self.dy = dy
    self.blur = blur
  }

  /// The pixels that the shadow of an area may touch.
  package func extent(of area: PixelRect) -> PixelRect {
    area.inset(by: -blur.reach).offset(dx: dx, dy: dy)
  }

  /// The pixels whose alpha the shadow within an area depends on.
  package func sources(of area: PixelRect) -> PixelRect {
    area.offset(dx: -dx, dy: -dy).inset(by: -blur.reach)
  }

  /// Computes the shadow's coverage within a clip, band by band.
  func coverage(
    of picture: DrawingTarget, in clip: PixelRect, _ body: (CoverageMask) -> Void
  ) throws(GraphicsError) {
    let area = extent(of: picture.bounds).intersection(clip)
    try blur.coverage(in: area) { source throws(GraphicsError) in
      let from = source.offset(dx: -dx, dy: -dy)
      return picture.alpha(in: from)
    } _: { mask in
      body(mask)
    }
  }
}

extension AlphaShadow {
  /// Computes the coverage of an inner shadow within a clip, band by band: the shadow lies on the
  /// drawn shapes, as if they were holes in a surface above it.
  func innerCoverage(
    of picture: DrawingTarget, in clip: PixelRect, _ body: (CoverageMask) -> Void
  ) throws(GraphicsError) {
    try blur.coverage(in: picture.bounds.intersection(clip)) { source throws(GraphicsError) in
      picture.alpha(in: source.offset(dx: -dx, dy: -dy)).map { 255 - $0 }
    } _: { mask in
      let area = mask.bounds
      var row = [UInt8](repeating: 0, count: area.width)
      for y in area.y..<area.maxY {
        let line = PixelRect(x: area.x, y: y, width: area.width, height: 1)
        mask.copyRow(y, to: &row)
        // Mask kernels read up to 16 bytes beyond the last row.
        var product = picture.alpha(in: line) + [UInt8](repeating: 0, count: 16)
        for x in row.indices {
          let value = Int(row[x]) * Int(product[x]) + 128
          product[x] = UInt8((value + value >> 8) >> 8)
        }
        // The memory of `product` is valid during the call.
        unsafe product.withUnsafeBufferPointer { bytes in
          guard let pixels = bytes.baseAddress else { return }
          unsafe body(CoverageMask(bounds: line, stride: area.width, pixels: pixels))
        }
      }
    }
  }
}

extension GaussianBlur {
  /// The bytes of coverage that are filtered at a time, unless the filter is wide.
  private static var bandBytes: Int { 1 << 18 }

  /// Filters coverage that a closure computes, band by band.
  ///
  /// - Parameters:
  ///   - area: The device pixels of the result.
  ///   - source: Returns the coverage of a rectangle, row by row, without gaps.
  ///   - body: Receives each band.
  func coverage(
    in area: PixelRect, of source: (PixelRect) throws(GraphicsError) -> [UInt8],
    _ body: (CoverageMask) -> Void
  ) throws(GraphicsError) {
    guard !area.isEmpty else { return }
    // Each band also filters `reach` rows above and below. Bands of at least 2 · `reach` rows keep
    // that work below the work for their own rows.
    let rows = max(16, 2 * reach, Self.bandBytes / (area.width + 2 * reach))
    for y in stride(from: area.y, to: area.maxY, by: rows) {
      let band = PixelRect(x: area.x, y: y, width: area.width, height: min(rows, area.maxY - y))
      let sharp = try source(band.inset(by: -reach))
      let soft = filter(sharp, width: band.width, height: band.height)
      // The memory of `soft` is valid during the call; `filter` adds the bytes that kernels read
      // beyond the last row.
      unsafe soft.withUnsafeBufferPointer { bytes in
        guard let pixels = bytes.baseAddress else { return }
        unsafe body(CoverageMask(bounds: band, stride: band.width, pixels: pixels))
      }
    }
  }
}

extension DrawingTarget {
  /// The alpha of device pixels, row by row without gaps; 0 outside the target.
  func alpha(in area: PixelRect) -> [UInt8] { channel(format.bytesPerPixel - 1, in: area) }

  /// A channel of device pixels, row by row without gaps; 0 outside the target.
  ///
  /// - Parameter shift: The place of the channel in a pixel.
  func channel(_ shift: Int, in area: PixelRect) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: area.width * area.height)
    let inner = area.intersection(bounds)
    let step = format.bytesPerPixel
    withBytes { bytes in
      for y in inner.y..<inner.maxY {
        var from = (y - bounds.y) * bytesPerRow + (inner.x - bounds.x) * step + shift
        let to = (y - area.y) * area.width + inner.x - area.x
        for i in 0..<inner.width {
          result[to + i] = bytes[from]
          from += step
        }
      }
    }
    return result
  }

  private func withBytes(_ body: (Span<UInt8>) -> Void) {
    let count = bounds.height * bytesPerRow
    // The storage has `count` bytes and outlives the call.
    let bytes = unsafe UnsafeRawBufferPointer(start: storage.memory, count: count)
    body(unsafe bytes.assumingMemoryBound(to: UInt8.self).span)
  }
}

extension GraphicsContext {
  /// Draws the blurred shape of a path of user space in one colour.
  ///
  /// - Throws: `allocationFailed`.
  package mutating func drawShadow(
    of path: Path, blur: GaussianBlur, color: UInt32
  ) throws(GraphicsError) {
    let (path, map) = onDevice(path)
    let (clip, target, soft, cancellation) = (clipPixels, target, clipMask, cancellation)
    guard color >> 24 > 0, !clip.isEmpty else { return }
    try PathRasterizer.withScratch { (rasterizer) throws(GraphicsError) in
      let shape = try rasterizer.prepare(path, transform: map, cancellation: cancellation)
      let area = shape.inset(by: -blur.reach).intersection(clip)
      try blur.coverage(in: area) { source throws(GraphicsError) in
        var bytes = [UInt8](repeating: 0, count: source.width * source.height)
        if let mask = try rasterizer.coverage(in: source, cancellation: cancellation) {
          mask.copy(to: &bytes, of: source)
        }
        return bytes
      } _: { mask in
        Self.blend(mask, color: color, into: target, clip: soft)
      }
    }
  }
}

extension CoverageMask {
  /// Copies the mask into rows of coverage of a greater rectangle, without gaps.
  func copy(to bytes: inout [UInt8], of area: PixelRect) {
    precondition(area.intersection(bounds) == bounds && bytes.count >= area.width * area.height)
    var span = bytes.mutableSpan
    for y in bounds.y..<bounds.maxY {
      withRow(y) { span.copy($0, at: (y - area.y) * area.width + bounds.x - area.x) }
    }
  }
}
