// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import CanvasDrawing
import CanvasGeometry
import SystemConcurrency

/// The rows of an image for a PNG file, one at a time, in the smallest form that loses nothing.
///
/// The pixels are not copied: a row is taken from their memory when it is packed. The memory must
/// stay valid as long as this value.
@safe struct PNGRows: ~Copyable {
  /// The form of the pixels in memory.
  enum Source {
    /// A byte of coverage for each pixel.
    case coverage
    /// RGBA, premultiplied.
    case premultiplied
    /// RGBA with straight opacity.
    case straight
  }

  /// How the form of the file is chosen.
  enum Choice {
    /// Grey for coverage, otherwise RGBA.
    case kept
    /// Grey, a palette or RGB where no pixel changes.
    case reduced
    /// RGB: all pixels are opaque, or opacity is left out.
    case opaque
  }

  /// The form of a pixel in the file.
  enum Form: Equatable {
    case gray
    case rgb
    case rgba
    /// A palette of straight colours, red in the lowest byte, translucent colours first. Up to two
    /// colours take a bit a pixel, others a byte.
    case palette([UInt32])
  }

  let size: PixelSize
  let form: Form
  /// The memory from the first pixel on.
  private let pixels: UnsafeRawBufferPointer
  private let bytesPerRow: Int
  private let source: Source
  private let colors: UnsafeMutablePointer<ctk_colors>

  /// Examines the pixels to choose the form; `nil` if the work was cancelled.
  ///
  /// - Parameters:
  ///   - pixels: The memory from the first pixel to the last.
  ///   - size: The columns and rows.
  ///   - bytesPerRow: The bytes from one row to the next.
  ///   - cancellation: Polled every 32,768 pixels.
  /// - Complexity: O(pixels).
  init?(
    _ pixels: UnsafeRawBufferPointer, _ source: Source, size: PixelSize, bytesPerRow: Int,
    choice: Choice, cancellation: Cancellation
  ) {
    precondition(
      size.width > 0 && size.height > 0
        && bytesPerRow >= size.width * (source == .coverage ? 1 : 4)
        && pixels.count >= (size.height - 1) * bytesPerRow
          + size.width * (source == .coverage ? 1 : 4),
      "outside the pixels")
    unsafe self.pixels = pixels
    (self.size, self.source, self.bytesPerRow) = (size, source, bytesPerRow)
    unsafe colors = .allocate(capacity: 1)
    unsafe ctk_colors_begin(colors)
    switch (source, choice) {
    case (.coverage, _): form = .gray
    case (_, .kept): form = .rgba
    case (_, .opaque): form = .rgb
    case (_, .reduced):
      // The colours in memory are counted, also if they are premultiplied: the file has as many
      // straight ones.
      let rowsBetweenPolls = 1 + (1 << 15) / max(1, size.width)
      for y in 0..<size.height {
        if y % rowsBetweenPolls == 0, cancellation.isCancelled {
          unsafe colors.deallocate()
          return nil
        }
        let row = unsafe Self.row(y, of: pixels, bytesPerRow)
        guard unsafe ctk_colors_add(colors, row, size.width) else { break }
      }
      form = unsafe Self.form(of: colors, source)
    }
  }

  deinit { unsafe colors.deallocate() }

  private static func form(of colors: UnsafeMutablePointer<ctk_colors>, _ source: Source) -> Form {
    let found = unsafe colors
    guard unsafe !(found.pointee.opaque && found.pointee.gray && found.pointee.count > 2) else {
      return .gray
    }
    guard unsafe found.pointee.few else { return unsafe found.pointee.opaque ? .rgb : .rgba }
    unsafe ctk_colors_end(found)
    // `colors` holds the colours found, from its start on.
    let byteCount = unsafe 4 * Int(found.pointee.count)
    var palette = unsafe withUnsafeBytes(of: &found.pointee.colors) {
      unsafe Array($0.prefix(byteCount))
    }
    if source == .premultiplied { StraightPixels.unpremultiply(&palette) }
    return .palette(
      stride(from: 0, to: palette.count, by: 4).map { i in
        (0..<4).reduce(0) { $0 | UInt32(palette[i + $1]) << UInt32(8 * $1) }
      })
  }

  var hasPalette: Bool {
    if case .palette = form { true } else { false }
  }

  /// The bits of a sample in the file.
  var depth: Int {
    if case .palette(let palette) = form, palette.count <= 2 { 1 } else { 8 }
  }

  /// The distance from a byte of a row to the same byte of the previous pixel.
  var step: Int {
    switch form {
    case .gray, .palette: 1
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// The bytes of a row in the file, without the byte that names the filter.
  var rowBytes: Int { (size.width * step * depth + 7) / 8 }

  /// Writes a row as it is in the file, before it is filtered.
  ///
  /// - Parameters:
  ///   - y: The row.
  ///   - target: The memory that is written, with room for `rowBytes` bytes, and for `width` bytes
  ///     if there is a palette.
  func copyRow(_ y: Int, to target: UnsafeMutablePointer<UInt8>) {
    precondition(0 <= y && y < size.height)
    let row = unsafe Self.row(y, of: pixels, bytesPerRow)
    let width = size.width
    // C calls on a row of `width` pixels.
    switch form {
    case .gray where source == .coverage: unsafe target.update(from: row, count: width)
    case .gray: unsafe ctk_red_row(target, row, width)
    case .palette:
      unsafe ctk_colors_index(colors, target, row, width)
      if depth == 1 { unsafe ctk_pack_bits(target, target, width) }
    case .rgb:
      // If opacity is dropped from translucent pixels, their straight colours are kept.
      if source == .premultiplied, unsafe !ctk_is_opaque(row, width) {
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: 4 * width) { straight, count in
          unsafe ctk_unpremultiply_row(straight.baseAddress, row, Int32(width))
          count = 4 * width
        }
        unsafe ctk_rgb_row(target, pixels, width)
      } else {
        unsafe ctk_rgb_row(target, row, width)
      }
    case .rgba where source == .premultiplied:
      unsafe ctk_unpremultiply_row(target, row, Int32(width))
    case .rgba: unsafe target.update(from: row, count: 4 * width)
    }
  }

  /// Whether a row looks like one of a photograph, a gradient or a shadow.
  ///
  /// In such rows neighbouring pixels mostly differ by little. In rows of text and flat colour they
  /// are equal or differ by much. Indexes of a palette are not amounts, so their rows are not
  /// smooth.
  func isSmooth(row y: Int) -> Bool {
    if hasPalette { return false }
    precondition(0 <= y && y < size.height)
    let row = unsafe Self.row(y, of: pixels, bytesPerRow)
    return unsafe ctk_is_smooth_row(row, size.width, source == .coverage ? 1 : 4)
  }

  private static func row(
    _ y: Int, of pixels: UnsafeRawBufferPointer, _ bytesPerRow: Int
  ) -> UnsafePointer<UInt8> {
    unsafe (pixels.baseAddress.unsafelyUnwrapped + y * bytesPerRow)
      .assumingMemoryBound(to: UInt8.self)
  }
}
