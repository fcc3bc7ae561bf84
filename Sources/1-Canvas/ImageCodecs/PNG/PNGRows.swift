// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import CanvasDrawing
import CanvasGeometry
import SystemConcurrency

/// The rows of an image for a PNG file, one at a time, in the smallest form that loses nothing.
///
/// The pixels are not copied: a row is taken from them when it is packed.
struct PNGRows {
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
    /// Grey, also of one bit, a palette or RGB where no pixel changes.
    case reduced
    /// RGB: all pixels are opaque, or opacity is left out.
    case opaque
  }

  /// The form of a pixel in the file.
  enum Form: Equatable {
    case gray
    /// Grey of one bit: black and white alone.
    case bits
    case rgb
    case rgba
    /// A palette of straight colours, red in the lowest byte, translucent colours first. Up to two
    /// colours take a bit a pixel, others a byte.
    case palette([UInt32])
  }

  let size: PixelSize
  let form: Form
  private let bytesPerRow: Int
  private let source: Source
  /// The table of colours, if they were counted.
  private var colors: [ctk_colors] = []

  /// Examines the pixels to choose the form; `nil` if the work was cancelled.
  ///
  /// - Parameters:
  ///   - pixels: The bytes from the first pixel to the last.
  ///   - size: The columns and rows.
  ///   - bytesPerRow: The bytes from one row to the next.
  ///   - cancellation: Polled every 32,768 pixels.
  /// - Complexity: O(pixels).
  init?(
    _ pixels: Span<UInt8>, _ source: Source, size: PixelSize, bytesPerRow: Int,
    choice: Choice, cancellation: Cancellation
  ) {
    precondition(
      size.width > 0 && size.height > 0
        && bytesPerRow >= size.width * (source == .coverage ? 1 : 4)
        && pixels.count >= (size.height - 1) * bytesPerRow
          + size.width * (source == .coverage ? 1 : 4),
      "outside the pixels")
    (self.size, self.source, self.bytesPerRow) = (size, source, bytesPerRow)
    switch (source, choice) {
    case (.coverage, _): form = .gray
    case (_, .kept): form = .rgba
    case (_, .opaque): form = .rgb
    case (_, .reduced):
      // The colours in memory are counted, also if they are premultiplied: the file has as many
      // straight ones.
      let rowsBetweenPolls = 1 + (1 << 15) / max(1, size.width)
      var found = [ctk_colors()]
      unsafe ctk_colors_begin(&found)
      for y in 0..<size.height {
        if y % rowsBetweenPolls == 0, cancellation.isCancelled { return nil }
        let row = pixels.extracting(y * bytesPerRow..<y * bytesPerRow + 4 * size.width)
        let goesOn = unsafe row.withUnsafeBufferPointer {
          unsafe ctk_colors_add(&found, $0.baseAddress, size.width)
        }
        if !goesOn { break }
      }
      form = Self.form(of: &found, source)
      colors = found
    }
  }

  private static func form(of colors: inout [ctk_colors], _ source: Source) -> Form {
    let (count, isOpaque) = (Int(colors[0].count), colors[0].opaque)
    if isOpaque, colors[0].gray {
      if count > 2 { return .gray }
      let isBlackAndWhite = unsafe withUnsafeBytes(of: &colors[0].colors) {
        unsafe $0.prefix(4 * count).allSatisfy { $0 == 0 || $0 == 255 }
      }
      if isBlackAndWhite { return .bits }
    }
    guard colors[0].few else { return isOpaque ? .rgb : .rgba }
    unsafe ctk_colors_end(&colors)
    // The colours that were found stand first.
    var palette = unsafe withUnsafeBytes(of: &colors[0].colors) {
      unsafe Array($0.prefix(4 * count))
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
    switch form {
    case .bits: 1
    case .palette(let palette): palette.count <= 2 ? 1 : 8
    default: 8
    }
  }

  /// Whether the numbers of a row are no amounts, so that it is not filtered. It may need room for a
  /// byte of each pixel before its bits are packed.
  var isIndexed: Bool { hasPalette || form == .bits }

  /// The distance from a byte of a row to the same byte of the previous pixel.
  var step: Int {
    switch form {
    case .gray, .bits, .palette: 1
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// The bytes of a row in the file, without the byte that names the filter.
  var rowBytes: Int { (size.width * step * depth + 7) / 8 }

  /// The bytes of a row in the pixels.
  private func range(ofRow y: Int) -> Range<Int> {
    let start = y * bytesPerRow
    return start..<start + size.width * (source == .coverage ? 1 : 4)
  }

  /// Writes a row as it is in the file, before it is filtered.
  ///
  /// - Parameters:
  ///   - y: The row.
  ///   - pixels: The pixels that were examined.
  ///   - target: Room for `rowBytes` bytes, and for `width` in a palette or of bits.
  ///   - start: The index in `target` of the first byte that is written.
  func copyRow(
    _ y: Int, of pixels: Span<UInt8>, to target: inout MutableSpan<UInt8>, at start: Int
  ) {
    let width = size.width
    precondition(start >= 0 && start + max(rowBytes, isIndexed ? width : 0) <= target.count)
    // C calls on a row of `width` pixels; the precondition checks the room for their result.
    unsafe pixels.extracting(range(ofRow: y)).withUnsafeBufferPointer { pixels in
      unsafe target.withUnsafeMutableBufferPointer { target in
        let row = unsafe pixels.baseAddress.unsafelyUnwrapped
        let target = unsafe target.baseAddress.unsafelyUnwrapped + start
        switch form {
        case .gray where source == .coverage: unsafe target.update(from: row, count: width)
        case .gray: unsafe ctk_red_row(target, row, width)
        case .bits:
          unsafe ctk_red_row(target, row, width)
          unsafe ctk_pack_bits(target, target, width)
        case .palette:
          unsafe ctk_colors_index(colors, target, row, width)
          if depth == 1 { unsafe ctk_pack_bits(target, target, width) }
        case .rgb:
          // If opacity is dropped from translucent pixels, their straight colours are kept.
          if source == .premultiplied, unsafe !ctk_is_opaque(row, width) {
            var straight = unsafe Array(pixels)
            StraightPixels.unpremultiply(&straight)
            unsafe ctk_rgb_row(target, straight, width)
          } else {
            unsafe ctk_rgb_row(target, row, width)
          }
        case .rgba where source == .premultiplied:
          unsafe ctk_unpremultiply_row(target, row, Int32(width))
        case .rgba: unsafe target.update(from: row, count: 4 * width)
        }
      }
    }
  }

  /// Whether a row looks like one of a photograph, a gradient or a shadow.
  ///
  /// In such rows neighbouring pixels mostly differ by little. In rows of text and flat colour they
  /// are equal or differ by much. Indexes of a palette are not amounts, so their rows are not
  /// smooth.
  func isSmooth(row y: Int, of pixels: Span<UInt8>) -> Bool {
    if isIndexed { return false }
    // C call on a row of `width` pixels.
    return unsafe pixels.extracting(range(ofRow: y)).withUnsafeBufferPointer {
      unsafe ctk_is_smooth_row($0.baseAddress, size.width, source == .coverage ? 1 : 4)
    }
  }
}
