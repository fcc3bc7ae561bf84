// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import CanvasGeometry
  internal import CanvasDrawing

  /// The pixels of a frame as an encoder takes them: RGBA without padding, at a size whose sides
  /// may be a pixel longer.
  struct FramePixels {
    private(set) var bytes: [UInt8]

    init(_ image: Bitmap, size: PixelSize) {
      bytes = []
      bytes.reserveCapacity(size.width * size.height * 4)
      let (width, height, row) = (image.width, image.height, image.bytesPerRow)
      unsafe image.withUnsafeBytes { source in
        for y in 0..<size.height {
          let start = min(y, height - 1) * row
          // Each row of the bitmap is one copy; a longer row repeats the last pixel.
          unsafe bytes.append(
            contentsOf: UnsafeRawBufferPointer(rebasing: source[start..<start + width * 4]))
          if size.width > width {
            let last = start + (width - 1) * 4
            unsafe bytes.append(
              contentsOf: UnsafeRawBufferPointer(rebasing: source[last..<last + 4]))
          }
        }
      }
    }

    /// Whether no pixel shows what lies behind.
    var isOpaque: Bool {
      let span = bytes.span
      return stride(from: 3, to: span.count, by: 4).allSatisfy { span[$0] == 255 }
    }

    /// Divides by the opacity.
    mutating func unpremultiply() { StraightPixels.unpremultiply(&bytes) }

    /// Puts an opaque colour behind the pixels.
    mutating func flatten(on color: Color) {
      let behind = color.premultiplied8
      let levels = (0..<3).map { UInt32(behind >> (8 * UInt32($0)) & 255) }
      var span = bytes.mutableSpan
      for start in stride(from: 0, to: span.count, by: 4) {
        let rest = 255 - UInt32(span[start + 3])
        if rest == 0 { continue }
        for channel in 0..<3 {
          let sum = UInt32(span[start + channel]) + (rest * levels[channel] + 127) / 255
          span[start + channel] = UInt8(min(255, sum))
        }
        span[start + 3] = 255
      }
    }
  }
#endif
