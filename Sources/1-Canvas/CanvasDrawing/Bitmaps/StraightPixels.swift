// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import CanvasGeometry

/// Functions on RGBA pixels with straight opacity, as files of pictures have them.
package enum StraightPixels {
  // The C calls below read and write whole arrays, in place.

  /// Divides the colours of premultiplied pixels by their opacity, in place.
  package static func unpremultiply(_ pixels: inout [UInt8]) {
    unsafe pixels.withUnsafeMutableBufferPointer {
      unsafe ctk_unpremultiply_row($0.baseAddress, $0.baseAddress, Int32($0.count / 4))
    }
  }

  /// Multiplies the colours of pixels by their opacity, in place.
  package static func premultiply(_ pixels: inout MutableSpan<UInt8>) {
    premultiply(&pixels, 0..<pixels.count)
  }

  /// Multiplies the colours of some pixels by their opacity, in place.
  ///
  /// - Parameter range: The bytes of the pixels.
  static func premultiply(_ pixels: inout MutableSpan<UInt8>, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= pixels.count)
    unsafe pixels.withUnsafeMutableBufferPointer {
      let start = unsafe $0.baseAddress.map { unsafe $0 + range.lowerBound }
      unsafe ctk_premultiply_row(start, start, Int32(range.count / 4))
    }
  }

  /// Halves one or two rows to one: each pixel is the mean of those that it covers, colours
  /// weighted by opacity. A last single pixel of a row counts twice.
  ///
  /// - Parameters:
  ///   - rows: One row, or two without a gap between them.
  ///   - width: The pixels of a row, at least 1.
  ///   - isOpaque: Whether all pixels are known to be opaque.
  ///   - result: The row, of half the width, rounded up.
  package static func halve(
    _ rows: Span<UInt8>, width: Int, isOpaque: Bool, into result: inout MutableSpan<UInt8>
  ) {
    let rowBytes = width * 4
    let count = rows.count / rowBytes
    precondition((1...2).contains(count) && result.count >= (width + 1) / 2 * 4)
    // C calls: the precondition checks the lengths of the rows.
    unsafe rows.withUnsafeBufferPointer { rows in
      unsafe result.withUnsafeMutableBufferPointer { result in
        if isOpaque {
          unsafe ctk_halve_rgba8(
            result.baseAddress, 0, rows.baseAddress, rowBytes, Int32(width), Int32(count))
        } else {
          unsafe ctk_halve_straight_rgba8(
            result.baseAddress, 0, rows.baseAddress, rowBytes, Int32(width), Int32(count))
        }
      }
    }
  }
}

extension Bitmap {
  /// Copies a part as straight (not premultiplied) RGBA, row by row without padding.
  ///
  /// - Parameters:
  ///   - area: A part of an `rgba8` bitmap.
  ///   - result: The memory that is written, with room for four bytes for each pixel of the part.
  ///   - offset: The index in `result` of the first byte that is written.
  /// - Complexity: O(pixels of the part); rows that are opaque are copied as they are.
  package func copyStraightPixels(
    in area: PixelRect, to result: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let rowBytes = area.width * 4
    precondition(
      format == .rgba8 && PixelRect(width: width, height: height).contains(area)
        && offset >= 0 && offset + rowBytes * area.height <= result.count, "outside the bitmap")
    if area.isEmpty { return }
    withBytes { source in
      for y in 0..<area.height {
        let (from, to) = ((area.y + y) * bytesPerRow + area.x * 4, offset + y * rowBytes)
        result.copy(source.extracting(from..<from + rowBytes), at: to)
        // The C calls work on the row of `result` that was just copied.
        unsafe result.withUnsafeMutableBufferPointer {
          let row = unsafe $0.baseAddress.unsafelyUnwrapped + to
          if unsafe !ctk_is_opaque(row, area.width) {
            unsafe ctk_unpremultiply_row(row, row, Int32(area.width))
          }
        }
      }
    }
  }
}
