// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels

/// Makes the bytes of a PNG's rows that are packed: the number of a filter and then the filtered
/// row (third edition, section 9).
struct PNGRowFilter: ~Copyable {
  /// Bytes of 0 at the left of a row, at least those of a pixel.
  private static let margin = 8

  /// The row with the number `place` and the row above it, each after the margin.
  private var row: [UInt8]
  private var above: [UInt8]
  private var place = -1
  private var scratch: [UInt8]

  init(_ rows: PNGRows) {
    row = [UInt8](repeating: 0, count: Self.margin + rows.rowBytes)
    (above, scratch) = (row, row)
  }

  /// Writes a row.
  ///
  /// - Parameters:
  ///   - y: The row.
  ///   - rows: The form of the rows.
  ///   - pixels: The pixels that the form was chosen for.
  ///   - isSmooth: Whether the row gets the filter that fits photographs best; otherwise the one
  ///     that fits text. Rows of a palette are not filtered.
  ///   - target: The memory that is written, with room for `rows.rowBytes` + 1 bytes, and for one
  ///     byte more than the row has pixels.
  mutating func copyRow(
    _ y: Int, of rows: PNGRows, in pixels: Span<UInt8>, isSmooth: Bool,
    to target: inout MutableSpan<UInt8>, at start: Int
  ) {
    if rows.isIndexed {
      target[start] = 0
      rows.copyRow(y, of: pixels, to: &target, at: start + 1)
      return
    }
    swap(&row, &above)
    if y > 0, place != y - 1 { Self.load(y - 1, of: rows, in: pixels, to: &above) }
    if y == 0 { above = [UInt8](repeating: 0, count: above.count) }
    Self.load(y, of: rows, in: pixels, to: &row)
    place = y
    let (count, step) = (row.count - Self.margin, Int32(rows.step))
    precondition(start >= 0 && start + count + 1 <= target.count)
    // C calls: both rows follow their margins, and `scratch` has the size of a row with its margin.
    unsafe target.withUnsafeMutableBufferPointer { target in
      unsafe row.withUnsafeBufferPointer { row in
        unsafe above.withUnsafeBufferPointer { above in
          let target = unsafe target.baseAddress.unsafelyUnwrapped + start
          let row = unsafe row.baseAddress.unsafelyUnwrapped + Self.margin
          let above = unsafe above.baseAddress.unsafelyUnwrapped + Self.margin
          if isSmooth {
            unsafe ctk_png_filter_smooth(target, &scratch, row, above, count, step)
          } else {
            unsafe ctk_png_filter_flat(target, row, above, count, step)
          }
        }
      }
    }
  }

  private static func load(
    _ y: Int, of rows: PNGRows, in pixels: Span<UInt8>, to row: inout [UInt8]
  ) {
    var span = row.mutableSpan
    rows.copyRow(y, of: pixels, to: &span, at: margin)
  }
}
