// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing

/// One frame of a GIF, packed.
///
/// A frame depends only on its image and the previous one, so frames are packed on many threads and
/// written in order.
package struct GIFFrame: Sendable {
  /// The size of the whole image.
  let canvasWidth: Int
  let canvasHeight: Int
  /// The part of the image that is stored.
  package let area: PixelRect
  /// Whether the frame stays below the next one.
  let isOpaque: Bool
  /// The colours, red in the lowest byte.
  let colors: [UInt32]
  /// The bits of an index, 2…8.
  let depth: Int
  /// The indexes, packed by LZW.
  let data: [UInt8]

  /// Packs a frame with a palette of its own: up to 255 colours exactly, more by median cut.
  ///
  /// - Parameters:
  ///   - image: The image, `rgba8`.
  ///   - previous: The image of the frame before, of the same size; `nil` for the first frame.
  ///   - isOpaque: Whether every image of the film is opaque. Frames then store what differs from
  ///     the frame before, one pixel at least. Other films store all visible pixels of each frame,
  ///     and remove them before the next; pixels below half opacity are transparent, others opaque.
  /// - Throws: `badSize` for images of two sizes.
  /// - Complexity: O(pixels).
  package init(
    _ image: Bitmap, after previous: Bitmap?, isOpaque: Bool
  ) throws(GraphicsError) {
    (canvasWidth, canvasHeight) = (image.width, image.height)
    self.isOpaque = isOpaque
    let changes = try APNGFrame.changes(of: image, since: isOpaque ? previous : nil)
    var pixels = Self.colors(of: image, in: changes)
    if isOpaque, let previous {
      // Pixels that do not change are left out, and take no colour of the palette.
      let old = Self.colors(of: previous, in: changes)
      for i in pixels.indices where pixels[i] == old[i] { pixels[i] = nil }
      area = changes
    } else if isOpaque {
      area = changes
    } else {
      let visible = Self.visiblePart(of: pixels, width: changes.width)
      pixels = (visible.y..<visible.maxY).flatMap { y in
        pixels[y * changes.width + visible.x..<y * changes.width + visible.maxX]
      }
      area = visible
    }
    let palette = GIFPalette(pixels)
    (colors, depth) = (palette.colors, palette.depth)
    data = LZWEncoder.encode(palette.indexes, depth: palette.depth)
  }

  /// The colours of pixels, red in the lowest byte; `nil` below half opacity.
  private static func colors(of image: Bitmap, in area: PixelRect) -> [UInt32?] {
    let bytes = image.straightPixels(in: area)
    return stride(from: 0, to: bytes.count, by: 4).map { i in
      if bytes[i + 3] < 128 { return nil }
      return UInt32(bytes[i]) | UInt32(bytes[i + 1]) << 8 | UInt32(bytes[i + 2]) << 16
    }
  }

  /// The smallest rectangle around what is not transparent, of one pixel at least.
  private static func visiblePart(of pixels: [UInt32?], width: Int) -> PixelRect {
    var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
    for (i, pixel) in pixels.enumerated() where pixel != nil {
      let (y, x) = i.quotientAndRemainder(dividingBy: width)
      (left, right) = (min(left, x), max(right, x + 1))
      (top, bottom) = (min(top, y), y + 1)
    }
    guard right > 0 else { return PixelRect(width: 1, height: 1) }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// A writer of animated GIFs, piece by piece: no more than one frame is in memory.
///
/// Delays are hundredths of a second; their rounding does not add up over a film.
///
/// Source: GIF89a specification; the application extension `NETSCAPE2.0`.
package struct GIFWriter: Sendable {
  private let frameCount: Int
  private let rate: Double
  private let loops: Int
  /// The number of frames so far.
  private var count = 0

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames, above 0.
  ///   - rate: Frames a second, finite and above 0.
  ///   - loops: How often the film is shown, up to 65,536; 0 for ever.
  package init(frameCount: Int, framesPerSecond rate: Double, loops: Int = 0) {
    precondition(frameCount > 0 && rate > 0 && rate.isFinite && (0...1 << 16).contains(loops))
    self.frameCount = frameCount
    self.rate = rate
    self.loops = loops
  }

  /// Returns the bytes of the next frame, after those of the header if it is the first, and before
  /// the end of the file if it is the last.
  ///
  /// - Precondition: Fewer than all frames are written, and all are of one size.
  /// - Complexity: O(bytes).
  package mutating func bytes(of frame: GIFFrame) -> [UInt8] {
    precondition(count < frameCount, "more frames than were announced")
    var bytes: [UInt8] = []
    if count == 0 { appendHeader(frame, to: &bytes) }
    appendControl(frame, to: &bytes)
    bytes.append(0x2C)
    for value in [frame.area.x, frame.area.y, frame.area.width, frame.area.height] {
      Self.append16(value, to: &bytes)
    }
    // A palette of this frame, of 2^depth colours, follows.
    bytes.append(0x80 | UInt8(frame.depth - 1))
    for i in 0..<1 << frame.depth {
      let color = i < frame.colors.count ? frame.colors[i] : 0
      for shift in [0, 8, 16] as [UInt32] { bytes.append(UInt8(color >> shift & 255)) }
    }
    bytes += frame.data
    count += 1
    if count == frameCount { bytes.append(0x3B) }
    return bytes
  }

  private func appendHeader(_ frame: GIFFrame, to bytes: inout [UInt8]) {
    bytes += Array("GIF89a".utf8)
    Self.append16(frame.canvasWidth, to: &bytes)
    Self.append16(frame.canvasHeight, to: &bytes)
    // The flags stand for 8 bits a channel and no palette for all frames.
    bytes += [0x70, 0, 0]
    // The extension counts repetitions: a film without it is shown once.
    guard loops != 1 else { return }
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
    Self.append16(max(0, loops - 1), to: &bytes)
    bytes.append(0)
  }

  private func appendControl(_ frame: GIFFrame, to bytes: inout [UInt8]) {
    // Disposal 1 keeps the frame; 2 clears its rectangle before the next frame.
    let disposal: UInt8 = frame.isOpaque ? 1 : 2
    bytes += [0x21, 0xF9, 4, disposal << 2 | 1]
    let delay = FrameDelay.centiseconds(frame: count, framesPerSecond: rate)
    Self.append16(Int(delay), to: &bytes)
    bytes += [UInt8(frame.colors.count), 0]
  }

  /// Appends a number of two bytes, the lowest first.
  private static func append16(_ value: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }
}
