// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// A bitmap with a grid of pictures of one size, from left to right and from top to bottom, with
/// about as many columns as rows. Gaps and empty places are transparent.
package struct ContactSheet: ~Copyable {
  /// The width of the gaps between pictures, in pixels.
  package static let gap = 4

  private let cell: PixelSize
  private let columns: Int
  private let count: Int
  private var buffer: BitmapBuffer

  /// The size of a sheet, in pixels.
  package static func size(of cell: PixelSize, count: Int) -> PixelSize {
    let columns = columns(count)
    let rows = (count + columns - 1) / columns
    return PixelSize(
      width: columns * (cell.width + gap) - gap, height: rows * (cell.height + gap) - gap)
  }

  private static func columns(_ count: Int) -> Int {
    Int(Double(count).squareRoot().rounded(.up))
  }

  /// Creates a sheet without pictures.
  ///
  /// - Parameters:
  ///   - cell: The size of each picture.
  ///   - count: The number of pictures, from 1 to 1,000,000.
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`.
  package init(of cell: PixelSize, count: Int) throws(GraphicsError) {
    precondition((1...1_000_000).contains(count), "no number of pictures")
    self.cell = cell
    self.count = count
    columns = Self.columns(count)
    let size = Self.size(of: cell, count: count)
    buffer = try BitmapBuffer(width: size.width, height: size.height)
  }

  /// Places a picture.
  ///
  /// - Parameters:
  ///   - image: The picture, `rgba8`.
  ///   - index: The place of the picture, from 0.
  /// - Throws: `badSize` for a picture of another size.
  /// - Complexity: O(pixels of the picture).
  package mutating func place(_ image: Bitmap, at index: Int) throws(GraphicsError) {
    guard image.pixelSize == cell, image.format == .rgba8, (0..<count).contains(index) else {
      throw GraphicsError(.badSize, "The frames of a film differ in size.")
    }
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    let (stride, cell) = (buffer.bytesPerRow, cell)
    let start = row * (cell.height + Self.gap) * stride + column * (cell.width + Self.gap) * 4
    let rowBytes = cell.width * 4
    buffer.withMutableBytes { target in
      image.withBytes { source in
        for y in 0..<cell.height {
          // In bounds: `size(of:count:)` gave the sheet room for every picture.
          let from = y * image.bytesPerRow
          target.copy(source.extracting(from..<from + rowBytes), at: start + y * stride)
        }
      }
    }
  }

  /// Returns the sheet. O(1).
  package consuming func freeze() -> Bitmap { buffer.freeze() }
}
