// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Bitmap {
  /// A pixel as red, green, blue, alpha.
  public func rgba(_ x: Int, _ y: Int) -> [UInt8] {
    let p = pixel(x: x, y: y)
    return [UInt8(p & 255), UInt8(p >> 8 & 255), UInt8(p >> 16 & 255), UInt8(p >> 24)]
  }

  /// All pixels, row by row, each as `pixel(x:y:)` has it, which takes a hundred times as long in a
  /// debug build.
  public var allPixels: [UInt32] {
    withUnsafeBytes { bytes in
      Array(unsafeUninitializedCapacity: width * height) { pixels, count in
        for y in 0..<height {
          let row = UnsafeRawBufferPointer(
            rebasing: bytes[y * bytesPerRow..<y * bytesPerRow + width * format.bytesPerPixel])
          let target = UnsafeMutableBufferPointer(
            rebasing: pixels[y * width..<(y + 1) * width])
          if format == .alpha8 {
            for x in 0..<width { target[x] = UInt32(row[x]) }
          } else {
            // Red in the lowest byte.
            UnsafeMutableRawBufferPointer(target).copyMemory(from: row)
          }
        }
        count = width * height
      }
    }
  }

  /// Whether a part of the bitmap has the pixels of another bitmap's upper left part; without one,
  /// no ink. Both have four bytes a pixel.
  public func has(
    _ part: Bitmap?, at place: (x: Int, y: Int), width: Int, height: Int
  ) -> Bool {
    precondition(format == .rgba8 && part?.format ?? .rgba8 == .rgba8)
    precondition(place.x + width <= self.width && place.y + height <= self.height)
    if let part { precondition(width <= part.width && height <= part.height) }
    guard width > 0, height > 0 else { return true }
    let clear = [UInt8](repeating: 0, count: 4 * width)
    return withUnsafeBytes { bytes in
      func isRow(_ y: Int, _ row: UnsafeRawPointer?) -> Bool {
        guard let start = bytes.baseAddress, let row else { return false }
        return memcmp(start + (place.y + y) * bytesPerRow + 4 * place.x, row, 4 * width) == 0
      }
      guard let part else {
        return clear.withUnsafeBytes { row in
          (0..<height).allSatisfy { isRow($0, row.baseAddress) }
        }
      }
      return part.withUnsafeBytes { rows in
        (0..<height).allSatisfy { y in
          isRow(y, rows.baseAddress.map { $0 + y * part.bytesPerRow })
        }
      }
    }
  }

  /// The smallest rectangle around all pixels of some kind, and their number.
  public func area(where isMeant: (UInt32) -> Bool) -> (frame: PixelRect, count: Int) {
    var (left, top, right, bottom, count) = (width, height, 0, 0, 0)
    let pixels = allPixels
    var index = 0
    for y in 0..<height {
      for x in 0..<width {
        let pixel = pixels[index]
        index += 1
        guard isMeant(pixel) else { continue }
        if x < left { left = x }
        if x >= right { right = x + 1 }
        if y < top { top = y }
        if y >= bottom { bottom = y + 1 }
        count += 1
      }
    }
    guard count > 0 else { return (PixelRect(width: 0, height: 0), 0) }
    return (PixelRect(x: left, y: top, width: right - left, height: bottom - top), count)
  }
}
