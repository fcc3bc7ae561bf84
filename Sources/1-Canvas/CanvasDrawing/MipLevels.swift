// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import SystemConcurrency

/// Copies of a bitmap at a half, a quarter, … of its size, for pictures in perspective.
///
/// They are made once, by the first thread that needs them; others wait for it. They take a third
/// of the bitmap's memory. Copies of an `alpha8` bitmap, which has one at its own size, too, hold
/// the coverage in all four channels.
package final class MipLevels: Sendable {
  private let bitmap: Bitmap
  private let made = Mutex<Pixels?>(nil)

  /// The size of a level, and the index of its first pixel among those of all copies.
  struct Level: Sendable {
    let start: Int
    let width: Int
    let height: Int
  }

  /// The pixels of all copies, premultiplied, rows without gaps, greater ones first.
  struct Pixels: Sendable {
    let levels: [Level]
    let pixels: [UInt32]
  }

  /// The least longer side of a level that is halved again, in pixels.
  private static let leastSide = 4

  /// Creates the copies of a bitmap, without memory.
  package init(of bitmap: Bitmap) {
    self.bitmap = bitmap
  }

  /// The pixels of all copies, made on first use.
  ///
  /// - Complexity: O(pixels) on first use.
  func all() -> Pixels {
    made.withLock { made in
      if let made { return made }
      let all = Self.make(bitmap)
      made = all
      return all
    }
  }

  private static func make(_ bitmap: Bitmap) -> Pixels {
    let isColor = bitmap.format == .rgba8
    var (width, height, count) = (bitmap.width, bitmap.height, 0)
    var levels: [Level] = []
    if !isColor {
      levels.append(Level(start: 0, width: width, height: height))
      count = width * height
    }
    while max(width, height) >= leastSide {
      (width, height) = ((width + 1) / 2, (height + 1) / 2)
      levels.append(Level(start: count, width: width, height: height))
      count += width * height
    }
    let pixels = unsafe [UInt32](unsafeUninitializedCapacity: count) { pixels, initialized in
      let bytes = UnsafeMutableRawBufferPointer(pixels)
      if let first = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) {
        if isColor {
          if let level = levels.first {
            unsafe bitmap.withUnsafeBytes { source in
              // C call: the bitmap's rows, and those of a level of half its size.
              unsafe ctk_halve_rgba8(
                first, 4 * level.width, source.baseAddress?.assumingMemoryBound(to: UInt8.self),
                bitmap.bytesPerRow, Int32(bitmap.width), Int32(bitmap.height))
            }
          }
        } else {
          unsafe spread(bitmap, over: pixels)
        }
        for (above, level) in zip(levels, levels.dropFirst()) {
          // C call: both levels lie in the array, with rows of their widths.
          unsafe ctk_halve_rgba8(
            first + 4 * level.start, 4 * level.width, first + 4 * above.start, 4 * above.width,
            Int32(above.width), Int32(above.height))
        }
      }
      initialized = count
    }
    return Pixels(levels: levels, pixels: pixels)
  }

  /// Writes coverage to all four channels.
  @unsafe private static func spread(
    _ bitmap: Bitmap, over pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    bitmap.withBytes { bytes in
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width {
          let coverage = UInt32(bytes[y * bitmap.bytesPerRow + x])
          unsafe pixels[y * bitmap.width + x] = coverage * 0x0101_0101
        }
      }
    }
  }
}
