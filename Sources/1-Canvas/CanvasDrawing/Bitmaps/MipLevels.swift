// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import SystemConcurrency

/// Copies of a bitmap at a half, a quarter, … of its size, for pictures in perspective.
///
/// They are made once, by the first thread that needs them; other threads wait. They take a third
/// of the bitmap's memory, from the pool. An `alpha8` bitmap has a copy at its own size, too, and
/// all its copies hold the coverage in all four channels.
package final class MipLevels: Sendable {
  private let bitmap: Bitmap
  private let made = Mutex<[Bitmap]?>(nil)

  /// Levels are halved as long as their longer side has at least this many pixels.
  private static let leastSide = 4

  /// Creates the copies of a bitmap, without memory.
  package init(of bitmap: Bitmap) {
    self.bitmap = bitmap
  }

  /// The bitmap in colour and its copies, greater ones first, made on first use.
  ///
  /// - Throws: `allocationFailed`, and `tooLarge` for an `alpha8` bitmap of more than 64 Mi pixels,
  ///   whose coverage in four channels is no bitmap.
  /// - Complexity: O(pixels) on first use.
  func all() throws(GraphicsError) -> [Bitmap] {
    try made.withLock { (made: inout sending [Bitmap]?) throws(GraphicsError) in
      if let made { return made }
      let all = try Self.make(bitmap)
      made = all
      return all
    }
  }

  private static func make(_ bitmap: Bitmap) throws(GraphicsError) -> [Bitmap] {
    var last = bitmap.format == .rgba8 ? bitmap : try spread(bitmap)
    var levels = [last]
    while max(last.width, last.height) >= leastSide {
      last = try half(of: last)
      levels.append(last)
    }
    return levels
  }

  private static func half(of bitmap: Bitmap) throws(GraphicsError) -> Bitmap {
    var half = try BitmapBuffer(
      width: (bitmap.width + 1) / 2, height: (bitmap.height + 1) / 2, zeroed: false)
    let bytesPerRow = half.bytesPerRow
    unsafe half.withUnsafeMutableBytes { bytes in
      unsafe bitmap.withUnsafeBytes { source in
        // C call: reads the bitmap's rows and writes those of `half`, which has half the size.
        unsafe ctk_halve_rgba8(
          bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytesPerRow,
          source.baseAddress?.assumingMemoryBound(to: UInt8.self), bitmap.bytesPerRow,
          Int32(bitmap.width), Int32(bitmap.height))
      }
    }
    return half.freeze()
  }

  /// Coverage in all four channels.
  private static func spread(_ bitmap: Bitmap) throws(GraphicsError) -> Bitmap {
    var spread = try BitmapBuffer(width: bitmap.width, height: bitmap.height, zeroed: false)
    let bytesPerRow = spread.bytesPerRow
    spread.withMutableBytes { bytes in
      bitmap.withBytes { coverage in
        for y in 0..<bitmap.height {
          for i in 0..<4 * bitmap.width {
            bytes[y * bytesPerRow + i] = coverage[y * bitmap.bytesPerRow + i / 4]
          }
        }
      }
    }
    return spread.freeze()
  }
}
