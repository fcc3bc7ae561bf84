// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextKernels
package import TextModel
import TextRuntime

/// A bitmap and copies of it at a half, a quarter, … of its size, for pictures in perspective.
///
/// The copies are made on first use, once, by whichever thread comes first.
package final class MipLevels: Sendable {
  private let bitmap: Bitmap
  private let tint: Color
  private let made = Mutex<Pixels?>(nil)

  /// The size of a level, and the index of its first pixel.
  struct Level: Sendable {
    let start: Int
    let width: Int
    let height: Int
  }

  /// The pixels of all levels, premultiplied, rows without gaps, the bitmap's own first.
  struct Pixels: Sendable {
    let levels: [Level]
    let pixels: [UInt32]
  }

  /// The least side of a level that is halved again, in pixels.
  private static let leastSide = 4

  /// Creates the levels of a bitmap.
  ///
  /// - Parameter tint: The colour of an `alpha8` bitmap where its coverage is full.
  package init(_ bitmap: Bitmap, tint: Color) {
    self.bitmap = bitmap
    self.tint = tint
  }

  /// All levels.
  ///
  /// - Complexity: O(pixels) on first use.
  func all() -> Pixels {
    made.withLock { made in
      if let made { return made }
      let all = make()
      made = all
      return all
    }
  }

  private func make() -> Pixels {
    var levels = [Level(start: 0, width: bitmap.width, height: bitmap.height)]
    var count = bitmap.width * bitmap.height
    while let last = levels.last, min(last.width, last.height) >= Self.leastSide {
      let next = Level(start: count, width: (last.width + 1) / 2, height: (last.height + 1) / 2)
      levels.append(next)
      count += next.width * next.height
    }
    let pixels = unsafe [UInt32](unsafeUninitializedCapacity: count) { pixels, initialized in
      unsafe copyBitmap(to: pixels)
      for (above, level) in zip(levels, levels.dropFirst()) {
        unsafe Self.halve(above, level, in: pixels)
      }
      initialized = count
    }
    return Pixels(levels: levels, pixels: pixels)
  }

  @unsafe private func copyBitmap(to pixels: UnsafeMutableBufferPointer<UInt32>) {
    let (width, format) = (bitmap.width, bitmap.format)
    let table = (0...255).map { bitmap.format == .alpha8 ? Self.faded(tint.premultiplied8, $0) : 0 }
    bitmap.withBytes { bytes in
      for y in 0..<bitmap.height {
        let row = y * bitmap.bytesPerRow
        for x in 0..<width {
          unsafe pixels[y * width + x] =
            format == .alpha8
            ? table[Int(bytes[row + x])]
            : UInt32(bytes[row + 4 * x]) | UInt32(bytes[row + 4 * x + 1]) << 8
              | UInt32(bytes[row + 4 * x + 2]) << 16 | UInt32(bytes[row + 4 * x + 3]) << 24
        }
      }
    }
  }

  @unsafe private static func halve(
    _ above: Level, _ level: Level, in pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    let bytes = UnsafeMutableRawBufferPointer(pixels)
    guard let first = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    // C call: both levels lie in the array, with rows of their widths.
    unsafe ctk_halve_rgba8(
      first + 4 * level.start, 4 * level.width, first + 4 * above.start, 4 * above.width,
      Int32(above.width), Int32(above.height))
  }

  /// A premultiplied colour times coverage.
  private static func faded(_ color: UInt32, _ coverage: Int) -> UInt32 {
    var result: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      let product = (color >> shift & 255) * UInt32(coverage) + 128
      result |= ((product + (product >> 8)) >> 8) << shift
    }
    return result
  }
}
