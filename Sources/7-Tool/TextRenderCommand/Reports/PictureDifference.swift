// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry

/// The pixels in which two pictures differ.
struct PictureDifference {
  /// The pixels that differ by more than the tolerance.
  private(set) var count = 0
  /// The greatest difference of a channel, premultiplied.
  private(set) var greatest = 0
  /// The first pixel that differs, in rows from the top.
  private(set) var first: (x: Int, y: Int)?
  /// The differences of red, green and blue on black, eight times as bright; a difference in alpha
  /// counts in all three, and beyond the smaller picture all is white.
  let picture: Bitmap
  private let sizes: (PixelSize, PixelSize)

  /// The factor that makes small differences visible.
  private static let gain = 8

  /// Compares two pictures of format `rgba8`.
  ///
  /// - Parameter tolerance: The difference of a channel that is accepted.
  /// - Throws: ``CommandError`` with `failed` without memory for the difference.
  /// - Complexity: O(pixels).
  init(_ a: Bitmap, _ b: Bitmap, tolerance: Int) throws(CommandError) {
    sizes = (a.pixelSize, b.pixelSize)
    let (width, height) = (max(a.width, b.width), max(a.height, b.height))
    var buffer: BitmapBuffer
    do {
      buffer = try BitmapBuffer(width: width, height: height)
    } catch {
      throw CommandError.wrapping(error)
    }
    var pixels = [UInt32](repeating: 0xFF00_0000, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        guard x < min(a.width, b.width), y < min(a.height, b.height) else {
          greatest = 255
          count += 1
          first = first ?? (x, y)
          pixels[y * width + x] = .max
          continue
        }
        let (p, q) = (a.pixel(x: x, y: y), b.pixel(x: x, y: y))
        if p == q { continue }
        let alpha = Self.difference(p, q, 24)
        var most = alpha
        for shift in [UInt32(0), 8, 16] {
          let part = max(alpha, Self.difference(p, q, shift))
          most = max(most, part)
          pixels[y * width + x] |= UInt32(min(255, part * Self.gain)) << shift
        }
        greatest = max(greatest, most)
        if most > tolerance {
          count += 1
          first = first ?? (x, y)
        }
      }
    }
    let stride = buffer.bytesPerRow
    // The array has no gaps between rows; the buffer has rows of `stride` bytes.
    unsafe buffer.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          unsafe bytes.storeBytes(
            of: pixels[y * width + x].littleEndian, toByteOffset: y * stride + 4 * x,
            as: UInt32.self)
        }
      }
    }
    picture = buffer.freeze()
  }

  private static func difference(_ p: UInt32, _ q: UInt32, _ shift: UInt32) -> Int {
    abs(Int(p >> shift & 255) - Int(q >> shift & 255))
  }

  /// The sentence for the user.
  var description: String {
    if sizes.0 != sizes.1 {
      return "the picture has \(sizes.0) pixels, this one \(sizes.1)"
    }
    let place = first.map { ", the first at \($0.x),\($0.y)" } ?? ""
    return "\(count) pixels differ, a channel by up to \(greatest)\(place)"
  }
}
