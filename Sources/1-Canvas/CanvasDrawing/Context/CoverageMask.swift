// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels

/// 256-level coverage of a rectangle of device pixels.
///
/// The memory belongs to the rasteriser or clip that the mask came from, and is valid until that
/// rasteriser or clip is used again.
@safe package struct CoverageMask {
  /// The pixels that the mask covers.
  package let bounds: PixelRect
  /// The distance from one row to the next, in bytes.
  package let stride: Int
  /// The first byte of the first row.
  @unsafe package let pixels: UnsafePointer<UInt8>

  /// Lends a row of coverage.
  @inline(__always)
  func withRow(_ y: Int, _ body: (Span<UInt8>) -> Void) {
    precondition(y >= bounds.y && y < bounds.maxY)
    // The precondition makes sure that the row lies within the mask.
    body(unsafe Span(_unsafeStart: pixels + (y - bounds.y) * stride, count: bounds.width))
  }

  /// Copies a row of coverage.
  ///
  /// - Parameter row: The bytes that are written, as many as the mask is wide.
  func copyRow(_ y: Int, to row: inout [UInt8]) {
    precondition(row.count == bounds.width)
    var span = row.mutableSpan
    withRow(y) { span.copy($0, at: 0) }
  }
}

/// Coverage that restricts drawing. Immutable once made.
// @unchecked Sendable: written only in `init`.
@safe final class ClipMask: @unchecked Sendable {
  let bounds: PixelRect
  private let bytesPerRow: Int
  private let storage: BitmapStorage

  /// Copies a mask, multiplied by another that covers at least its bounds.
  convenience init(
    _ mask: CoverageMask, times other: ClipMask?, freeList: BitmapFreeList
  ) throws(GraphicsError) {
    try self.init(bounds: mask.bounds, times: other, freeList: freeList) { y, row in
      mask.copyRow(y, to: &row)
    }
  }

  /// Creates a mask row by row, multiplied by another that covers at least its bounds.
  ///
  /// - Parameter fill: Writes the coverage of the row at a y.
  init(
    bounds: PixelRect, times other: ClipMask?, freeList: BitmapFreeList,
    fill: (Int, inout [UInt8]) -> Void
  ) throws(GraphicsError) {
    var buffer = try BitmapBuffer(
      width: bounds.width, height: bounds.height, format: .alpha8, freeList: freeList, pattern: nil)
    let bytesPerRow = buffer.bytesPerRow
    var row = [UInt8](repeating: 0, count: bounds.width)
    buffer.withMutableBytes { bytes in
      for y in bounds.y..<bounds.maxY {
        fill(y, &row)
        other?.multiply(&row, x: bounds.x, y: y)
        let start = (y - bounds.y) * bytesPerRow
        for x in row.indices { bytes[start + x] = row[x] }
      }
    }
    self.bounds = bounds
    self.bytesPerRow = bytesPerRow
    storage = buffer.storage
  }

  /// The address of a device pixel within ``bounds``; valid as long as the mask.
  @inline(__always)
  @unsafe func address(_ x: Int, _ y: Int) -> UnsafePointer<UInt8> {
    unsafe UnsafePointer(
      (storage.memory + (y - bounds.y) * bytesPerRow + (x - bounds.x))
        .assumingMemoryBound(to: UInt8.self))
  }

  /// The part of the mask in an area within ``bounds``.
  func coverage(in area: PixelRect) -> CoverageMask {
    // The pixels are valid as long as this clip mask, which the caller holds.
    unsafe CoverageMask(bounds: area, stride: bytesPerRow, pixels: address(area.x, area.y))
  }

  /// Multiplies a row of coverage, from a device position to the right, by the mask.
  func multiply(_ row: inout [UInt8], x: Int, y: Int) {
    // C call: the row lies within the bounds of the mask.
    unsafe ctk_multiply_row_alpha8(&row, address(x, y), Int32(row.count))
  }
}
