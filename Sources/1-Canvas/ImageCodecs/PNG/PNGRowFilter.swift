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

  init(_ rows: borrowing PNGRows) {
    row = [UInt8](repeating: 0, count: Self.margin + rows.rowBytes)
    (above, scratch) = (row, row)
  }

  /// Writes a row.
  ///
  /// - Parameters:
  ///   - y: The row.
  ///   - isSmooth: Whether the row gets the filter that fits photographs best; otherwise the one
  ///     that fits text. Rows of a palette are not filtered.
  ///   - target: The memory that is written, with room for `rows.rowBytes` + 1 bytes, and for one
  ///     byte more than the row has pixels.
  mutating func copyRow(
    _ y: Int, of rows: borrowing PNGRows, isSmooth: Bool, to target: UnsafeMutablePointer<UInt8>
  ) {
    if rows.hasPalette {
      unsafe target.initialize(to: 0)
      unsafe rows.copyRow(y, to: target + 1)
      return
    }
    swap(&row, &above)
    if y > 0, place != y - 1 { Self.load(y - 1, of: rows, to: &above) }
    if y == 0 { above = [UInt8](repeating: 0, count: above.count) }
    Self.load(y, of: rows, to: &row)
    place = y
    // C calls: both rows follow their margins, and `scratch` has the size of a row with its margin.
    unsafe row.withUnsafeBufferPointer { row in
      unsafe above.withUnsafeBufferPointer { above in
        let count = row.count - Self.margin
        let row = unsafe row.baseAddress.unsafelyUnwrapped + Self.margin
        let above = unsafe above.baseAddress.unsafelyUnwrapped + Self.margin
        if isSmooth {
          unsafe scratch.withUnsafeMutableBufferPointer {
            unsafe ctk_png_filter_smooth(
              target, $0.baseAddress, row, above, count, Int32(rows.step))
          }
        } else {
          unsafe ctk_png_filter_flat(target, row, above, count, Int32(rows.step))
        }
      }
    }
  }

  private static func load(_ y: Int, of rows: borrowing PNGRows, to row: inout [UInt8]) {
    unsafe row.withUnsafeMutableBufferPointer {
      unsafe rows.copyRow(y, to: $0.baseAddress.unsafelyUnwrapped + margin)
    }
  }
}
