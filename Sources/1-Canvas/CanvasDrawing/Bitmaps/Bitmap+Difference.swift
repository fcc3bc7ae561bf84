// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Bitmap {
  /// The smallest rectangle around the pixels that differ from those of another bitmap.
  ///
  /// - Parameter other: A bitmap of the same size and format.
  /// - Returns: An empty rectangle if no pixel differs.
  /// - Complexity: O(pixels).
  package func difference(from other: Bitmap) -> PixelRect {
    precondition(
      width == other.width && height == other.height && format == other.format,
      "bitmaps of two sizes")
    let none = PixelRect(width: 0, height: 0)
    if self === other { return none }
    let (size, row, otherRow) = (format.bytesPerPixel, bytesPerRow, other.bytesPerRow)
    let (width, height) = (width, height)
    return unsafe withUnsafeBytes { a in
      unsafe other.withUnsafeBytes { b in
        // Compares the pixels of row `y` in both bitmaps, without the padding of the rows.
        func differs(_ y: Int) -> Bool {
          unsafe memcmp(
            a.baseAddress.unsafelyUnwrapped + y * row,
            b.baseAddress.unsafelyUnwrapped + y * otherRow, width * size) != 0
        }
        guard let top = (0..<height).first(where: differs),
          let bottom = (top..<height).last(where: differs)
        else { return none }
        var (left, right) = (width * size, 0)
        for y in top...bottom where differs(y) {
          // Only pixels outside the columns found so far can widen the rectangle.
          var i = 0
          while i < left, unsafe a[y * row + i] == b[y * otherRow + i] { i += 1 }
          left = i
          i = width * size
          while i > right, unsafe a[y * row + i - 1] == b[y * otherRow + i - 1] { i -= 1 }
          right = i
        }
        let (first, end) = (left / size, (right + size - 1) / size)
        return PixelRect(x: first, y: top, width: end - first, height: bottom - top + 1)
      }
    }
  }

  /// The pixels of a part as straight (not premultiplied) RGBA, row by row without padding.
  ///
  /// - Parameter area: A part of an `rgba8` bitmap.
  /// - Complexity: O(pixels of the part).
  package func straightPixels(in area: PixelRect) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: area.width * area.height * 4)
    var span = bytes.mutableSpan
    copyStraightPixels(in: area, to: &span, at: 0)
    return bytes
  }
}
